// Proves that the current log contains sales and the replacements of their kilograms. A proof has the
// entry, the salt of its commitment, and the hashes that lead from the entry to the signed checkpoint.
// Four statements serve any number of purchases.
import { readTiles } from '#features/log/append/append-queries.ts'
import { inclusionProof, tilesOfProof } from '#features/log/tree/inclusion.ts'
import type { Tile } from '#features/log/tree/tiles.ts'
import type { Db } from '#platform/database/database.ts'
import { readHead, readReplacements, readSales } from './log-queries.ts'

export type EntryProof = {
  readonly index: number
  readonly entry: string
  /** Sibling hashes, from the entry up to the root. */
  readonly hashes: readonly Buffer[]
}

export type SaleProof = EntryProof & {
  readonly salt: Buffer
  /** Size of the checkpoint's tree. */
  readonly size: number
  readonly checkpoint: string
}

/** A range of places that was replaced, identified by its first place. */
export type ReplacedRange = { readonly batchId: string; readonly firstPlace: number }

export type LoggedReplacement = {
  readonly replaced: ReplacedRange
  readonly batchId: string
  readonly firstPlace: number
  readonly lastPlace: number
  /** The day in UTC, such as `2026-11-22`. */
  readonly day: string
  /** Proof for the checkpoint of the sale's proof. Null if that checkpoint lacks the entry. */
  readonly proof: EntryProof | null
}

export type ProvenSale = {
  /** Null if the checkpoint does not include the purchase yet, or its salt was erased. */
  readonly proof: SaleProof | null
  /** Replacements in the order in which they were recorded. */
  readonly replacements: readonly LoggedReplacement[]
}

export type SaleQuery = {
  readonly purchaseId: string
  /** The ranges of the purchase's places that were replaced. */
  readonly replacedRanges: readonly ReplacedRange[]
}

type LoggedEntry = {
  readonly log_number: number | null
  readonly entry_index: number | null
  readonly entry: string | null
}
type Head = NonNullable<Awaited<ReturnType<typeof readHead>>>

/** Returns the proofs by purchase id. */
export async function proveSales(
  db: Db,
  queries: readonly SaleQuery[],
): Promise<Map<string, ProvenSale>> {
  // Reads the head first. The entries and tiles of its tree then exist in every later statement.
  const head = await readHead(db, null)
  const purchaseIds = queries.map(({ purchaseId }) => purchaseId)
  const allReplacedRanges = queries.flatMap(({ replacedRanges }) => replacedRanges)
  const [sales, replacementRows] = await Promise.all([
    readSales(db, purchaseIds),
    readReplacements(db, allReplacedRanges),
  ])
  const prove = await createProver(db, head, [...sales, ...replacementRows])
  const saleByPurchase = new Map(sales.map((sale) => [sale.purchase_id, sale]))
  const purchaseByRange = new Map(
    queries.flatMap(({ purchaseId, replacedRanges }) =>
      replacedRanges.map((range) => [nameOf(range), purchaseId]),
    ),
  )
  const replacements = replacementRows.map((row): LoggedReplacement => {
    const replaced = { batchId: row.former_batch_id, firstPlace: row.former_first_place }
    const places = { firstPlace: row.first_place, lastPlace: row.last_place }
    return { replaced, batchId: row.batch_id, ...places, day: row.day, proof: prove(row) }
  })
  const replacementsByPurchase = Map.groupBy(replacements, ({ replaced }) =>
    purchaseByRange.get(nameOf(replaced)),
  )
  const proveSale = (purchaseId: string) => {
    const sale = saleByPurchase.get(purchaseId)
    const proof = sale === undefined ? null : prove(sale)
    if (sale === undefined || proof === null || head === null) return null
    return { ...proof, salt: sale.salt, size: head.size, checkpoint: head.checkpoint }
  }
  return new Map(
    purchaseIds.map((id) => {
      return [id, { proof: proveSale(id), replacements: replacementsByPurchase.get(id) ?? [] }]
    }),
  )
}

const nameOf = ({ batchId, firstPlace }: ReplacedRange) => `${batchId} ${firstPlace}`

/** Reads the tiles of all entries in one statement. Returns a function that proves one entry. */
async function createProver(db: Db, head: Head | null, logged: readonly LoggedEntry[]) {
  if (head === null) return () => null
  const { number, size } = head
  const indexes = logged.flatMap(({ entry_index: index }) =>
    index !== null && index < size ? [index] : [],
  )
  const positions = indexes.flatMap((index) => tilesOfProof(index, size))
  const distinct = [...new Map(positions.map((each) => [tileName(each), each])).values()]
  const tiles = await readTiles(db, number, distinct)
  const tileByName = new Map(tiles.map((tile) => [tileName(tile), tile]))
  return ({ log_number, entry_index: index, entry }: LoggedEntry): EntryProof | null => {
    if (log_number !== number || index === null || entry === null || index >= size) return null
    const proofTiles = tilesOfProof(index, size).flatMap(
      (each) => tileByName.get(tileName(each)) ?? [],
    )
    return { index, entry, hashes: inclusionProof(index, size, proofTiles) }
  }
}

const tileName = ({ level, index }: Pick<Tile, 'level' | 'index'>) => `${level}/${index}`
