// The names of the ledger's accounts (docs/ledger.md). Money accounts exist per currency, kilogram
// accounts per batch; nothing else may spell an account.

export const moneyAccounts = {
  /** What a partner programme has given. */
  programme: (programmeId: string) => `programme:${programmeId}`,
  wallet: (passportId: string, programmeId: string) => `wallet:${passportId}:${programmeId}`,
  /** Wallet money kept for one purchase until it completes or ends. */
  held: (purchaseId: string) => `held:${purchaseId}`,
  /** Money that the card provider owes us. */
  cardClearing: 'card_clearing',
  /** Where one currency leaves and another enters. */
  fx: 'fx',
  sales: 'sales',
  /** What rewards have cost. */
  rewards: 'rewards',
  /** Card money taken for a purchase that cannot complete, until it is given back. */
  refundsDue: 'refunds_due',
  /** What a wallet was debited beyond the exact amount, for want of smaller coins. */
  rounding: 'rounding',
} as const

export const kgAccounts = {
  issued: 'issued',
  available: 'available',
  held: 'held',
  holder: (passportId: string) => `holder:${passportId}`,
  /** A gift for a number without a passport. */
  waiting: (purchaseId: string) => `waiting:${purchaseId}`,
} as const
