// Appends entries to the public log for new postings and notices, such as completed purchases and
// retirements. One transaction locks the log's head and writes entries, tiles and the signed
// checkpoint, so that no signed entry can be missing.
import { randomBytes } from 'node:crypto'
import { allocatesPlaces, orderFacts, type PlacedFact } from '#features/log/append/fact-order.ts'
import { type Fact, type FactsPage, readFacts } from '#features/log/append/fact-queries.ts'
import { commitmentOf, entryText, type LogEntry, saltBytes } from '#features/log/log-entry.ts'
import { leafHash } from '#features/log/tree/merkle.ts'
import { type Signer, signCheckpoint } from '#features/log/tree/signed-note.ts'
import { appendLeaves, edgeOf, partialTiles, rootOf } from '#features/log/tree/tiles.ts'
import { findSoldPlaces, type SoldPlaces } from '#features/purchases/complete/sold-places.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { inOrder } from '#platform/database/in-order.ts'
import { type Ending, ending } from '#platform/database/write.ts'
import { getOrThrow } from '#values/get-or-throw.ts'
import {
  type Growth,
  growthWrites,
  type LoggedBatch,
  type LogHead,
  lockHead,
  readBatches,
  readIndexes,
  readTiles,
} from './append-queries.ts'

/** Maximum number of postings that one round reads. A purchase has two or three. */
const postingsMax = 5_000

/** `count` is the number of appended entries. `isBehind` is true if more can be appended now. */
export type AppendResult = { readonly count: number; readonly isBehind: boolean }

/** Text in the commitment of the operator's places, in place of a transaction id. */
const operatorsTxId = 'operator'

const nothing: AppendResult = { count: 0, isBehind: false }

/** Runs one round over at most `max` postings. Does nothing if another process holds the head's lock. */
export function appendEntries(
  db: Database,
  signer: Signer,
  max = postingsMax,
): Promise<AppendResult> {
  return db.transaction(async (tx) => {
    const head = await lockHead(tx)
    return head === null ? nothing : appendTo(tx, head, signer, max)
  })
}

/** Reads at most `max` postings and appends their entries. The caller holds the lock of the head. */
async function appendTo(
  tx: Transaction,
  head: LogHead,
  signer: Signer,
  max: number,
): Promise<AppendResult | Ending<AppendResult>> {
  const page = await readFacts(tx, head, max)
  if (page.facts.length === 0 && page.through === head.taken_through && head.awaited === '{}') {
    return nothing
  }
  const { placedFacts, sold, batches } = await addPlaces(tx, head, page.facts)
  const allocatedKg = (batchId: string) => batches.get(batchId)?.allocated_kg ?? 0
  const { facts, waitsFrom } = orderFacts(placedFacts, allocatedKg)
  if (waitsFrom !== null && page.isLast) {
    throw new Error(`posting ${waitsFrom} has places that follow no others`)
  }
  if (waitsFrom !== null && waitsFrom <= head.taken_through + 1) {
    // All facts of the page wait for lower places, whose postings have higher ids. A larger page
    // includes these postings.
    return appendTo(tx, head, signer, max * 4)
  }
  const growth = await computeGrowth(tx, head, page, signer, {
    through: waitsFrom === null ? page.through : waitsFrom - 1,
    rows: await createRows(tx, head, facts, { sold, batches }),
    allocatedKg: allocatedAfter(facts),
  })
  const appended = { count: facts.length, isBehind: !page.isLast || waitsFrom !== null }
  return ending(appended, growthWrites(growth))
}

/** Reads the purchases and batches of facts, and adds the first place to each fact. */
async function addPlaces(tx: Transaction, head: LogHead, facts: readonly Fact[]) {
  const purchaseIds = facts.flatMap((fact) =>
    hasPlacesOfPurchase(fact) ? (fact.causeId ?? []) : [],
  )
  const batchIds = facts.flatMap(({ batchId, replaced }) => [batchId, replaced?.batchId ?? batchId])
  const { sold, batches } = await inOrder({
    sold: findSoldPlaces(tx, purchaseIds),
    batches: readBatches(tx, head.log_number, [...new Set(batchIds)]),
  })
  const placedFacts = facts.map((fact): PlacedFact => {
    const firstPlace = hasPlacesOfPurchase(fact) ? saleOf(fact, sold).first_place : fact.firstPlace
    return { ...fact, firstPlace: firstPlace ?? 0 }
  })
  return { placedFacts, sold, batches }
}

/** Returns true for a posting, whose places are stored with its purchase. A notice stores its own. */
function hasPlacesOfPurchase({ kind, firstPlace }: Fact): boolean {
  return (kind === 'return' || kind === 'allocate') && firstPlace === null
}

function saleOf(
  { id, causeId }: Pick<Fact, 'id' | 'causeId'>,
  sold: ReadonlyMap<string, SoldPlaces>,
): SoldPlaces {
  const sale = causeId === null ? undefined : sold.get(causeId)
  if (sale === undefined) throw new Error(`posting ${id} sold kilograms to no purchase`)
  return sale
}

/** A new entry. Its position among the rows decides its index. */
type Row = { readonly factId: number; readonly entry: string; readonly salt: Buffer | null }

