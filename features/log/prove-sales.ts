// Proves that the open log contains purchases and the replacements of their kilograms: entries,
// salts of the commitments, and hashes that lead from an entry to the signed checkpoint. It takes
// four statements for any number of purchases.
import { readTiles } from '#features/log/append/append-queries.ts'
import { inclusionProof, tilesOfProof } from '#features/log/tree/inclusion.ts'
import type { Tile } from '#features/log/tree/tiles.ts'
import type { Db } from '#platform/database/database.ts'
import { readHead, readReplacements, readSales } from './log-queries.ts'

export type EntryProof = {
  readonly index: number
  readonly entry: string
  /** Hashes from the entry up. */
  readonly hashes: readonly Buffer[]
}

export type SaleProof = EntryProof & {
  readonly salt: Buffer
  /** Size of the checkpoint's tree. */
  readonly size: number
  readonly checkpoint: string
}

/** The first place of a replaced run of places. */
export type ReplacedRun = { readonly batchId: string; readonly firstPlace: number }

export type LoggedReplacement = {
  readonly former: ReplacedRun
  readonly batchId: string
  readonly firstPlace: number
  readonly lastPlace: number
  /** `2026-11-22`, UTC. */
  readonly day: string
  /** Proof for the sale's checkpoint; null where this checkpoint does not include the entry yet. */
  readonly proof: EntryProof | null
}

export type ProvenSale = {
  /** Null where no checkpoint includes the purchase yet, or where its salt was erased. */
  readonly proof: SaleProof | null
  /** In the order of the replacements. */
  readonly replacements: readonly LoggedReplacement[]
}

export type SaleQuery = {
  readonly purchaseId: string
  /** Each run of its places that was replaced. */
  readonly former: readonly ReplacedRun[]
}

type LoggedEntry = {
  readonly log_number: number | null
  readonly entry_index: number | null
  readonly entry: string | null
}
type Head = NonNullable<Awaited<ReturnType<typeof readHead>>>

/** Returns the proof of each given purchase, by its id. */
export async function proveSales(
  db: Db,
  queries: readonly SaleQuery[],
): Promise<Map<string, ProvenSale>> {
  // The head is read before the entries, so that its tiles exist.
  const head = await readHead(db, null)
  const purchaseIds = queries.map(({ purchaseId }) => purchaseId)
  const [sales, replaced] = await Promise.all([
    readSales(db, purchaseIds),
    readReplacements(
      db,
      queries.flatMap(({ former }) => former),
    ),
  ])
  const prove = await createProver(db, head, [...sales, ...replaced])
  const saleOf = new Map(sales.map((sale) => [sale.purchase_id, sale]))
  const purchaseOf = new Map(
    queries.flatMap(({ purchaseId, former }) => former.map((each) => [nameOf(each), purchaseId])),
  )
  const logged = replaced.map((row): LoggedReplacement => {
    const former = { batchId: row.former_batch_id, firstPlace: row.former_first_place }
    const places = { firstPlace: row.first_place, lastPlace: row.last_place }
    return { former, batchId: row.batch_id, ...places, day: row.day, proof: prove(row) }
  })
  const replacementsOf = Map.groupBy(logged, ({ former }) => purchaseOf.get(nameOf(former)))
  const provenSale = (purchaseId: string) => {
    const sale = saleOf.get(purchaseId)
    const proof = sale === undefined ? null : prove(sale)
    if (sale === undefined || proof === null || head === null) return null
    return { ...proof, salt: sale.salt, size: head.size, checkpoint: head.checkpoint }
  }
  return new Map(
    purchaseIds.map((id) => {
      return [id, { proof: provenSale(id), replacements: replacementsOf.get(id) ?? [] }]
    }),
  )
}

const nameOf = ({ batchId, firstPlace }: ReplacedRun) => `${batchId} ${firstPlace}`

/** Returns a function that proves entries; it reads all their tiles in one statement. */
async function createProver(db: Db, head: Head | null, logged: readonly LoggedEntry[]) {
  if (head === null) return () => null
  const { number, size } = head
  const indexes = logged.flatMap(({ entry_index: index }) =>
    index !== null && index < size ? [index] : [],
  )
  const places = indexes.flatMap((index) => tilesOfProof(index, size))
  const wanted = [...new Map(places.map((place) => [tileName(place), place])).values()]
  const tiles = await readTiles(db, number, wanted)
  const known = new Map(tiles.map((tile) => [tileName(tile), tile]))
  return ({ log_number, entry_index: index, entry }: LoggedEntry): EntryProof | null => {
    if (log_number !== number || index === null || entry === null || index >= size) return null
    const own = tilesOfProof(index, size).flatMap((place) => known.get(tileName(place)) ?? [])
    return { index, entry, hashes: inclusionProof(index, size, own) }
  }
}

const tileName = ({ level, index }: Pick<Tile, 'level' | 'index'>) => `${level}/${index}`
