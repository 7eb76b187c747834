// Tests refunds of completed purchases over HTTP, with the operator's use case and the card
// provider's page: what users see, what is returned and what stays. The ledger is checked at the
// end.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forgetEndedClaims } from '#features/achievements/rewards/end-claims.ts'
import { sendDueMessages } from '#features/messages/send-messages.ts'
import { reconcilePurchases } from '#features/purchases/card/reconcile-purchases.ts'
import { inspectPurchase } from '#features/purchases/inspect/inspect-purchase.ts'
import { type ListedFilter, listPurchases } from '#features/purchases/inspect/list-purchases.ts'
import { reconcileAll, reconcileOne } from '#features/purchases/inspect/reconcile-by-hand.ts'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import {
  disputeAtProvider,
  pollProvider,
  refundAtProvider,
  returnedAtProvider,
} from '#tests/support/people/card-provider-page.ts'
import { cardOrder, newPhone, Person, type TestBatch } from '#tests/support/people/person.ts'
import { balancesOf, purchaseIdOf } from '#tests/support/people/purchase-books.ts'
import {
  claim,
  giveByCard,
  newAchiever,
  rewardOf,
  rewardOrder,
  rewardsOf,
  totalOf,
} from '#tests/support/people/rewards.ts'
import { holdLock } from '#tests/support/servers/waiting-locks.ts'
import {
  failCards,
  healSandboxes,
  messagesSentTo,
} from '#tests/support/stand-ins/sandbox-faults.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { findRefundingPurchases } from './refund-queries.ts'

const lapsesOf = statement(
  'test-refund-lapses',
  { amount_minor: 'int8', left_minor: 'int8' },
  `select l.amount_minor, w.balance_minor as left_minor
   from wallet_lapses l join wallets w using (passport_id, programme_id, currency)
   where l.passport_id = $1`,
)
const receiversOf = statement(
  'test-refund-receivers',
  { number: 'text?' },
  'select recipient_phone as number from rewards where passport_id = $1',
)
const lapse = statement(
  'test-refund-lapse',
  {},
  'update purchases set expires_at = now() where tx_id = $1',
)
const reserveLastWeek = statement(
  'test-refund-reserve-last-week',
  {},
  `update purchases set created_at = created_at - interval '7 days' where tx_id = $1`,
)
const factsOf = statement(
  'test-refund-facts',
  { kind: 'text' },
  `select kind from passport_facts where passport_id = $1 order by 1`,
)
const thawPurchases = statement(
  'test-refund-thaw',
  {},
  'alter table purchases disable trigger user',
)
const freezePurchases = statement(
  'test-refund-freeze',
  {},
  'alter table purchases enable trigger user',
)
const forgetPayment = statement(
  'test-refund-forget-payment',
  {},
  'update purchases set card_payment_id = null where tx_id = $1',
)
const setGoals = statement('test-refund-goals', {}, 'update projects set sdgs = $2 where id = $1')

let test: TestApp
/** Counts how often the outbox was woken. */
let woken = 0
beforeAll(async () => {
  const wakeOutbox = () => {
    woken += 1
  }
  test = await startTestApp({}, () => ({ wakeOutbox }), { background: false })
})
beforeEach(() => healSandboxes(test.services.db))
afterAll(() => closeWithBooks(test))

const db = () => test.services.db
const newBatch = () => issueTestBatch(db(), { kg: 5_000 })
const newBuyer = () => new Person(test.url).signIn()

const purchaseOf = (txId: string) => purchaseIdOf(db(), txId)
const leftOf = (txId: string) => balancesOf(db(), txId)

const refund = (txId: string, keepsKilograms = false) =>
  refundPurchase(test.services, { txId, keepsKilograms, record: async () => undefined })

const listen = () => pollProvider(test.services)

async function kindsOf(person: Person): Promise<string[]> {
  return (await db().run(factsOf, [person.id])).map(({ kind }) => kind)
}

