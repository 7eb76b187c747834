// That the open log tells of a purchase: its entry, the salt of its commitment, and the hashes that
// lead from the entry to the signed checkpoint.
import { readTiles } from '#features/log/append/queries.ts'
import { commitmentOf, type LogEntry } from '#features/log/log-entry.ts'
import { readHead, readSale } from '#features/log/queries.ts'
import { inclusionProof, rootOfProof, tilesOfProof } from '#features/log/tree/inclusion.ts'
import { openCheckpoint } from '#features/log/tree/signed-note.ts'
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

export type ToldSale = {
  readonly purchaseId: string
  readonly txId: string
  readonly registry: string
  readonly serial: string
  readonly first: number
  readonly last: number
}

/** Whether the log's key signed a root that leads to an entry about this sale, as its salt shows. */
export async function isSaleProven(db: Db, { purchaseId, txId, ...sale }: ToldSale) {
  const [head, proof] = [await readHead(db, null), await proveSale(db, purchaseId)]
  if (head === null || proof === null) return false
  const key = { name: head.origin, publicKey: head.public_key }
  const signed = openCheckpoint(proof.checkpoint, key)
  const told: LogEntry = JSON.parse(proof.entry)
  const root = rootOfProof(Buffer.from(proof.entry), proof, proof.hashes)
  const isSame = (['registry', 'serial', 'first', 'last'] as const).every(
    (name) => told.kind === 'allocate' && told[name] === sale[name],
  )
  const isTheirs = told.kind === 'allocate' && told.commitment === commitmentOf(proof.salt, txId)
  const isIn = signed?.size === proof.size && root?.equals(signed.root) === true
  return isSame && isTheirs && isIn
}
