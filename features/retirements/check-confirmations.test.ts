// Tests what the audit takes from the stored rows of a list: which of them are of a confirmed record, and which are ours.
import { describe, expect, it } from 'vitest'
import { databaseOf } from '#tests/support/stored-rows.ts'
import { confirmationChecks } from './check-confirmations.ts'

const head = 'GS1-1-UG-GS7-16-2024-80001'
const record = {
  ...{ id: 1, registry: 'GS', batch_serial: `${head}-501-510`, first_place: 2_001 },
  ...{ last_place: 5_000, reference: 'R-1', retired_on: '2026-11-20', asked: 'Holders in the log' },
  ...{ row_serial: `${head}-503-505`, row_retired_on: '2026-11-20', row_beneficiary: '' },
  row_is_cancelled: false as boolean | null,
}
type Row = Partial<{ readonly [Name in keyof typeof record]: (typeof record)[Name] | null }>

async function checked(...pages: readonly (readonly Row[])[]) {
  const { db, valuesOf } = databaseOf({
    'confirmed-retirements-and-their-rows': pages.map((rows) =>
      rows.map((row) => ({ ...record, ...row })),
    ),
  })
  const [check] = Object.values(confirmationChecks)
  const result = await db.transaction((tx) => check?.(tx) ?? Promise.resolve(undefined))
  return { ...result, asked: valuesOf('confirmed-retirements-and-their-rows') }
}
const foundOf = async (...rows: readonly Row[]) => (await checked(rows)).faults?.[0]?.found ?? 3_000
const serial = (first: number, last: number) => ({ row_serial: `${head}-${first}-${last}` })

describe('a confirmed record is shown', () => {
  it.each<[string, number, readonly Row[]]>([
    ['by its row', 3_000, [{}]],
    ['by a wider row', 3_000, [serial(501, 510)]],
    ['by rows of its parts', 3_000, [serial(504, 505), serial(503, 503)]],
    ['by rows that overlap', 3_000, [serial(503, 505), serial(503, 504), serial(504, 505)]],
    ['by a row within another', 3_000, [serial(501, 510), serial(504, 504)]],
    ['in part', 2_000, [serial(504, 510)]],
    ['in part, twice', 1_000, [serial(503, 503), serial(501, 503)]],
    ['with a gap', 2_000, [serial(503, 503), serial(505, 505)]],
    ['by no row', 0, [{ row_serial: null }]],
    ['by no row of its block', 0, [{ row_serial: 'GS1-1-UG-GS7-16-2024-80002-503-505' }]],
    ['by no row of its tonnes', 0, [serial(501, 502), serial(506, 510)]],
    [
      'whatever rows of other tonnes say',
      3_000,
      [{}, { ...serial(506, 506), row_is_cancelled: true }],
    ],
    ['unless one row says otherwise', 0, [{}, { ...serial(505, 505), row_beneficiary: 'Mallory' }]],
    ['on the day before', 3_000, [{ row_retired_on: '2026-11-19' }]],
    ['on the day after', 3_000, [{ row_retired_on: '2026-11-21' }]],
    ['not two days before', 0, [{ row_retired_on: '2026-11-18' }]],
    ['not two days after', 0, [{ row_retired_on: '2026-11-22' }]],
    ['not without a day', 0, [{ row_retired_on: null }]],
    ['not as cancelled', 0, [{ row_is_cancelled: true }]],
    ['not without its use', 0, [{ row_is_cancelled: null }]],
    ['for no beneficiary', 3_000, [{ row_beneficiary: null }]],
    ['for ours in other letters', 3_000, [{ row_beneficiary: 'HOLDERS, in: the “Log”' }]],
    ['for ours among other words', 3_000, [{ row_beneficiary: 'By A: holders in the log (x)' }]],
    ['not for a part of ours', 0, [{ row_beneficiary: 'Holders in the' }]],
    ['not for another word', 0, [{ row_beneficiary: 'Holders in the logs' }]],
    ['not if nobody was asked for', 0, [{ asked: null, row_beneficiary: 'Mallory' }]],
    ['not of a batch whose serial cannot be read', 0, [{ batch_serial: 'BLOCK' }]],
  ])('%s: %d kg', async (_, kg, rows) => {
    expect(await foundOf(...rows)).toBe(kg)
  })
})

it('all records are compared, page by page, and at most 20 faults are kept', async () => {
  const rows = (from: number, to: number, row: Row = {}) =>
    Array.from({ length: to - from + 1 }, (_, at) => ({ ...row, id: from + at }))
  const good = await checked(rows(1, 2), [
    { id: 3, ...serial(503, 504) },
    { id: 3, ...serial(505, 505) },
  ])
  expect(good).toEqual({ compared: 3, faults: [], asked: [[0], [2], [3]] })
  const bad = await checked(rows(1, 12, { row_is_cancelled: true }), [
    ...[{ id: 15, reference: 'R-15', ...serial(503, 503) }],
    ...rows(16, 40, { row_is_cancelled: true }),
  ])
  expect([bad.compared, bad.faults?.length, bad.asked]).toEqual([38, 20, [[0], [12], [40]]])
  expect(bad.faults?.[12]).toEqual({
    subject: `R-15 of ${head}-501-510`,
    ...{ expected: 3_000, found: 1_000 },
  })
})