/** Buys 100 kg for 2.00, 1.00 of it from the wallet. */
async function buySplit(buyer: Person, batch: TestBatch): Promise<string> {
  const { body: quote } = await buyer.post('/api/wallet/prepay-preview', {
    phone: buyer.phone,
    total_price: batch.price_per_kg * 100,
    currency: 'GBP',
    user_currency: 'GBP',
  })
  const order = {
    ...cardOrder(batch, 100, await buyer.cardToken()),
    payment_method: 'wallet+card',
    wallet_used: quote.wallet_used,
    card_used: quote.card_needed,
    wallet_tx_id: quote.wallet_tx_id,
  }
  const { body } = await buyer.reserve(order, { key: randomUUID() })
  expect((await buyer.complete(body.txId)).status).toBe(200)
  return body.txId
}

describe('a refund by the operator', () => {
  it('returns money and kilograms to their sources, and is idempotent', async () => {
    const [buyer, batch] = [await newBuyer(), await newBatch()]
    const txId = await buySplit(buyer, batch)
    expect(await refund(txId)).toEqual({ stage: 'refunded' })
    expect(await refund(txId)).toEqual({ stage: 'refunded' })
    expect(await leftOf(txId)).toEqual({ 'kg available': -100, 'kg returned': 100 })
    expect(await returnedAtProvider(db(), await purchaseOf(txId))).toMatchObject({
      refunded_minor: 100,
    })
    expect((await buyer.get('/api/wallet/me')).body.totalInUserCurrency).toBe(1)
    const { body: rows } = await buyer.get('/api/wallet/transactions')
    expect(rows[0]).toMatchObject({ type: 'credit', amount: 1 })
    expect(new Set(rows.map(({ id }: { id: string }) => id)).size).toBe(rows.length)
    expect((await buyer.get(`/api/batches/${batch.id}`)).body.kg_available).toBe(4_900)
  })

  it('returns an erased buyer’s wallet money to its programme, the rest to their card', async () => {
    const [buyer, batch] = [await newBuyer(), await newBatch()]
    const txId = await buySplit(buyer, batch)
    const code = await buyer.codeFor('delete')
    expect((await buyer.signed('/api/profile', { code }, { method: 'DELETE' })).status).toBe(204)
    expect(await db().run(lapsesOf, [buyer.id])).toEqual([])
    expect(await refund(txId)).toEqual({ stage: 'refunded' })
    expect(await db().run(lapsesOf, [buyer.id])).toEqual([{ amount_minor: 100, left_minor: 0 }])
    expect(await returnedAtProvider(db(), await purchaseOf(txId))).toMatchObject({
      refunded_minor: 100,
    })
  })

  it('shows REFUNDED in activity, and answers 409 to another completion', async () => {
    const buyer = await newBuyer()
    const txId = await buyer.buyByCard(await newBatch(), 50)
    await refund(txId)
    expect(await buyer.activityOf(txId)).toMatchObject({ status: 'REFUNDED', kg: 50 })
    expect(await buyer.complete(txId)).toMatchObject({
      status: 409,
      body: { code: 'refunded', status: 'REFUNDED' },
    })
    expect(await buyer.cancel(txId)).toMatchObject({ status: 409, body: { status: 'REFUNDED' } })
    expect((await buyer.get('/passport/me')).body).toMatchObject({ total_offsets: 0 })
    while ((await sendDueMessages(test.services)) > 0);
    expect(await messagesSentTo(db(), buyer.phone)).toEqual(['refund_sent'])
  })

  it('stays pending while the provider does not answer, and is requested again', async () => {
    const buyer = await newBuyer()
    const txId = await buyer.buyByCard(await newBatch(), 50)
    await failCards(db(), 'refund', 'error', { calls: 50 })
    expect(await refund(txId)).toEqual({ stage: 'refunding' })
    expect(await leftOf(txId)).toMatchObject({ card_clearing: -100, refunds_due: 100 })
    expect(await buyer.activityOf(txId)).toMatchObject({ status: 'REFUNDED' })
    const { unsettled } = await reconcileAll(test.services)
    expect(unsettled.map(({ tx_id }) => tx_id)).toEqual([txId])
    // The provider was asked just now, so the reconciler's next round skips the purchase.
    expect(await findRefundingPurchases(db(), 3_600, 10)).toEqual([])
    // Of two waiting purchases, the one asked about earlier is asked about first.
    const later = await buySplit(buyer, await newBatch())
    expect(await refund(later)).toEqual({ stage: 'refunding' })
    const waiting = await findRefundingPurchases(db(), 0, 10)
    expect(waiting.map(({ tx_id }) => tx_id)).toEqual([txId, later])
    const returnedAt = async () => (await buyer.get('/api/wallet/transactions')).body[0].created_at
    const before = await returnedAt()
    await healSandboxes(db())
    expect(await reconcileOne(test.services, later)).toMatchObject({ reversal: 'refunded' })
    // The wallet's part was returned long before the card's.
    expect(await returnedAt()).toBe(before)
    expect(await reconcileOne(test.services, txId)).toMatchObject({
      reversal: 'refunded',
      is_settled: true,
    })
    expect(await leftOf(txId)).toEqual({ 'kg available': -50, 'kg returned': 50 })
  })

  it('is not requested again while the cardholder’s bank disputes the payment', async () => {
    const buyer = await newBuyer()
    const txId = await buyer.buyByCard(await newBatch(), 50)
    await failCards(db(), 'refund', 'error')
    expect(await refund(txId)).toEqual({ stage: 'refunding' })
    const waiting = async () => (await findRefundingPurchases(db(), 0, 10)).map((row) => row.tx_id)
    expect(await waiting()).toEqual([txId])
    await disputeAtProvider(db(), await purchaseOf(txId), 'open')
    await listen()
    expect(await waiting()).toEqual([])
    await disputeAtProvider(db(), await purchaseOf(txId), 'won')
    await listen()
    expect(await waiting()).toEqual([txId])
    await reconcilePurchases(test.services, 0)
    expect(await leftOf(txId)).toEqual({ 'kg available': -50, 'kg returned': 50 })
  })

  it('leaves the kilograms on request, and stays COMPLETED', async () => {
    const buyer = await newBuyer()
    const txId = await buySplit(buyer, await newBatch())
    expect(await refund(txId, true)).toEqual({ stage: 'refunded kept' })
    expect(await refund(txId)).toEqual({ stage: 'refunded kept' })
    expect(await buyer.activityOf(txId)).toMatchObject({ status: 'COMPLETED' })
    expect(await totalOf(buyer)).toBe(100)
    expect(await leftOf(txId)).toEqual({
      goodwill: -200,
      'kg available': -100,
      [`kg holder:${buyer.id}`]: 100,
      sales: 200,
    })
    expect((await buyer.complete(txId)).status).toBe(200)
  })

  it('refuses a card part that no provider charged, as of the demonstration', async () => {
    const [buyer, batch] = [await newBuyer(), await newBatch()]
    const txId = await buyer.buyByCard(batch, 100)
    await db().run(thawPurchases)
    await db().run(forgetPayment, [txId])
    await db().run(freezePurchases)
    expect(await refund(txId)).toEqual({ problem: 'purchase_never_charged' })
  })

  it('refuses an open purchase, a reward, and an unknown id', async () => {
    const batch = await newBatch()
    const { me, token } = await newAchiever(test.url, batch)
    await claim(me, token)
    const { body } = await me.reserve(rewardOrder(batch, token), { key: randomUUID() })
    expect(await refund(body.txId)).toEqual({ problem: 'purchase_not_completed' })
    await me.complete(body.txId)
    expect(await refund(body.txId)).toEqual({ problem: 'purchase_is_reward' })
    expect(await refund('CP-0000-0000-0000')).toEqual({ problem: 'purchase_not_found' })
  })
})

