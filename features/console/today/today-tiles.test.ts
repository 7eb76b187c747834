// Tests the words and the urgency of the tiles of the day.
import { describe, expect, it } from 'vitest'
import type { ProgrammeRow } from '#features/console/programmes/console-programmes-calls.ts'
import * as tiles from './today-tiles.ts'

const now = Date.parse('2026-11-27T12:00:00Z')
const ago = (hours: number) => new Date(now - hours * 3_600_000)
type Tile = ReturnType<typeof tiles.codesTile>
const shown = ({ value, level }: Tile) => [value, level]

describe('sales', () => {
  const day = { day: '2026-11-27', purchases: 0, kilograms: 0, sign_ups: 1, sums: [] }

  it('show the money by currency, and lead to the purchases of the day', () => {
    const sums = [
      { currency: 'EUR', amount: 1.5 },
      { currency: 'GBP', amount: 20 },
    ]
    const sold = tiles.salesTiles({ ...day, purchases: 3, kilograms: 12_000, sums })
    expect(sold.map(({ value }) => value)).toEqual([
      '1.50 EUR, 20.00 GBP in 3 purchases',
      '12,000 kg',
    ])
    expect(sold[0]?.path).toBe('/purchases?state=COMPLETED&since=2026-11-27')
  })

  it('may be none', () => {
    expect(tiles.salesTiles(day).map(({ value }) => value)).toEqual(['none yet', '0 kg'])
    expect(tiles.signUpsTile(day).value).toBe('1 person')
    expect(tiles.signUpsTile({ ...day, sign_ups: 2 }).value).toBe('2 people')
  })
})

it.each([
  [0, 0, ['no codes yet', 'fine']],
  [49, 0, ['0 % of 49 codes', 'fine']],
  [50, 9, ['18 % of 50 codes', 'warning']],
  [50, 10, ['20 % of 50 codes', 'fine']],
  [1, 1, ['100 % of 1 code', 'fine']],
])('Of %i codes %i were typed', (sends, conversions, expected) => {
  expect(shown(tiles.codesTile(sends, conversions))).toEqual(expected)
})

it.each([
  [{ under_10_minutes: 0, under_1_hour: 0, older: 0 }, ['none', 'fine']],
  [
    { under_10_minutes: 3, under_1_hour: 2, older: 0 },
    ['3 under 10 min, 2 under 1 h, 0 older', 'fine'],
  ],
  [
    { under_10_minutes: 0, under_1_hour: 0, older: 1 },
    ['0 under 10 min, 0 under 1 h, 1 older', 'warning'],
  ],
])('Open purchases by age: %j', (open, expected) => {
  expect(shown(tiles.openPurchasesTile(open))).toEqual(expected)
})

it('Refunds that failed or are owed again are alarms, those under way are not', () => {
  const counts = { under_way: 2, pending: 0, failed: 1, reinstated: 0 }
  expect(tiles.refundTiles(counts).map(shown)).toEqual([
    ['1 purchase', 'alarm'],
    ['0 purchases', 'fine'],
    ['0 purchases', 'fine'],
    ['2 purchases', 'fine'],
  ])
  const others = tiles.refundTiles({ under_way: 1, pending: 1, failed: 0, reinstated: 1 })
  expect(others.map(({ level }) => level)).toEqual(['fine', 'alarm', 'alarm', 'fine'])
})

it.each([
  [0, null, ['none', 'fine']],
  [1, null, ['1', 'warning']],
  [2, ago(-73), ['2, evidence due 2026-11-30 13:00 UTC', 'warning']],
  [2, ago(-71), ['2, evidence due 2026-11-30 11:00 UTC', 'alarm']],
  [1, ago(1), ['1, evidence due 2026-11-27 11:00 UTC', 'alarm']],
])('%i disputes with the next deadline %j', (open, next_due_at, expected) => {
  const [disputes] = tiles.disputeTiles({ open, next_due_at, warnings: 0 }, now)
  expect(disputes && shown(disputes)).toEqual(expected)
})

it.each([
  [0, ['0 warnings', 'fine']],
  [1, ['1 warning', 'warning']],
])('%i fraud warnings', (warnings, expected) => {
  const [, tile] = tiles.disputeTiles({ open: 0, next_due_at: null, warnings }, now)
  expect(tile && shown(tile)).toEqual(expected)
})

it.each([
  [{ tonnes: 0, by: null, isOverdue: false }, ['none', 'fine']],
  [
    { tonnes: 1_200, by: '2026-12-31', isOverdue: false },
    ['1,200 t, the oldest by 2026-12-31', 'fine'],
  ],
  [{ tonnes: 1, by: '2026-11-26', isOverdue: true }, ['1 t, the oldest by 2026-11-26', 'alarm']],
])('Tonnes to retire: %j', (due, expected) => {
  expect(shown(tiles.retirementTile(due))).toEqual(expected)
})

