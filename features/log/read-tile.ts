// Reads the bytes of a tile or a bundle of entries in the format of C2SP tlog-tiles. Every width that
// was ever published stays readable, so that older checkpoints can be verified.

import { hashBytes } from '#features/log/tree/merkle.ts'
import type { Db } from '#platform/database/database.ts'
import { readTilePath, tileWidth } from '#values/text/tile-names.ts'
import { readEntries, readTile } from './log-queries.ts'

/** Returns the bytes. Returns null if the path is invalid, or the tile does not have that width yet. */
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

/** Joins entries, each after its length in two bytes. */
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
