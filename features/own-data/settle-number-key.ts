// Checks that this database's phone hashes were written under the given NUMBERS_KEY, and rewrites
// numbers that earlier versions stored (server/number-rewrites.ts).
import { findFingerprint, writeFingerprint } from '#features/own-data/number-key-queries.ts'
import type { NumberRewrite } from '#features/people/number-rewrite.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import type { NumberKeys } from '#platform/keys.ts'

/** Maximum number of rows in one statement. */
const batchMax = 1_000

/** Whether the database was written under another key. Reads only. */
export async function knowsAnotherKey(db: Database, numbers: NumberKeys): Promise<boolean> {
  const known = await findFingerprint(db)
  return known !== null && known !== numbers.fingerprint
}

/**
 * Stores the fingerprint of the key in a database without one, and rewrites old numbers. Returns false,
 * and changes nothing, if the database has another key.
 */
export async function settleNumberKey(
  db: Database,
  numbers: NumberKeys,
  rewrites: readonly NumberRewrite[],
): Promise<boolean> {
  if (!(await isKeyOf(db, numbers, rewrites))) return false
  await db.transaction((tx) => rewriteAll(tx, numbers, rewrites, 'every_start'))
  return true
}

async function isKeyOf(
  db: Database,
  numbers: NumberKeys,
  rewrites: readonly NumberRewrite[],
): Promise<boolean> {
  const known = await findFingerprint(db)
  if (known !== null) return known === numbers.fingerprint
  return db.transaction(async (tx) => {
    const written = await writeFingerprint(tx, numbers.fingerprint)
    // Another process has written the fingerprint and rewritten all numbers meanwhile.
    if (!written) return (await findFingerprint(tx)) === numbers.fingerprint
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
