// Tests what is made of stored rows of retirements: each public figure at its place, due and held places, the rows of an
// export, and the parts of a range of places.
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { FileRow } from '#platform/actions/file-rows.ts'
import { databaseOf } from '#tests/support/stored-rows.ts'
import { confirmRetirements } from './confirm-retirements.ts'
import { exportDue } from './export-due.ts'
import { findStoredRows } from './kept-exports.ts'
import { listDue } from './list-due.ts'
import { listParts } from './list-parts.ts'
import { nextRetirementOf } from './next-retirement.ts'
import { readFigures } from './read-figures.ts'

describe('the public figures', () => {
  const row = {
    ...{ registry: 'GS', project_name: 'WIND', shown_project_name: 'Wind', serial_number: 'S-1' },
    ...{ issued_kg: 11, sold_kg: 12, retired_kg: 13, due_kg: 14, is_uncompared: true },
    ...{ withdrawn_kg: 15, replaced_kg: 16, confirmed_kg: 17, confirmed_on: '2026-11-01' },
    ...{ batches: 18, all_issued_kg: 21, all_sold_kg: 22, all_retired_kg: 23, all_due_kg: 24 },
    ...{ all_withdrawn_kg: 25, all_replaced_kg: 26, all_confirmed_kg: 27, all_uncompared: 28 },
    all_confirmed_on: '2026-11-02',
  }
  const figures = {
    ...{ issuedKg: 11, soldKg: 12, retiredKg: 13, dueKg: 14, withdrawnKg: 15, replacedKg: 16 },
    confirmedKg: 17,
  }

  it('of all batches and of each are those of its row', async () => {
    const other = { ...row, serial_number: 'S-2', is_uncompared: false, sold_kg: 1 }
    const { db, valuesOf } = databaseOf({ 'find-figures-of-batches': [[row, other]] })
    const names = { registry: 'GS', project: 'WIND', shownProject: 'Wind' }
    const confirmedOn = '2026-11-01'
    expect(await readFigures(db, { limit: 50, offset: 100 })).toEqual({
      total: {
        ...{ issuedKg: 21, soldKg: 22, retiredKg: 23, dueKg: 24, withdrawnKg: 25, replacedKg: 26 },
        confirmedKg: 27,
      },
      ...{ confirmedOn: '2026-11-02', batchCount: 18, uncomparedCount: 28 },
      batches: [
        { ...names, serial: 'S-1', isUncompared: true, ...figures, confirmedOn },
        { ...names, serial: 'S-2', isUncompared: false, ...figures, soldKg: 1, confirmedOn },
      ],
    })
    expect(valuesOf('find-figures-of-batches')).toEqual([[50, 100]])
  })

  it('without a batch are 0 on the first page alone', async () => {
    const zero = Object.fromEntries(Object.keys(figures).map((name) => [name, 0]))
    expect(await readFigures(databaseOf({}).db, { limit: 50, offset: 0 })).toEqual({
      ...{ total: zero, confirmedOn: null, batchCount: 0, uncomparedCount: 0, batches: [] },
    })
    expect(await readFigures(databaseOf({}).db, { limit: 50, offset: 50 })).toBeNull()
  })
})

const sold = {
  ...{ batch_id: 'batch-1', registry: 'GS', project: 'GS7', sold_kg: 5_400, logged_kg: 4_999 },
  ...{ serial_number: 'GS1-1-UG-GS7-16-2024-80001-501-600', retired_kg: 1_000 },
  ...{ due: '{[1001,3001),[4001,5001)}', held_back: '{[3001,4001)}' },
}
const dueSince = new Date('2026-06-01T00:00:00Z')
const plain = {
  ...{ ...sold, batch_id: 'batch-2', registry: 'TST', serial_number: 'TST-1', logged_kg: 0 },
  ...{ due: '{}', held_back: '{}', sold_kg: 200, retired_kg: 0 },
}

it('each batch with sales has its tonnes, its due and its held places', async () => {
  const rows = [
    { ...sold, due_since: dueSince },
    { ...plain, due_since: null },
  ]
  const { db } = databaseOf({ 'find-sold-batches': [rows] })
  expect(await listDue(db)).toEqual([
    {
      ...{ batch: sold, soldTonnes: 5.4, retiredTonnes: 1, dueTonnes: 3, dueSince },
      due: [
        { first: 1_001, last: 3_000 },
        { first: 4_001, last: 5_000 },
      ],
      heldBack: [{ first: 3_001, last: 4_000 }],
    },
    {
      ...{ batch: plain, soldTonnes: 0.2, retiredTonnes: 0, dueTonnes: 0, dueSince: null },
      ...{ due: [], heldBack: [] },
    },
  ])
})

