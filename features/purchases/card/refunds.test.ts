// Tests the refund of a card charge whose purchase cannot complete: owed once, refunded once,
// posted step by step. Compares with the sandbox provider's log.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reconcilePurchases } from '#features/purchases/card/reconcile-purchases.ts'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { setRefundsAtProvider } from '#tests/support/people/card-provider-page.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import { cardEventsOf, failCards, healSandboxes } from '#tests/support/stand-ins/sandbox-faults.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const refuseCompletion = statement(
  'test-refuse-completion',
  {},
  `alter table purchases add constraint test_never_completes
     check (state <> 'COMPLETED') not valid`,
)
const allowCompletion = statement(
  'test-allow-completion',
  {},
  'alter table purchases drop constraint if exists test_never_completes',
)
const lapse = statement(
  'test-lapse-now',
  {},
  'update purchases set expires_at = now() where tx_id = $1',
)
const purchaseOf = statement(
  'test-refunded-purchase',
  { id: 'uuid', state: 'text', card_state: 'text' },
  'select id, state, card_state from purchases where tx_id = $1',
)
const refundKeys = statement(
  'test-refund-keys',
  { step_key: 'text' },
  `select r.step_key from sandbox_cards.refunds r join sandbox_cards.payments p on p.id = r.payment_id
   where p.step_key = $1 order by r.created_at`,
)
const refundsDue = statement(
  'test-refunds-due',
  { amount: 'int8' },
  `select coalesce(sum(case when destination = 'refunds_due' then amount_minor
     when source = 'refunds_due' then -amount_minor else 0 end), 0)::bigint as amount
   from money_postings`,
)
const captureByHand = statement(
  'test-capture-by-hand',
  {},
  `update sandbox_cards.payments set status = 'captured' where step_key = $1`,
)

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
})
beforeEach(async () => {
  await healSandboxes(test.services.db)
  await test.services.db.run(allowCompletion)
})
afterAll(() => closeWithBooks(test))

async function stateOf(txId: string) {
  const [row] = await test.services.db.run(purchaseOf, [txId])
  if (row === undefined) throw new Error('no such purchase')
  const events = await cardEventsOf(test.services.db, row.id)
  return { id: row.id, state: [row.state, row.card_state], events }
}

async function due(): Promise<number> {
  const [row] = await test.services.db.run(refundsDue)
  return row?.amount ?? 0
}

const refund = (txId: string) =>
  refundPurchase(test.services, { txId, keepsKilograms: false, record: async () => undefined })

async function refundKeysOf(id: string): Promise<string[]> {
  const rows = await test.services.db.run(refundKeys, [`${id}:authorise`])
  return rows.map(({ step_key }) => step_key)
}

async function reserved() {
  const buyer = await new Person(test.url).signIn()
  const batch = await issueTestBatch(test.services.db, { kg: 100 })
  const { body } = await buyer.reserve(cardOrder(batch, 50, await buyer.cardToken()))
  const available = async () => (await buyer.get(`/api/batches/${batch.id}`)).body.kg_available
  return { buyer, txId: String(body.txId), available }
}

/** Cancels a purchase and captures its card at the provider all the same. */
async function capturedThoughCancelled(): Promise<string> {
  const { buyer, txId } = await reserved()
  const { id } = await stateOf(txId)
  await failCards(test.services.db, 'find', 'error')
  await buyer.cancel(txId)
  await test.services.db.run(captureByHand, [`${id}:authorise`])
  return txId
}

describe('a captured purchase that cannot complete', () => {
  it('waits while it may still complete, and then completes', async () => {
    const { buyer, txId } = await reserved()
    await test.services.db.run(refuseCompletion)
    for (let count = 0; count < 6; count += 1) {
      expect((await buyer.complete(txId)).status).toBe(202)
    }
    expect((await stateOf(txId)).state).toEqual(['COMPLETING', 'CAPTURING'])
    await test.services.db.run(allowCompletion)
    expect((await buyer.complete(txId)).body.status).toBe('COMPLETED')
    expect((await stateOf(txId)).events).toEqual(['authorised', 'captured'])
  })

  it('refunds everything after its time is over and the fifth attempt failed, and notifies the buyer', async () => {
    const { buyer, txId, available } = await reserved()
    await test.services.db.run(refuseCompletion)
    for (let count = 0; count < 3; count += 1) await buyer.complete(txId)
    await test.services.db.run(lapse, [txId])
    expect((await buyer.complete(txId)).status).toBe(202)
    const answer = await buyer.complete(txId)
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'purchase_refunded', status: 'FAILED' },
    })
    expect(await stateOf(txId)).toMatchObject({
      state: ['FAILED', 'REFUNDED'],
      events: ['authorised', 'captured', 'refunded'],
    })
    expect((await buyer.complete(txId)).body.code).toBe('purchase_refunded')
    expect(await available()).toBe(100)
    expect(await due()).toBe(0)
  })

  it('is owed until the provider has refunded the money', async () => {
    const { buyer, txId } = await reserved()
    await test.services.db.run(refuseCompletion)
    await failCards(test.services.db, 'refund', 'error')
    for (let count = 0; count < 4; count += 1) await buyer.complete(txId)
    await test.services.db.run(lapse, [txId])
    await reconcilePurchases(test.services, 0)
    expect((await stateOf(txId)).state).toEqual(['FAILED', 'REFUNDING'])
    expect(await due()).toBe(100)
    expect((await checkLedger(test.services.db)).faults).toEqual([])
    await failCards(test.services.db, 'refund', 'unknown')
    await reconcilePurchases(test.services, 0)
    expect((await stateOf(txId)).state).toEqual(['FAILED', 'REFUNDING'])
    await Promise.all([
      reconcilePurchases(test.services, 0),
      reconcilePurchases(test.services, 0),
      reconcilePurchases(test.services, 0),
    ])
    expect(await stateOf(txId)).toMatchObject({
      state: ['FAILED', 'REFUNDED'],
      events: ['authorised', 'captured', 'refunded'],
    })
    expect(await due()).toBe(0)
  })
})

