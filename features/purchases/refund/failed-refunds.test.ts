// Tests refunds that fail at the card provider, at once or later: repeated, paid into the wallet,
// paid elsewhere, succeeded late. Each buyer gets one message per attempt.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendDueMessages } from '#features/messages/send-messages.ts'
import { reconcilePurchases } from '#features/purchases/card/reconcile-purchases.ts'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import { listPurchases } from '#features/purchases/inspect/list-purchases.ts'
import { pollCardEvents } from '#features/purchases/refund/handle-card-events.ts'
import { payRefund } from '#features/purchases/refund/pay-otherwise.ts'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { paymentPoints } from '#tests/faults/known-points.ts'
import { armFailPoint, disarmFailPoint } from '#tests/faults/stop-at.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import {
  disputeAtProvider,
  endRefundAtProvider,
  failRefundOnPage,
  makePollDue,
  refundAtProvider,
  setRefundsAtProvider,
} from '#tests/support/people/card-provider-page.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'
import { balancesOf, purchaseIdOf } from '#tests/support/people/purchase-books.ts'
import { giveByCard } from '#tests/support/people/rewards.ts'
import { splitOrder } from '#tests/support/people/split-order.ts'
import { messagesSentTo } from '#tests/support/stand-ins/sandbox-faults.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const eraseBuyer = statement(
  'failed-refunds-erase',
  {},
  'update passports set erased_at = now() where id = $1',
)
/** The ledger check finds the money that no real deletion leaves. */
const reviveBuyer = statement(
  'failed-refunds-revive',
  {},
  'update passports set erased_at = null where id = $1',
)

const rowsTo = statement(
  'failed-refunds-rows-to',
  { template: 'text' },
  'select template from outbox where recipient = any($1::text[])',
)

/** Counts an attempt to send the message of a gift, which failed. */
const failGiftMessage = statement(
  'failed-refunds-fail-gift-message',
  {},
  `update outbox set attempts = 1 where template = 'gift_success' and subject = $1`,
)

