// Opens the key of phone hashes only for a database that was written under it. The server's start,
// the operator's commands and a restore refuse another NUMBERS_KEY with the same error message.
import { knowsAnotherKey, settleNumberKey } from '#features/own-data/settle-number-key.ts'
import type { Database } from '#platform/database/database.ts'
import { type NumberKeys, openNumberKeys } from '#platform/keys.ts'
import { numberRewrites } from '#server/number-rewrites.ts'
import { type Settings, SettingsError } from '#server/settings/settings.ts'

export function otherNumbersKey(): SettingsError {
  return new SettingsError(
    'NUMBERS_KEY is not the key that this database was written under: put that one back.',
  )
}

/**
 * Opens the key for a command, without a write. Throws a SettingsError if the database was written
 * under another key.
 */
export async function openKnownNumberKeys(
  db: Database,
  { numbersKey }: Pick<Settings, 'numbersKey'>,
): Promise<NumberKeys> {
  const numbers = openNumberKeys(numbersKey)
  if (await knowsAnotherKey(db, numbers)) throw otherNumbersKey()
  return numbers
}

/**
 * Opens the key for a start or a restore. A database without a key gets this one. Throws a
 * SettingsError, and changes nothing, if it has another key.
 */
export async function openOwnNumberKeys(
  db: Database,
  { numbersKey }: Pick<Settings, 'numbersKey'>,
): Promise<NumberKeys> {
  const numbers = openNumberKeys(numbersKey)
  if (!(await settleNumberKey(db, numbers, numberRewrites))) throw otherNumbersKey()
  return numbers
}
