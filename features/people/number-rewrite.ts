// Declares how a feature rewrites numbers that earlier versions stored. The composition gives the
// list (server/number-rewrites.ts). Types only.
import type { Transaction } from '#platform/database/database.ts'
import type { NumberKeys } from '#platform/keys.ts'

export type NumberRewrite = {
  /** `every_start` where an earlier version may have run since the last start. */
  readonly runsAt: 'first_start' | 'every_start'
  /** Rewrites at most `limit` rows under the key. Returns how many there were. */
  rewrite(tx: Transaction, numbers: NumberKeys, limit: number): Promise<number>
}
