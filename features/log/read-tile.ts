// The bytes of a tile or of a bundle of entries, as C2SP's tlog-tiles spells them. A width that was ever
// published stays readable, so that whoever reads an older checkpoint finds its tiles.

import { hashBytes } from '#features/log/tree/merkle.ts'
import type { Db } from '#platform/database/database.ts'
import { readTilePath, tileWidth } from '#values/text/tile-names.ts'
import { readEntries, readTile } from './log-queries.ts'

/** Null where there is no such tile, or the tree has not that many hashes yet. */
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

/** Each entry behind its length in two bytes. */
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