describe('an export', () => {
  const head = { number: 1, origin: 'passport.example/log', size: 42, checkpoint: 'o\n42\nroot\n' }
  const beneficiary =
    'Holders of Carbon Passport kilograms in the public log passport.example/log, as of its entry 42'

  it('has a row for each range of due tonnes that the log has whole, and is kept', async () => {
    const later = { ...sold, batch_id: 'batch-3', serial_number: 'TST-3', logged_kg: 6_000 }
    const rows = [sold, plain, later].map((each) => ({ ...each, due_since: null }))
    const { db, valuesOf } = databaseOf({
      ...{ 'find-sold-batches': [rows], 'find-log-head': [[head]] },
      'insert-retirement-export': [[{ id: 9 }]],
    })
    const common = { registry: 'GS', project: 'GS7', beneficiary }
    const own = { ...common, batchId: 'batch-1' }
    const whole = { ...common, batchId: 'batch-3', serial: 'TST-3' }
    expect(await exportDue(db)).toEqual([
      {
        ...{ ...own, firstPlace: 1_001, lastPlace: 3_000, tonnes: 2 },
        serial: 'GS1-1-UG-GS7-16-2024-80001-502-503',
      },
      { ...whole, firstPlace: 1_001, lastPlace: 3_000, tonnes: 2 },
      { ...whole, firstPlace: 4_001, lastPlace: 5_000, tonnes: 1 },
    ])
    expect(valuesOf('insert-retirement-export')).toEqual([[beneficiary]])
    expect(valuesOf('insert-retirement-export-rows')).toEqual([
      [
        ['batch-1', 'batch-3', 'batch-3'],
        ['GS', 'GS', 'GS'],
        ['GS7', 'GS7', 'GS7'],
        ['GS1-1-UG-GS7-16-2024-80001-502-503', 'TST-3', 'TST-3'],
        [1_001, 1_001, 4_001],
        [3_000, 3_000, 5_000],
        9,
      ],
    ])
  })

  it('without a due tonne, or without a log, has no row and is not kept', async () => {
    for (const [rows, heads] of [
      [[plain], [head]],
      [[sold], []],
    ] as const) {
      const { db, valuesOf } = databaseOf({ 'find-sold-batches': [rows], 'find-log-head': [heads] })
      expect(await exportDue(db)).toEqual([])
      expect(valuesOf('insert-retirement-export')).toEqual([])
    }
  })

  it('is found again by its text', async () => {
    const row = {
      ...{ export_id: 9, beneficiary: 'B', batch_id: 'batch-1', registry: 'GS', project: 'GS7' },
      ...{ serial: 'S-1', first_place: 1, last_place: 1_000 },
    }
    const { db, valuesOf } = databaseOf({ 'find-retirement-export-rows': [[row]] })
    expect(await findStoredRows(db, ['B', 'C'])).toEqual([
      {
        ...{ exportId: 9, beneficiary: 'B', batchId: 'batch-1', registry: 'GS', project: 'GS7' },
        ...{ serial: 'S-1', firstPlace: 1, lastPlace: 1_000 },
      },
    ])
    expect(valuesOf('find-retirement-export-rows')).toEqual([[['B', 'C']]])
  })
})

