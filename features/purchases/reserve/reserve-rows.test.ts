// Tests the SQL of reservations row by row: what counts as a hold or a recent purchase, and every column written.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Transaction } from '#platform/database/database.ts'
import { send } from '#platform/database/write.ts'
import {
  ago,
  inFuture,
  insertSql,
  purchaseSql,
  type Row,
  type SqlValue,
} from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import { lockInventory } from './lock-inventory.ts'
import type { Order } from './order.ts'
import type { AcceptedOrder } from './reserve-decision.ts'
import {
  countRecentPurchases,
  findHolds,
  readReservationTimes,
  reservationWrites,
} from './reserve-queries.ts'

const [ada, ben, cy] = [idOf(1), idOf(2), idOf(3)]
const [batch, other] = [idOf(7), idOf(8)]

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
})
afterAll(() => rows.close())
const tables = ['purchase_wallet_parts', 'purchases', 'batch_stock', 'batches', 'projects']
beforeEach(() => rows.run(tables.map((table) => `delete from ${table};`).join('')))

const inTransaction = <Result>(act: (tx: Transaction) => Promise<Result>) =>
  rows.db.transaction(act)
const open = { first_place: null, completed_at: null, expires_at: inFuture('20 minutes') }
const held = { ...open, state: 'HELD', card_state: 'AUTHORISING' }
const ready = { ...open, state: 'READY', card_state: 'AUTHORISED' }
const completing = { ...open, state: 'COMPLETING', card_state: 'CAPTURING' }
const ended = { ...open, state: 'EXPIRED', card_state: 'VOIDED' }
const byReward = {
  ...{ is_reward: true, reward_id: idOf(5), total_minor: 0, card_minor: 0, card_state: 'NONE' },
}
const row = (number: number, of: Row) =>
  purchaseSql(
    { id: batch, projectId: idOf(9) },
    { id: idOf(number), tx_id: `CP-${number}`, buyer_id: ada, ...of },
  )

it('holds are open or lately abandoned purchases, by batch, without plans', async () => {
  await rows.run(
    row(31, { ...held, quantity_kg: 1 }) +
      row(32, { ...ready, quantity_kg: 2 }) +
      row(33, { ...completing, quantity_kg: 4, expires_at: ago('1 hour') }) +
      row(34, { ...ready, quantity_kg: 8, expires_at: ago('1 second') }) +
      row(35, { ...ready, ...byReward, quantity_kg: 16 }) +
      row(36, { ...ready, is_planned: true, quantity_kg: 32 }) +
      row(37, { ...ready, batch_id: other, quantity_kg: 64 }) +
      row(38, { ...ended, abandoned_at: ago('10 minutes') }) +
      row(39, { ...ended, abandoned_at: ago('50 minutes') }) +
      row(40, { ...ended, abandoned_at: ago('61 minutes') }) +
      row(41, { ...ended, is_planned: true, abandoned_at: ago('10 minutes') }) +
      row(42, {}) +
      row(43, { ...ready, buyer_id: ben, quantity_kg: 128 }) +
      row(44, { ...held, buyer_id: cy }),
  )
  const holds = await inTransaction((tx) => findHolds(tx, [ada, ben]))
  expect([...holds.keys()].toSorted()).toEqual([ada, ben])
  const own = holds.get(ada)
  expect(own).toEqual({
    ...{ open: 5, authorising: 1, abandoned: 2, abandonedWaitSeconds: expect.any(Number) },
    openKgByBatch: new Map([
      [batch, 3],
      [other, 64],
    ]),
    abandonedBatches: new Set([batch]),
  })
  // The older of the two is an hour old in 10 minutes.
  expect(Math.abs((own?.abandonedWaitSeconds ?? 0) - 600)).toBeLessThan(30)
  expect(holds.get(ben)).toEqual({
    ...{ open: 1, authorising: 0, abandoned: 0, abandonedWaitSeconds: Number.POSITIVE_INFINITY },
    ...{ openKgByBatch: new Map([[batch, 128]]), abandonedBatches: new Set() },
  })
})

