// Compares a registry's public list with our records. Confirms the records that it shows as ours. Takes a batch off sale
// if the list shows units of it as retired that no record has.
import { writeOffer } from '#features/catalogue/offers/batch-offers.ts'
import { noteConfirmations, noteOffer } from '#ledger/log-notices.ts'
import type { FileRow } from '#platform/actions/file-rows.ts'
import type { Database, Db, Transaction } from '#platform/database/database.ts'
import { projectSpellingOf } from '#providers/registries/projects/project-registry.ts'
import type { FileSource, RowFault } from '#providers/registries/tables/file-source.ts'
import { orFaults, RefusedFile } from '#providers/registries/tables/whole-file.ts'
import { readSerial } from '#values/serials/serials.ts'
import {
  type Finding,
  findBatchesOf,
  findListedRecords,
  findUnrecordedPlaces,
  isProjectOf,
  type ListedRecord,
  type MetBatch,
  type StoredListRow,
  storeList,
  storeListRows,
  type UnrecordedBatch,
  writeConfirmations,
} from './confirmation-queries.ts'
import { intersectRanges, kgOf, rangesOf, tonneKg } from './place-ranges.ts'
import { type ListedUnits, type ListRow, readRegistryList } from './registry-list-file.ts'
import { lockSoldBatches } from './retirement-queries.ts'

/** Rows whose batches one statement finds. */
const rowsAtOnce = 2_000
/** Maximum number of unread rows, and of rows of other projects, whose texts are kept. */
const textsMax = 100

export type ConfirmOrder = {
  /** The day on which the registry showed the list, at most today (UTC). */
  readonly takenOn: string
  readonly today: string
  /** The only project of the list, as the registry names it; null if the list has all. */
  readonly project: string | null
  /** Writes the audit entry about the batches, in the transaction of the confirmations. */
  readonly audit: (tx: Transaction, about: readonly string[], done: Confirmed) => Promise<void>
  /** Receives what each row means for our batches, and why rows were left out. */
  readonly report?: FileRow[]
}

const nothing = {
  /** Rows of the file. */
  rows: 0,
  /** Rows that could not be read, or are of another project than the batch with the same numbers. */
  leftOut: 0,
  /** Tonnes of records that this list confirmed. */
  confirmedTonnes: 0,
  /** Tonnes that an earlier list confirmed and this one shows again. */
  knownTonnes: 0,
  /** Records that the list shows for another beneficiary, on another day, cancelled or in part. */
  unconfirmed: [] as readonly UnconfirmedRecord[],
  /** Serials of the batches that were taken off sale. */
  withdrawn: [] as readonly string[],
  /** Serials of all batches with units that no record has. */
  unrecorded: [] as readonly string[],
}
export type Confirmed = typeof nothing
export type ConfirmResult = Confirmed & {
  /** Faults of the file. If there is any, nothing was stored. */
  readonly faults: readonly RowFault[]
}
export type UnconfirmedRecord = {
  readonly reference: string
  readonly tonnes: number
  readonly why: Exclude<Finding, 'listed'> | 'part'
}

/** Reads the list row by row, and stores it with what it confirms in one transaction. */
export async function confirmRetirements(
  db: Database,
  source: FileSource,
  order: ConfirmOrder,
): Promise<ConfirmResult> {
  const result = await orFaults(async () => {
    const refused = (fault: string) => new RefusedFile([{ file: source.file, line: 1, fault }])
    if (order.takenOn > order.today) {
      throw refused(`the list was taken on ${order.takenOn}, after today, ${order.today} (UTC)`)
    }
    const list = await readList(db, readRegistryList(source, order.takenOn))
    const [registry, ...others] = list.rowsByRegistry.keys()
    if (registry === undefined) throw refused('no row of the list can be read')
    if (order.project !== null) {
      if (others.length > 0) throw refused('a list of one project has rows of one registry only')
      const isKnown = await isProjectOf(db, registry, order.project)
      if (!isKnown) throw refused(`${registry} has no project ${order.project} here`)
    }
    return db.transaction((tx) => applyList(tx, list, order))
  })
  return { ...nothing, faults: [], ...result }
}

type ReadList = {
  /** Rows of the file that could be read, by registry. */
  readonly rowsByRegistry: ReadonlyMap<string, number>
  readonly rows: number
  readonly leftOut: number
  /** Why rows were left out, at most `textsMax`. */
  readonly texts: readonly FileRow[]
  readonly met: readonly Omit<StoredListRow, 'listId'>[]
}

