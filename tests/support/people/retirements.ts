// Creates batches whose serials count tonnes, and the rows with which a registry answers an export.
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
/** Tonnes of each created block, by the part of its serial before the range. */
const tonnesByHead = new Map<string, number>()

/** Starts the product without background work, with room for many open reservations. */
export function startRetirementApp(): Promise<TestApp> {
  return startTestApp({ OPEN_RESERVATIONS_MAX: '500' }, undefined, { background: false })
}

/** Closes the app, and fails if the log cannot be verified or the books disagree. */
export async function closeWithLog(test: TestApp): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'carbon-passport-log-'))
  await appendOnce(test)
  const { faults } = await verifyLog(folder, `${test.url}/log`)
  await rm(folder, { recursive: true })
  await closeWithBooks(test)
  expect(faults).toEqual([])
}

/** `part` returns the serial of the tonnes from `first` to `last`, both included, counted from 1. */
export type TonneBatch = IssuedBatch & { part(first: number, last: number): string }

/** Creates a batch whose serial counts tonnes as those of Gold Standard do. */
export async function issueTonnes(db: Database, tonnes: number): Promise<TonneBatch> {
  lastBlock += 1
  const head = `GS1-1-UG-GS1-16-2024-${lastBlock}`
  tonnesByHead.set(head, tonnes)
  const serial = `${head}-501-${500 + tonnes}`
  const batch = await issueTestBatch(db, { kg: tonnes * 1_000, serial })
  const part = (first: number, last: number) => `${head}-${500 + first}-${500 + last}`
  return { ...batch, part }
}

const insertProject = statement(
  'test-insert-gold-standard-project',
  { id: 'uuid' },
  `insert into projects (registry, registry_name, external_id, name, country, country_name, status,
     project_type) values ('GS', 'Gold Standard', $1, 'Test stoves', 'UG', 'Uganda', 'Verified',
     '{Cookstoves}') returning id`,
)

/** Creates a batch of Gold Standard, in a project of its own. Only such serials can be compared with lists. */
export async function issueGoldStandard(
  db: Database,
  tonnes: number,
): Promise<TonneBatch & { readonly project: string }> {
  lastBlock += 1
  const project = `GS${70_000 + lastBlock}`
  const [row] = await db.run(insertProject, [project])
  const head = `GS1-1-UG-${project}-16-2024-${80_000 + lastBlock}`
  tonnesByHead.set(head, tonnes)
  const serial = `${head}-501-${500 + tonnes}`
  const batch = await issueTestBatch(db, { kg: tonnes * 1_000, serial, projectId: row?.id ?? '' })
  const part = (first: number, last: number) => `${head}-${500 + first}-${500 + last}`
  return { ...batch, part, project }
}

/** The beneficiary of the exports that `recordRows` stores. */
export const testBeneficiary = 'Holders in the log of a test'

/** A registry's answer to a row of an export. It confirms all tonnes of the row or the first ones. */
export type Answered = {
  readonly serial: string
  readonly tonnes: number
  readonly reference: string
  readonly url: string
  readonly retiredOn: string
}

/**
 * Returns a row of the registry's answer without the fields that it shares with the export;
 * `answerRows` adds them.
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
/** Kilograms of a batch without tonne serials in the test's exports, sold or not. */
const exportedKg = 1_000_000

/**
 * Returns the lines of a file that answers an export. First stores the export, with all tonnes of each
 * batch.
 */
export async function answerRows(db: Database, rows: readonly Answered[]): Promise<string[]> {
  const lines: string[] = []
  const nextPlaces = new Map<string, number>()
  for (const { serial, tonnes, reference, url, retiredOn } of rows) {
    const block = blockOf(serial)
    const [batch] = await db.run(findBatch, [block?.serial ?? serial])
    const first = block?.first ?? nextPlaces.get(serial) ?? (batch?.retired ?? 0) + 1
    const last = first + tonnes * 1_000 - 1
    nextPlaces.set(serial, last + 1)
    if (batch !== undefined) {
      const { batch_id: batchId, registry, project } = batch
      const exportedBatch = { batchId, registry, project, serial: block?.serial ?? serial }
      const places = { firstPlace: 1, lastPlace: block?.kg ?? exportedKg }
      await db.transaction((tx) =>
        storeExport(tx, testBeneficiary, [{ ...exportedBatch, ...places }]),
      )
    }
    const { registry, project } = batch ?? { registry: 'TST', project: 'none' }
    const fields = [registry, project, serial, tonnes, first, last, testBeneficiary]
    lines.push([...fields, reference, retiredOn, url].join(','))
  }
  return lines
}

/** Returns the block by `issueTonnes` that contains a serial, and the place of its first kilogram. */
function blockOf(serial: string) {
  const [head = '', first = ''] = /^(.*)-(\d+)-\d+$/.exec(serial)?.slice(1) ?? []
  const tonnes = tonnesByHead.get(head)
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

/** Records the lines of a registry's file, without its header, as the operator does. */
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

/** Records rows and returns each fault with the number of its line, as `2: …`. */
export async function faultsOfRows(db: Database, rows: readonly Answered[]): Promise<string[]> {
  return (await recordRows(db, rows)).faults.map(({ line, fault }) => `${line}: ${fault}`)
}

export async function dueOf(db: Database, batch: IssuedBatch) {
  return (await listDue(db)).find((each) => each.batch.batch_id === batch.id)
}

/** Appends at most `max` postings to the log. Returns true if more postings are left. */
export async function appendOnce({ services }: TestApp, max?: number): Promise<boolean> {
  const log = await openLog(services)
  if ('problem' in log || log.signer === null) throw new Error('no log')
  return (await appendEntries(services.db, log.signer, max)).isBehind
}

const purchaseTriggers = ['disable', 'enable'].map((action) =>
  statement(`test-${action}-purchase-triggers`, {}, `alter table purchases ${action} trigger user`),
)
const backdateSales = statement(
  'test-backdate-sales',
  {},
  `update purchases set completed_at = $1::timestamptz
   where completed_at is not null and ($2::text is null or tx_id = $2)`,
)

/** Sets the moment of completion of one sale, or of all sales if `txId` is absent. */
export async function backdate(db: Database, moment: Date, txId?: string): Promise<void> {
  const [disable, enable] = purchaseTriggers
  if (disable === undefined || enable === undefined) throw new Error('no statements')
  await db.transaction(async (tx) => {
    await tx.run(disable)
    await tx.run(backdateSales, [moment, txId ?? null])
    await tx.run(enable)
  })
}
