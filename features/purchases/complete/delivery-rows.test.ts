// Tests the SQL of gifts with a day of delivery row by row.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { send } from '#platform/database/write.ts'
import { ago, purchaseSql, type Row } from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import {
  deliveredWrites,
  findDueGifts,
  holdGiftsOf,
  lockDueGifts,
  postponedWrites,
  releaseGiftsOf,
} from './delivery-queries.ts'
import { findSoldPlaces } from './sold-places.ts'

const [ada, ben] = [idOf(1), idOf(2)]
const noon = new Date('2026-06-01T12:00:00Z')

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
})
afterAll(() => rows.close())
beforeEach(() => rows.run('delete from purchases; delete from passports;'))

const bought = (number: number, row: Row = {}) =>
  purchaseSql(
    { id: idOf(8), projectId: idOf(9) },
    { id: idOf(number), buyer_id: ada, tx_id: `CP-${number}`, ...row },
  )
const gift = (number: number, deliver_at: string, row: Row = {}) =>
  bought(number, {
    ...{ is_gift: true, recipient_phone: '+447400000002', holder_id: null, deliver_at },
    ...{ deliver_on: '2026-06-01', ...row },
  })
const numbersOf = (found: readonly { readonly id: string }[]) =>
  found.map(({ id }) => Number(id.slice(-2)))

it('due gifts are completed, in force, not delivered, and have a number; the earliest are first', async () => {
  await rows.run(
    [
      gift(11, '2026-06-01 12:00'),
      gift(12, '2026-06-01 11:00'),
      gift(13, '2026-06-01 12:00:01'),
      gift(14, '2026-06-01 10:00', { delivered_at: ago('1 hour') }),
      gift(15, '2026-06-01 10:00', { recipient_phone: null }),
      gift(16, '2026-06-01 10:00', { reversal: 'refunded' }),
      gift(17, '2026-06-01 11:30', { reversal: 'refunded', keeps_kilograms: true }),
      gift(18, '2026-06-01 10:00', {
        ...{ state: 'READY', card_state: 'AUTHORISED', first_place: null, completed_at: null },
      }),
      gift(19, 'infinity'),
    ].join(''),
  )
  expect(numbersOf(await findDueGifts(rows.db, noon, 9))).toEqual([12, 17, 11])
  expect(numbersOf(await findDueGifts(rows.db, noon, 2))).toEqual([12, 17])
  await rows.run(`update purchases set quantity_kg = 40, refunded_kg = 9 where tx_id = 'CP-11'`)
  await rows.db.transaction(async (tx) => {
    const locked = await lockDueGifts(
      tx,
      Array.from({ length: 9 }, (_, index) => idOf(11 + index)),
      noon,
    )
    expect(numbersOf(locked)).toEqual([11, 12, 17])
    expect(locked[0]).toEqual({
      ...{ id: idOf(11), recipient_phone: '+447400000002', quantity_kg: 31, is_reward: false },
      ...{ deliver_on: '2026-06-01', now: noon },
    })
    expect(numbersOf(await lockDueGifts(tx, [idOf(12)], noon))).toEqual([12])
    await send(tx, [
      ...deliveredWrites([idOf(11), idOf(12)], noon),
      ...postponedWrites([{ id: idOf(17), opening: new Date('2026-06-02T08:00:00Z') }]),
    ])
  })
  const written = await rows.ask(
    `select tx_id, delivered_at = '2026-06-01 12:00Z', deliver_at = '2026-06-02 08:00Z'
     from purchases where tx_id in ('CP-11', 'CP-12', 'CP-17') order by 1`,
  )
  expect(written).toEqual([
    ['CP-11', true, false],
    ['CP-12', true, false],
    ['CP-17', null, true],
  ])
})

it('a block holds the waiting gifts of the giver alone, and its end lets those arrive', async () => {
  await rows.run(
    gift(11, '2026-06-01 12:00') +
      gift(12, '2026-06-01 12:00', { delivered_at: ago('1 hour') }) +
      gift(13, '2026-06-01 12:00', { buyer_id: ben }) +
      gift(14, 'infinity', { buyer_id: ben }) +
      bought(15),
  )
  const heldNow = () =>
    rows.ask(
      `select tx_id, deliver_at = 'infinity', deliver_at > now() - interval '1 minute'
       from purchases order by 1`,
    )
  await rows.db.transaction((tx) => holdGiftsOf(tx, ada))
  const held = (await heldNow()).map(([id, isHeld]) => [id, isHeld])
  expect(held).toEqual([
    ...[
      ['CP-11', true],
      ['CP-12', false],
      ['CP-13', false],
      ['CP-14', true],
      ['CP-15', null],
    ],
  ])
  await rows.run(gift(16, '2026-06-01 12:00'))
  await rows.db.transaction((tx) => releaseGiftsOf(tx, ada))
  const released = await heldNow()
  expect(released[0]).toEqual(['CP-11', false, true])
  expect(released[3]).toEqual(['CP-14', true, true])
  expect(
    await rows.ask(`select deliver_at = '2026-06-01 12:00Z' from purchases where tx_id = 'CP-16'`),
  ).toEqual([[true]])
})

it('sold places have the UTC day of the completion, and whether the holder was erased', async () => {
  await rows.run(
    `insert into passports (id, country, currency, erased_at) values ('${ben}', 'GB', 'GBP', now());` +
      bought(11, { first_place: 7, completed_at: '2026-05-31 23:59:59' }) +
      bought(12, { first_place: 70, completed_at: '2026-06-01 00:00', holder_id: ben }) +
      bought(13, {
        ...{ state: 'READY', card_state: 'AUTHORISED', first_place: null, completed_at: null },
      }),
  )
  const found = await findSoldPlaces(rows.db, [11, 12, 13, 14].map(idOf))
  expect([...found.values()].toSorted((a, b) => a.first_place - b.first_place)).toEqual([
    { id: idOf(11), tx_id: 'CP-11', first_place: 7, day: '2026-05-31', is_erased: false },
    { id: idOf(12), tx_id: 'CP-12', first_place: 70, day: '2026-06-01', is_erased: true },
  ])
})
