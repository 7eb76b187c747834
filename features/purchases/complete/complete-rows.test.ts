// Tests the SQL of completions row by row: captures that begin, completed purchases, and gifts that wait.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Transaction } from '#platform/database/database.ts'
import { send } from '#platform/database/write.ts'
import { ago, inFuture, passportSql, purchaseSql, type Row } from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import {
  captureWrites,
  completionWrites,
  lockRecipients,
  lockWaitingGifts,
  receiptWrites,
  writeCompletionFailure,
} from './complete-queries.ts'

const [ada, ben, del] = [idOf(1), idOf(2), idOf(3)]
const [first, second] = ['+447400000001', '+447400000002']

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
})
afterAll(() => rows.close())
beforeEach(() => rows.run('delete from purchases; delete from passports;'))

const inTransaction = <Result>(act: (tx: Transaction) => Promise<Result>) =>
  rows.db.transaction(act)
const open = { first_place: null, completed_at: null, expires_at: inFuture('5 minutes') }
const ready = { ...open, state: 'READY', card_state: 'AUTHORISED' }
const completing = { ...open, state: 'COMPLETING', card_state: 'CAPTURING' }
const bought = (number: number, row: Row = {}) =>
  purchaseSql(
    { id: idOf(8), projectId: idOf(9) },
    { id: idOf(number), tx_id: `CP-${number}`, buyer_id: ada, ...row },
  )
const stored = (columns: string) => rows.ask(`select ${columns} from purchases order by id`)

it('captures begin for authorised purchases in time, and no others', async () => {
  await rows.run(
    bought(31, ready) +
      bought(32, { ...ready, expires_at: ago('1 second') }) +
      bought(33, { ...open, state: 'READY', card_state: 'ACTION' }) +
      bought(34, ready),
  )
  expect(captureWrites([])).toEqual([])
  await inTransaction((tx) => send(tx, captureWrites([31, 32, 33].map(idOf))))
  expect(await stored('state, card_state, card_checked_at is not null')).toEqual([
    ['COMPLETING', 'CAPTURING', true],
    ['READY', 'AUTHORISED', false],
    ['READY', 'ACTION', false],
    ['READY', 'AUTHORISED', false],
  ])
})

it('failures of a completion are counted while it completes, up to a thousand', async () => {
  await rows.run(
    bought(31, { ...completing, completion_failures: 4 }) +
      bought(32, { ...completing, completion_failures: 1_000 }) +
      bought(33, ready),
  )
  const counts = await inTransaction(async (tx) => [
    await writeCompletionFailure(tx, idOf(31)),
    await writeCompletionFailure(tx, idOf(32)),
    await writeCompletionFailure(tx, idOf(33)),
  ])
  expect(counts).toEqual([5, 1_000, 0])
})

it('a completion has its place, holder and receiver; a gift with a day is delivered to a holder', async () => {
  const day = { is_gift: true, deliver_on: '2026-12-24', deliver_at: inFuture('1 day') }
  const byWallet = { ...open, state: 'READY', card_state: 'NONE', card_minor: 0, wallet_minor: 100 }
  await rows.run(
    bought(31, completing) +
      bought(32, byWallet) +
      bought(33, { ...completing, ...day }) +
      bought(34, { ...completing, ...day }) +
      bought(35, completing),
  )
  const completion = (number: number, holderId: string | null, recipientId: string | null) => ({
    ...{ id: idOf(number), firstPlace: number * 100, holderId, recipientId },
  })
  await inTransaction((tx) =>
    send(
      tx,
      completionWrites([
        ...[completion(31, ada, null), completion(32, ben, del)],
        ...[completion(33, ben, ben), completion(34, null, null)],
      ]),
    ),
  )
  expect(
    await stored(`state, card_state, first_place::int, right(holder_id::text, 1)::int,
      right(recipient_id::text, 1)::int, completed_at is not null, delivered_at is not null`),
  ).toEqual([
    ['COMPLETED', 'CAPTURED', 3_100, 1, null, true, false],
    ['COMPLETED', 'NONE', 3_200, 2, 3, true, false],
    ['COMPLETED', 'CAPTURED', 3_300, 2, 2, true, true],
    ['COMPLETED', 'CAPTURED', 3_400, null, null, true, false],
    ['COMPLETING', 'CAPTURING', null, 1, null, false, false],
  ])
})

it('receivers are the passports of the numbers', async () => {
  await rows.run(passportSql(ada, { phone: first }) + passportSql(ben, { phone: second }))
  const found = await inTransaction((tx) => lockRecipients(tx, [second, '+447400000009']))
  expect([...found]).toEqual([[second, ben]])
  expect(await inTransaction((tx) => lockRecipients(tx, []))).toEqual(new Map())
})

it('gifts that wait are those of the numbers, in force and arrived, with what is left of them', async () => {
  const gift = { is_gift: true, recipient_phone: first, holder_id: null, quantity_kg: 40 }
  const day = { deliver_on: '2026-12-24', deliver_at: ago('1 day') }
  await rows.run(
    bought(35, { ...gift, refunded_kg: 9 }) +
      bought(31, { ...gift, recipient_phone: second }) +
      bought(32, { ...gift, holder_id: ben }) +
      bought(33, { ...gift, reversal: 'refunded' }) +
      bought(34, { ...gift, ...day }) +
      bought(36, { ...gift, ...day, delivered_at: ago('1 hour') }) +
      bought(37, { ...gift, recipient_phone: '+447400000009' }) +
      bought(38, { ...gift, ...completing }) +
      bought(39, { ...gift, is_gift: false }) +
      bought(40, {
        ...{ ...gift, is_reward: true, reward_id: idOf(5), total_minor: 0, card_minor: 0 },
        card_state: 'NONE',
      }),
  )
  const waiting = (number: number, quantityKg: number, phone = first, isReward = false) => ({
    ...{ purchaseId: idOf(number), phone, quantityKg, isReward },
  })
  expect(await inTransaction((tx) => lockWaitingGifts(tx, [first, second]))).toEqual([
    ...[waiting(31, 40, second), waiting(35, 31), waiting(36, 40), waiting(40, 40, first, true)],
  ])
})

it('a received gift has its holder, and no number of an erased giver’s gift', async () => {
  const gift = { is_gift: true, recipient_phone: first, holder_id: null }
  const day = { deliver_on: '2026-12-24', deliver_at: ago('1 day') }
  await rows.run(
    passportSql(ada) +
      passportSql(del, { erased_at: ago('1 hour') }) +
      bought(31, gift) +
      bought(32, { ...gift, buyer_id: del }) +
      bought(33, { ...gift, ...day }) +
      bought(34, { ...gift, ...day, delivered_at: ago('1 hour') }) +
      bought(35, gift),
  )
  const receipts = [31, 32, 33, 34].map((number) => ({ purchaseId: idOf(number), passportId: ben }))
  await inTransaction((tx) => send(tx, receiptWrites(receipts)))
  expect(
    await stored(`right(holder_id::text, 1)::int, right(recipient_id::text, 1)::int,
      received_at is not null, recipient_phone`),
  ).toEqual([
    [2, 2, true, first],
    [2, 2, true, null],
    [2, 2, false, first],
    [2, 2, true, first],
    [null, null, false, first],
  ])
})
