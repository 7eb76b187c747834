// Checks that the file of erasures is on another disk than the data, so that it survives the loss of the
// data's disk.
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Settings } from '#server/settings/settings.ts'

/** Returns a warning in production, or null if the file is on a separate disk. */
export async function erasuresDiskWarning({
  production,
  erasuresFile,
  dataDir,
}: Pick<Settings, 'production' | 'erasuresFile' | 'dataDir'>): Promise<string | null> {
  if (!production) return null
  const [file, data] = await Promise.all([deviceOf(dirname(erasuresFile)), deviceOf(dataDir)])
  if (file !== data) return null
  return (
    `Warning: ERASURES_FILE (${erasuresFile}) is on the disk of DATA_DIR (${dataDir}). Where that disk ` +
    'is lost, a restore brings back people who deleted their passports: mount another one for it.'
  )
}

/** Returns the device of the nearest existing folder, on which missing folders are created. */
async function deviceOf(folder: string): Promise<number> {
  const found = await stat(folder).catch(() => null)
  if (found !== null) return found.dev
  const parent = dirname(folder)
  return parent === folder ? Number.NaN : deviceOf(parent)
}
