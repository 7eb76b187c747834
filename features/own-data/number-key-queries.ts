// Declares the SQL of the fingerprint of NUMBERS_KEY, the key with which the database's phone hashes are
// computed.
import type { Db, Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

const selectFingerprint = statement(
  'find-number-key-fingerprint',
  { fingerprint: 'text' },
  'select fingerprint from number_key_fingerprints',
)

/**
 * Stores the fingerprint, after waiting for a concurrent write. Returns false if a fingerprint is
 * already stored.
 */
export const writeFingerprint = statement(
  'insert-number-key-fingerprint',
  { fingerprint: 'text' },
  `insert into number_key_fingerprints (fingerprint) values ($1)
   on conflict do nothing returning fingerprint`,
).found<[fingerprint: string], Transaction>()

export async function findFingerprint(db: Db): Promise<string | null> {
  const [row] = await db.run(selectFingerprint)
  return row?.fingerprint ?? null
}