describe('scores', () => {
  it('lose what no other purchase carries, and keep achievements and leagues', async () => {
    const [buyer, batch, other] = [await newBuyer(), await newBatch(), await newBatch()]
    const first = await buyer.buyByCard(batch, 100)
    const second = await buyer.buyByCard(batch, 20)
    const third = await buyer.buyByCard(other, 20)
    const before = (await buyer.get('/passport/me')).body
    await refund(first)
    const after = (await buyer.get('/passport/me')).body
    // The week and the project are those of the second purchase too.
    expect(after).toMatchObject({ eco_score: before.eco_score, total_offsets: 40 })
    expect(after.offset_league).toBe('silver')
    await refund(third)
    const last = (await buyer.get('/passport/me')).body
    expect(last).toMatchObject({ eco_score: before.eco_score - 15, total_offsets: 20 })
    expect(await kindsOf(buyer)).toEqual(['achievement', 'achievement', 'project', 'week'])
    await refund(second)
    // A purchase refunded before carries no fact.
    const nothing = (await buyer.get('/passport/me')).body
    expect(nothing).toMatchObject({ eco_score: last.eco_score - 10 - 15, total_offsets: 0 })
  })

  it('lose the goals of the purchase, whatever the project’s goals are now', async () => {
    const [buyer, batch] = [await newBuyer(), await newBatch()]
    const [edited, kept] = [await newBatch(), await newBatch()]
    const goalsOf = async () => {
      const { body } = await buyer.get('/api/achievements/me')
      return body.find(({ code }: { readonly code: string }) => code === 'sdg_5').currentValue
    }
    await db().run(setGoals, [batch.projectId, [3, 5, 7, 13]])
    const only = await buyer.buyByCard(batch, 20)
    expect(await goalsOf()).toBe(4)
    await db().run(setGoals, [batch.projectId, [1, 2]])
    await refund(only)
    expect([await goalsOf(), await kindsOf(buyer)]).toEqual([0, ['achievement']])

    // Goals that another purchase may carry stay.
    await db().run(setGoals, [edited.projectId, [3, 5]])
    await db().run(setGoals, [kept.projectId, [5, 7]])
    const first = await buyer.buyByCard(edited, 20)
    const second = await buyer.buyByCard(kept, 20)
    expect(await goalsOf()).toBe(3)
    await refund(first)
    expect(await goalsOf()).toBe(2)
    await refund(second)
    expect(await goalsOf()).toBe(0)
  })

  it('lose the week in which the purchase was completed, whenever it was reserved', async () => {
    const [buyer, batch] = [await newBuyer(), await newBatch()]
    const { body } = await buyer.reserve(cardOrder(batch, 20, await buyer.cardToken()))
    await db().run(reserveLastWeek, [body.txId])
    expect((await buyer.complete(body.txId)).status).toBe(200)
    await refund(body.txId)
    expect(await kindsOf(buyer)).toEqual(['achievement'])
  })

  it('take an unredeemed reward away, claimed or not, and leave a redeemed one', async () => {
    const batch = await newBatch()
    const other = await newAchiever(test.url, batch)
    const { me, token } = await newAchiever(test.url, batch)
    const [{ tx_id }] = (await me.get('/api/tokens/transaction/me?tokens=none')).body
    await claim(me, token)
    const { body } = await me.reserve(rewardOrder(batch, token), { key: randomUUID() })
    await refund(tx_id)
    expect((await me.complete(body.txId)).status).toBe(410)
    expect(await rewardsOf(me)).toEqual([])
    expect((await claim(me, token)).status).toBe(404)

    const second = await newAchiever(test.url, batch)
    const [bought] = (await second.me.get('/api/tokens/transaction/me?tokens=none')).body
    await claim(second.me, second.token)
    const order = rewardOrder(batch, second.token)
    const { body: redeemed } = await second.me.reserve(order, { key: randomUUID() })
    expect((await second.me.complete(redeemed.txId)).status).toBe(200)
    await refund(bought.tx_id)
    expect(await totalOf(second.me)).toBe(1)
    // A purchase paid by a reward carries no score.
    expect(await kindsOf(second.me)).toEqual(['achievement', 'achievement'])

    const third = await newAchiever(test.url, batch)
    const [last] = (await third.me.get('/api/tokens/transaction/me?tokens=none')).body
    const telephone = newPhone()
    await claim(third.me, third.token, { gift: true, telephone, message: 'for you' })
    await refund(last.tx_id)
    const late = { ...rewardOrder(batch, third.token), is_gift: 1, telephone }
    expect((await third.me.reserve(late, { key: randomUUID() })).status).toBe(403)
    await forgetEndedClaims(db())
    const kept = (await db().run(receiversOf, [third.me.id])).filter(
      ({ number }) => number !== null,
    )
    expect(kept).toEqual([])
    expect(await rewardsOf(other.me)).toHaveLength(2)
  })

  it('open no reward of kilograms for refunded purchases, kilograms kept or not', async () => {
    const batch = await newBatch()
    const { me, token } = await newAchiever(test.url, batch)
    const [{ tx_id }] = (await me.get('/api/tokens/transaction/me?tokens=none')).body
    await giveByCard(me, batch, 20, (await newBuyer()).phone)
    const ofGift = await rewardOf(me, 'first_gift')
    expect((await claim(me, ofGift)).status).toBe(200)
    const redeemed = await me.reserve(rewardOrder(batch, ofGift), { key: randomUUID() })
    expect((await me.complete(redeemed.body.txId)).status).toBe(200)
    await refund(tx_id, true)
    // Two kilograms are paid for, and two more came from the reward itself.
    await me.buyByCard(await issueTestBatch(db(), { kg: 10, priceMicros: 200_000 }), 2)
    expect(await claim(me, token)).toMatchObject({
      status: 409,
      body: { code: 'reward_not_paid_for' },
    })
    // Disputed kilograms still count as paid for.
    const disputed = await me.buyByCard(batch, 20)
    await disputeAtProvider(db(), await purchaseOf(disputed), 'open')
    await listen()
    expect((await claim(me, token)).status).toBe(200)
  })

  it('do not count an expired reward as taken', async () => {
    const [buyer, batch] = [await newBuyer(), await newBatch()]
    const gift = await giveByCard(buyer, batch, 20, (await newBuyer()).phone)
    await claim(buyer, await rewardOf(buyer, 'first_gift'))
    await refund(gift)
    const bought = await buyer.buyByCard(batch, 100)
    await refund(bought, true)
    // Two paid kilograms are left: enough for a reward of one, not for three.
    const dear = await issueTestBatch(db(), { kg: 10, priceMicros: 200_000 })
    await buyer.buyByCard(dear, 2)
    expect((await claim(buyer, await rewardOf(buyer, 'offset_100'))).status).toBe(200)
  })

  it('take away the rewards that the receiver of a gift had earned with it', async () => {
    const [giver, receiver, batch] = [await newBuyer(), await newBuyer(), await newBatch()]
    const txId = await giveByCard(giver, batch, 100, receiver.phone)
    const codes = (await rewardsOf(receiver)).map(({ achievement_code }) => achievement_code)
    expect(codes.sort()).toEqual(['first_offset', 'offset_100'])
    await refund(txId)
    expect(await rewardsOf(receiver)).toEqual([])
  })

  it('keep a reward whose threshold the rest reaches exactly', async () => {
    const [me, batch] = [await newBuyer(), await newBatch()]
    await me.buyByCard(batch, 100)
    await refund(await me.buyByCard(batch, 20))
    const codes = (await rewardsOf(me)).map(({ achievement_code }) => achievement_code)
    expect(codes.sort()).toEqual(['first_offset', 'offset_100'])
  })

  it('keep a reward that other purchases carry', async () => {
    const batch = await newBatch()
    const { me } = await newAchiever(test.url, batch)
    const again = await me.buyByCard(batch, 100)
    // Kilograms that a refund left with their holder carry the reward as well.
    await refund(await me.buyByCard(batch, 20), true)
    const codes = async () => (await rewardsOf(me)).map(({ achievement_code }) => achievement_code)
    const [, , { tx_id }] = (await me.get('/api/tokens/transaction/me?tokens=none')).body
    await refund(tx_id)
    expect(await codes()).toEqual(['first_offset', 'offset_100'])
    await refund(again)
    expect(await codes()).toEqual(['first_offset'])
    expect(await kindsOf(me)).toEqual(['achievement', 'achievement', 'project', 'week'])
  })
})

