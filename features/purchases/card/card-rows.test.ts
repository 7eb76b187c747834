// Tests the SQL of the card steps row by row: which purchases each move finds, and every column that it writes.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findPurchase, movePurchase } from '#features/purchases/purchase-queries.ts'
import type { Transaction } from '#platform/database/database.ts'
import { send } from '#platform/database/write.ts'
import { ago, inFuture, insertSql, purchaseSql, type Row } from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import {
  closeUnknownPayment,
  findUnpaidKg,
  findUnsettledPurchases,
  moveCardOfEnded,
  moveFromAction,
  moveToAction,
  moveToAuthorised,
  owedChargeWrites,
} from './card-queries.ts'

const [ada, ben] = [idOf(1), idOf(2)]
const [batch, other] = [idOf(7), idOf(8)]

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
})
afterAll(() => rows.close())
const tables = ['card_references', 'purchase_reversals', 'purchases', 'batch_stock']
beforeEach(() => rows.run(tables.map((table) => `delete from ${table};`).join('')))

const inTransaction = <Result>(act: (tx: Transaction) => Promise<Result>) =>
  rows.db.transaction(act)
const open = { first_place: null, completed_at: null, expires_at: inFuture('20 minutes') }
const held = { ...open, state: 'HELD', card_state: 'AUTHORISING' }
const asking = { ...open, state: 'READY', card_state: 'ACTION', card_payment_id: 'pi_0' }
const bought = (number: number, row: Row = {}) =>
  purchaseSql(
    { id: batch, projectId: idOf(9) },
    { id: idOf(number), tx_id: `CP-${number}`, buyer_id: ada, card_payment_id: null, ...row },
  )
/** Number, states, payment and card of each purchase, and the minutes until it expires. */
const stored = () =>
  rows.ask(`select right(id::text, 2)::int, state, card_state, card_payment_id, card_brand,
    card_last_four, card_country, round(extract(epoch from expires_at - now()) / 60)::int,
    card_checked_at is not null from purchases order by id`)
const references = () =>
  rows.ask('select id, kind, right(purchase_id::text, 2)::int from card_references order by id')

describe('a card that is authorised', () => {
  it('moves each held purchase in time, with its payment, charge and card', async () => {
    await rows.run(
      bought(31, held) +
        bought(32, held) +
        bought(33, { ...held, expires_at: ago('1 second') }) +
        bought(34, asking) +
        bought(35, held),
    )
    const card = { brand: 'visa', lastFour: '4242', country: 'FR' }
    const payment = (number: number) => ({
      ...{ purchaseId: idOf(number), paymentId: `pi_${number}`, chargeId: `ch_${number}`, card },
    })
    const moved = await inTransaction((tx) =>
      moveToAuthorised(tx, [
        ...[payment(32), payment(31), payment(33), payment(34)],
        { purchaseId: idOf(35), paymentId: 'pi_35' },
      ]),
    )
    expect([...moved].toSorted()).toEqual([idOf(31), idOf(32), idOf(35)])
    expect(await stored()).toEqual([
      [31, 'READY', 'AUTHORISED', 'pi_31', 'visa', '4242', 'FR', 20, true],
      [32, 'READY', 'AUTHORISED', 'pi_32', 'visa', '4242', 'FR', 20, true],
      [33, 'HELD', 'AUTHORISING', null, null, null, null, 0, false],
      [34, 'READY', 'ACTION', 'pi_0', null, null, null, 20, false],
      [35, 'READY', 'AUTHORISED', 'pi_35', null, null, null, 20, true],
    ])
    // The charge of a payment counts, whatever became of its purchase.
    expect(await references()).toEqual(
      [31, 32, 33, 34].map((each) => [`ch_${each}`, 'charge', each]),
    )
  })

  it('after a question of the bank has its card, and the usual time again', async () => {
    const created = { created_at: ago('4 minutes') }
    await rows.run(
      bought(31, { ...asking, ...created, expires_at: inFuture('2 minutes') }) +
        bought(32, { ...asking, ...created, expires_at: inFuture('50 minutes') }) +
        bought(33, { ...asking, expires_at: ago('1 second') }) +
        bought(34, held),
    )
    const card = { brand: 'amex', lastFour: '0005', country: null }
    await moveFromAction(rows.db, idOf(31), { paymentId: 'pi_1', chargeId: 'ch_1', card })
    await moveFromAction(rows.db, idOf(32), { paymentId: null })
    await moveFromAction(rows.db, idOf(33), { paymentId: 'pi_3', chargeId: 'ch_3', card })
    await moveFromAction(rows.db, idOf(34), { paymentId: 'pi_4', card })
    expect(await stored()).toEqual([
      [31, 'READY', 'AUTHORISED', 'pi_1', 'amex', '0005', null, 6, true],
      [32, 'READY', 'AUTHORISED', 'pi_0', null, null, null, 50, true],
      [33, 'READY', 'ACTION', 'pi_0', null, null, null, 0, false],
      [34, 'HELD', 'AUTHORISING', null, null, null, null, 20, false],
    ])
    expect(await references()).toEqual([
      ['ch_1', 'charge', 31],
      ['ch_3', 'charge', 33],
    ])
  })
})

