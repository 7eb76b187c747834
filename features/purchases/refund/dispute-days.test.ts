// Tests that a lost or reinstated dispute is posted on the provider's day, and a refund on the day of its booking.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pollCardEvents } from '#features/purchases/refund/handle-card-events.ts'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { disputeOf } from '#providers/cards/stripe-payment.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { disputeAtProvider, makePollDue } from '#tests/support/people/card-provider-page.ts'
import { Person } from '#tests/support/people/person.ts'
import { purchaseIdOf } from '#tests/support/people/purchase-books.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

/** Moves the provider's events of a payment back in time. */
const ageEvents = statement(
  'test-age-events',
  {},
  `update sandbox_cards.events e set at = $2 from sandbox_cards.payments p
   where p.id = e.payment_id and p.step_key = $1 || ':authorise'`,
)
const valueDates = statement(
  'test-value-dates',
  { source: 'text', destination: 'text', value_date: 'date?' },
  `select source, destination, value_date from money_postings where purchase_id = $1 order by id`,
)

let test: TestApp
let batch: IssuedBatch
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
  batch = await issueTestBatch(test.services.db, { kg: 10_000 })
})
afterAll(() => closeWithBooks(test))

async function hear(id: string, day: string): Promise<void> {
  await test.services.db.run(ageEvents, [id, `${day}T23:30Z`])
  await makePollDue(test.services.db, 'cards')
  await pollCardEvents(test.services)
}

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

it('a lost dispute has the provider’s day, and so has the money that a bank reinstates', async () => {
  const { db } = test.services
  const buyer = await new Person(test.url).signIn()
  const id = await purchaseIdOf(db, await buyer.buyByCard(batch, 50))
  await disputeAtProvider(db, id, 'lost')
  await hear(id, dayAgo(20))
  await disputeAtProvider(db, id, 'won')
  await hear(id, dayAgo(9))
  const rows = await db.run(valueDates, [id])
  const dayOf = (source: string, destination: string) =>
    rows.find((row) => row.source === source && row.destination === destination)?.value_date
  expect(dayOf('chargebacks', 'card_clearing')).toBe(dayAgo(20))
  expect(dayOf('card_clearing', 'chargebacks')).toBe(dayAgo(9))
  expect(dayOf('chargebacks', 'refunds_due')).toBeNull()
  expect(dayOf('card_clearing', 'sales')).toBeNull()
})

it('a refund has the day of its booking', async () => {
  const { db } = test.services
  const buyer = await new Person(test.url).signIn()
  const txId = await buyer.buyByCard(batch, 50)
  await refundPurchase(test.services, {
    txId,
    keepsKilograms: false,
    record: async () => undefined,
  })
  const rows = await db.run(valueDates, [await purchaseIdOf(db, txId)])
  expect(rows.map(({ value_date }) => value_date)).toEqual(rows.map(() => null))
})

it('Stripe’s day of a dispute is that of its last movement, else of its opening', () => {
  const seconds = (day: string) => Date.parse(`${day}T10:00Z`) / 1_000
  const moves = [seconds('2026-01-05'), seconds('2026-03-02')].map((created, index) => ({
    ...{ created, amount: index === 0 ? -60 : 15 },
  }))
  const lost = (balance_transactions: readonly object[]) =>
    disputeOf(
      JSON.parse(
        JSON.stringify({
          ...{ id: 'dp_1', amount: 60, status: 'lost', created: seconds('2026-01-04') },
          balance_transactions,
        }),
      ),
    )
  expect(lost(moves)?.movedAt).toEqual(new Date('2026-03-02T10:00Z'))
  expect(lost([])?.movedAt).toEqual(new Date('2026-01-04T10:00Z'))
})