describe('a gift that is refunded', () => {
  it('can no longer be received where it waited for its number', async () => {
    const [giver, batch, phone] = [await newBuyer(), await newBatch(), newPhone()]
    const txId = await giveByCard(giver, batch, 30, phone)
    await refund(txId)
    expect(await leftOf(txId)).toEqual({ 'kg available': -30, 'kg returned': 30 })
    const receiver = await new Person(test.url, phone).signIn()
    expect(await totalOf(receiver)).toBe(0)
    expect(await receiver.activityOf(txId)).toBeUndefined()
  })

  it('can no longer be received where its number signs in during the refund', async () => {
    const [giver, batch, phone] = [await newBuyer(), await newBatch(), newPhone()]
    const txId = await giveByCard(giver, batch, 30, phone)
    const held = await holdLock(test, `select from passports where id = '${giver.id}' for update`)
    const refunded = refund(txId)
    await held.untilWaiting('row', 1)
    const joined = new Person(test.url, phone).signIn()
    await held.untilWaiting('row', 2)
    await held.release()
    expect(await refunded).toEqual({ stage: 'refunded' })
    const receiver = await joined
    expect(await totalOf(receiver)).toBe(0)
    expect(await receiver.activityOf(txId)).toBeUndefined()
    expect(await leftOf(txId)).toEqual({ 'kg available': -30, 'kg returned': 30 })
  })

  it('leaves its holder, who gets a message', async () => {
    const [giver, receiver] = [await newBuyer(), await newBuyer()]
    const begun = woken
    const own = { payment_method: 'wallet', wallet_used: 0.6 }
    const gift = { is_gift: 1, telephone: receiver.phone }
    const order = { ...cardOrder(await newBatch(), 30, ''), ...own, ...gift }
    const { txId } = (await giver.reserve(order)).body
    expect((await giver.complete(txId)).status).toBe(200)
    const given = woken
    while ((await sendDueMessages(test.services)) > 0);
    expect(await totalOf(receiver)).toBe(30)
    await refund(txId)
    // Neither message waits for the next round.
    expect([given > begun, woken > given]).toEqual([true, true])
    expect(await totalOf(receiver)).toBe(0)
    expect(await receiver.activityOf(txId)).toMatchObject({ status: 'REFUNDED', total: 0 })
    expect(await giver.activityOf(txId)).not.toHaveProperty('gift_status')
    const months = await receiver.get('/api/tokens/transaction/me?tokens=none&time_zone=UTC')
    expect(months.body[0].month).toEqual({ kept_kg: 0, given_kg: 0 })
    expect((await receiver.post('/api/gifts/thanks', { tx_id: txId })).status).toBe(404)
    while ((await sendDueMessages(test.services)) > 0);
    expect(await messagesSentTo(db(), receiver.phone)).toEqual(['gift_success', 'gift_refunded'])
    const { body } = await receiver.get(`/dev/messages?to=${encodeURIComponent(receiver.phone)}`)
    expect(body[0].body).toMatch(/30 kg from Test wind farm was refunded/)
  })

  it('is received and thanked for as before where its kilograms stay', async () => {
    const [giver, phone] = [await newBuyer(), newPhone()]
    const txId = await giveByCard(giver, await newBatch(), 30, phone)
    await refund(txId, true)
    const receiver = await new Person(test.url, phone).signIn()
    expect(await totalOf(receiver)).toBe(30)
    expect((await receiver.post('/api/gifts/thanks', { tx_id: txId })).status).toBe(200)
    expect(await giver.activityOf(txId)).toMatchObject({ is_thanked: true })
  })

  it('sends its holder no message where its kilograms stay', async () => {
    const [giver, receiver] = [await newBuyer(), await newBuyer()]
    const txId = await giveByCard(giver, await newBatch(), 30, receiver.phone)
    await refund(txId, true)
    await sendDueMessages(test.services)
    expect(await messagesSentTo(db(), receiver.phone)).toEqual(['gift_success'])
  })
})

