// Types of postings: an amount leaves one account and enters another, so that every posting sums to
// zero by its shape. Pure; it knows no reason for a posting.
import type { KgAccount, MoneyAccount } from '#ledger/accounts.ts'

export type MoneyPosting = {
  /** The id of what caused it, or null. */
  readonly causeId: string | null
  readonly currency: string
  readonly source: MoneyAccount
  readonly destination: MoneyAccount
  readonly amountMinor: number
}

export type KgPosting = {
  /** The id of what caused it, or null. */
  readonly causeId: string | null
  readonly batchId: string
  readonly source: KgAccount
  readonly destination: KgAccount
  readonly quantityKg: number
  /** The time of a sale on an earlier day, for the week in which it counts. Default: now. */
  readonly soldAt?: Date
}

export type Postings = {
  readonly kg: readonly KgPosting[]
  /** Amounts of zero move nothing and are left out. */
  readonly money: readonly MoneyPosting[]
}

/** Returns the postings with source and destination swapped: the only way to reverse postings. */
export function opposite({ kg, money }: Postings): Postings {
  return { kg: kg.map(turned), money: money.map(turned) }
}

function turned<Side, Posting extends { readonly source: Side; readonly destination: Side }>(
  posting: Posting,
): Posting {
  return { ...posting, source: posting.destination, destination: posting.source }
}
