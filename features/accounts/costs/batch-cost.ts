// Divides the cost of a batch between stock, sales and write-offs by kilograms, and computes the postings of a change.
// Pure.
import { type MoneyAccount, moneyAccounts } from '#ledger/accounts.ts'
import type { MoneyPosting } from '#ledger/postings.ts'

/** The kilograms of a batch. The others of `issuedKg` are unsold. */
export type CostedKg = {
  readonly issuedKg: number
  readonly soldKg: number
  readonly writtenOffKg: number
  /** True for a replaced batch, whose unsold kilograms are never sold. */
  readonly isLost: boolean
}

/** The cost of a batch in the books, in minor units. The rest of the amount is stock. */
export type CostBooks = {
  readonly amountMinor: number
  readonly costOfSalesMinor: number
  readonly writeOffsMinor: number
}

/**
 * Returns the books of a cost. Shares are rounded down as sums over all kilograms, so the last kilogram takes the rest
 * and all shares come to the cost.
 */
export function booksOf(amountMinor: number, kg: CostedKg): CostBooks {
  const { issuedKg, soldKg } = kg
  const writtenOffKg = kg.isLost ? issuedKg - soldKg : kg.writtenOffKg
  const share = (part: number) => Number((BigInt(amountMinor) * BigInt(part)) / BigInt(issuedKg))
  const writeOffsMinor = share(writtenOffKg)
  return {
    amountMinor,
    costOfSalesMinor: share(soldKg + writtenOffKg) - writeOffsMinor,
    writeOffsMinor,
  }
}

export type CostedBatch = { readonly batchId: string; readonly currency: string }

/** Returns the postings of a batch that change its books. Their cause is the batch. */
export function costPostings(
  { batchId, currency }: CostedBatch,
  before: CostBooks,
  after: CostBooks,
  valueDate: string,
): MoneyPosting[] {
  const { stock, suppliers, costOfSales, writeOffs } = moneyAccounts
  const posting = (source: MoneyAccount, destination: MoneyAccount, amountMinor: number) => ({
    ...{ causeId: batchId, currency, source, destination, amountMinor, valueDate },
  })
  const bought = after.amountMinor - before.amountMinor
  const sold = after.costOfSalesMinor - before.costOfSalesMinor
  const lost = after.writeOffsMinor - before.writeOffsMinor
  // Kilograms that a holder gives back move from the cost of sales to the write-offs.
  const moved = sold < 0 && lost > 0 ? Math.min(-sold, lost) : 0
  const resold = sold > 0 && lost < 0 ? Math.min(sold, -lost) : 0
  const debit = (account: MoneyAccount, contra: MoneyAccount, minor: number) =>
    minor < 0 ? posting(contra, account, -minor) : posting(account, contra, minor)
  return [
    debit(stock, suppliers, bought),
    debit(writeOffs, costOfSales, moved - resold),
    debit(costOfSales, stock, sold + moved - resold),
    debit(writeOffs, stock, lost - moved + resold),
  ].filter(({ amountMinor }) => amountMinor !== 0)
}
