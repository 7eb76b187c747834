// Tests refunds of purchases that ended although their card was charged: failed, pending, repeated,
// paid another way, late and disputed.
import { register } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendDueMessages } from '#features/messages/send-messages.ts'
import { reconcilePurchases } from '#features/purchases/card/reconcile-purchases.ts'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import { listPurchases } from '#features/purchases/inspect/list-purchases.ts'
import { watchPurchases } from '#features/purchases/inspect/watch-purchases.ts'
import { pollCardEvents } from '#features/purchases/refund/handle-card-events.ts'
import { payRefund } from '#features/purchases/refund/pay-otherwise.ts'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import {
  disputeAtProvider,
  endRefundAtProvider,
  makePollDue,
  refundAtProvider,
  returnedAtProvider,
  setRefundsAtProvider,
} from '#tests/support/people/card-provider-page.ts'
import { type ChargedEnd, endCharged } from '#tests/support/people/ended-purchase.ts'
import { Person } from '#tests/support/people/person.ts'
import { purchaseIdOf } from '#tests/support/people/purchase-books.ts'
import { splitOrder } from '#tests/support/people/split-order.ts'
import { messagesSentTo } from '#tests/support/stand-ins/sandbox-faults.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const balancesOf = statement(
  'ended-refunds-balances',
  { account: 'text', amount: 'int8' },
  `select account, sum(amount)::int8 as amount from (
     select destination as account, amount_minor as amount from money_postings where purchase_id = $1
     union all select source, -amount_minor from money_postings where purchase_id = $1) legs
   where account not like 'held:%' and account not like 'wallet:%'
   group by 1 having sum(amount) <> 0 order by 1`,
)
const stageOf = statement(
  'ended-refunds-stage',
  { stage: 'text' },
  `select state || ' ' || card_state || ' ' || reversal as stage from purchases where id = $1`,
)

const ageRefunds = statement(
  'ended-refunds-age',
  {},
  `update sandbox_cards.refunds r set created_at = r.created_at - interval '11 days'
   from sandbox_cards.payments p where p.id = r.payment_id and p.step_key = $1`,
)
/** Makes a second refund of a payment on the provider's page, which is pending. */
const refundOnPage = statement(
  'ended-refunds-second',
  {},
  `insert into sandbox_cards.refunds (id, payment_id, step_key, amount_minor, status)
   select 're_second_' || id, id, id || ':page', 1, 'pending' from sandbox_cards.payments
   where step_key = $1`,
)

let test: TestApp
let batch: IssuedBatch
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
  batch = await issueTestBatch(test.services.db, { kg: 100_000 })
})
afterAll(async () => {
  const { faults } = await checkLedger(test.services.db)
  await test.close()
  expect(faults).toEqual([])
})

const db = () => test.services.db
const record = async () => undefined
const refund = (txId: string) =>
  refundPurchase(test.services, { txId, keepsKilograms: false, record })
const pay = (txId: string, reference: string | null) =>
  payRefund(test.services, { txId, reference, record })

/** Buys 100 kg for 1.00 of the wallet and 1.00 by card. `refunds` is the outcome of a refund. */
async function ended(end: ChargedEnd, refunds: 'succeeded' | 'pending' | 'failed') {
  const buyer = await new Person(test.url).signIn()
  const { body } = await buyer.reserve(await splitOrder(buyer, batch, 100))
  const txId = String(body.txId)
  await setRefundsAtProvider(db(), await purchaseIdOf(db(), txId), refunds)
  const id = await endCharged(test.services, buyer, txId, end)
  await reconcilePurchases(test.services, 0)
  return { buyer, txId, id }
}

async function stage(id: string): Promise<string | undefined> {
  const [row] = await db().run(stageOf, [id])
  return row?.stage
}

async function balances(id: string): Promise<Record<string, number>> {
  const rows = await db().run(balancesOf, [id])
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]))
}

async function poll(): Promise<void> {
  await makePollDue(db(), 'cards')
  await pollCardEvents(test.services)
}

async function messagesTo(phone: string): Promise<string[]> {
  while ((await sendDueMessages(test.services)) > 0);
  return (await messagesSentTo(db(), phone)).sort()
}

async function listed(
  state: 'REFUND_FAILED' | 'REINSTATED' | 'GOODWILL' | 'REFUNDED',
): Promise<string[]> {
  const rows = await listPurchases(db(), { state, since: null, personId: null })
  return rows.map(({ tx_id }) => tx_id)
}

