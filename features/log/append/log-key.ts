// Finds or makes the private key of a log: LOG_KEY, else a file under DATA_DIR. It is independent
// of every other key, so that their rotation does not change it.
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { LogSettings } from '#features/log/log-services.ts'
import { keepKeyFile } from '#platform/key-file.ts'
import { readIfThere } from '#platform/read-if-there.ts'

const seedBytes = 32

/** The log of a restored database has a key of its own. */
function fileOf({ dataDir }: LogSettings, logNumber: number): string {
  return join(dataDir, logNumber === 1 ? 'log-key' : `log-key-${logNumber}`)
}

/** Returns the key, or null where this machine has none. Throws where the file holds no key. */
export async function findLogKey(settings: LogSettings, logNumber: number): Promise<Buffer | null> {
  if (settings.logKey !== undefined) return settings.logKey
  const file = fileOf(settings, logNumber)
  const text = await readIfThere(file)
  if (text === null) return null
  const seed = Buffer.from(text.trim(), 'hex')
  if (seed.length !== seedBytes) throw new Error(`${file} does not hold a key of 32 bytes.`)
  return seed
}

/** Returns the key of a new log. `isNew` is true for a key that was made for it. */
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

/** Deletes a key made for a log that another machine began before. It has signed no checkpoint. */
export async function forgetLogKey(settings: LogSettings, logNumber: number): Promise<void> {
  await rm(fileOf(settings, logNumber), { force: true })
}