it('a row of a list that covers two batches has the outcomes of each', async () => {
  const batch = (id: string, first: number) => ({
    ...{ line: 2, batch_id: id, project: 'GS7', first_tonne: 0, end_tonne: 2 },
    serial_number: `GS1-1-UG-GS7-16-2024-80001-${first}-${first + 1}`,
  })
  const record = (retirement_id: number, batch_id: string, is_listed: boolean) => ({
    ...{ retirement_id, list_id: 5, batch_id, first_place: 1, last_place: 1_000 },
    ...{ reference: `R-${retirement_id}`, is_listed, is_confirmed: is_listed },
  })
  const match = (retirement_id: number, finding: string) => ({ line: 2, retirement_id, finding })
  const unrecorded = (batch_id: string, places: string) => ({
    ...{ batch_id, serial_number: `of ${batch_id}`, offer: 'withdrawn', places },
  })
  const { db, valuesOf } = databaseOf({
    'find-batches-of-listed-units': [[batch('batch-1', 501), batch('batch-2', 503)]],
    'insert-retirement-list': [[{ id: 5 }]],
    'find-records-of-retirement-lists': [[record(1, 'batch-1', true), record(2, 'batch-2', false)]],
    'find-matches-of-retirement-lists': [
      [match(1, 'listed'), match(2, 'listed'), match(2, 'other_day')],
    ],
    'find-unrecorded-places-of-lists': [
      [unrecorded('batch-2', '{[1001,2001)}'), unrecorded('batch-3', '{[1,2001)}')],
    ],
  })
  const subject = 'GS1-1-UG-GS7-16-2024-80001-501-504'
  const text = `registry,serial,retired_on\nGS,${subject},2026-11-20`
  const abouts: unknown[] = []
  const report: FileRow[] = []
  const order = {
    ...{ takenOn: '2026-11-22', today: '2026-11-22', project: null, report },
    audit: async (_: unknown, about: readonly string[]) => {
      abouts.push(about)
    },
  }
  const source = { file: 'a.csv', open: () => Readable.from([Buffer.from(text)]) }
  expect(await confirmRetirements(db, source, order)).toEqual({
    ...{ rows: 1, leftOut: 0, confirmedTonnes: 0, knownTonnes: 1, faults: [] },
    unconfirmed: [{ reference: 'R-2', tonnes: 1, why: 'other_day' }],
    ...{ withdrawn: [], unrecorded: ['of batch-2', 'of batch-3'] },
  })
  const row = { line: 2, subject }
  const part = 'R-2 is not confirmed: the list does not show all of its tonnes as ours.'
  const day = 'R-2 is not confirmed: other_day: the list has another day of retirement.'
  expect(report).toEqual([
    { ...row, outcome: 'unchanged', text: 'R-1 was confirmed.' },
    { ...row, outcome: 'different', text: part },
    { ...row, outcome: 'different', text: day },
    { ...row, outcome: 'changed', text: '1 t are not recorded here, so their batch is off sale.' },
  ])
  expect(abouts).toEqual([['batch-2', 'batch-3']])
  expect(valuesOf('lock-batches-for-retirement')).toEqual([[['batch-1', 'batch-2']]])
  expect(valuesOf('insert-retirement-list')).toEqual([['GS', null, '2026-11-22', 1]])
})

it('a range of places is divided into retired parts, each with its record, and the rest', async () => {
  const record = (first_place: number, last_place: number, at: number) => ({
    ...{ first_place, last_place, reference: `R-${at}`, retired_on: `2026-11-0${at}` },
    ...{ url: at === 1 ? 'https://registry.example/1' : null },
    ...{ confirmed_on: at === 1 ? '2026-11-20' : null },
  })
  const records = [record(1_001, 2_000, 1), record(2_001, 3_000, 2), record(4_001, 5_000, 3)]
  const { db, valuesOf } = databaseOf({
    'find-retirements-among-places': [records, [record(1, 9, 1)]],
  })
  const rest = { state: 'allocated', reference: null, url: null, date: null, confirmedOn: null }
  expect(await listParts(db, 'batch-1', { first: 501, last: 5_200 })).toEqual([
    { ...rest, first: 501, last: 1_000 },
    {
      ...{ state: 'retired', first: 1_001, last: 2_000, reference: 'R-1', date: '2026-11-01' },
      ...{ url: 'https://registry.example/1', confirmedOn: '2026-11-20' },
    },
    {
      ...{ state: 'retired', first: 2_001, last: 3_000, reference: 'R-2', date: '2026-11-02' },
      ...{ url: null, confirmedOn: null },
    },
    { ...rest, first: 3_001, last: 4_000 },
    {
      ...{ state: 'retired', first: 4_001, last: 5_000, reference: 'R-3', date: '2026-11-03' },
      ...{ url: null, confirmedOn: null },
    },
    { ...rest, first: 5_001, last: 5_200 },
  ])
  expect(await listParts(db, 'batch-1', { first: 1, last: 9 })).toMatchObject([
    { state: 'retired' },
  ])
  expect(await listParts(db, 'batch-1', { first: 7, last: 7 })).toEqual([
    { ...rest, first: 7, last: 7 },
  ])
  expect(valuesOf('find-retirements-among-places').slice(0, 1)).toEqual([['batch-1', 501, 5_200]])
})

it.each([
  [0, '2026-06-01', '2026-06-01T23:59:59Z', false],
  [0, '2026-06-01', '2026-06-02T00:00:00Z', true],
  [30, '2026-07-01', '2026-07-01T12:00:00Z', false],
  [30, '2026-07-01', '2026-07-02T00:00:00Z', true],
])(
  'with %d days, a tonne of 1 June is due by %s; at %s it is late: %s',
  (days, by, now, isOverdue) => {
    const at = new Date('2026-06-01T10:00:00Z')
    expect(nextRetirementOf(at, { retirementDays: days, now: new Date(now) })).toEqual({
      ...{ dueSince: at, by, isOverdue },
    })
  },
)