/** Reads the list, and keeps only the rows with units of our batches. */
async function readList(db: Db, rows: AsyncGenerator<ListRow>): Promise<ReadList> {
  const rowsByRegistry = new Map<string, number>()
  const texts: FileRow[] = []
  const met: Omit<StoredListRow, 'listId'>[] = []
  const counts = { rows: 0, leftOut: 0 }
  const leaveOut = (line: number, subject: string, text: string) => {
    counts.leftOut += 1
    if (texts.length < textsMax) texts.push({ line, outcome: 'left_out', subject, text })
  }
  let chunk: ListedUnits[] = []
  const flush = async () => {
    const units = new Map(chunk.map((each) => [each.line, each]))
    for (const batch of await findBatchesOf(db, chunk)) {
      const row = units.get(batch.line)
      if (row === undefined) continue
      const fault = otherProjectFault(row, batch)
      if (fault !== null) leaveOut(row.line, row.text, fault)
      else met.push(placesOfRow(row, batch))
    }
    chunk = []
  }
  for await (const row of rows) {
    counts.rows += 1
    if (row.kind === 'unread') {
      leaveOut(row.line, row.subject, row.text)
      continue
    }
    const registry = row.kind === 'units' ? row.units.registry : row.registry
    rowsByRegistry.set(registry, (rowsByRegistry.get(registry) ?? 0) + 1)
    if (row.kind === 'units') chunk.push(row.units)
    if (chunk.length >= rowsAtOnce) await flush()
  }
  await flush()
  return { rowsByRegistry, ...counts, texts, met }
}

/** Returns a fault if the row names another project or period than the batch with its numbers, otherwise null. */
function otherProjectFault(units: ListedUnits, batch: MetBatch): string | null {
  const { registry, serial, project } = units
  const names = readSerial(batch.serial_number).names
  const [own, other] = [names, serial.names].map((each) => JSON.stringify(each))
  if (own !== other) return `has numbers of ${batch.serial_number}, and another project or period`
  const isSame = (spelling: string) =>
    projectSpellingOf(registry, spelling) === projectSpellingOf(registry, batch.project)
  if (project === null || project === '' || isSame(project)) return null
  return `project: ${project} is not ${batch.project}, the project of ${batch.serial_number}`
}

function placesOfRow(units: ListedUnits, batch: MetBatch): Omit<StoredListRow, 'listId'> {
  return {
    units,
    batchId: batch.batch_id,
    serialNumber: batch.serial_number,
    firstPlace: batch.first_tonne * tonneKg + 1,
    lastPlace: batch.end_tonne * tonneKg,
  }
}

/** Locks the batches, stores the list, confirms records and takes batches off sale. */
async function applyList(tx: Transaction, list: ReadList, order: ConfirmOrder): Promise<Confirmed> {
  const { takenOn, project } = order
  const batchIds = [...new Set(list.met.map(({ batchId }) => batchId))].sort()
  await lockSoldBatches(tx, batchIds)
  const idByRegistry = new Map<string, number>()
  for (const [registry, rows] of list.rowsByRegistry) {
    idByRegistry.set(registry, await storeList(tx, { registry, project, takenOn, rows }))
  }
  const listIds = [...idByRegistry.values()]
  const stored = list.met.map((row): StoredListRow => {
    const listId = idByRegistry.get(row.units.registry)
    if (listId === undefined) throw new Error(`row ${row.units.line} is of no list`)
    return { ...row, listId }
  })
  await storeListRows(tx, stored)
  const { records, matches } = await findListedRecords(tx, listIds)
  const unrecorded = await findUnrecordedPlaces(tx, listIds)
  const confirmed = records.filter((record) => record.is_listed && !record.is_confirmed)
  await confirmRecords(tx, confirmed)
  const withdrawn = await withdrawUnrecorded(tx, unrecorded, takenOn)
  const findingsOf = Map.groupBy(matches, (match) => match.retirement_id)
  const unconfirmed = records
    .filter((record) => !record.is_listed)
    .map(({ retirement_id: id, reference, ...places }): UnconfirmedRecord => {
      const findings = (findingsOf.get(id) ?? []).map(({ finding }) => finding)
      const why = findings.find((finding) => finding !== 'listed') ?? 'part'
      return { reference, tonnes: tonnesOf(places), why }
    })
  // A repeated transaction begins with an empty list.
  const report = [...outcomesOf(stored, { records, matches, unrecorded }), ...list.texts]
  order.report?.splice(0, order.report.length, ...report)
  const sum = (of: readonly ListedRecord[]) => of.reduce((all, each) => all + tonnesOf(each), 0)
  const done = {
    rows: list.rows,
    leftOut: list.leftOut,
    confirmedTonnes: sum(confirmed),
    knownTonnes: sum(records.filter((record) => record.is_listed && record.is_confirmed)),
    unconfirmed,
    withdrawn,
    unrecorded: unrecorded.map(({ serial_number: serial }) => serial),
  }
  const about = new Set([...confirmed, ...unrecorded].map((each) => each.batch_id))
  await order.audit(tx, [...about], done)
  return done
}

