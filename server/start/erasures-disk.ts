// Checks that the file of erasures survives the loss of the data's disk: the two must not share
// one.
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Settings } from '#server/settings/settings.ts'

/** A warning for production, or null where the file is on a disk of its own. */
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

/** Of the nearest folder that there is: missing ones are made on its device. */
async function deviceOf(folder: string): Promise<number> {
  const found = await stat(folder).catch(() => null)
  if (found !== null) return found.dev
  const parent = dirname(folder)
  return parent === folder ? Number.NaN : deviceOf(parent)
}
