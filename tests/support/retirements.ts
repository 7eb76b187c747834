// Batches whose serials count tonnes, and what a registry answers of them as the rows of a file.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect } from 'vitest'
import { appendEntries } from '#features/log/append/append-entries.ts'
import { openLog } from '#features/log/append/open-log.ts'
import { verifyLog } from '#features/log/verify/verify-log.ts'
import { listDue } from '#features/retirements/list-due.ts'
import { recordRetirements } from '#features/retirements/record-retirements.ts'
import type { Database } from '#platform/database/database.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/batch.ts'
import { closeWithBooks } from '#tests/support/books.ts'

const header = 'serial_number,tonnes,reference,retired_on,url'
let lastBlock = 0

/** The product with nothing in its background, for people who buy much at once. */
export function startRetirementApp(): Promise<TestApp> {
  return startTestApp({ OPEN_RESERVATIONS_MAX: '500' }, undefined, { background: false })
}

/** Closes the app: whatever was tried, anybody may verify the whole log, and the books add up. */
export async function closeWithLog(test: TestApp): Promise<void> {
  const keptIn = await mkdtemp(join(tmpdir(), 'carbon-passport-log-'))
  await appendOnce(test)
  const { faults } = await verifyLog(keptIn, `${test.url}/log`)
  await rm(keptIn, { recursive: true })
  await closeWithBooks(test)
  expect(faults).toEqual([])
}

/** `part` is the serial of the batch's tonnes from one to another, both taken; the first is 1. */
export type TonneBatch = IssuedBatch & { part(first: number, last: number): string }

/** A batch whose serial counts tonnes as Gold Standard's do. */
export async function issueTonnes(db: Database, tonnes: number): Promise<TonneBatch> {
  lastBlock += 1
  const head = `GS1-1-UG-GS1-16-2024-${lastBlock}`
  const serial = `${head}-501-${500 + tonnes}`
  const batch = await issueTestBatch(db, { kg: tonnes * 1_000, serial })
  const part = (first: number, last: number) => `${head}-${500 + first}-${500 + last}`
  return { ...batch, part }
}

/** A row of the registry's answer. */
export function retiredRow(serial: string, tonnes: number, reference: string, url = ''): string {
  return `${serial},${tonnes},${reference},2026-11-20,${url}`
}

export const unaudited = async (): Promise<void> => undefined

export function recordRows(db: Database, rows: readonly string[], fill = false) {
  const text = `${[header, ...rows].join('\n')}\n`
  const source = { file: 'retired.csv', open: () => Readable.from([Buffer.from(text)]) }
  return recordRetirements(db, source, { fill, audit: unaudited })
}

/** Each as `2: what is wrong`, by its line in the file. */
export async function faultsOfRows(db: Database, rows: readonly string[]): Promise<string[]> {
  return (await recordRows(db, rows)).faults.map(({ line, fault }) => `${line}: ${fault}`)
}

export async function dueOf(db: Database, batch: IssuedBatch) {
  return (await listDue(db)).find((each) => each.batch.batch_id === batch.id)
}

/** One round of appending to the log, over at most `max` postings. Answers whether there is more. */
export async function appendOnce({ services }: TestApp, max?: number): Promise<boolean> {
  const log = await openLog(services)
  if ('problem' in log || log.signer === null) throw new Error('no log')
  return (await appendEntries(services.db, log.signer, max)).isBehind
}