type Sources = {
  readonly sold: ReadonlyMap<string, SoldPlaces>
  readonly batches: ReadonlyMap<string, LoggedBatch>
}

/** Creates the entry of each fact, with a new salt. Reads the indexes of the entries that facts correct. */
async function createRows(
  tx: Transaction,
  { log_number, size }: LogHead,
  facts: readonly PlacedFact[],
  sources: Sources,
): Promise<Row[]> {
  const indexes = await readIndexes(
    tx,
    log_number,
    facts.flatMap(({ corrects }) => corrects ?? []),
  )
  for (const [position, { id }] of facts.entries()) indexes.set(id, size + position)
  const salts = randomBytes(facts.length * saltBytes)
  return facts.map((fact, position) => {
    const salt = salts.subarray(position * saltBytes, (position + 1) * saltBytes)
    return createRow(fact, salt, sources, indexes)
  })
}

function createRow(
  fact: PlacedFact,
  salt: Buffer,
  { sold, batches }: Sources,
  indexes: ReadonlyMap<number, number>,
): Row {
  const batch = getOrThrow(batches, fact.batchId, `batch ${fact.batchId} is not there`)
  const { id: factId, kind, kg, day, firstPlace: first } = fact
  const batchFields = { registry: batch.registry, serial: batch.serial_number }
  const places = { first, last: first + kg - 1 }
  const rowWithoutSalt = (entry: LogEntry) => ({ factId, salt: null, entry: entryText(entry) })
  switch (kind) {
    case 'issue':
      return rowWithoutSalt({ kind, ...batchFields, kg, day })
    case 'withdraw':
    case 'offer':
      return rowWithoutSalt({ kind, ...batchFields, day })
    case 'return':
      return rowWithoutSalt({ kind, ...batchFields, ...places, day })
    case 'retire': {
      const { reference, retiredOn } = fact
      const registryDay = retiredOn === null ? {} : { retired_on: retiredOn }
      const record = { reference: reference ?? '', day, ...registryDay }
      return rowWithoutSalt({ kind, ...batchFields, ...places, ...record })
    }
    case 'confirm':
      return rowWithoutSalt({
        kind,
        ...batchFields,
        ...places,
        reference: fact.reference ?? '',
        day,
      })
    case 'correct': {
      const index = indexes.get(fact.corrects ?? -1)
      if (index === undefined) throw new Error(`notice ${factId} corrects what the log never said`)
      return rowWithoutSalt({ kind, index, day })
    }
    case 'replace': {
      const replacedBatch = batches.get(fact.replaced?.batchId ?? '')
      if (replacedBatch === undefined || fact.replaced === null) {
        throw new Error(`notice ${factId} replaces nothing`)
      }
      const replacedFirst = fact.replaced.firstPlace
      const otherRegistry =
        batch.registry === replacedBatch.registry ? {} : { by_registry: batch.registry }
      return rowWithoutSalt({
        kind,
        registry: replacedBatch.registry,
        serial: replacedBatch.serial_number,
        first: replacedFirst,
        last: replacedFirst + kg - 1,
        by_serial: batch.serial_number,
        by_first: places.first,
        by_last: places.last,
        day,
        ...otherRegistry,
      })
    }
    case 'allocate': {
      const sale = fact.causeId === null ? null : saleOf(fact, sold)
      const commitment = commitmentOf(salt, sale?.tx_id ?? operatorsTxId)
      const soldOn = sale?.day ?? day
      const entry = entryText({ kind, ...batchFields, ...places, commitment, day: soldOn })
      // The salt of a user who was erased before this append is not stored.
      return { factId, salt: sale?.is_erased ? null : salt, entry }
    }
  }
}

/** Returns the number of allocated places after these facts, for each batch with a new allocation. */
function allocatedAfter(facts: readonly PlacedFact[]): Map<string, number> {
  const last = new Map<string, number>()
  for (const { kind, batchId, firstPlace, kg } of facts) {
    if (allocatesPlaces(kind)) last.set(batchId, firstPlace + kg - 1)
  }
  return last
}

/** Computes the tiles and the signed checkpoint of the tree with the rows appended. Writes nothing. */
async function computeGrowth(
  tx: Transaction,
  head: LogHead,
  page: FactsPage,
  signer: Signer,
  { rows, ...next }: Pick<Growth, 'through' | 'allocatedKg'> & { readonly rows: readonly Row[] },
): Promise<Growth> {
  const { log_number: logNumber, size, checkpoint } = head
  const entries = rows.map((row, position) => ({ ...row, index: size + position }))
  if (rows.length === 0) {
    return { ...next, logNumber, size, checkpoint, page, entries, tiles: [] }
  }
  const previousEdge = edgeOf(size, await readTiles(tx, logNumber, partialTiles(size)))
  const leaves = rows.map(({ entry }) => leafHash(Buffer.from(entry)))
  const { tiles, edge } = appendLeaves(size, previousEdge, leaves)
  const newSize = size + rows.length
  const newCheckpoint = signCheckpoint(newSize, rootOf(edge), signer)
  return { ...next, logNumber, size: newSize, checkpoint: newCheckpoint, page, entries, tiles }
}
