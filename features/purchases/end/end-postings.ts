// What an end without completion posts: everything that was kept goes back where it was taken from.
// Pure; card money that is owed back is in card/postings.ts.
import type { Hold } from '#features/purchases/lock-holds.ts'
import { reservePostings } from '#features/purchases/reserve/reserve-postings.ts'
import { opposite, type Postings } from '#ledger/postings.ts'

export function releasePostings(holds: readonly Hold[]): Postings {
  return opposite(reservePostings(holds))
}
