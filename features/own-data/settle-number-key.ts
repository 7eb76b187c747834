// Makes sure that what stands for numbers in this database was written under the key that the product
// was started with. The first time, numbers that earlier versions kept are rewritten under it.
import {
  findFingerprint,
  rewriteAttempts,
  rewriteGifts,
  writeFingerprint,
} from '#features/own-data/number-queries.ts'
import type { Database } from '#platform/database/database.ts'
import type { NumberKeys } from '#platform/keys.ts'

/** Rows of one statement. */
const batchMax = 1_000

/** Answers false where the database knows another key; then nothing is changed. */
export async function settleNumberKey(db: Database, numbers: NumberKeys): Promise<boolean> {
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
