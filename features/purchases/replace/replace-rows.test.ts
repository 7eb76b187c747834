// Tests the SQL of replacements row by row: which places of which purchases are replaced, and what is written.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Transaction } from '#platform/database/database.ts'
import { insertSql, purchaseSql, type Row } from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import {
  findPartsOf,
  findPurchasesHolding,
  lockBatchesToReplace,
  lockHolders,
  writeSegments,
} from './replace-queries.ts'

const [ada, ben] = [idOf(1), idOf(2)]
const [batch, other] = [idOf(7), idOf(8)]

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
})
afterAll(() => rows.close())
const tables = ['purchase_places', 'purchases', 'retirements', 'retirement_corrections', 'batches']
beforeEach(() => rows.run(tables.map((table) => `delete from ${table};`).join('')))

const inTransaction = <Result>(act: (tx: Transaction) => Promise<Result>) =>
  rows.db.transaction(act)
const bought = (number: number, row: Row = {}) =>
  purchaseSql(
    { id: batch, projectId: idOf(9) },
    { id: idOf(number), tx_id: `CP-${number}`, buyer_id: ada, quantity_kg: 10, ...row },
  )
const place = (number: number, batch_id: string, first_place: number, kg: number, by?: string) =>
  insertSql('purchase_places', {
    ...{ purchase_id: idOf(number), batch_id, first_place, kg, replaced_by: by ?? null },
  })
const retired = (number: number, batch_id: string, first_place: number) =>
  insertSql('retirements', {
    ...{ notice_id: number, batch_id, first_place, last_place: first_place + 999 },
    ...{ serial: 'T', reference: 'R', retired_on: '2026-01-01' },
  })

it('purchases that hold a batch are those in force, with their unretired kilograms alone', async () => {
  await rows.run(
    // Places 991 to 1,010, of which 1,001 on are retired; 2 of its 22 kilograms went back.
    bought(33, { first_place: 991, quantity_kg: 22, refunded_kg: 2 }) +
      retired(1, batch, 1_001) +
      retired(2, other, 1) +
      bought(31, { first_place: 1 }) +
      bought(32, { first_place: 1_101 }) +
      bought(34, { first_place: 11, reversal: 'refunded' }) +
      bought(35, { first_place: 21, quantity_kg: 5, reversal: 'refunded', keeps_kilograms: true }) +
      bought(36, { batch_id: other, first_place: 1 }) +
      bought(37, { batch_id: other, first_place: 11 }) +
      place(37, other, 11, 10, batch) +
      place(37, batch, 2_001, 4) +
      place(37, batch, 2_101, 6) +
      bought(38, { first_place: 31 }) +
      place(38, batch, 31, 10, other) +
      place(38, other, 5_001, 10),
  )
  expect(await findPurchasesHolding(rows.db, batch)).toEqual([
    { purchaseId: idOf(31), kg: 10 },
    { purchaseId: idOf(33), kg: 10 },
    { purchaseId: idOf(35), kg: 5 },
    { purchaseId: idOf(37), kg: 10 },
  ])
  const parts = (...numbers: readonly number[]) =>
    inTransaction((tx) => findPartsOf(tx, numbers.map(idOf), batch))
  const part = (number: number, firstPlace: number, kg: number, isRetired = false) => ({
    ...{ purchaseId: idOf(number), firstPlace, kg, isRetired },
  })
  expect(await parts(37, 33, 32, 38, 36)).toEqual([
    part(32, 1_101, 10, true),
    part(33, 991, 10),
    part(33, 1_001, 10, true),
    part(37, 2_001, 4),
    part(37, 2_101, 6),
  ])
})

it.each([
  ['ends just before', 1, 1_001, [1_001, 10, false]],
  ['ends with its first place', 1, 1_000, [1_000, 1, true]],
  ['begins with its last place', 1_001, 992, [1_001, 1, true]],
  ['begins just after', 1_001, 991, [991, 10, false]],
] as const)('a retirement that %s counts for what it covers', async (_, first, place, expected) => {
  await rows.run(bought(31, { first_place: place }) + retired(1, batch, first))
  const parts = await inTransaction((tx) => findPartsOf(tx, [idOf(31)], batch))
  const [firstPlace, kg, isRetired] = expected
  expect(parts).toContainEqual({ purchaseId: idOf(31), firstPlace, kg, isRetired })
  expect(parts.reduce((sum, each) => sum + each.kg, 0)).toBe(10)
})

it('holders are those of purchases in force, none of a waiting gift', async () => {
  await rows.run(
    bought(31, { holder_id: ben }) +
      bought(32, { holder_id: null }) +
      bought(33, { reversal: 'refunded' }) +
      bought(34),
  )
  const holders = await inTransaction((tx) => lockHolders(tx, [31, 32, 33].map(idOf)))
  expect([...holders]).toEqual([
    [idOf(31), ben],
    [idOf(32), null],
  ])
})

it('a batch replaces another one only while it is offered', async () => {
  const of = (id: string, serial: string, offer: string) =>
    insertSql('batches', {
      ...{ id, project_id: idOf(9), name: serial, vintage_year: 2024, serial_number: serial },
      ...{ price_micros: 1, currency: 'GBP', offer, is_uncompared: true },
      ...{ offer_reason: offer === 'offered' ? null : 'test' },
    })
  await rows.run(of(batch, 'T-1', 'withdrawn') + of(other, 'T-2', 'offered'))
  const offered = await inTransaction((tx) => lockBatchesToReplace(tx, [batch, other, idOf(6)]))
  expect([...offered]).toEqual([other])
})

it('segments replace the present ones of their purchases and batch alone', async () => {
  await rows.run(
    place(31, batch, 1, 10) +
      place(31, batch, 101, 5, idOf(6)) +
      place(31, other, 201, 7) +
      place(32, batch, 301, 8) +
      place(33, batch, 401, 9),
  )
  await inTransaction((tx) =>
    writeSegments(tx, batch, [
      ...[{ purchaseId: idOf(31), batchId: batch, firstPlace: 1, kg: 4, replacedBy: null }],
      ...[{ purchaseId: idOf(31), batchId: batch, firstPlace: 5, kg: 6, replacedBy: other }],
      ...[{ purchaseId: idOf(33), batchId: other, firstPlace: 501, kg: 9, replacedBy: null }],
    ]),
  )
  const number = (column: string) => `right(${column}::text, 1)::int`
  expect(
    await rows.ask(`select right(purchase_id::text, 2)::int, ${number('batch_id')},
      first_place::int, kg::int, ${number('replaced_by')} from purchase_places order by 1, 2, 3`),
  ).toEqual([
    [31, 7, 1, 4, null],
    [31, 7, 5, 6, 8],
    [31, 7, 101, 5, 6],
    [31, 8, 201, 7, null],
    [32, 7, 301, 8, null],
    [33, 8, 501, 9, null],
  ])
})