describe('the purchases of an hour', () => {
  /** A purchase whose id has the time of its creation. */
  const made = (number: number, interval: string, of: Row = {}) => {
    const id: SqlValue = { sql: `uuidv7(interval '-${interval}')` }
    const { id: _, ...columns } = { id, tx_id: `CP-${number}`, buyer_id: ada, ...of }
    return row(number, { ...columns, created_at: ago(interval) }).replace(
      `'${idOf(number)}'`,
      id.sql,
    )
  }
  const counts = (which: 'started' | 'declined', ids: readonly string[]) =>
    inTransaction((tx) => countRecentPurchases(tx, which, ids))

  it('are those of the buyer without rewards and plans; the oldest sets the wait', async () => {
    await rows.run(
      made(31, '10 minutes') +
        made(32, '50 minutes', { ...ended, failure_code: 'card_declined', state: 'FAILED' }) +
        made(33, '61 minutes') +
        made(34, '55 minutes', byReward) +
        made(35, '56 minutes', { is_planned: true }) +
        made(36, '30 minutes', { buyer_id: ben }) +
        made(37, '40 minutes', { buyer_id: cy }),
    )
    const started = await counts('started', [ada, ben, idOf(4)])
    expect([...started].map(([id, { count }]) => [id, count])).toEqual([
      [ada, 2],
      [ben, 1],
      [idOf(4), 0],
    ])
    expect(Math.abs((started.get(ada)?.waitSeconds ?? 0) - 600)).toBeLessThan(30)
    expect(Math.abs((started.get(ben)?.waitSeconds ?? 0) - 1_800)).toBeLessThan(30)
    expect(started.get(idOf(4))).toEqual({ count: 0, waitSeconds: 3_600 })
    expect(await counts('started', [])).toEqual(new Map())
  })

  it('with a declined card are those of plans too, and no other failure', async () => {
    const failed = (failure_code: string) => ({ ...ended, state: 'FAILED', failure_code })
    await rows.run(
      made(31, '10 minutes', failed('card_declined')) +
        made(32, '20 minutes', { ...failed('card_declined'), is_planned: true }) +
        made(33, '30 minutes', failed('insufficient_stock')) +
        made(34, '62 minutes', failed('card_declined')) +
        made(35, '40 minutes'),
    )
    const declined = await counts('declined', [ada])
    expect(declined.get(ada)?.count).toBe(2)
    expect(Math.abs((declined.get(ada)?.waitSeconds ?? 0) - 2_400)).toBeLessThan(30)
  })
})

it('a reservation lasts 10 minutes by the database’s clock', async () => {
  const { now, expiresAt } = await inTransaction(readReservationTimes)
  expect(expiresAt.getTime() - now.getTime()).toBe(10 * 60_000)
})

const order = (number: number, more: Partial<Order> = {}): Order => ({
  ...{ purchaseId: idOf(number), txId: `CP-${number}`, batchId: batch, quantityKg: number },
  buyer: { passportId: ada, currency: 'TRY', phone: '+491515000001', sessionId: null },
  ...{ priceMicros: 1, batchCurrency: 'XXX', method: 'card', walletMinor: null, cardMinor: null },
  ...{ cardToken: null, savedCard: null, savesCard: false, quote: null, gift: null },
  ...{ note: null, rewardId: null, isPlanned: false, isQuoteRefused: false },
  ...more,
})
const accepted = (number: number, more: Partial<AcceptedOrder> = {}): AcceptedOrder => ({
  ...{ order: order(number), projectId: idOf(9), priceMicros: 20_000, batchCurrency: 'EUR' },
  ...{ rate: '45.5', totalMinor: 700, walletMinor: 300, cardMinor: 400, walletParts: [] },
  ...{ reward: null, deliverAt: null, endsAt: null, ...more },
})

