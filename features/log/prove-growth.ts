// Proves that a log only grew from one size to another, for its witnesses.
import { readTiles } from '#features/log/append/append-queries.ts'
import { consistencyProof, tilesOfConsistency } from '#features/log/tree/consistency.ts'
import type { Db } from '#platform/database/database.ts'

/** Returns the hashes of the consistency proof. The log must have at least `size` entries. */
export async function proveGrowth(
  db: Db,
  logNumber: number,
  previousSize: number,
  size: number,
): Promise<Buffer[]> {
  const tiles = await readTiles(db, logNumber, tilesOfConsistency(previousSize, size))
  return consistencyProof(previousSize, size, tiles)
}
