// Defines the chart of accounts (docs/ledger.md): money accounts exist per currency, kilogram
// accounts per batch. No other file may spell an account or choose its balance row.

/** The database row that stores a money account's balance. Most accounts have no row. */
export type MoneyRow =
  | { readonly kind: 'programme'; readonly programmeId: string }
  | { readonly kind: 'wallet' | 'held_of_wallet'; readonly wallet: WalletKey }
  | { readonly kind: 'rewards' }

/** Identifies a passport's wallets of one programme: one row of `wallets` per currency. */
export type WalletKey = { readonly passportId: string; readonly programmeId: string }

export type MoneyAccount = { readonly name: string; readonly row: MoneyRow | null }

/**
 * A kilogram account of a batch. Only `issued` and `available` have a balance row. `owned` accounts
 * contain sold kilograms.
 */
export type KgAccount = {
  readonly name: string
  readonly kind: 'issued' | 'available' | 'held' | 'owned'
}

const accountWithoutRow = (name: string): MoneyAccount => ({ name, row: null })

export const moneyAccounts = {
  /** Money that a partner paid in for a programme, less the money credited to wallets. */
  programme: (programmeId: string): MoneyAccount => ({
    name: `programme:${programmeId}`,
    row: { kind: 'programme', programmeId },
  }),
  wallet: (wallet: WalletKey): MoneyAccount => ({
    name: `wallet:${wallet.passportId}:${wallet.programmeId}`,
    row: { kind: 'wallet', wallet },
  }),
  /**
   * Money held for one cause, such as a purchase, until it is spent or released. `wallet` is its source,
   * whose row includes the money in `held_minor`. Null if the money came from `rewards`.
   */
  held: (causeId: string, wallet: WalletKey | null): MoneyAccount => ({
    name: `held:${causeId}`,
    row: wallet === null ? null : { kind: 'held_of_wallet', wallet },
  }),
  /** Money that the card provider owes us. */
  cardClearing: accountWithoutRow('card_clearing'),
  /** Contra account of currency conversions: it receives the source currency and pays the target currency. */
  fx: accountWithoutRow('fx'),
  sales: accountWithoutRow('sales'),
  /** Tax in the sales to buyers of a country, which we owe its authority. */
  tax: (country: string): MoneyAccount => accountWithoutRow(`tax:${country}`),
  /** The cost of rewards. */
  rewards: { name: 'rewards', row: { kind: 'rewards' } } satisfies MoneyAccount,
  /** Card money owed to the buyer of a failed or reversed purchase, until it is refunded. */
  refundsDue: accountWithoutRow('refunds_due'),
  /** Refunds after which the holder keeps the kilograms, and second refunds. */
  goodwill: accountWithoutRow('goodwill'),
  /** Card money that a bank took back for its cardholder. */
  chargebacks: accountWithoutRow('chargebacks'),
  /** Fees of the card provider. */
  fees: accountWithoutRow('fees'),
  /** Our own account at a bank, where payouts of the card provider arrive. */
  bank: accountWithoutRow('bank'),
  /** Costs that only entries by hand know, such as charges of the bank and fees of a registry. */
  costs: accountWithoutRow('costs'),
  /** Income that only entries by hand know, such as interest. */
  income: accountWithoutRow('income'),
  /** The owners' money: capital, and balances from before the books. */
  equity: accountWithoutRow('equity'),
  /** The cost of kilograms that can still be sold, of batches whose cost is known. */
  stock: accountWithoutRow('stock'),
  /** Money that we owe for batches, until an entry by hand pays it. */
  suppliers: accountWithoutRow('suppliers'),
  /** The cost of sold kilograms. */
  costOfSales: accountWithoutRow('cost_of_sales'),
  /** The cost of kilograms that were returned or replaced, or that filled a tonne. */
  writeOffs: accountWithoutRow('write_offs'),
  /** Fractions of a minor unit that wallets in a foreign currency overpaid, because debits are rounded up. */
  rounding: accountWithoutRow('rounding'),
} as const

/**
 * Accounts that entries by hand may use. The product alone posts to those of people, holds, programmes, taxes and
 * rewards, and to stock and cost of sales, which follow the kilograms.
 */
const manualAccounts: readonly MoneyAccount[] = [
  moneyAccounts.cardClearing,
  moneyAccounts.bank,
  moneyAccounts.fees,
  moneyAccounts.fx,
  moneyAccounts.rounding,
  moneyAccounts.sales,
  moneyAccounts.refundsDue,
  moneyAccounts.goodwill,
  moneyAccounts.chargebacks,
  moneyAccounts.suppliers,
  moneyAccounts.writeOffs,
  moneyAccounts.costs,
  moneyAccounts.income,
  moneyAccounts.equity,
]
export const manualAccountNames: readonly string[] = manualAccounts.map(({ name }) => name)

/** Returns the account of a name that entries by hand may use, or null. */
export function manualAccountOf(name: string): MoneyAccount | null {
  return manualAccounts.find((account) => account.name === name) ?? null
}

export const kgAccounts = {
  issued: { name: 'issued', kind: 'issued' },
  available: { name: 'available', kind: 'available' },
  held: { name: 'held', kind: 'held' },
  holder: (passportId: string): KgAccount => ({ name: `holder:${passportId}`, kind: 'owned' }),
  /** Kilograms taken back from their holders. They are never sold again. */
  returned: { name: 'returned', kind: 'owned' },
  /** Kilograms that their registry took back. Kilograms of another batch replaced them. */
  replaced: { name: 'replaced', kind: 'owned' },
  /** Kilograms that the operator took to complete a tonne, because registries retire whole tonnes. */
  operator: { name: 'operator', kind: 'owned' },
  /** Kilograms of a gift whose receiver has no passport yet. */
  waiting: (causeId: string): KgAccount => ({ name: `waiting:${causeId}`, kind: 'owned' }),
} as const

/** The kinds of money accounts: the part of each account's name before its first colon. */
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
  'tax',
  'stock',
  'suppliers',
  'cost_of_sales',
  'write_offs',
  'costs',
  'income',
  'equity',
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

/** Returns the kind of an account. For an account of a programme or of tax, returns the full name. */
export function chartNameOf(account: string): string {
  const [chart = ''] = account.split(':')
  return chart === 'programme' || chart === 'tax' ? account : chart
}