it.each([
  [{ unlisted_kg: 0, unrecorded_batches: 0 }, []],
  [{ unlisted_kg: 3_000, unrecorded_batches: 0 }, [['3 t recorded and not listed', 'alarm']]],
  [{ unlisted_kg: 0, unrecorded_batches: 1 }, [['1 batch not recorded', 'alarm']]],
  [
    { unlisted_kg: 1_000, unrecorded_batches: 2 },
    [['1 t recorded and not listed, 2 batches not recorded', 'alarm']],
  ],
])('Lists of registries: %j', (counts, expected) => {
  expect(tiles.registryListTiles(counts).map(shown)).toEqual(expected)
})

it.each([
  [{ available_kg: 0, sold_out: 0 }, 0, ['0 kg', 'alarm']],
  [{ available_kg: 6_999, sold_out: 0 }, 1_000, ['6,999 kg', 'alarm']],
  [{ available_kg: 7_000, sold_out: 0 }, 1_000, ['7,000 kg', 'warning']],
  [{ available_kg: 30_000, sold_out: 0 }, 1_000, ['30,000 kg', 'fine']],
  [{ available_kg: 5, sold_out: 0 }, 0, ['5 kg', 'fine']],
  [
    { available_kg: 30_000, sold_out: 2 },
    1_000,
    ['30,000 kg; 2 featured projects sold out', 'warning'],
  ],
])('Stock %j at %i kg a day', (stock, dailyKg, expected) => {
  expect(shown(tiles.stockTile(stock, dailyKg))).toEqual(expected)
})

describe('the last runs', () => {
  const run = { task: 'backup', ended_at: ago(2), ok: true, succeeded_at: ago(2) }

  it.each([
    [[], ['never', 'warning']],
    [[run], ['2026-11-27 10:00 UTC', 'fine']],
    [[{ ...run, ended_at: ago(49) }], ['2026-11-25 11:00 UTC', 'alarm']],
    [
      [{ ...run, ok: false, succeeded_at: ago(26) }],
      ['failed 2026-11-27 10:00 UTC, last well 2026-11-26 10:00 UTC', 'alarm'],
    ],
    [
      [{ ...run, ok: false, succeeded_at: null }],
      ['failed 2026-11-27 10:00 UTC, never well', 'alarm'],
    ],
  ])('%j', (runs, expected) => {
    const [backup, check] = tiles.runTiles(runs, now)
    expect(backup && shown(backup)).toEqual(expected)
    expect(check).toMatchObject({ id: 'ledger_check', value: 'never' })
  })
})

describe('programmes', () => {
  const programme: ProgrammeRow = {
    id: 'green-bank',
    name: 'Green Bank',
    state: 'open',
    funds: [],
    limit_currency: 'GBP',
    person_limit: null,
    day_limit: null,
    given_today: 0,
  }
  const fund = { currency: 'GBP', paid_in: 100, line: 100, left: 41 }

  it.each([
    [{}, ['none', 'fine']],
    [{ day_limit: 100, given_today: 79 }, ['none', 'fine']],
    [{ day_limit: 100, given_today: 80 }, ['green-bank', 'warning']],
    [{ day_limit: 100, given_today: 100 }, ['green-bank', 'alarm']],
    [{ day_limit: 100, given_today: 100, state: 'closed' as const }, ['none', 'fine']],
    [{ funds: [fund] }, ['none', 'fine']],
    [{ funds: [{ ...fund, left: 40 }] }, ['green-bank', 'warning']],
    [{ funds: [{ ...fund, left: 0 }] }, ['green-bank', 'alarm']],
  ])('with %j', (change, expected) => {
    expect(shown(tiles.programmesTile([{ ...programme, ...change }]))).toEqual(expected)
  })
})

it.each([
  [0, null, ['none', 'fine']],
  [2, ago(1), ['2, the oldest since 2026-11-27 11:00 UTC', 'warning']],
])('%i requests for approval', (count, oldestAt, expected) => {
  expect(shown(tiles.approvalsTile(count, oldestAt))).toEqual(expected)
})

it.each([
  [0, 'fine'],
  [1, 'warning'],
])('%i dead messages', (count, level) => {
  expect(tiles.deadMessagesTile(count).level).toBe(level)
})

