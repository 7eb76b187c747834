// Reads the bytes of a tile or a bundle of entries in C2SP's tlog-tiles format. Every published
// width stays readable, so that older checkpoints keep their tiles.

import { hashBytes } from '#features/log/tree/merkle.ts'
import type { Db } from '#platform/database/database.ts'
import { readTilePath, tileWidth } from '#values/text/tile-names.ts'
import { readEntries, readTile } from './log-queries.ts'

/** Returns the bytes; null where the tile does not exist or the tree has fewer hashes. */
export async function readTileBytes(
  db: Db,
  logNumber: number | null,
  path: string,
): Promise<Buffer | null> {
  const name = readTilePath(path)
  if (name === null) return null
  const { level, index, width } = name
  if (level !== 'entries') {
    const hashes = await readTile(db, logNumber, level, index)
    const bytes = width * hashBytes
    return hashes === null || hashes.length < bytes ? null : hashes.subarray(0, bytes)
  }
  const entries = await readEntries(db, logNumber, index * tileWidth, width)
  return entries.length < width ? null : bundleOf(entries)
}

/** Returns each entry after its length in two bytes. */
function bundleOf(entries: readonly string[]): Buffer {
  return Buffer.concat(
    entries.flatMap((entry) => {
      const bytes = Buffer.from(entry)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(bytes.length)
      return [length, bytes]
    }),
  )
}
