// Declares the type of a feature's migration of phone numbers that earlier versions stored.
// server/number-rewrites.ts lists the migrations.
import type { Transaction } from '#platform/database/database.ts'
import type { NumberKeys } from '#platform/keys.ts'

export type NumberRewrite = {
  /** `every_start` if an earlier version may have run since the last start. */
  readonly runsAt: 'first_start' | 'every_start'
  /** Replaces the phone numbers in at most `limit` rows by phone hashes. Returns the number of rows. */
  rewrite(tx: Transaction, numbers: NumberKeys, limit: number): Promise<number>
}
