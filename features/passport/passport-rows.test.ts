// Tests the row of a passport: each column, its retired kilograms, and whether new gifts wait for it.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ago, insertSql, passportSql, purchaseSql, type Row } from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import { findPassports } from './passport-queries.ts'

const [ada, ben] = [idOf(1), idOf(2)]
const batch = { id: idOf(8), projectId: idOf(9) }

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
})
afterAll(() => rows.close())
beforeEach(() => {
  const tables = ['passports', 'purchases', 'retirements', 'purchase_places']
  return rows.run(tables.map((table) => `delete from ${table};`).join(''))
})

const held = (number: number, row: Row = {}) =>
  purchaseSql(batch, {
    ...{ id: idOf(number), buyer_id: ben, holder_id: ada, tx_id: `CP-${number}`, ...row },
  })
const retired = (notice_id: number, first_place: number, last_place: number, batch_id = batch.id) =>
  insertSql('retirements', {
    ...{ notice_id, batch_id, first_place, last_place, serial: 'R', reference: 'R' },
    retired_on: '2026-01-02',
  })

it('each column has its own value', async () => {
  await rows.run(
    passportSql(ada, {
      ...{ phone: '+447400000001', first_name: 'Ada', last_name: 'King', nickname: 'Countess' },
      ...{ country: 'DE', currency: 'EUR', language: 'nl', total_kg: 120, eco_score: 35 },
      ...{ eco_league: 'gold', offset_league: 'silver', hide_from_leaderboards: true },
      ...{ holder_name: 'Lovelace', welcomed_at: ago('1 day'), updated_at: '2026-03-01 10:00' },
      ...{ reward_kg: 7, created_at: '2026-01-01' },
    }) + passportSql(ben, { updated_at: '2026-03-02 10:00' }),
  )
  const [first, second] = (await findPassports(rows.db, [ada, ben])).toSorted((one, other) =>
    one.id.localeCompare(other.id),
  )
  expect(first).toEqual({
    ...{ id: ada, phone: '+447400000001', first_name: 'Ada', last_name: 'King' },
    ...{ nickname: 'Countess', country: 'DE', currency: 'EUR', language: 'nl', total_kg: 120 },
    ...{ eco_score: 35, eco_league: 'gold', offset_league: 'silver', retired_kg: 0 },
    ...{ hide_from_leaderboards: true, holder_name: 'Lovelace', is_welcomed: true },
    ...{ updated_at: new Date('2026-03-01T10:00:00Z'), has_new_gifts: false },
  })
  expect(second).toEqual({
    ...{ id: ben, phone: null, first_name: null, last_name: null, nickname: null, country: 'GB' },
    ...{ currency: 'GBP', language: 'en', total_kg: 0, eco_score: 0, eco_league: 'bronze' },
    ...{ offset_league: 'bronze', retired_kg: 0, hide_from_leaderboards: false },
    ...{ holder_name: null, is_welcomed: false, has_new_gifts: false },
    updated_at: new Date('2026-03-02T10:00:00Z'),
  })
})

it.each<[string, Row, boolean]>([
  ['a gift that it holds', { is_gift: true }, true],
  ['a gift that it received', { is_gift: true, received_at: ago('1 day') }, false],
  ['a purchase', {}, false],
  ['a gift that it gave', { is_gift: true, buyer_id: ada, holder_id: ben }, false],
  [
    'a gift that waits for its receiver',
    { is_gift: true, recipient_id: ada, holder_id: null },
    false,
  ],
])('of %s it has new gifts: %j, %j', async (_, row, hasNew) => {
  await rows.run(passportSql(ada) + held(11, row))
  expect(await findPassports(rows.db, [ada])).toMatchObject([{ has_new_gifts: hasNew }])
})

it('retired kilograms are those that it holds, where a retirement meets them', async () => {
  await rows.run(
    passportSql(ada) +
      passportSql(ben) +
      retired(1, 1, 1_000) +
      retired(2, 2_001, 3_000) +
      retired(3, 1_001, 2_000, idOf(7)) +
      held(11, { first_place: 990, quantity_kg: 20, refunded_kg: 4 }) +
      held(12, { first_place: 1_999, quantity_kg: 4 }) +
      held(13, { first_place: 500, quantity_kg: 10, reversal: 'refunded' }) +
      held(14, { first_place: 600, quantity_kg: 10, buyer_id: ada, holder_id: ben }) +
      held(15, { first_place: 1_500, quantity_kg: 10 }) +
      held(16, { first_place: 3_000, quantity_kg: 1 }),
  )
  const kg = Object.fromEntries(
    (await findPassports(rows.db, [ada, ben])).map(({ id, retired_kg }) => [id, retired_kg]),
  )
  expect(kg).toEqual({ [ada]: 11 + 2 + 1, [ben]: 10 })
})
