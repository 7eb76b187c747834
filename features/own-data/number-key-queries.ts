// Declares the SQL of the fingerprint of NUMBERS_KEY, the key with which the database's phone hashes are
// computed.
import type { Db, Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

const selectFingerprint = statement(
  'find-number-key-fingerprint',
  { fingerprint: 'text' },
  'select fingerprint from number_key_fingerprints',
)
const insertFingerprint = statement(
  'insert-number-key-fingerprint',
  { fingerprint: 'text' },
  `insert into number_key_fingerprints (fingerprint) values ($1)
   on conflict do nothing returning fingerprint`,
)

export async function findFingerprint(db: Db): Promise<string | null> {
  const [row] = await db.run(selectFingerprint)
  return row?.fingerprint ?? null
}

/**
 * Stores the fingerprint, after waiting for a concurrent write. Returns false if a fingerprint is already
 * stored.
 */
export async function writeFingerprint(tx: Transaction, fingerprint: string): Promise<boolean> {
  const rows = await tx.run(insertFingerprint, [fingerprint])
  return rows.length === 1
}
