// Tests the SQL that ends purchases row by row: which are found, and which ends count as abandoned.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { send } from '#platform/database/write.ts'
import { ago, insertSql, purchaseSql, type Row } from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import { endWrites, lockExpiredPurchases, lockPurchasesWithoutReward } from './end-queries.ts'

const inFuture = ago('-10 minutes')
const held = { first_place: null, completed_at: null, holder_id: null, expires_at: inFuture }
const ready = { ...held, state: 'READY', card_state: 'AUTHORISED' }

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
})
afterAll(() => rows.close())
beforeEach(() => rows.run('delete from purchases; delete from rewards;'))

const purchase = (number: number, row: Row = {}) =>
  purchaseSql(
    { id: idOf(8), projectId: idOf(9) },
    { id: idOf(number), buyer_id: idOf(1), tx_id: `CP-${number}`, ...ready, ...row },
  )
const names = (found: readonly { readonly tx_id: string }[]) => found.map(({ tx_id }) => tx_id)
const past = { expires_at: ago('1 second') }

it('expired purchases are open ones past their time that do not complete', async () => {
  await rows.run(
    [
      purchase(11, past),
      purchase(12),
      purchase(13, { ...past, state: 'HELD', card_state: 'AUTHORISING' }),
      purchase(14, { ...past, state: 'COMPLETING', card_state: 'CAPTURING' }),
      purchase(15, { ...past, state: 'EXPIRED', card_state: 'VOIDED' }),
      purchase(16, { ...past, card_state: 'ACTION' }),
    ].join(''),
  )
  await rows.db.transaction(async (tx) => {
    expect(names(await lockExpiredPurchases(tx, 9))).toEqual(['CP-11', 'CP-13', 'CP-16'])
    expect(names(await lockExpiredPurchases(tx, 1))).toEqual(['CP-11'])
  })
})

it('a purchase lost its reward if that expired unredeemed, while the purchase is open and in time', async () => {
  const free = { card_state: 'NONE', card_minor: 0, total_minor: 0, is_reward: true }
  const pair = (number: number, row: Row, reward: Row) =>
    purchase(number, { ...free, reward_id: idOf(50 + number), ...row }) +
    insertSql('rewards', {
      ...{ id: idOf(50 + number), passport_id: idOf(1), achievement_code: `code_${number}`, kg: 1 },
      ...{ purchase_id: idOf(number), ...reward },
    })
  const lapsed = { lapsed_at: ago('1 minute') }
  await rows.run(
    [
      pair(12, {}, lapsed),
      pair(11, {}, lapsed),
      pair(13, {}, {}),
      pair(14, {}, { redeemed_at: ago('1 minute') }),
      pair(15, past, lapsed),
      pair(16, { state: 'EXPIRED' }, lapsed),
    ].join(''),
  )
  await rows.db.transaction(async (tx) => {
    expect(names(await lockPurchasesWithoutReward(tx, 9))).toEqual(['CP-11', 'CP-12'])
    expect(names(await lockPurchasesWithoutReward(tx, 1))).toEqual(['CP-11'])
  })
})

it('an end is abandoned if it expired, or held stock for 30 seconds; not if it failed or was a reward', async () => {
  const long = { created_at: ago('31 seconds') }
  const brief = { created_at: ago('20 seconds') }
  const action = { state: 'READY', card_state: 'ACTION' }
  const free = {
    card_state: 'NONE',
    card_minor: 0,
    total_minor: 0,
    is_reward: true,
    reward_id: idOf(99),
  }
  await rows.run(
    [
      purchase(11, long),
      purchase(12, brief),
      purchase(13, { ...brief, ...past }),
      purchase(14, { ...long, ...action }),
      purchase(15, { ...brief, ...action }),
      purchase(16, { ...long, state: 'HELD', card_state: 'AUTHORISING' }),
      purchase(17, { ...long, ...free }),
      purchase(18, { ...long, state: 'COMPLETING', card_state: 'CAPTURING' }),
    ].join(''),
  )
  const expired = (number: number) => ({
    ...{ id: idOf(number), to: 'EXPIRED VOIDING' as const, failureCode: null },
  })
  const failed = (number: number) => ({
    ...{ id: idOf(number), to: 'FAILED VOIDED' as const, failureCode: 'card_declined' as const },
  })
  await rows.db.transaction((tx) =>
    send(
      tx,
      endWrites([
        ...[expired(11), expired(12), expired(13), failed(14), failed(15), failed(16)],
        { id: idOf(17), to: 'EXPIRED NONE', failureCode: null },
        { id: idOf(18), to: 'FAILED REFUNDING', failureCode: 'not_completed' },
      ]),
    ),
  )
  const ended = await rows.ask(
    `select tx_id, state, card_state, failure_code, reversal, abandoned_at is not null,
       card_checked_at > now() - interval '1 minute' from purchases order by tx_id`,
  )
  const voiding = ['EXPIRED', 'VOIDING', null, 'none']
  const declined = ['FAILED', 'VOIDED', 'card_declined', 'none']
  expect(ended).toEqual([
    ['CP-11', ...voiding, true, true],
    ['CP-12', ...voiding, false, true],
    ['CP-13', ...voiding, true, true],
    ['CP-14', ...declined, true, true],
    ['CP-15', ...declined, false, true],
    ['CP-16', ...declined, false, true],
    ['CP-17', 'EXPIRED', 'NONE', null, 'none', false, true],
    ['CP-18', 'FAILED', 'REFUNDING', 'not_completed', 'refunding', false, true],
  ])
})
