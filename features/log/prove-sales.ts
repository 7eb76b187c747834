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
  /** Names of the witnesses that have cosigned the checkpoint. */
  readonly witnesses: readonly string[]
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
type Head = { readonly number: number; readonly size: number; readonly checkpoint: string }

/**
 * Returns the proofs by purchase id. They lead to the newest checkpoint with a quorum of witnesses. If that lacks
 * an entry of the purchase, they lead to the published one.
 */
export async function proveSales(
  db: Db,
  queries: readonly SaleQuery[],
): Promise<Map<string, ProvenSale>> {
  // Reads the heads first. The entries and tiles of their trees then exist in every later statement.
  const heads = headsOf(await readHead(db, null))
  const purchaseIds = queries.map(({ purchaseId }) => purchaseId)
  const allReplacedRanges = queries.flatMap(({ replacedRanges }) => replacedRanges)
  const [sales, replacementRows] = await Promise.all([
    readSales(db, purchaseIds),
    readReplacements(db, allReplacedRanges),
  ])
  const saleByPurchase = new Map(sales.map((sale) => [sale.purchase_id, sale]))
  const purchaseByRange = new Map(
    queries.flatMap(({ purchaseId, replacedRanges }) =>
      replacedRanges.map((range) => [nameOf(range), purchaseId]),
    ),
  )
  const rowsByPurchase = Map.groupBy(replacementRows, (row) =>
    purchaseByRange.get(nameOf(replacedOf(row))),
  )
  const tasks = new Map(
    purchaseIds.map((id) => {
      const [sale, rows] = [saleByPurchase.get(id), rowsByPurchase.get(id) ?? []]
      const entries = sale === undefined ? rows : [sale, ...rows]
      return [id, { sale, rows, entries, head: headFor(entries, heads) }]
    }),
  )
  const prove = await createProver(db, heads.at(0)?.number ?? null, [...tasks.values()])
  return new Map(
    [...tasks].map(([id, { sale, rows, head }]): [string, ProvenSale] => {
      const proof = sale === undefined ? null : prove(sale, head)
      const replacements = rows.map((row): LoggedReplacement => {
        const places = { firstPlace: row.first_place, lastPlace: row.last_place }
        const replaced = replacedOf(row)
        return { replaced, batchId: row.batch_id, ...places, day: row.day, proof: prove(row, head) }
      })
      if (sale === undefined || proof === null || head === null) {
        return [id, { proof: null, replacements }]
      }
      const { size, checkpoint } = head
      const witnesses = witnessNamesIn(checkpoint)
      return [
        id,
        { proof: { ...proof, salt: sale.salt, size, checkpoint, witnesses }, replacements },
      ]
    }),
  )
}

type ReplacementRow = Awaited<ReturnType<typeof readReplacements>>[number]

const replacedOf = ({ former_batch_id, former_first_place }: ReplacementRow): ReplacedRange => {
  return { batchId: former_batch_id, firstPlace: former_first_place }
}
const nameOf = ({ batchId, firstPlace }: ReplacedRange) => `${batchId} ${firstPlace}`

/** Returns the checkpoints that proofs may lead to, the best first. */
function headsOf(head: Awaited<ReturnType<typeof readHead>>): Head[] {
  if (head === null) return []
  const { number, size, checkpoint, witnessed_size, witnessed_checkpoint } = head
  const published = { number, size, checkpoint }
  if (witnessed_size === null || witnessed_checkpoint === null) return [published]
  return [{ number, size: witnessed_size, checkpoint: witnessed_checkpoint }, published]
}

/** Returns the first head that contains all entries, otherwise the last one. Null if there is no log. */
function headFor(entries: readonly LoggedEntry[], heads: readonly Head[]): Head | null {
  const isIn = ({ number, size }: Head) =>
    entries.every(
      ({ log_number, entry_index }) =>
        log_number !== number || entry_index === null || entry_index < size,
    )
  return heads.find(isIn) ?? heads.at(-1) ?? null
}

/** Returns the names in the signature lines after the log's own. Only verified cosignatures are there. */
function witnessNamesIn(checkpoint: string): string[] {
  const [, ...lines] = checkpoint.slice(checkpoint.lastIndexOf('\n\n') + 2).split('\n')
  return [...new Set(lines.flatMap((line) => /^— (\S+) /u.exec(line)?.[1] ?? []))]
}

type Task = { readonly entries: readonly LoggedEntry[]; readonly head: Head | null }

/** Reads the tiles of all entries in one statement. Returns a function that proves an entry of a task. */
async function createProver(db: Db, logNumber: number | null, tasks: readonly Task[]) {
  const positions = tasks.flatMap(({ entries, head }) =>
    entries.flatMap((entry) => {
      const index = indexIn(entry, head)
      return index === null || head === null ? [] : tilesOfProof(index, head.size)
    }),
  )
  const distinct = [...new Map(positions.map((each) => [tileName(each), each])).values()]
  const tiles = logNumber === null ? [] : await readTiles(db, logNumber, distinct)
  const tileByName = new Map(tiles.map((tile) => [tileName(tile), tile]))
  return (logged: LoggedEntry, head: Head | null): EntryProof | null => {
    const index = indexIn(logged, head)
    if (index === null || head === null || logged.entry === null) return null
    const proofTiles = tilesOfProof(index, head.size).flatMap(
      (each) => tileByName.get(tileName(each)) ?? [],
    )
    return { index, entry: logged.entry, hashes: inclusionProof(index, head.size, proofTiles) }
  }
}

/** Returns the index of an entry that the tree of the head contains, otherwise null. */
function indexIn({ log_number, entry_index: index }: LoggedEntry, head: Head | null) {
  return index !== null && log_number === head?.number && index < head.size ? index : null
}

const tileName = ({ level, index }: Pick<Tile, 'level' | 'index'>) => `${level}/${index}`
