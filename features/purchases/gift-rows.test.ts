// Tests row by row which gifts are thanked, opened and received, and which kilograms a passport has paid for.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ago, purchaseSql, type Row } from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import { markGiftsReceived } from './mark-gifts-received.ts'
import { openGift } from './open-gift.ts'
import { readPaidKg } from './paid-kilograms.ts'
import { readPlannedPurchase } from './planned-purchase.ts'
import { thankGiver } from './thank-giver.ts'

const [ada, ben] = [idOf(1), idOf(2)]

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
})
afterAll(() => rows.close())
beforeEach(() => rows.run('delete from purchases; delete from request_nonces;'))

const bought = (number: number, row: Row = {}) =>
  purchaseSql(
    { id: idOf(8), projectId: idOf(9) },
    { id: idOf(number), tx_id: `CP-${number}`, buyer_id: ada, ...row },
  )
const gift = { is_gift: true, holder_id: ben }
const stored = (columns: string) => rows.ask(`select ${columns} from purchases order by id`)
const none = { problem: 'purchase_not_found' }

it('the holder of a gift in force thanks its giver once', async () => {
  await rows.run(
    bought(31, gift) +
      bought(32, { ...gift, thanked_at: '2026-01-01 10:00' }) +
      bought(33, { ...gift, reversal: 'refunded' }) +
      bought(34, { ...gift, holder_id: ada }) +
      bought(35, { ...gift, is_gift: false }) +
      bought(36, { ...gift, buyer_id: ben }),
  )
  const thanked = await Promise.all(
    [31, 32, 33, 34, 35, 36].map((number) => thankGiver(rows.db, ben, `CP-${number}`)),
  )
  expect(thanked).toEqual([null, null, none, none, none, none])
  expect(await stored(`thanked_at is not null, thanked_at = '2026-01-01 10:00Z'`)).toEqual([
    ...[
      [true, false],
      [true, true],
    ],
    ...Array.from({ length: 4 }, () => [false, null]),
  ])
})

it('the holder of a gift opens it once, with a new nonce', async () => {
  await rows.run(
    bought(31, gift) +
      bought(32, { ...gift, opened_at: '2026-01-01 10:00' }) +
      bought(33, { ...gift, holder_id: ada }) +
      bought(34, { ...gift, is_gift: false }),
  )
  let count = 0
  const nonce = () => {
    count += 1
    return { terminalId: 'web', nonce: `nonce-${count}` }
  }
  const used = nonce()
  expect(await openGift(rows.db, ben, 'CP-31', used)).toBeNull()
  expect(await openGift(rows.db, ben, 'CP-32', used)).toEqual({ problem: 'replayed' })
  expect(await openGift(rows.db, ben, 'CP-32', nonce())).toBeNull()
  expect(await openGift(rows.db, ben, 'CP-33', nonce())).toEqual(none)
  expect(await openGift(rows.db, ben, 'CP-34', nonce())).toEqual(none)
  expect(await stored(`opened_at is not null, opened_at = '2026-01-01 10:00Z'`)).toEqual([
    ...[
      [true, false],
      [true, true],
      [false, null],
      [false, null],
    ],
  ])
})

it('all gifts of a holder are received, each once', async () => {
  await rows.run(
    bought(31, gift) +
      bought(32, gift) +
      bought(33, { ...gift, received_at: '2026-01-01 10:00' }) +
      bought(34, { ...gift, holder_id: ada }) +
      bought(35, { holder_id: ben }),
  )
  await markGiftsReceived(rows.db, ben)
  expect(await stored(`received_at is not null, received_at = '2026-01-01 10:00Z'`)).toEqual([
    ...[
      [true, false],
      [true, false],
      [true, true],
      [false, null],
      [false, null],
    ],
  ])
})

it('paid kilograms are the buyer’s own, less refunds, and of gifts those that were received', async () => {
  await rows.run(
    bought(31, { quantity_kg: 1_000, refunded_kg: 1 }) +
      bought(32, { quantity_kg: 2, reversal: 'disputed' }) +
      bought(33, { ...gift, quantity_kg: 4, received_at: ago('1 hour') }) +
      bought(34, { ...gift, quantity_kg: 8 }) +
      bought(35, { quantity_kg: 16, reversal: 'refunding' }) +
      bought(36, { quantity_kg: 32, reversal: 'refunded', keeps_kilograms: true }) +
      bought(37, { quantity_kg: 64, buyer_id: ben, holder_id: ada }) +
      bought(38, { quantity_kg: 128, total_minor: 0, card_minor: 0, card_state: 'NONE' }) +
      bought(39, {
        ...{ quantity_kg: 256, total_minor: 0, card_minor: 0, card_state: 'NONE' },
        ...{ is_reward: true, reward_id: idOf(5) },
      }) +
      bought(40, {
        ...{ quantity_kg: 512, state: 'FAILED', card_state: 'VOIDED' },
        ...{ first_place: null, completed_at: null },
      }),
  )
  expect([await readPaidKg(rows.db, ada), await readPaidKg(rows.db, ben)]).toEqual([1_005, 64])
  expect(await readPaidKg(rows.db, idOf(3))).toBe(0)
})

it('the purchase of a plan’s run is that of its attempt, if it has one', async () => {
  await rows.run(bought(31))
  expect(await readPlannedPurchase(rows.db, null)).toBeNull()
  expect(await readPlannedPurchase(rows.db, idOf(32))).toBeNull()
  expect(await readPlannedPurchase(rows.db, idOf(31))).toMatchObject({ tx_id: 'CP-31' })
})
