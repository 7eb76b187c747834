// Stores a verifier's last checkpoint of a log with the log's key, so that the next verification
// shows whether the log continued it. One file per log, under DATA_DIR.

import { hash } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readIfThere } from '#platform/read-if-there.ts'

const keptSchema = z.object({ address: z.string(), key: z.string(), checkpoint: z.string() })
export type KeptCheckpoint = z.infer<typeof keptSchema>

function fileOf(dataDir: string, address: string): string {
  const name = hash('sha256', address, 'hex').slice(0, 16)
  return join(dataDir, 'kept-checkpoints', `${name}.json`)
}

/**
 * Returns the checkpoint; null where this log was never verified. Throws where the file is damaged.
 */
export async function readKept(dataDir: string, address: string): Promise<KeptCheckpoint | null> {
  const file = fileOf(dataDir, address)
  const text = await readIfThere(file)
  return text === null ? null : keptSchema.parse(JSON.parse(text))
}

/** Stores the checkpoint. Returns the path of its file. */
export async function keep(dataDir: string, kept: KeptCheckpoint): Promise<string> {
  const file = fileOf(dataDir, kept.address)
  await mkdir(join(dataDir, 'kept-checkpoints'), { recursive: true, mode: 0o700 })
  await writeFile(`${file}-${process.pid}`, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}-${process.pid}`, file)
  return file
}
