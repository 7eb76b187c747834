// Writes the ids of erased passports into a file outside the database, so that a restored backup
// can be erased again. The file holds ids and days only.
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Db } from '#platform/database/database.ts'
import { findUnfiledErasures, writeFiled } from './own-data-queries.ts'

/**
 * Appends ids that are not in the file yet and resolves once they are on the disk. Returns their
 * count. Throws where the file cannot be written. A repeated id has no effect.
 */
export async function fileErasures({
  db,
  settings: { erasuresFile },
}: {
  readonly db: Db
  readonly settings: { readonly erasuresFile: string }
}): Promise<number> {
  const erasures = await findUnfiledErasures(db)
  if (erasures.length === 0) return 0
  const lines = erasures.map(({ passport_id, erased_at }) =>
    JSON.stringify({ passport: passport_id, erased_at }),
  )
  await appendToDisk(erasuresFile, `${lines.join('\n')}\n`)
  await writeFiled(
    db,
    erasures.map(({ passport_id }) => passport_id),
  )
  return erasures.length
}

async function appendToDisk(file: string, text: string): Promise<void> {
  const folder = dirname(file)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const handle = await open(file, 'a', 0o600)
  try {
    await handle.appendFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  // A new file is durable only after its folder was synced too.
  const parent = await open(folder, 'r')
  await parent.sync().finally(() => parent.close())
}