it('a question of the bank shortens the time of a held purchase, and never extends it', async () => {
  await rows.run(
    bought(31, held) +
      bought(32, { ...held, expires_at: inFuture('2 minutes') }) +
      bought(33, { ...held, expires_at: ago('1 second') }) +
      bought(34, asking),
  )
  const ends = await inTransaction(async (tx) => {
    const found: (Date | null)[] = []
    for (const number of [31, 32, 33, 34]) {
      found.push(await moveToAction(tx, idOf(number), `pi_${number}`))
    }
    return found
  })
  expect(ends.map((each) => each !== null)).toEqual([true, true, false, false])
  const [first, second, third, fourth] = await stored()
  expect([second, third, fourth]).toEqual([
    [32, 'READY', 'ACTION', 'pi_32', null, null, null, 2, true],
    [33, 'HELD', 'AUTHORISING', null, null, null, null, 0, false],
    [34, 'READY', 'ACTION', 'pi_0', null, null, null, 20, false],
  ])
  expect(first).toEqual([31, 'READY', 'ACTION', 'pi_31', null, null, null, 3, true])
  const [end] = await rows.ask(`select expires_at from purchases where id = '${idOf(31)}'`)
  expect(ends[0]).toEqual(end?.[0])
})

it('unpaid kilograms are those of the buyer’s other open purchases of the batch', async () => {
  await rows.run(
    insertSql('batch_stock', { batch_id: batch, issued_kg: 99, available_kg: 70 }) +
      insertSql('batch_stock', { batch_id: other, issued_kg: 999, available_kg: 900 }) +
      bought(31, { ...held, quantity_kg: 1 }) +
      bought(32, { ...held, quantity_kg: 2 }) +
      bought(33, { ...asking, quantity_kg: 4 }) +
      bought(34, { ...open, state: 'READY', card_state: 'AUTHORISED', quantity_kg: 8 }) +
      bought(35, { ...held, quantity_kg: 16, expires_at: ago('1 second') }) +
      bought(36, { ...held, quantity_kg: 32, buyer_id: ben }) +
      bought(37, { ...held, quantity_kg: 64, batch_id: other }) +
      bought(38, { quantity_kg: 128 }),
  )
  const unpaid = (number: number, buyer_id: string, batch_id: string) =>
    inTransaction((tx) => findUnpaidKg(tx, { id: idOf(number), buyer_id, batch_id }))
  expect(await unpaid(31, ada, batch)).toEqual({ availableKg: 70, waitingKg: 6 })
  expect(await unpaid(99, ada, batch)).toEqual({ availableKg: 70, waitingKg: 7 })
  expect(await unpaid(99, ben, batch)).toEqual({ availableKg: 70, waitingKg: 32 })
  expect(await unpaid(37, ada, other)).toEqual({ availableKg: 900, waitingKg: 0 })
  await expect(unpaid(31, ada, idOf(6))).rejects.toThrow('a batch vanished')
})

const voiding = { ...open, state: 'EXPIRED', card_state: 'VOIDING' }

