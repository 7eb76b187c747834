// Defines the chart of accounts (docs/ledger.md): money accounts exist per currency, kilogram
// accounts per batch. No other file may spell an account or choose its balance row.

/** The row that keeps a money account's balance; most accounts have none. */
export type MoneyRow =
  | { readonly kind: 'programme'; readonly programmeId: string }
  | { readonly kind: 'wallet' | 'held_of_wallet'; readonly wallet: WalletKey }
  | { readonly kind: 'rewards' }

/** A person's money of one programme; with a currency it is one row of `wallets`. */
export type WalletKey = { readonly passportId: string; readonly programmeId: string }

export type MoneyAccount = { readonly name: string; readonly row: MoneyRow | null }

/**
 * A kilogram account of a batch. `issued` and `available` have balances; `owned` accounts contain
 * sold kilograms.
 */
export type KgAccount = {
  readonly name: string
  readonly kind: 'issued' | 'available' | 'held' | 'owned'
}

const plain = (name: string): MoneyAccount => ({ name, row: null })

export const moneyAccounts = {
  /** Money that a partner paid in for a programme, less the money that the programme gave. */
  programme: (programmeId: string): MoneyAccount => ({
    name: `programme:${programmeId}`,
    row: { kind: 'programme', programmeId },
  }),
  wallet: (wallet: WalletKey): MoneyAccount => ({
    name: `wallet:${wallet.passportId}:${wallet.programmeId}`,
    row: { kind: 'wallet', wallet },
  }),
  /**
   * Money kept for one cause until it is used or released. `wallet` is its source, which counts it
   * as held; null for another source.
   */
  held: (causeId: string, wallet: WalletKey | null): MoneyAccount => ({
    name: `held:${causeId}`,
    row: wallet === null ? null : { kind: 'held_of_wallet', wallet },
  }),
  /** Money that the card provider owes us. */
  cardClearing: plain('card_clearing'),
  /** Contra account of conversions: it receives one currency and pays the other. */
  fx: plain('fx'),
  sales: plain('sales'),
  /** The cost of rewards. */
  rewards: { name: 'rewards', row: { kind: 'rewards' } } satisfies MoneyAccount,
  /** Card money without a purchase, until it is refunded. */
  refundsDue: plain('refunds_due'),
  /** Refunds of sales that stay sold. */
  goodwill: plain('goodwill'),
  /** Card money that a bank took back for its cardholder. */
  chargebacks: plain('chargebacks'),
  /** Fees of the card provider. */
  fees: plain('fees'),
  /** Our own account at a bank, where payouts of the card provider arrive. */
  bank: plain('bank'),
  /** The rounding of wallet debits up to whole minor units. */
  rounding: plain('rounding'),
} as const

export const kgAccounts = {
  issued: { name: 'issued', kind: 'issued' },
  available: { name: 'available', kind: 'available' },
  held: { name: 'held', kind: 'held' },
  holder: (passportId: string): KgAccount => ({ name: `holder:${passportId}`, kind: 'owned' }),
  /** Kilograms taken back from their holders. They are never sold again. */
  returned: { name: 'returned', kind: 'owned' },
  /** Kilograms that their registry took back, and that kilograms of another batch replaced. */
  replaced: { name: 'replaced', kind: 'owned' },
  /** Kilograms allocated by the operator to complete a tonne. */
  operator: { name: 'operator', kind: 'owned' },
  /** Kilograms of a gift whose receiver has no passport yet. */
  waiting: (causeId: string): KgAccount => ({ name: `waiting:${causeId}`, kind: 'owned' }),
} as const

/** The chart: the part of each account's name before its first colon. */
export const moneyChart = [
  'programme',
  'wallet',
  'held',
  'card_clearing',
  'bank',
  'fees',
  'fx',
  'rounding',
  'sales',
  'refunds_due',
  'goodwill',
  'chargebacks',
  'rewards',
] as const
export const kgChart = [
  'issued',
  'available',
  'held',
  'holder',
  'waiting',
  'returned',
  'operator',
  'replaced',
] as const

/** Returns an account's name in the chart; a programme's account keeps its full name. */
export function chartNameOf(account: string): string {
  const [chart = ''] = account.split(':')
  return chart === 'programme' ? account : chart
}
