// Computes the postings of an end without completion: everything held returns to its source. Pure.
// Card money that is owed is in card/card-postings.ts.
import type { Hold } from '#features/purchases/lock-holds.ts'
import { reservePostings } from '#features/purchases/reserve/reserve-postings.ts'
import { opposite, type Postings } from '#ledger/postings.ts'

export function releasePostings(holds: readonly Hold[]): Postings {
  return opposite(reservePostings(holds))
}
