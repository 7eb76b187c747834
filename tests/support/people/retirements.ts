// Creates batches whose serials count tonnes, and a registry's answers about them as rows of a
// file.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect } from 'vitest'
import { appendEntries } from '#features/log/append/append-entries.ts'
import { openLog } from '#features/log/append/open-log.ts'
import { verifyLog } from '#features/log/verify/verify-log.ts'
import { storeExport } from '#features/retirements/kept-exports.ts'
import { listDue } from '#features/retirements/list-due.ts'
import {
  type RecordingResult,
  recordRetirements,
} from '#features/retirements/record-retirements.ts'
import { exportColumns } from '#features/retirements/retirement-file.ts'
import type { Database } from '#platform/database/database.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { type IssuedBatch, issueTestBatch } from './batch.ts'
import { closeWithBooks } from './books.ts'

let lastBlock = 0
/** Tonnes of each block, by the head of its serial. */
const issued = new Map<string, number>()

/** The product without background work, for people who buy many batches at once. */
export function startRetirementApp(): Promise<TestApp> {
  return startTestApp({ OPEN_RESERVATIONS_MAX: '500' }, undefined, { background: false })
}

/** Closes the app; the whole log must verify, and the books must add up. */
export async function closeWithLog(test: TestApp): Promise<void> {
  const keptIn = await mkdtemp(join(tmpdir(), 'carbon-passport-log-'))
  await appendOnce(test)
  const { faults } = await verifyLog(keptIn, `${test.url}/log`)
  await rm(keptIn, { recursive: true })
  await closeWithBooks(test)
  expect(faults).toEqual([])
}

/** `part` is the serial of the batch's tonnes in a range, both ends included; the first is 1. */
export type TonneBatch = IssuedBatch & { part(first: number, last: number): string }

/** A batch whose serial counts tonnes as Gold Standard's do. */
export async function issueTonnes(db: Database, tonnes: number): Promise<TonneBatch> {
  lastBlock += 1
  const head = `GS1-1-UG-GS1-16-2024-${lastBlock}`
  issued.set(head, tonnes)
  const serial = `${head}-501-${500 + tonnes}`
  const batch = await issueTestBatch(db, { kg: tonnes * 1_000, serial })
  const part = (first: number, last: number) => `${head}-${500 + first}-${500 + last}`
  return { ...batch, part }
}

/** A registry's answer to a row of an export: all tonnes of the row, or the first of them. */
export type Answered = {
  readonly serial: string
  readonly tonnes: number
  readonly reference: string
  readonly url: string
  readonly retiredOn: string
}

/**
 * A row of the registry's answer, without the fields of the batch in the export (`recordRows` adds
 * them).
 */
export function retiredRow(
  serial: string,
  tonnes: number,
  reference: string,
  url = '',
  retiredOn = '2026-11-20',
): Answered {
  return { serial, tonnes, reference, url, retiredOn }
}

export const unaudited = async (): Promise<void> => undefined

export const exportHeader = exportColumns.join(',')

const findBatch = statement(
  'test-find-batch-of-serial',
  { batch_id: 'uuid', registry: 'text', project: 'text', retired: 'int8' },
  `select b.id as batch_id, p.registry, p.external_id as project, (select coalesce(max(r.last_place), 0)
     from retired_places r where r.batch_id = b.id) as retired
   from batches b join projects p on p.id = b.project_id where b.serial_number = $1`,
)
const beneficiary = 'Holders in the log of a test'
/** Kilograms of a batch in the test's exports, sold or not. */
const exportedKg = 1_000_000

/**
 * Rows of a file that answers an export. The export is kept first, with all tonnes of each batch.
 */
export async function answerRows(db: Database, rows: readonly Answered[]): Promise<string[]> {
  const lines: string[] = []
  const next = new Map<string, number>()
  for (const { serial, tonnes, reference, url, retiredOn } of rows) {
    const block = blockOf(serial)
    const [batch] = await db.run(findBatch, [block?.serial ?? serial])
    const first = block?.first ?? next.get(serial) ?? (batch?.retired ?? 0) + 1
    const last = first + tonnes * 1_000 - 1
    next.set(serial, last + 1)
    if (batch !== undefined) {
      const { batch_id: batchId, registry, project } = batch
      const kept = { batchId, registry, project, serial: block?.serial ?? serial }
      const places = { firstPlace: 1, lastPlace: block?.kg ?? exportedKg }
      await db.transaction((tx) => storeExport(tx, beneficiary, [{ ...kept, ...places }]))
    }
    const { registry, project } = batch ?? { registry: 'TST', project: 'none' }
    const fields = [registry, project, serial, tonnes, first, last, beneficiary]
    lines.push([...fields, reference, retiredOn, url].join(','))
  }
  return lines
}

/** The block of issueTonnes that contains a serial, and the first place of the serial's tonnes. */
function blockOf(serial: string) {
  const [head = '', first = ''] = /^(.*)-(\d+)-\d+$/.exec(serial)?.slice(1) ?? []
  const tonnes = issued.get(head)
  if (tonnes === undefined) return undefined
  const kg = tonnes * 1_000
  return { serial: `${head}-501-${500 + tonnes}`, first: (Number(first) - 501) * 1_000 + 1, kg }
}

export async function recordRows(
  db: Database,
  rows: readonly Answered[],
  fill = false,
): Promise<RecordingResult> {
  return recordLines(db, await answerRows(db, rows), { fill })
}

/** Rows as in a file. */
export function recordLines(
  db: Database,
  rows: readonly string[],
  { fill = false, allowsSameReference = false } = {},
): Promise<RecordingResult> {
  const text = `${[exportHeader, ...rows].join('\n')}\n`
  const source = { file: 'retired.csv', open: () => Readable.from([Buffer.from(text)]) }
  const today = new Date().toISOString().slice(0, 10)
  return recordRetirements(db, source, { fill, allowsSameReference, today, audit: unaudited })
}

/** Each problem as `2: …`, by its line in the file. */
export async function faultsOfRows(db: Database, rows: readonly Answered[]): Promise<string[]> {
  return (await recordRows(db, rows)).faults.map(({ line, fault }) => `${line}: ${fault}`)
}

export async function dueOf(db: Database, batch: IssuedBatch) {
  return (await listDue(db)).find((each) => each.batch.batch_id === batch.id)
}

/**
 * One round of appending to the log, over at most `max` postings. Returns whether there is more.
 */
export async function appendOnce({ services }: TestApp, max?: number): Promise<boolean> {
  const log = await openLog(services)
  if ('problem' in log || log.signer === null) throw new Error('no log')
  return (await appendEntries(services.db, log.signer, max)).isBehind
}

const endedMayChange = ['disable', 'enable'].map((does) =>
  statement(`test-${does}-purchase-triggers`, {}, `alter table purchases ${does} trigger user`),
)
const backdateSales = statement(
  'test-backdate-sales',
  {},
  `update purchases set completed_at = $1::timestamptz
   where completed_at is not null and ($2::text is null or tx_id = $2)`,
)

/** Moves the completion of a sale, or of all, to another moment. */
export async function backdate(db: Database, moment: Date, txId?: string): Promise<void> {
  const [open, close] = endedMayChange
  if (open === undefined || close === undefined) throw new Error('no statements')
  await db.transaction(async (tx) => {
    await tx.run(open)
    await tx.run(backdateSales, [moment, txId ?? null])
    await tx.run(close)
  })
}
