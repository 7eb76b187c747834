// That the open log tells of a purchase: its entry, the salt of its commitment, and the hashes that
// lead from the entry to the signed checkpoint.
import { readTiles } from '#features/log/append/queries.ts'
import { readHead, readSale } from '#features/log/queries.ts'
import { inclusionProof, tilesOfProof } from '#features/log/tree/inclusion.ts'
import type { Db } from '#platform/database/database.ts'

export type SaleProof = {
  readonly index: number
  readonly entry: string
  readonly salt: Buffer
  /** From the entry up. */
  readonly hashes: readonly Buffer[]
  /** Of the checkpoint's tree. */
  readonly size: number
  readonly checkpoint: string
}

/** Null where no checkpoint includes the purchase yet, or where its salt was erased. */
export async function proveSale(db: Db, purchaseId: string): Promise<SaleProof | null> {
  // The head first: what a later one includes has its tiles too.
  const head = await readHead(db, null)
  const sale = await readSale(db, purchaseId)
  if (head === null || sale === null || sale.log_number !== head.number) return null
  const { entry_index: index, entry, salt } = sale
  const { size, checkpoint } = head
  if (index >= size) return null
  const tiles = await readTiles(db, head.number, tilesOfProof(index, size))
  return { index, entry, salt, hashes: inclusionProof(index, size, tiles), size, checkpoint }
}
