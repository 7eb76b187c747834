// Tests that answers about one payment may arrive in any order: the one requested last decides,
// older ones change nothing. FAULT_ORDERS=all runs all 720 orders.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { settleReturns } from '#features/purchases/refund/settle-returns.ts'
import type { ReturnedPayment } from '#providers/cards/card-provider.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { Person } from '#tests/support/people/person.ts'
import { ordersOf } from '#tests/support/permutations.ts'
import { randomFrom } from '#tests/support/random.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { findPurchaseOfPayment } from './refund-queries.ts'

const seed = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 2 ** 31))

const paymentOf = statement(
  'old-answers-payment',
  { card_payment_id: 'text' },
  'select card_payment_id from purchases where tx_id = $1',
)
const standing = statement(
  'old-answers-standing',
  { reversal: 'text', refunded_minor: 'int8', lost_minor: 'int8', due_minor: 'int8' },
  `select p.reversal, r.refunded_minor, r.lost_minor, r.due_minor
   from purchases p join purchase_reversals r on r.purchase_id = p.id where p.tx_id = $1`,
)
const outcomeOf = statement(
  'old-answers-outcome',
  { outcome: 'text' },
  'select outcome from card_disputes where id = $1',
)

let test: TestApp
let batch: IssuedBatch
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
  batch = await issueTestBatch(test.services.db, { kg: 1_000_000 })
})
afterAll(() => closeWithBooks(test))

type Answer = readonly [refunded: number, dispute: 'open' | 'won' | 'lost' | null]

const histories: readonly (readonly [string, readonly Answer[], string, readonly number[]])[] = [
  [
    'a dispute of a part that is lost',
    [
      [10, null],
      [10, 'open'],
      [20, 'open'],
      [20, 'lost'],
      [40, 'lost'],
      [40, 'lost'],
    ],
    'refunded',
    [40, 60, 0],
  ],
  [
    'a dispute that is won, with refunds in part',
    [
      [0, 'open'],
      [10, 'open'],
      [10, 'won'],
      [20, 'won'],
      [30, 'won'],
      [30, 'won'],
    ],
    'none',
    [30, 0, 0],
  ],
]

function chosenOrders(): number[][] {
  const all = ordersOf([0, 1, 2, 3, 4, 5])
  if (process.env.FAULT_ORDERS === 'all') return all
  const random = randomFrom(seed)
  // The newest answer first makes all others old.
  return [[5, 4, 3, 2, 1, 0], ...Array.from({ length: 4 }, () => random.pick(all))]
}

function returnedOf([refundedMinor, outcome]: Answer, txId: string): ReturnedPayment {
  const disputes = outcome === null ? [] : [{ id: `dp_${txId}`, amountMinor: 60, outcome }]
  return { capturedMinor: 100, currency: 'GBP', refundedMinor, refunds: [], disputes }
}

const orders = chosenOrders()
it.each(histories)(
  `%s has the same end in ${orders.length} orders of answers (seed ${seed})`,
  async (_name, answers, reversal, money) => {
    const buyer = await new Person(test.url).signIn()
    const { services } = test
    for (const order of orders) {
      const txId = await buyer.buyByCard(batch, 50)
      const [payment] = await services.db.run(paymentOf, [txId])
      const row = await findPurchaseOfPayment(services.db, payment?.card_payment_id ?? '')
      if (row === null) throw new Error('there is no such purchase')
      const readings: { readonly answer: () => void; readonly end: Promise<void> }[] = []
      for (const answer of answers) {
        const asked = Promise.withResolvers<void>()
        const arrived = Promise.withResolvers<void>()
        const findReturned = async () => {
          asked.resolve()
          await arrived.promise
          return returnedOf(answer, txId)
        }
        const cards = { ...services.cards, findReturned }
        const end = settleReturns({ ...services, cards }, row)
        await asked.promise
        readings.push({ answer: arrived.resolve, end })
      }
      for (const index of order) {
        readings[index]?.answer()
        await readings[index]?.end
      }
      const [stands] = await services.db.run(standing, [txId])
      const [refunded_minor, lost_minor, due_minor] = money
      const end = { reversal, refunded_minor, lost_minor, due_minor }
      expect({ order, ...stands }).toEqual({ order, ...end })
    }
  },
  30_000 + orders.length * 2_000,
)

it('a lost dispute is won once the provider reports so later', async () => {
  const buyer = await new Person(test.url).signIn()
  const txId = await buyer.buyByCard(batch, 50)
  const { services } = test
  const [payment] = await services.db.run(paymentOf, [txId])
  for (const [outcome, reversal, money] of [
    ['lost', 'refunding', [0, 60, 40]],
    ['won', 'refunding', [0, 0, 100]],
  ] as const) {
    const row = await findPurchaseOfPayment(services.db, payment?.card_payment_id ?? '')
    if (row === null) throw new Error('there is no such purchase')
    const findReturned = async () => returnedOf([0, outcome], txId)
    await settleReturns({ ...services, cards: { ...services.cards, findReturned } }, row)
    expect(await services.db.run(outcomeOf, [`dp_${txId}`])).toEqual([{ outcome }])
    const [refunded_minor, lost_minor, due_minor] = money
    const [standing_] = await services.db.run(standing, [txId])
    expect(standing_).toEqual({ reversal, refunded_minor, lost_minor, due_minor })
  }
})

it('an answer about a payment of another amount or currency changes nothing', async () => {
  const buyer = await new Person(test.url).signIn()
  const txId = await buyer.buyByCard(batch, 50)
  const { services } = test
  const [payment] = await services.db.run(paymentOf, [txId])
  const row = await findPurchaseOfPayment(services.db, payment?.card_payment_id ?? '')
  if (row === null) throw new Error('there is no such purchase')
  const settle = async (over: Partial<ReturnedPayment>) => {
    const findReturned = async () => ({ ...returnedOf([50, null], txId), ...over })
    await settleReturns({ ...services, cards: { ...services.cards, findReturned } }, row)
    return (await services.db.run(standing, [txId])).length
  }
  expect(await settle({ currency: 'EUR' })).toBe(0)
  expect(await settle({ capturedMinor: row.card_minor + 1 })).toBe(0)
  expect(await settle({})).toBe(1)
})
