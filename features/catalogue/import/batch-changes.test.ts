// Tests which facts of a known batch an import shows as changed, and the words of each row.
import { describe, expect, it } from 'vitest'
import { readExampleRow } from '#tests/support/example-catalogue-files.ts'
import { changesOfBatch, isChange, leftOutBatchRows, takenBatchRows } from './batch-changes.ts'
import type { OfferedBatch } from './batch-judgement.ts'
import { projectKey } from './catalogue-files.ts'
import type { KnownBatch, KnownCatalogue } from './known-catalogue.ts'

const row: OfferedBatch = {
  ...(await readExampleRow()),
  ...{ registry: 'GS', externalProjectId: 'GS1', name: 'Hills', vintageYear: 2024 },
  ...{ priceMicros: 20_000, currency: 'GBP', issuedOn: '2026-04-13', quantityKg: 5_000 },
  serialNumber: 'GS1-1-TR-GS1-1-2024-1-1-5',
}
const stored: KnownBatch = {
  ...{ id: 'batch', serial_number: row.serialNumber, project_id: 'project', issued_kg: 5_000 },
  ...{ name: 'Hills', vintage_year: 2024, price_micros: 20_000, currency: 'GBP' },
  ...{ issued_on: '2026-04-13', is_demo: false, is_uncompared: false },
}
const known = (batch?: KnownBatch): KnownCatalogue => ({
  projectIds: new Map([[projectKey({ registry: 'GS', externalId: 'GS1' }), 'project']]),
  batches: new Map(batch ? [[batch.serial_number, batch]] : []),
})

describe('a change', () => {
  it.each<[string, Partial<OfferedBatch>, boolean, string, string]>([
    ['Name', { name: 'Hill' }, false, 'Hills', 'Hill'],
    ['Vintage', { vintageYear: 2023 }, false, '2024', '2023'],
    ['Price', { priceMicros: 20_100 }, false, '0.02 GBP', '0.0201 GBP'],
    ['Price', { currency: 'EUR' }, false, '0.02 GBP', '0.02 EUR'],
    ['Issued on', { issuedOn: '2026-04-14' }, false, '2026-04-13', '2026-04-14'],
    ['Demonstration', {}, true, 'no', 'yes'],
    ['Compared with others', { registry: 'EXT' }, false, 'yes', 'no'],
  ])('of %s by %j has both values', (label, own, isDemo, before, after) => {
    const next = { ...row, ...own }
    expect(changesOfBatch(next, stored, isDemo)).toEqual([{ label, before, after }])
    expect(isChange(next, known(stored), isDemo)).toBe(true)
  })

  it('is no absent name or day, which the batch keeps', () => {
    const next = { ...row, name: null, issuedOn: null }
    expect(changesOfBatch(next, stored, false)).toEqual([])
    expect([isChange(next, known(stored), false), isChange(next, known(), false)]).toEqual([
      false,
      true,
    ])
  })
})

describe('a row that is taken', () => {
  const taken = (
    own: Partial<OfferedBatch>,
    batch: KnownBatch | undefined,
    accepted: readonly string[] = [],
  ) =>
    takenBatchRows(
      [{ file: 'b.csv', line: 7, row: { ...row, ...own } }],
      known(batch),
      false,
      accepted.map((serialNumber) => ({
        ...{ serialNumber, old: null },
        next: { priceMicros: 1, currency: 'GBP' },
      })),
    )
  const subject = row.serialNumber
  const price = { label: 'Price', before: null, after: '0.02 GBP' }
  const stock = { label: 'Stock', before: null, after: '5000 kg' }

  it.each([
    ['unchanged', {}, stored, [], { outcome: 'unchanged' }],
    ['new', {}, undefined, [], { outcome: 'new', changes: [price, stock] }],
    [
      'new, of a new project, at an unusual price',
      { externalProjectId: 'GS9' },
      undefined,
      [subject],
      {
        ...{ outcome: 'new', changes: [price, stock] },
        text: 'The price is unusual, and accepted. GS GS9 is a new project.',
      },
    ],
    [
      'changed',
      { name: 'Hill' },
      stored,
      ['another'],
      { outcome: 'changed', changes: [{ label: 'Name', before: 'Hills', after: 'Hill' }] },
    ],
    [
      'changed, at an unusual price',
      { priceMicros: 30_000 },
      stored,
      [subject],
      {
        ...{ outcome: 'changed', text: 'The price is unusual, and accepted.' },
        changes: [{ label: 'Price', before: '0.02 GBP', after: '0.03 GBP' }],
      },
    ],
  ])('is %s', (_, own, batch, accepted, outcome) => {
    expect(taken(own, batch, accepted)).toEqual([{ line: 7, subject, ...outcome }])
  })
})

it('a row that is left out has its serial, and the reason without it', () => {
  const { serialNumber: subject } = row
  const rows = [{ file: 'b.csv', line: 7, row }]
  const fault = { file: 'b.csv', fault: `${subject}: it is a part of batch X` }
  expect(
    leftOutBatchRows(
      [
        { ...fault, line: 7 },
        { file: 'b.csv', line: 9, fault: 'unreadable' },
      ],
      rows,
    ),
  ).toEqual([
    { line: 7, outcome: 'left_out', subject, text: 'it is a part of batch X' },
    { line: 9, outcome: 'left_out', subject: '', text: 'unreadable' },
  ])
})
