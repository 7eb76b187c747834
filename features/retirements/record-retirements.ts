// Records what registries have retired: all rows of a file or none. Nothing is retired twice, nothing that
// was not sold, and always the oldest tonnes first.
import { noteRetirements } from '#features/log/notices.ts'
import type { Audit } from '#features/operations/audit-trail.ts'
import { fillTonnes } from '#features/retirements/fill-tonnes.ts'
import type { DueBatch } from '#features/retirements/list-due.ts'
import {
  type PlaceRange,
  rangesOf,
  tonneKg,
  within,
  withoutOldest,
} from '#features/retirements/place-ranges.ts'
import {
  findBatchesOf,
  findSoldOf,
  lockSoldBatches,
  writeRecords,
} from '#features/retirements/queries.ts'
import { type RetirementRow, readRetirementFile } from '#features/retirements/retirement-file.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { failAt } from '#platform/fail-point.ts'
import type { FileSource, ReadRow, RowFault } from '#providers/registries/file-source.ts'
import { orFaults, RefusedFile, readWhole } from '#providers/registries/whole-file.ts'
import { readSerial } from '#values/serials.ts'

/** Rows of one file: more is no answer of a registry. */
const rowsMax = 10_000

export type Recorded = {
  readonly tonnes: number
  readonly batches: number
  /** Kilograms that the operator took so that a tonne was whole. */
  readonly filledKg: number
  /** Where there are any, nothing was recorded. */
  readonly faults: readonly RowFault[]
}

export type RecordOrder = {
  readonly fill: boolean
  /** Written with the records, in their transaction: who recorded them, and why. */
  readonly audit: Audit
}

/** `fill` first gives the operator the rest of the last tonne of each batch that the file names. */
export async function recordRetirements(
  db: Database,
  source: FileSource,
  order: RecordOrder,
): Promise<Recorded> {
  const recorded = await orFaults(async () => {
    const rows = await readWhole(source, readRetirementFile(source), rowsMax)
    const done = await db.transaction((tx) => recordRows(tx, rows, order))
    failAt('retire.committed')
    return done
  })
  return { tonnes: 0, batches: 0, filledKg: 0, ...recorded }
}

type Batch = { readonly id: string; readonly serial_number: string }

async function recordRows(
  tx: Transaction,
  rows: readonly ReadRow<RetirementRow>[],
  { fill, audit }: RecordOrder,
): Promise<Recorded> {
  const batches = await findBatchesOf(
    tx,
    rows.map(({ row }) => row.serial),
  )
  const ids = [...new Set([...batches.values()].map(({ id }) => id))].sort()
  await lockSoldBatches(tx, ids)
  const filled = fill ? await fillTonnes(tx, ids) : new Map<string, number>()
  const sold = await findSoldOf(tx, ids)
  const due = new Map([...sold].map(([id, batch]) => [id, rangesOf(batch.due)]))
  const faults: RowFault[] = []
  const placed = rows.flatMap(({ file, line, row }) => {
    const batch = batches.get(row.serial)
    const places = batch === undefined ? unknownSerial : placesOf(row, batch, due.get(batch.id))
    if (batch === undefined || typeof places === 'string') {
      faults.push({ file, line, fault: String(places) })
      return []
    }
    const left = withoutOldest(due.get(batch.id) ?? [], places)
    if (left === null) {
      const heldBack = rangesOf(sold.get(batch.id)?.held_back ?? null)
      const known = { due: due.get(batch.id) ?? [], heldBack }
      faults.push({ file, line, fault: wrongPlaces(row, places, known) })
      return []
    }
    due.set(batch.id, left)
    return [{ row, batchId: batch.id, firstPlace: places.first, lastPlace: places.last }]
  })
  if (faults.length > 0) throw new RefusedFile(faults)
  const noticeIds = await noteRetirements(
    tx,
    placed.map(({ row, ...places }) => ({ ...places, reference: row.reference })),
  )
  failAt('retire.noted')
  const records = placed.map(({ row: { tonnes: _, ...row }, ...places }, index) => {
    const noticeId = noticeIds[index]
    if (noticeId === undefined) throw new Error('a retirement without its notice')
    return { noticeId, ...places, ...row }
  })
  await writeRecords(tx, records)
  await audit(tx, [...ids, ...new Set(rows.map(({ row }) => row.reference))])
  failAt('retire.written')
  return {
    tonnes: placed.reduce((sum, { row }) => sum + row.tonnes, 0),
    batches: new Set(placed.map(({ batchId }) => batchId)).size,
    filledKg: [...filled.values()].reduce((sum, kg) => sum + kg, 0),
    faults: [],
  }
}

const unknownSerial = 'serial_number: no batch has these tonnes'

/** The places of a row's tonnes, or what is wrong with them. */
function placesOf(
  { serial, tonnes }: RetirementRow,
  batch: Batch,
  due: readonly PlaceRange[] | undefined,
): PlaceRange | string {
  const block = readSerial(batch.serial_number).tonnes
  const part = readSerial(serial).tonnes
  if (block === null || part === null) {
    const first = due?.[0]?.first ?? 1
    return { first, last: first + tonnes * tonneKg - 1 }
  }
  const spans = part.last - part.first + 1n
  if (spans !== BigInt(tonnes)) return `tonnes: the serial spans ${spans}, not ${tonnes}`
  const first = Number(part.first - block.first) * tonneKg + 1
  return { first, last: first + tonnes * tonneKg - 1 }
}

function wrongPlaces(
  { serial }: RetirementRow,
  { first, last }: PlaceRange,
  { due, heldBack }: Pick<DueBatch, 'due' | 'heldBack'>,
): string {
  const [waiting] = within(heldBack, { first, last })
  if (waiting !== undefined) {
    return `serial_number: of places ${waiting.first} to ${waiting.last} some are disputed or go back, or have a fraud warning`
  }
  const [oldest] = due
  if (oldest === undefined) return `serial_number: of ${serial} nothing more is due`
  const isDue = due.some((range) => range.first <= first && range.last >= last)
  if (isDue) {
    return `serial_number: places ${first} to ${last} wait until place ${oldest.first} is retired`
  }
  return `serial_number: of places ${first} to ${last} some are not sold, or are retired already`
}
