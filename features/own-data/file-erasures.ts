// Writes the ids of erased passports into a file outside the database, so that a restored backup can be
// made to forget them again. The file holds ids and days, nothing of anybody.
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Db } from '#platform/database/database.ts'
import { failAt } from '#platform/fail-point.ts'
import { findUnfiledErasures, writeFiled } from './own-data-queries.ts'

/**
 * Appends what is not in the file yet and resolves once it is on the disk; answers how many. Throws
 * where the file cannot be written. An id may stand in it twice, which changes nothing.
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
  failAt('erasure.filed')
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
  // A new file stands in its folder for good only when the folder is on the disk, too.
  const parent = await open(folder, 'r')
  await parent.sync().finally(() => parent.close())
}
