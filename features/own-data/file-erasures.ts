// Appends the ids of erased passports to a file outside the database, so that the erasures can be repeated
// after the restore of a backup. The file contains only ids and times.
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Db } from '#platform/database/database.ts'
import { findUnfiledErasures, writeFiled } from './own-data-queries.ts'

/**
 * Appends ids that are not in the file yet, and returns their number once they are on the disk. Throws if the
 * file cannot be written. An id that is in the file twice has no effect.
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
  // A new file is durable only after a sync of its folder.
  const parent = await open(folder, 'r')
  await parent.sync().finally(() => parent.close())
}