it('the operator finds purchases by their state, a receiver’s too', async () => {
  const [buyer, receiver, batch] = [await newBuyer(), await newBuyer(), await newBatch()]
  const kept = await buySplit(buyer, batch)
  await failCards(db(), 'refund', 'error')
  expect(await refund(kept, true)).toEqual({ stage: 'refunding kept' })
  const refunded = await buyer.buyByCard(batch, 20)
  await refund(refunded)
  const disputed = await buyer.buyByCard(batch, 20)
  await disputeAtProvider(db(), await purchaseOf(disputed), 'open')
  await listen()
  const gift = await giveByCard(buyer, batch, 20, receiver.phone)
  const [lapsed, pending] = [
    (await buyer.reserve(cardOrder(batch, 20, await buyer.cardToken()))).body.txId,
    (await buyer.reserve(cardOrder(batch, 20, await buyer.cardToken()))).body.txId,
  ]
  await db().run(lapse, [lapsed])
  const { body: paid } = await buyer.reserve(cardOrder(batch, 20, await buyer.cardToken()))
  await failCards(db(), 'capture', 'error')
  expect((await buyer.complete(paid.txId)).status).toBe(202)
  const declined = cardOrder(batch, 20, await buyer.cardToken('4000000000000002'))
  expect((await buyer.reserve(declined)).status).toBe(402)
  const list = async (state: ListedFilter | null, { id: personId } = buyer) =>
    (await listPurchases(db(), { state, since: null, personId })).map(({ tx_id }) => tx_id)
  expect(await list('PENDING')).toEqual([paid.txId, pending])
  expect(await list('EXPIRED')).toEqual([lapsed])
  expect(await list('COMPLETED')).toEqual([gift, disputed, kept])
  expect(await list('REFUNDED')).toEqual([refunded])
  expect(await list('DISPUTED')).toEqual([disputed])
  expect(await list('GOODWILL')).toEqual([kept])
  expect(await list(null, receiver)).toEqual([gift])
  const all = await listPurchases(db(), { state: null, since: null, personId: buyer.id })
  const [failed] = all
  expect(await list('FAILED')).toEqual([failed?.tx_id])
  const standing = [
    ...[
      ['FAILED', 0],
      ['PENDING', 0],
    ],
    ...[
      ['PENDING', 0],
      ['EXPIRED', 0],
      ['COMPLETED', 0],
    ],
    ...[
      ['DISPUTED', 0],
      ['REFUNDED', 0],
      ['COMPLETED', 2],
    ],
  ]
  expect(all.map(({ status, goodwill }) => [status, goodwill])).toEqual(standing)
  // The amount still owed to the card is goodwill as well as the refunded one.
  expect(await reconcileOne(test.services, kept)).toMatchObject({ reversal: 'refunded' })
  const after = await listPurchases(db(), { state: null, since: null, personId: buyer.id })
  expect(after.map(({ status, goodwill }) => [status, goodwill])).toEqual(standing)
})