type Places = { readonly first_place: number; readonly last_place: number }

const tonnesOf = ({ first_place: first, last_place: last }: Places) => (last - first + 1) / tonneKg

async function confirmRecords(tx: Transaction, records: readonly ListedRecord[]): Promise<void> {
  if (records.length === 0) return
  const noticeIds = await noteConfirmations(
    tx,
    records.map((record) => ({
      batchId: record.batch_id,
      firstPlace: record.first_place,
      lastPlace: record.last_place,
      reference: record.reference,
    })),
  )
  const confirmations = records.map(({ retirement_id: retirementId, list_id: listId }, index) => {
    const noticeId = noticeIds[index]
    if (noticeId === undefined) throw new Error('a confirmation without its notice')
    return { noticeId, retirementId, listId }
  })
  await writeConfirmations(tx, confirmations)
}

/** Takes batches off sale, and returns the serials of those that were on sale. */
async function withdrawUnrecorded(
  tx: Transaction,
  batches: readonly UnrecordedBatch[],
  takenOn: string,
): Promise<string[]> {
  const withdrawn: string[] = []
  for (const { batch_id: id, serial_number: serial, offer, places } of batches) {
    if (offer !== 'offered') continue
    const tonnes = kgOf(rangesOf(places)) / tonneKg
    const reason = `The registry's list of ${takenOn} shows ${tonnes} t of it as retired that are not recorded here.`
    if (!(await writeOffer(tx, id, 'withdrawn', reason))) continue
    await noteOffer(tx, id, 'withdrawn')
    withdrawn.push(serial)
  }
  return withdrawn
}

type Outcomes = Awaited<ReturnType<typeof findListedRecords>> & {
  readonly unrecorded: readonly UnrecordedBatch[]
}

const findingTexts = {
  other_beneficiary: 'other_beneficiary: the list names another beneficiary',
  other_day: 'other_day: the list has another day of retirement',
  cancelled: 'cancelled: the registry cancelled the units',
  part: 'the list does not show all of its tonnes as ours',
} as const satisfies Record<UnconfirmedRecord['why'], string>

/** Returns the outcomes of the rows with units of our batches: one for each record, and one for unrecorded units. */
function outcomesOf(
  rows: readonly StoredListRow[],
  { records, matches, unrecorded }: Outcomes,
): FileRow[] {
  const recordById = new Map(records.map((record) => [record.retirement_id, record]))
  const matchesOf = Map.groupBy(matches, ({ line }) => line)
  const placesOf = new Map(unrecorded.map((each) => [each.batch_id, rangesOf(each.places)]))
  return rows.flatMap(({ units: { line, text: subject }, batchId, firstPlace, lastPlace }) => {
    const ofRecords = (matchesOf.get(line) ?? []).flatMap(({ retirement_id: id, finding }) => {
      const record = recordById.get(id)
      return record?.batch_id === batchId ? [{ line, subject, ...outcomeOf(record, finding) }] : []
    })
    const places = { first: firstPlace, last: lastPlace }
    const missing = intersectRanges(placesOf.get(batchId) ?? [], places)
    if (missing.length === 0) return ofRecords
    const text = `${kgOf(missing) / tonneKg} t are not recorded here, so their batch is off sale.`
    return [...ofRecords, { line, subject, outcome: 'changed' as const, text }]
  })
}

function outcomeOf(record: ListedRecord, finding: Finding): Pick<FileRow, 'outcome' | 'text'> {
  const { reference, is_listed: isListed, is_confirmed: isConfirmed } = record
  if (isListed && isConfirmed) return { outcome: 'unchanged', text: `${reference} was confirmed.` }
  if (isListed)
    return { outcome: 'new', text: `${reference}, ${tonnesOf(record)} t, is confirmed.` }
  const why = findingTexts[finding === 'listed' ? 'part' : finding]
  return { outcome: 'different', text: `${reference} is not confirmed: ${why}.` }
}
