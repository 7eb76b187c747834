// Declares the types of postings. A posting moves an amount from one account to another, so it always
// balances.
import type { KgAccount, MoneyAccount } from '#ledger/accounts.ts'

export type MoneyPosting = {
  /** The id of its cause, usually a purchase, or null. */
  readonly causeId: string | null
  readonly currency: string
  readonly source: MoneyAccount
  readonly destination: MoneyAccount
  readonly amountMinor: number
  /**
   * The day on which the money moved, such as `2026-11-22`. Default: the day of the booking in UTC. A day in a closed
   * month becomes the first open day.
   */
  readonly valueDate?: string | undefined
}

export type KgPosting = {
  /** The id of its cause, usually a purchase, or null. */
  readonly causeId: string | null
  readonly batchId: string
  readonly source: KgAccount
  readonly destination: KgAccount
  readonly quantityKg: number
  /** The time of a sale, which decides the week that counts it. Default: now. */
  readonly soldAt?: Date
}

export type Postings = {
  readonly kg: readonly KgPosting[]
  /** `postWrites` ignores postings of zero. */
  readonly money: readonly MoneyPosting[]
}

/** Returns the postings with source and destination swapped: the only way to reverse postings. */
export function opposite({ kg, money }: Postings): Postings {
  return { kg: kg.map(swapSides), money: money.map(swapSides) }
}

function swapSides<Side, Posting extends { readonly source: Side; readonly destination: Side }>(
  posting: Posting,
): Posting {
  return { ...posting, source: posting.destination, destination: posting.source }
}

/**
 * Names the column with the id of a posting's cause. The column keeps its original name, since
 * processes of the previous version write the same rows during an upgrade.
 */
export const causeColumn = 'purchase_id'