describe.each(['EXPIRED', 'FAILED'] as const)('the charge of a purchase that %s', (end) => {
  it('is refunded once, and its wallet money was released at the end', async () => {
    const { buyer, txId, id } = await ended(end, 'succeeded')
    expect(await stage(id)).toBe(`${end} REFUNDED refunded`)
    expect(await refund(txId)).toEqual({ stage: 'refunded' })
    expect(await buyer.activityOf(txId)).toMatchObject({ status: end, refund_status: 'paid' })
    expect((await buyer.get('/api/wallet/me')).body.totalInUserCurrency).toBe(1)
    expect(await balances(id)).toEqual({})
    expect(await messagesTo(buyer.phone)).toEqual(['refund_sent'])
  })

  it('is owed where its refund fails at once, listed, counted, and refunded under the next key', async () => {
    const { buyer, txId, id } = await ended(end, 'failed')
    await reconcilePurchases(test.services, 0)
    expect(await stage(id)).toBe(`${end} REFUNDING refund_failed`)
    expect(await listed('REFUND_FAILED')).toContain(txId)
    await watchPurchases(db())
    const figure = await register.getSingleMetricAsString('refunds_failed')
    expect(figure).toMatch(/^refunds_failed [1-9]/m)
    expect(await buyer.activityOf(txId)).toMatchObject({ status: end, refund_status: 'failed' })
    const code = end === 'FAILED' ? 'purchase_refunded' : 'purchase_expired'
    expect((await buyer.complete(txId)).body).toMatchObject({ code, status: end })
    expect(await balances(id)).toEqual({ card_clearing: -100, refunds_due: 100 })
    await setRefundsAtProvider(db(), id, 'succeeded')
    await Promise.all([refund(txId), refund(txId)])
    expect(await stage(id)).toBe(`${end} REFUNDED refunded`)
    expect(await balances(id)).toEqual({})
    expect(await messagesTo(buyer.phone)).toEqual(['refund_failed', 'refund_sent'])
  })

  it.each([true, false])('is owed again days later, reported or not: %s', async (reported) => {
    const { buyer, txId, id } = await ended(end, 'pending')
    expect(await buyer.activityOf(txId)).toMatchObject({ refund_status: 'on_its_way' })
    expect(await pay(txId, 'bank')).toEqual({ problem: 'refund_pending' })
    await endRefundAtProvider(db(), id, 'failed', reported)
    await poll()
    expect(await stage(id)).toBe(`${end} REFUNDING refund_failed`)
    await poll()
    expect(await pay(txId, null)).toEqual({ stage: 'refunded' })
    expect(await pay(txId, 'bank')).toEqual({ problem: 'refund_paid' })
    expect((await buyer.get('/api/wallet/me')).body.totalInUserCurrency).toBe(2)
    expect(await stage(id)).toBe(`${end} REFUNDED refunded`)
    const sent = ['refund_failed', 'refund_paid', 'refund_sent']
    expect(await messagesTo(buyer.phone)).toEqual(sent)
  })

  it('is an alarm where its refund never ends, and listed', async () => {
    const { txId, id } = await ended(end, 'pending')
    await db().run(ageRefunds, [`${id}:authorise`])
    await db().run(refundOnPage, [`${id}:authorise`])
    await poll()
    await watchPurchases(db())
    const figure = await register.getSingleMetricAsString('refunds_pending_oldest_seconds')
    expect(Number(figure.split(' ').at(-1))).toBeGreaterThan(864_000)
    expect(await listed('REFUNDED')).toContain(txId)
    expect(await stage(id)).toBe(`${end} REFUNDED refunded`)
    expect(await pay(txId, null)).toEqual({ problem: 'refund_pending' })
    await endRefundAtProvider(db(), id, 'succeeded')
    await poll()
  })

  it('is goodwill once the refund succeeds after another payment', async () => {
    const { txId, id } = await ended(end, 'failed')
    expect(await pay(txId, 'bank 1')).toEqual({ stage: 'refunded' })
    await refundAtProvider(db(), id, 100)
    await poll()
    expect(await listed('GOODWILL')).toContain(txId)
    expect(await balances(id)).toEqual({ bank: 100, goodwill: -100 })
  })

  it('is a loss where it was refunded and a bank takes it too; no other payment adds to it', async () => {
    const { txId, id } = await ended(end, 'succeeded')
    await disputeAtProvider(db(), id, 'lost', 100)
    await poll()
    expect(await balances(id)).toEqual({ card_clearing: 100, chargebacks: -100 })
    await disputeAtProvider(db(), id, 'won', 100)
    await poll()
    expect(await stage(id)).toBe(`${end} REFUNDED refunded`)
    expect(await balances(id)).toEqual({})
    expect(await pay(txId, null)).toEqual({ problem: 'refund_succeeded' })
  })

  it('is returned by the bank alone where a refund failed, and is owed once it is reinstated', async () => {
    const { buyer, txId, id } = await ended(end, 'failed')
    await disputeAtProvider(db(), id, 'open', 100)
    await poll()
    expect(await refund(txId)).toEqual({ problem: 'purchase_disputed' })
    expect(await pay(txId, null)).toEqual({ problem: 'purchase_disputed' })
    expect(await pay(txId, 'bank 2')).toEqual({ problem: 'purchase_disputed' })
    await disputeAtProvider(db(), id, 'lost', 100)
    await poll()
    expect(await stage(id)).toBe(`${end} REFUNDED refunded`)
    expect(await returnedAtProvider(db(), id)).toEqual({ refunded_minor: 0, lost_minor: 100 })
    expect(await balances(id)).toEqual({})
    await disputeAtProvider(db(), id, 'won', 100)
    await poll()
    expect(await listed('REINSTATED')).toContain(txId)
    expect(await buyer.activityOf(txId)).toMatchObject({ refund_status: 'owed' })
    expect(await balances(id)).toEqual({ card_clearing: -100, refunds_due: 100 })
    await setRefundsAtProvider(db(), id, 'succeeded')
    expect(await refund(txId)).toEqual({ stage: 'refunded' })
    expect(await balances(id)).toEqual({})
    const sent = ['dispute_lost', 'refund_failed', 'refund_sent']
    expect(await messagesTo(buyer.phone)).toEqual(sent)
  })
})