it('orders are written with every column, and the parts of their wallets', async () => {
  const gift = {
    ...{ recipientPhone: '+31612000003', recipientKey: 'key', recipientName: 'Cy' },
    ...{ fromName: 'Ada L.', deliverOn: '2030-12-24' },
  }
  const wallet = (programmeId: string, walletCurrency: string, walletMinor: number) => ({
    ...{ programmeId, walletCurrency, walletMinor, paidMinor: walletMinor + 1 },
    roundingMinor: 1,
  })
  const soon = new Date(Date.now() + 5 * 60_000)
  const late = new Date(Date.now() + 500 * 60_000)
  const list = [
    accepted(31, { walletParts: [wallet('bank', 'GBP', 5), wallet('shop', 'EUR', 7)] }),
    accepted(32, {
      order: order(32, { gift, note: 'For you', isPlanned: true }),
      ...{ totalMinor: 300, cardMinor: 0, deliverAt: new Date('2030-12-24T08:00:00Z') },
    }),
    accepted(33, {
      order: order(33, {
        rewardId: idOf(5),
        buyer: { passportId: ben, currency: 'GBP', phone: null, sessionId: null },
      }),
      ...{ totalMinor: 0, walletMinor: 0, cardMinor: 0, endsAt: soon },
      reward: { currency: 'EUR', amountMinor: 66 },
    }),
    accepted(34, { endsAt: late }),
  ]
  await inTransaction((tx) => send(tx, reservationWrites(list)))
  const number = (column: string) => `right(${column}::text, 1)::int`
  const of = async (columns: string) => rows.ask(`select ${columns} from purchases order by id`)
  expect(
    await of(`tx_id, ${number('buyer_id')}, ${number('batch_id')}, ${number('project_id')},
      quantity_kg, price_micros::int, batch_currency, currency, rate::text, total_minor::int,
      wallet_minor::int, card_minor::int, tax_country, ${number('reward_id')}, reward_minor::int`),
  ).toEqual([
    ['CP-31', 1, 7, 9, 31, 20_000, 'EUR', 'TRY', '45.5', 700, 300, 400, 'DE', null, 0],
    ['CP-32', 1, 7, 9, 32, 20_000, 'EUR', 'TRY', '45.5', 300, 300, 0, 'DE', null, 0],
    ['CP-33', 2, 7, 9, 33, 20_000, 'EUR', 'GBP', '45.5', 0, 0, 0, null, 5, 66],
    ['CP-34', 1, 7, 9, 34, 20_000, 'EUR', 'TRY', '45.5', 700, 300, 400, 'DE', null, 0],
  ])
  const none = [null, null, null, null, null, null, null]
  expect(
    await of(`is_gift, is_reward, is_planned, state, card_state,
      round(extract(epoch from expires_at - now()) / 60)::int, note, recipient_phone,
      recipient_key, recipient_name, from_name, deliver_on::text,
      deliver_at = '2030-12-24 08:00Z'`),
  ).toEqual([
    [false, false, false, 'HELD', 'AUTHORISING', 10, ...none],
    [
      ...[true, false, true, 'READY', 'NONE', 10, 'For you', '+31612000003', 'key', 'Cy'],
      ...['Ada L.', '2030-12-24', true],
    ],
    [false, true, false, 'READY', 'NONE', 5, ...none],
    [false, false, false, 'HELD', 'AUTHORISING', 10, ...none],
  ])
  expect(
    await rows.ask(`select right(purchase_id::text, 2)::int, ${number('passport_id')},
      programme_id, wallet_currency, wallet_minor::int, paid_minor::int, rounding_minor::int
      from purchase_wallet_parts order by programme_id`),
  ).toEqual([
    [31, 1, 'bank', 'GBP', 5, 6, 1],
    [31, 1, 'shop', 'EUR', 7, 8, 1],
  ])
})

it('stock is on offer while its batch is offered and its project listed', async () => {
  const stocked = (number: number, offer: string, unlisted_status: string | null) =>
    insertSql('projects', {
      ...{ id: idOf(number + 50), registry: 'TST', registry_name: 'T', external_id: `${number}` },
      ...{ name: 'W', country: 'TR', country_name: 'T', status: 'Verified', unlisted_status },
    }) +
    insertSql('batches', {
      ...{ id: idOf(number), project_id: idOf(number + 50), name: 'B', vintage_year: 2024 },
      ...{ serial_number: `T-${number}`, price_micros: number, currency: 'EUR', offer },
      ...{ is_uncompared: true, offer_reason: offer === 'offered' ? null : 'test' },
    }) +
    insertSql('batch_stock', { batch_id: idOf(number), issued_kg: 100, available_kg: number })
  await rows.run(
    stocked(41, 'offered', null) +
      stocked(42, 'withdrawn', null) +
      stocked(43, 'offered', 'Withdrawn') +
      stocked(44, 'offered', null),
  )
  const orders = [43, 42, 41, 41].map((number) => order(31, { batchId: idOf(number) }))
  const { stock, claims, rewardBudgets } = await inTransaction((tx) => lockInventory(tx, orders, 5))
  const row = (number: number, is_offered: boolean) => [
    idOf(number),
    {
      ...{ batch_id: idOf(number), project_id: idOf(number + 50), price_micros: number },
      ...{ currency: 'EUR', available_kg: number, is_offered },
    },
  ]
  expect([...stock]).toEqual([row(41, true), row(42, false), row(43, false)])
  expect([claims, rewardBudgets].map((each) => [...each])).toEqual([[], []])
})