describe('events of the card provider alone', () => {
  it('a refund on its page ends the purchase like the operator’s refund', async () => {
    const buyer = await newBuyer()
    const txId = await buySplit(buyer, await newBatch())
    await refundAtProvider(db(), await purchaseOf(txId), 100)
    await listen()
    expect(await buyer.activityOf(txId)).toMatchObject({ status: 'REFUNDED' })
    expect(await leftOf(txId)).toEqual({ 'kg available': -100, 'kg returned': 100 })
    expect((await buyer.get('/api/wallet/me')).body.totalInUserCurrency).toBe(1)
  })

  it('a partial refund is goodwill, and the operator refunds the rest', async () => {
    const buyer = await newBuyer()
    const txId = await buyer.buyByCard(await newBatch(), 50)
    await refundAtProvider(db(), await purchaseOf(txId), 30)
    await listen()
    expect(await buyer.activityOf(txId)).toMatchObject({ status: 'COMPLETED' })
    expect(await leftOf(txId)).toMatchObject({ goodwill: -30, card_clearing: -70, sales: 100 })
    expect(await refund(txId)).toEqual({ stage: 'refunded' })
    expect(await leftOf(txId)).toEqual({ 'kg available': -50, 'kg returned': 50 })
    expect(await returnedAtProvider(db(), await purchaseOf(txId))).toMatchObject({
      refunded_minor: 100,
    })
  })

  it('a dispute shows to the buyer alone, and a won one changes nothing', async () => {
    const [giver, receiver] = [await newBuyer(), await newBuyer()]
    const txId = await giveByCard(giver, await newBatch(), 50, receiver.phone)
    const before = await leftOf(txId)
    await disputeAtProvider(db(), await purchaseOf(txId), 'open')
    await listen()
    expect(await giver.activityOf(txId)).toMatchObject({ status: 'DISPUTED' })
    expect(await receiver.activityOf(txId)).toMatchObject({ status: 'COMPLETED' })
    expect((await giver.complete(txId)).status).toBe(200)
    expect(await totalOf(receiver)).toBe(50)
    expect(await refund(txId)).toEqual({ problem: 'purchase_disputed' })
    await disputeAtProvider(db(), await purchaseOf(txId), 'won')
    await listen()
    expect(await giver.activityOf(txId)).toMatchObject({ status: 'COMPLETED' })
    expect(await leftOf(txId)).toEqual(before)
  })

  it('a lost dispute takes the kilograms, and the loss is a chargeback', async () => {
    const buyer = await newBuyer()
    const txId = await buySplit(buyer, await newBatch())
    await disputeAtProvider(db(), await purchaseOf(txId), 'lost')
    await listen()
    expect(await buyer.activityOf(txId)).toMatchObject({ status: 'REFUNDED' })
    expect(await leftOf(txId)).toEqual({
      chargebacks: -100,
      sales: 100,
      'kg available': -100,
      'kg returned': 100,
    })
    expect((await buyer.get('/api/wallet/me')).body.totalInUserCurrency).toBe(1)
  })

  it('a lost dispute of a part refunds the rest too', async () => {
    const buyer = await newBuyer()
    const txId = await buyer.buyByCard(await newBatch(), 50)
    await disputeAtProvider(db(), await purchaseOf(txId), 'lost', 40)
    await listen()
    expect(await leftOf(txId)).toMatchObject({ refunds_due: 60, chargebacks: -40, sales: 40 })
    const shown = await inspectPurchase(test.services, txId)
    expect(shown?.purchase).toMatchObject({ refunded_minor: 0, lost_minor: 40, due_minor: 60 })
    await reconcilePurchases(test.services, 0)
    expect(await leftOf(txId)).toEqual({
      chargebacks: -40,
      sales: 40,
      'kg available': -50,
      'kg returned': 50,
    })
  })

  it('a lost dispute takes kilograms that a refund had left', async () => {
    const buyer = await newBuyer()
    const txId = await buySplit(buyer, await newBatch())
    await refund(txId, true)
    await disputeAtProvider(db(), await purchaseOf(txId), 'lost', 100)
    await listen()
    expect(await buyer.activityOf(txId)).toMatchObject({ status: 'REFUNDED' })
    expect(await leftOf(txId)).toEqual({
      card_clearing: 100,
      chargebacks: -100,
      'kg available': -100,
      'kg returned': 100,
    })
  })
})
