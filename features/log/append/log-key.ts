// The private key of a log: LOG_KEY, else a file under DATA_DIR that is made with the log. It is derived
// from nothing, so that no rotation of another key touches it.
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { LogSettings } from '#features/log/log-services.ts'
import { keepKeyFile } from '#platform/key-file.ts'
import { readIfThere } from '#platform/read-if-there.ts'

const seedBytes = 32

/** A restored database's log has a key of its own. */
function fileOf({ dataDir }: LogSettings, logNumber: number): string {
  return join(dataDir, logNumber === 1 ? 'log-key' : `log-key-${logNumber}`)
}

/** Null where this machine has none. Throws where the file holds no key. */
export async function findLogKey(settings: LogSettings, logNumber: number): Promise<Buffer | null> {
  if (settings.logKey !== undefined) return settings.logKey
  const file = fileOf(settings, logNumber)
  const text = await readIfThere(file)
  if (text === null) return null
  const seed = Buffer.from(text.trim(), 'hex')
  if (seed.length !== seedBytes) throw new Error(`${file} does not hold a key of 32 bytes.`)
  return seed
}

/** The key of a log that is about to begin: `isNew` where it was made for that. */
export async function makeLogKey(
  settings: LogSettings,
  logNumber: number,
): Promise<{ readonly seed: Buffer; readonly isNew: boolean }> {
  const known = await findLogKey(settings, logNumber)
  if (known !== null) return { seed: known, isNew: false }
  keepKeyFile(fileOf(settings, logNumber), randomBytes(seedBytes))
  const seed = await findLogKey(settings, logNumber)
  if (seed === null) throw new Error(`${fileOf(settings, logNumber)} was not kept.`)
  return { seed, isNew: true }
}

/** For a key that was made for a log which another machine began first: it signed nothing. */
export async function forgetLogKey(settings: LogSettings, logNumber: number): Promise<void> {
  await rm(fileOf(settings, logNumber), { force: true })
}