it('the card of an ended purchase moves from its state, and owes a charge where it refunds', async () => {
  await rows.run(
    bought(31, voiding) +
      bought(32, { ...voiding, card_payment_id: 'pi_0' }) +
      bought(33, { ...voiding, card_state: 'VOIDED' }),
  )
  const move = (number: number, to: 'VOIDED' | 'REFUNDING', paymentId: string | null) =>
    moveCardOfEnded(rows.db, idOf(number), ['VOIDING', to] as never, paymentId)
  expect(await move(31, 'REFUNDING', 'pi_1')).toBe(true)
  expect(await move(32, 'VOIDED', null)).toBe(true)
  expect(await move(33, 'REFUNDING', 'pi_3')).toBe(false)
  expect(
    await rows.ask(`select card_state, reversal, card_payment_id, card_checked_at is not null
      from purchases order by id`),
  ).toEqual([
    ['REFUNDING', 'refunding', 'pi_1', true],
    ['VOIDED', 'none', 'pi_0', true],
    ['VOIDED', 'none', null, false],
  ])
  const refunds = [
    { purchaseId: idOf(31), currency: 'GBP', cardMinor: 11 },
    { purchaseId: idOf(32), currency: 'EUR', cardMinor: 12 },
  ]
  await inTransaction((tx) => send(tx, owedChargeWrites(refunds)))
  expect(
    await rows.ask('select purchase_id, due_minor::int from purchase_reversals order by 1'),
  ).toEqual([
    [idOf(31), 11],
    [idOf(32), 12],
  ])
})

it('a payment that the provider does not know is void a minute after the purchase ended', async () => {
  await rows.run(
    bought(31, { ...voiding, expires_at: ago('59 seconds') }) +
      bought(32, { ...voiding, expires_at: ago('61 seconds') }) +
      bought(33, { ...held, expires_at: ago('61 seconds') }),
  )
  for (const number of [31, 32, 33]) await closeUnknownPayment(rows.db, idOf(number))
  const found = await rows.ask(
    'select card_state, card_checked_at is not null from purchases order by id',
  )
  expect(found).toEqual([
    ['VOIDING', false],
    ['VOIDED', true],
    ['AUTHORISING', false],
  ])
})

it('unsettled purchases were not checked lately: the completing first, then the longest unchecked', async () => {
  const checked = (seconds: number) => ({ card_checked_at: ago(`${seconds} seconds`) })
  const byWallet = { card_state: 'NONE', card_minor: 0, wallet_minor: 100 }
  const completing = { ...open, state: 'COMPLETING', card_state: 'CAPTURING' }
  await rows.run(
    bought(31, { ...held, ...checked(25) }) +
      bought(32, { ...held, ...checked(15) }) +
      bought(33, { ...completing, ...checked(22) }) +
      bought(34, { ...voiding, ...checked(60) }) +
      bought(35, { ...held, created_at: ago('30 seconds') }) +
      bought(36, { ...held, created_at: ago('10 seconds') }) +
      bought(37, { ...completing, ...byWallet, ...checked(23) }) +
      bought(38, { ...voiding, card_state: 'VOIDED', ...checked(90) }) +
      bought(39, checked(90)) +
      bought(40, { ...open, state: 'READY', card_state: 'AUTHORISED', ...checked(90) }) +
      bought(41, { ...asking, ...checked(26) }),
  )
  const found = async (limit: number) =>
    (await findUnsettledPurchases(rows.db, 20, limit)).map(({ tx_id }) => tx_id)
  const all = await found(20)
  expect(all.slice(0, 2)).toEqual(['CP-37', 'CP-33'])
  expect(all.slice(2).filter((each) => each !== 'CP-41')).toEqual(['CP-34', 'CP-35', 'CP-31'])
  expect(await found(3)).toEqual(all.slice(0, 3))
})

it('a purchase moves from its stage while its time lasts, and keeps its payment', async () => {
  await rows.run(
    bought(31, { ...held, card_payment_id: 'pi_0' }) +
      bought(32, { ...held, expires_at: ago('1 second') }) +
      bought(33, asking),
  )
  const move = (number: number, paymentId: string | null) =>
    movePurchase(rows.db, idOf(number), ['HELD AUTHORISING', 'READY AUTHORISED'], paymentId)
  expect([await move(31, null), await move(32, 'pi_2'), await move(33, 'pi_3')]).toEqual([
    ...[true, false, false],
  ])
  expect(await findPurchase(rows.db, idOf(31))).toMatchObject({
    ...{ state: 'READY', card_state: 'AUTHORISED', card_payment_id: 'pi_0' },
  })
  expect(await findPurchase(rows.db, idOf(32))).toMatchObject({ state: 'HELD', is_over: true })
  expect(await findPurchase(rows.db, idOf(99))).toBeNull()
})
