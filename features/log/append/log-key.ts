// Reads or creates the private key of a log, which is LOG_KEY or a file under DATA_DIR. It is derived
// from no other key, so that rotating other keys does not change it.
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { LogSettings } from '#features/log/log-services.ts'
import { keepKeyFile } from '#platform/key-file.ts'
import { readIfThere } from '#platform/read-if-there.ts'

const seedBytes = 32

/** Returns the path of a log's key file. Each log has its own key, also the log after a restore. */
function fileOf({ dataDir }: LogSettings, logNumber: number): string {
  return join(dataDir, logNumber === 1 ? 'log-key' : `log-key-${logNumber}`)
}

/** Returns the key, or null if this machine has none. Throws if the file does not contain a key. */
export async function findLogKey(settings: LogSettings, logNumber: number): Promise<Buffer | null> {
  if (settings.logKey !== undefined) return settings.logKey
  const file = fileOf(settings, logNumber)
  const text = await readIfThere(file)
  if (text === null) return null
  const seed = Buffer.from(text.trim(), 'hex')
  if (seed.length !== seedBytes) throw new Error(`${file} does not hold a key of 32 bytes.`)
  return seed
}

/** Returns the key of a new log. If there is none, creates it and writes its file (`isNew`). */
export async function findOrCreateLogKey(
  settings: LogSettings,
  logNumber: number,
): Promise<{ readonly seed: Buffer; readonly isNew: boolean }> {
  const existing = await findLogKey(settings, logNumber)
  if (existing !== null) return { seed: existing, isNew: false }
  keepKeyFile(fileOf(settings, logNumber), randomBytes(seedBytes))
  const seed = await findLogKey(settings, logNumber)
  if (seed === null) throw new Error(`${fileOf(settings, logNumber)} was not kept.`)
  return { seed, isNew: true }
}

/** Deletes a new key's file, because another machine began the log first. The key has signed nothing. */
export async function deleteLogKey(settings: LogSettings, logNumber: number): Promise<void> {
  await rm(fileOf(settings, logNumber), { force: true })
}