const makeMessagesDue = statement(
  'failed-refunds-make-messages-due',
  {},
  `update outbox set due_at = now() where state = 'queued'`,
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
const refund = (txId: string, keepsKilograms = false) =>
  refundPurchase(test.services, { txId, keepsKilograms, record })
const pay = (txId: string, reference: string | null) =>
  payRefund(test.services, { txId, reference, record })

/** Buys 50 kg for 1.00 by card. `ends` is the outcome of a refund. */
async function bought(ends: 'succeeded' | 'pending' | 'failed') {
  const buyer = await new Person(test.url).signIn()
  const txId = await buyer.buyByCard(batch, 50)
  const id = await purchaseIdOf(db(), txId)
  await setRefundsAtProvider(db(), id, ends)
  return { buyer, txId, id }
}

async function entryOf(buyer: Person, txId: string) {
  const { body } = await buyer.get('/api/tokens/transaction/me?tokens=none')
  return body.find(({ tx_id }: { readonly tx_id: string }) => tx_id === txId)
}

async function poll(): Promise<void> {
  await makePollDue(db(), 'cards')
  await pollCardEvents(test.services)
}

/** Sorted by text, because messages that are due at once leave in any order. */
async function messagesTo(phone: string): Promise<string[]> {
  while ((await sendDueMessages(test.services)) > 0);
  const sent = await messagesSentTo(db(), phone)
  return sent.filter((template) => template !== 'purchase_success').sort()
}

async function listed(state: 'REFUND_FAILED' | 'REINSTATED' | 'GOODWILL'): Promise<string[]> {
  const rows = await listPurchases(db(), { state, since: null, personId: null })
  return rows.map(({ tx_id }) => tx_id)
}

describe('a refund that fails', () => {
  it('at once is owed again, listed, and refunded under the next key', async () => {
    const { buyer, txId, id } = await bought('failed')
    expect(await refund(txId)).toEqual({ stage: 'refund_failed' })
    expect(await entryOf(buyer, txId)).toMatchObject({
      status: 'REFUNDED',
      refund_status: 'failed',
    })
    expect((await buyer.complete(txId)).body).toMatchObject({ code: 'refunded' })
    expect(await listed('REFUND_FAILED')).toContain(txId)
    await reconcilePurchases(test.services, 0)
    expect(await listed('REFUND_FAILED')).toContain(txId)
    expect(await refund(txId)).toEqual({ stage: 'refund_failed' })
    await setRefundsAtProvider(db(), id, 'succeeded')
    const both = await Promise.all([refund(txId), refund(txId)])
    expect(both.at(-1)).toEqual({ stage: 'refunded' })
    expect(await refund(txId)).toEqual({ stage: 'refunded' })
    expect(await entryOf(buyer, txId)).toMatchObject({ refund_status: 'paid' })
    expect(await listed('REFUND_FAILED')).not.toContain(txId)
    expect((await buyer.get('/passport/me')).body.total_offsets).toBe(0)
    const sent = ['refund_failed', 'refund_failed', 'refund_sent']
    expect(await messagesTo(buyer.phone)).toEqual(sent)
  })

  it.each([true, false])(
    'days later is found by the poll, reported or not: %s',
    async (reported) => {
      const { buyer, txId, id } = await bought('pending')
      expect(await refund(txId)).toEqual({ stage: 'refunded' })
      expect(await entryOf(buyer, txId)).toMatchObject({ refund_status: 'on_its_way' })
      await endRefundAtProvider(db(), id, 'succeeded')
      await poll()
      expect(await entryOf(buyer, txId)).toMatchObject({ refund_status: 'paid' })
      await endRefundAtProvider(db(), id, 'failed', reported)
      await poll()
      expect(await entryOf(buyer, txId)).toMatchObject({ refund_status: 'failed' })
      await poll()
      expect(await messagesTo(buyer.phone)).toEqual(['refund_failed', 'refund_sent'])
    },
  )

  it('on the provider’s page keeps the kilograms returned, or no partial refund', async () => {
    const { txId, id } = await bought('succeeded')
    await refundAtProvider(db(), id, 40)
    await poll()
    expect(await listed('GOODWILL')).toContain(txId)
    await failRefundOnPage(db(), id, 40)
    await poll()
    expect(await listed('GOODWILL')).not.toContain(txId)
    await refundAtProvider(db(), id, 100)
    await poll()
    await failRefundOnPage(db(), id, 100)
    await poll()
    expect(await listed('REFUND_FAILED')).toContain(txId)
  })
})

describe('money that is owed again', () => {
  it('reaches the wallet once, with two operators at once, and the entry is called a refund', async () => {
    const { buyer, txId } = await bought('failed')
    await refund(txId)
    const both = await Promise.all([pay(txId, null), pay(txId, null)])
    expect(both).toEqual([{ stage: 'refunded' }, { stage: 'refunded' }])
    expect(await pay(txId, 'bank 1')).toEqual({ problem: 'refund_paid' })
    const { body: wallet } = await buyer.get('/api/wallet/me')
    expect(wallet.totalInUserCurrency).toBe(2)
    const { body } = await buyer.get('/api/wallet/transactions')
    expect(body[0]).toMatchObject({ type: 'credit', amount: 1, source: txId, is_refund: true })
    expect(body.at(-1)).toMatchObject({ is_refund: false })
    expect(await messagesTo(buyer.phone)).toEqual(['refund_failed', 'refund_paid'])
  })

  it('is recorded as paid elsewhere, and becomes goodwill once the provider pays too', async () => {
    const { txId, id } = await bought('failed')
    await refund(txId)
    expect(await pay(txId, 'bank 1')).toEqual({ stage: 'refunded' })
    expect(await pay(txId, 'bank 1')).toEqual({ stage: 'refunded' })
    expect(await pay(txId, 'bank 2')).toEqual({ problem: 'refund_paid' })
    await refundAtProvider(db(), id, 100)
    await poll()
    expect(await listed('GOODWILL')).toContain(txId)
    expect((await checkLedger(db())).faults).toEqual([])
  })

  it('twice paid is goodwill once, also where a lost dispute takes kilograms that were kept', async () => {
    const { txId, id } = await bought('failed')
    await refund(txId, true)
    expect(await pay(txId, 'bank')).toEqual({ stage: 'refunded kept' })
    await refundAtProvider(db(), id, 100)
    await poll()
    await disputeAtProvider(db(), id, 'lost', 100)
    await poll()
    const { sales = 0, goodwill } = await balancesOf(db(), txId)
    expect({ sales, goodwill }).toEqual({ sales: 0, goodwill: -100 })
    expect((await checkLedger(db())).faults).toEqual([])
  })

  it('is not paid while a refund is pending or succeeded, nor before one failed', async () => {
    const waits = await bought('pending')
    expect(await pay(waits.txId, null)).toEqual({ problem: 'nothing_owed' })
    await refund(waits.txId)
    expect(await pay(waits.txId, null)).toEqual({ problem: 'refund_pending' })
    await endRefundAtProvider(db(), waits.id, 'succeeded', false)
    expect(await pay(waits.txId, 'bank')).toEqual({ problem: 'refund_succeeded' })
    // It succeeded on the provider's page, and no event has reported it yet.
    const late = await bought('failed')
    await refund(late.txId)
    await refundAtProvider(db(), late.id, 100)
    expect(await pay(late.txId, null)).toEqual({ problem: 'refund_succeeded' })
  })

  it('reaches no wallet of an erased buyer', async () => {
    const { buyer, txId } = await bought('failed')
    await refund(txId)
    await db().run(eraseBuyer, [buyer.id])
    expect(await pay(txId, null)).toEqual({ problem: 'buyer_erased' })
    expect(await pay(txId, 'bank')).toEqual({ stage: 'refunded' })
    await db().run(reviveBuyer, [buyer.id])
  })

  it.each(Object.entries(paymentPoints))(
    'is paid once where the payment stops at %s',
    async (_, point) => {
      const { buyer, txId } = await bought('failed')
      await refund(txId)
      armFailPoint(`${point}:throw`)
      await expect(pay(txId, null)).rejects.toThrow(point)
      expect(disarmFailPoint()).toBe(false)
      expect((await checkLedger(db())).faults).toEqual([])
      expect(await pay(txId, null)).toEqual({ stage: 'refunded' })
      expect((await buyer.get('/api/wallet/me')).body.totalInUserCurrency).toBe(2)
    },
  )
})

it('the amount of a lost dispute that the bank returns is owed, listed and paid', async () => {
  const { buyer, txId, id } = await bought('succeeded')
  await disputeAtProvider(db(), id, 'lost', 100)
  await poll()
  expect(await entryOf(buyer, txId)).toMatchObject({ status: 'REFUNDED', refund_status: 'paid' })
  await disputeAtProvider(db(), id, 'won', 100)
  await poll()
  expect(await listed('REINSTATED')).toContain(txId)
  expect((await buyer.get('/passport/me')).body.total_offsets).toBe(0)
  expect((await checkLedger(db())).faults).toEqual([])
  expect(await refund(txId)).toEqual({ stage: 'refunded' })
  expect(await listed('REINSTATED')).not.toContain(txId)
  expect(await messagesTo(buyer.phone)).toEqual(['dispute_lost', 'refund_sent'])
})

it('a refund follows for the part of a dispute that the bank returns', async () => {
  const { buyer, txId, id } = await bought('succeeded')
  await disputeAtProvider(db(), id, 'lost', 40)
  await poll()
  await reconcilePurchases(test.services, 0)
  expect(await entryOf(buyer, txId)).toMatchObject({ status: 'REFUNDED', refund_status: 'paid' })
  await disputeAtProvider(db(), id, 'won', 40)
  await poll()
  expect(await refund(txId)).toEqual({ stage: 'refunded' })
  expect(await listed('REINSTATED')).not.toContain(txId)
})

describe('the messages of a refund', () => {
  async function textsTo(person: Person): Promise<string[]> {
    while ((await sendDueMessages(test.services)) > 0);
    const { body } = await person.get(`/dev/messages?to=${encodeURIComponent(person.phone)}`)
    return body.map((message: { readonly body: string }) => message.body)
  }

  it('name the sums and their destination', async () => {
    const buyer = await new Person(test.url).signIn()
    const { body } = await buyer.reserve(await splitOrder(buyer, batch, 100))
    await buyer.complete(body.txId)
    await refund(body.txId)
    const [text] = await textsTo(buyer)
    const words = '£1.00 is on its way to your card, £1.00 is back in your wallet.'
    expect(text).toBe(`Refund for ${body.txId}: ${words}`)
  })

  it('name the wallet money of a part once, where its card money is refunded again', async () => {
    const buyer = await new Person(test.url).signIn()
    const { body } = await buyer.reserve(await splitOrder(buyer, batch, 100))
    await buyer.complete(body.txId)
    const id = await purchaseIdOf(db(), body.txId)
    await refundPurchase(test.services, { txId: body.txId, keepsKilograms: false, kg: 30, record })
    const sent = (words: string) => `Refund for ${body.txId}: ${words}`
    const first = '£0.30 is on its way to your card, £0.30 is back in your wallet.'
    expect((await textsTo(buyer))[0]).toBe(sent(first))
    await endRefundAtProvider(db(), id, 'failed')
    await poll()
    expect(await refund(body.txId)).toEqual({ stage: 'none' })
    expect((await textsTo(buyer))[0]).toBe(sent('£0.30 is on its way to your card.'))
  })

  it('reach the receiver of a waiting gift, once its own message was sent', async () => {
    const buyer = await new Person(test.url).signIn()
    const [heard, unheard] = [newPhone(), newPhone()]
    const given = await giveByCard(buyer, batch, 50, heard)
    while ((await sendDueMessages(test.services)) > 0);
    await refund(given)
    await refund(await giveByCard(buyer, batch, 50, unheard))
    while ((await sendDueMessages(test.services)) > 0);
    expect(await messagesSentTo(db(), heard)).toEqual(['gift_success', 'gift_withdrawn'])
    expect(await messagesSentTo(db(), unheard)).toEqual([])
    // Neither number belongs to a member, so no message is kept.
    expect(await db().run(rowsTo, [[heard, unheard]])).toEqual([])
  })

  it('do not reach the receiver of a waiting gift whose own message was never sent', async () => {
    const buyer = await new Person(test.url).signIn()
    const unheard = newPhone()
    const txId = await giveByCard(buyer, batch, 50, unheard)
    await db().run(failGiftMessage, [await purchaseIdOf(db(), txId)])
    await refund(txId)
    // The message about the refund waits until that of the gift has ended.
    for (let round = 0; round < 2; round += 1) {
      await db().run(makeMessagesDue)
      while ((await sendDueMessages(test.services)) > 0);
    }
    expect(await messagesSentTo(db(), unheard)).toEqual([])
    expect(await db().run(rowsTo, [[unheard]])).toEqual([])
  })
})
