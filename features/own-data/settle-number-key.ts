// Checks that the database's phone hashes were computed with this NUMBERS_KEY, and migrates phone numbers
// that earlier versions stored (server/number-rewrites.ts).
import { findFingerprint, writeFingerprint } from '#features/own-data/number-key-queries.ts'
import type { NumberRewrite } from '#features/people/number-rewrite.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { NumberKeys } from '#platform/keys.ts'

/** Maximum number of rows in one statement. */
const batchMax = 1_000

/** Returns true if the database's phone hashes were computed with another key. */
export async function knowsAnotherKey(db: Database, numbers: NumberKeys): Promise<boolean> {
  const stored = await findFingerprint(db)
  return stored !== null && stored !== numbers.fingerprint
}

/**
 * Stores the fingerprint of the key if the database has none, and runs the migrations. Returns false, and
 * changes nothing, if the database has another key.
 */
export async function settleNumberKey(
  db: Database,
  numbers: NumberKeys,
  rewrites: readonly NumberRewrite[],
): Promise<boolean> {
  if (!(await storeOrCompareKey(db, numbers, rewrites))) return false
  await db.transaction((tx) => rewriteAll(tx, numbers, rewrites, 'every_start'))
  return true
}

/** Returns true if the database has this key. Stores it, and runs the first migrations, if it has none. */
async function storeOrCompareKey(
  db: Database,
  numbers: NumberKeys,
  rewrites: readonly NumberRewrite[],
): Promise<boolean> {
  const stored = await findFingerprint(db)
  if (stored !== null) return stored === numbers.fingerprint
  return db.transaction(async (tx) => {
    const isStored = await writeFingerprint(tx, numbers.fingerprint)
    // Another process has meanwhile stored the fingerprint and run the migrations.
    if (!isStored) return (await findFingerprint(tx)) === numbers.fingerprint
    await rewriteAll(tx, numbers, rewrites, 'first_start')
    return true
  })
}

async function rewriteAll(
  tx: Transaction,
  numbers: NumberKeys,
  rewrites: readonly NumberRewrite[],
  runsAt: NumberRewrite['runsAt'],
): Promise<void> {
  for (const each of rewrites.filter((one) => one.runsAt === runsAt)) {
    while ((await each.rewrite(tx, numbers, batchMax)) > 0);
  }
}