it('a failed refund is requested again by the operator only, each time under the next key', async () => {
  const { db } = test.services
  const { buyer, txId } = await reserved()
  const { id } = await stateOf(txId)
  await setRefundsAtProvider(db, id, 'failed')
  await db.run(refuseCompletion)
  for (let count = 0; count < 4; count += 1) await buyer.complete(txId)
  await db.run(lapse, [txId])
  for (let round = 0; round < 3; round += 1) await reconcilePurchases(test.services, 0)
  expect(await stateOf(txId)).toMatchObject({
    state: ['FAILED', 'REFUNDING'],
    events: ['authorised', 'captured', 'refund failed'],
  })
  expect(await due()).toBe(100)
  await setRefundsAtProvider(db, id, 'succeeded')
  await reconcilePurchases(test.services, 0)
  expect((await stateOf(txId)).state).toEqual(['FAILED', 'REFUNDING'])
  expect(await refund(txId)).toEqual({ stage: 'refunded' })
  expect((await stateOf(txId)).state).toEqual(['FAILED', 'REFUNDED'])
  expect(await refundKeysOf(id)).toEqual([`${id}:refund`, `${id}:refund:after-1`])
  expect(await due()).toBe(0)
})

describe('a payment that the provider still reports as valid', () => {
  it('stays owed, whatever the provider is asked about it', async () => {
    const txId = await capturedThoughCancelled()
    const steps: string[] = []
    const standing = async ({ stepKey }: { readonly stepKey: string }) => {
      steps.push(stepKey)
      return 'captured' as const
    }
    const cards = { ...test.services.cards, refund: standing }
    await expect
      .poll(async () => {
        await reconcilePurchases({ ...test.services, cards }, 0)
        return (await stateOf(txId)).state
      })
      .toEqual(['EXPIRED', 'REFUNDING'])
    await reconcilePurchases({ ...test.services, cards }, 0)
    const { id, state } = await stateOf(txId)
    expect(state).toEqual(['EXPIRED', 'REFUNDING'])
    // Every reconciliation repeats the same step, and only this purchase's.
    expect(steps).toEqual([`${id}:refund`])
    expect(await due()).toBe(100)
    expect(await refund(txId)).toEqual({ stage: 'refunded' })
    expect((await stateOf(txId)).state).toEqual(['EXPIRED', 'REFUNDED'])
    expect(await due()).toBe(0)
  })
})

describe('the card of a cancelled purchase', () => {
  // This app has no background, so that nothing but the cancellation releases the card.
  it('is released at once', async () => {
    const { buyer, txId } = await reserved()
    expect((await buyer.cancel(txId)).status).toBe(200)
    await expect.poll(async () => (await stateOf(txId)).state).toEqual(['EXPIRED', 'VOIDED'])
  })

  it('is released by a repeat where the provider failed', async () => {
    const { buyer, txId } = await reserved()
    await failCards(test.services.db, 'find', 'error')
    expect((await buyer.cancel(txId)).status).toBe(200)
    expect((await buyer.cancel(txId)).status).toBe(200)
    await expect.poll(async () => (await stateOf(txId)).state).toEqual(['EXPIRED', 'VOIDED'])
  })
})

describe('a payment that the provider does not release yet', () => {
  it('is asked about again, and never counts as released', async () => {
    const { buyer, txId } = await reserved()
    await failCards(test.services.db, 'find', 'error')
    await buyer.cancel(txId)
    await expect.poll(async () => (await stateOf(txId)).state).toEqual(['EXPIRED', 'VOIDING'])
    for (const status of ['authorised', 'captured'] as const) {
      const cards = { ...test.services.cards, void: async () => status }
      await reconcilePurchases({ ...test.services, cards }, 0)
      expect((await stateOf(txId)).state).toEqual(['EXPIRED', 'VOIDING'])
    }
    await reconcilePurchases(test.services, 0)
    expect((await stateOf(txId)).state).toEqual(['EXPIRED', 'VOIDED'])
  })
})

describe('a payment that was captured although its purchase was cancelled', () => {
  it('is refunded', async () => {
    const txId = await capturedThoughCancelled()
    await expect
      .poll(async () => {
        await reconcilePurchases(test.services, 0)
        return (await stateOf(txId)).state
      })
      .toEqual(['EXPIRED', 'REFUNDED'])
    expect((await stateOf(txId)).events).toEqual(['authorised', 'refunded'])
    expect(await due()).toBe(0)
  })
})
