// Stores the verified checkpoint and key of a log, so that the next verification can check that the log
// continues it. Each log has a file under DATA_DIR.

import { hash } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readIfThere } from '#platform/read-if-there.ts'

const storedSchema = z.object({ address: z.string(), key: z.string(), checkpoint: z.string() })
export type StoredCheckpoint = z.infer<typeof storedSchema>

function fileOf(dataDir: string, address: string): string {
  const name = hash('sha256', address, 'hex').slice(0, 16)
  return join(dataDir, 'kept-checkpoints', `${name}.json`)
}

/** Returns the stored checkpoint, or null if the log was never verified. Throws if the file is damaged. */
export async function readStoredCheckpoint(
  dataDir: string,
  address: string,
): Promise<StoredCheckpoint | null> {
  const file = fileOf(dataDir, address)
  const text = await readIfThere(file)
  return text === null ? null : storedSchema.parse(JSON.parse(text))
}

/** Stores the checkpoint, by renaming a complete file. Returns the path of the file. */
export async function storeCheckpoint(
  dataDir: string,
  checkpoint: StoredCheckpoint,
): Promise<string> {
  const file = fileOf(dataDir, checkpoint.address)
  await mkdir(join(dataDir, 'kept-checkpoints'), { recursive: true, mode: 0o700 })
  await writeFile(`${file}-${process.pid}`, `${JSON.stringify(checkpoint, null, 2)}\n`, {
    mode: 0o600,
  })
  await rename(`${file}-${process.pid}`, file)
  return file
}
