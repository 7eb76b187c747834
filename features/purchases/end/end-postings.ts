// Computes the postings that release the holds of a purchase which ends without completing.
// card/card-postings.ts computes those of an owed charge.
import type { Hold } from '#features/purchases/lock-holds.ts'
import { reservePostings } from '#features/purchases/reserve/reserve-postings.ts'
import { opposite, type Postings } from '#ledger/postings.ts'

export function releasePostings(holds: readonly Hold[]): Postings {
  return opposite(reservePostings(holds))
}