it('Each tile has its own label, and leads to the list of what it counts', () => {
  const day = { day: '2026-11-27', purchases: 0, kilograms: 0, sign_ups: 1, sums: [] }
  const all = [
    ...tiles.salesTiles(day),
    tiles.signUpsTile(day),
    tiles.codesTile(0, 0),
    tiles.openPurchasesTile({ under_10_minutes: 0, under_1_hour: 0, older: 0 }),
    ...tiles.refundTiles({ under_way: 0, pending: 0, failed: 0, reinstated: 0 }),
    ...tiles.disputeTiles({ open: 0, next_due_at: null, warnings: 0 }, now),
    tiles.retirementTile({ tonnes: 0, by: null, isOverdue: false }),
    ...tiles.registryListTiles({ unlisted_kg: 1, unrecorded_batches: 0 }),
    tiles.stockTile({ available_kg: 0, sold_out: 0 }, 0),
    tiles.deadMessagesTile(0),
    ...tiles.runTiles([], now),
    tiles.programmesTile([]),
    tiles.approvalsTile(0, null),
  ]
  expect(all.map(({ id, label, path }) => [id, label, path])).toEqual([
    ['sales', 'Sales today', '/purchases?state=COMPLETED&since=2026-11-27'],
    ['kilograms', 'Kilograms sold today', '/purchases?state=COMPLETED&since=2026-11-27'],
    ['sign_ups', 'Sign-ups today', '/people'],
    ['codes', 'Codes that were typed', null],
    ['open_purchases', 'Open purchases', '/purchases?state=PENDING'],
    ['refunds_failed', 'Refunds that failed', '/disputes?kind=refund_failed'],
    ['refunds_owed', 'Money that a bank returned, owed to buyers', '/disputes?kind=reinstated'],
    ['refunds_pending', 'Refunds that the bank delays', '/disputes?kind=refund_pending'],
    ['refunds_under_way', 'Refunds under way, delayed or not', '/disputes?kind=refund_under_way'],
    ['disputes', 'Open disputes', '/disputes'],
    ['fraud_warnings', 'New fraud warnings', '/disputes?kind=fraud_warning'],
    ['retirement', 'Tonnes to retire', '/retirement'],
    ['registry_lists', 'Lists of registries', '/retirement/recorded'],
    ['stock', 'Kilograms for sale', '/catalogue/batches?offer=offered'],
    ['dead_messages', 'Messages that could not be sent', null],
    ['backup', 'Last backup', null],
    ['ledger_check', 'Last check of the ledger', null],
    ['programmes', 'Programmes near a limit', '/programmes'],
    ['approvals', 'Requests that wait for approval', '/approvals?state=waiting'],
  ])
})

it('Each run is that of its own task, and one of two days is not late', () => {
  const check = { task: 'ledger check', ended_at: ago(48), ok: true, succeeded_at: ago(48) }
  const backup = { task: 'backup', ended_at: ago(1), ok: true, succeeded_at: ago(1) }
  expect(tiles.runTiles([check, backup], now).map(shown)).toEqual([
    ['2026-11-27 11:00 UTC', 'fine'],
    ['2026-11-25 12:00 UTC', 'fine'],
  ])
})

it('Of several programmes those near a limit are named, the worst decides the level', () => {
  const programme: ProgrammeRow = {
    ...{ id: 'a', name: 'A', state: 'open', funds: [], limit_currency: 'GBP' },
    ...{ person_limit: null, day_limit: 100, given_today: 85 },
  }
  const fund = { currency: 'GBP', paid_in: 100, line: 0, left: 90 }
  const second = { ...programme, id: 'b', given_today: 0 }
  const shownOf = (...programmes: readonly ProgrammeRow[]) =>
    shown(tiles.programmesTile(programmes))
  expect(shownOf(programme, { ...programme, id: 'c' })).toEqual(['a, c', 'warning'])
  expect(shownOf(programme, { ...second, given_today: 100 })).toEqual(['a, b', 'alarm'])
  // The second currency is spent; one that was returned in full has no funds.
  expect(shownOf({ ...second, funds: [fund, { ...fund, currency: 'EUR', left: 0 }] })).toEqual([
    ...['b', 'alarm'],
  ])
  expect(shownOf({ ...second, funds: [{ ...fund, paid_in: 0, left: 0 }] })).toEqual([
    'none',
    'fine',
  ])
  expect(shownOf({ ...second, day_limit: 0 })).toEqual(['none', 'fine'])
  expect(shownOf({ ...second, funds: [{ ...fund, paid_in: -50, line: 100, left: 50 }] })).toEqual([
    ...['none', 'fine'],
  ])
})

it('Three days before a deadline are a warning, less is an alarm', () => {
  const levelAt = (hours: number) =>
    tiles.disputeTiles({ open: 1, next_due_at: ago(-hours), warnings: 0 }, now)[0]?.level
  expect([levelAt(72), levelAt(71.9)]).toEqual(['warning', 'alarm'])
})
