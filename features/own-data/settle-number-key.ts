// Makes sure that what stands for numbers in this database was written under the key that the product
// was started with. Numbers that earlier versions kept are rewritten under it: most the first time only,
// those of stopped and parked ones at each start, since an earlier version may have run meanwhile.
import {
  findFingerprint,
  rewriteAttempts,
  rewriteGifts,
  rewriteParked,
  rewriteStopped,
  writeFingerprint,
} from '#features/own-data/number-queries.ts'
import type { Database } from '#platform/database/database.ts'
import type { NumberKeys } from '#platform/keys.ts'

/** Rows of one statement. */
const batchMax = 1_000

/** Whether the database was written under another key. Reads only. */
export async function knowsAnotherKey(db: Database, numbers: NumberKeys): Promise<boolean> {
  const known = await findFingerprint(db)
  return known !== null && known !== numbers.fingerprint
}

/** Answers false where the database knows another key; then nothing is changed. */
export async function settleNumberKey(db: Database, numbers: NumberKeys): Promise<boolean> {
  if (!(await isKeyOf(db, numbers))) return false
  await db.transaction(async (tx) => {
    while ((await rewriteStopped(tx, numbers.hashOf, batchMax)) > 0);
    while ((await rewriteParked(tx, numbers.hashOf, batchMax)) > 0);
  })
  return true
}

async function isKeyOf(db: Database, numbers: NumberKeys): Promise<boolean> {
  const known = await findFingerprint(db)
  if (known !== null) return known === numbers.fingerprint
  return db.transaction(async (tx) => {
    const written = await writeFingerprint(tx, numbers.fingerprint)
    // Another process that waits here finds everything rewritten.
    if (!written) return (await findFingerprint(tx)) === numbers.fingerprint
    while ((await rewriteAttempts(tx, numbers.hashOf, batchMax)) > 0);
    while ((await rewriteGifts(tx, numbers.giftKeyOf, batchMax)) > 0);
    return true
  })
}
