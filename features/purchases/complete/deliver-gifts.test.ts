// Tests gifts with a day over HTTP: what giver and receiver see before and after it, its one message, and what
// refunds, blocks, deletions and changes of a number do to it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendDueMessages } from '#features/messages/send-messages.ts'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { blockNumber, unblockNumber } from '#features/sign-in/number/number-blocks.ts'
import { hashOf } from '#tests/support/number-keys.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { removePassport } from '#tests/support/people/erasure.ts'
import { cardOrder, newPhone, Person } from '#tests/support/people/person.ts'
import { giveByCard, totalOf } from '#tests/support/people/rewards.ts'
import { holdLock } from '#tests/support/servers/waiting-locks.ts'
import { messagesSentTo } from '#tests/support/stand-ins/sandbox-faults.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { deliverGifts } from './deliver-gifts.ts'

const putOff = statement(
  'test-delivery-times',
  { deliver_at: 'timestamptz' },
  'select deliver_at from purchases where tx_id = $1',
)
const makeDue = statement(
  'test-delivery-due',
  {},
  `update purchases set deliver_on = $2, deliver_at = $3 where tx_id = $1`,
)
const makeMessagesDue = statement('test-messages-due', {}, 'update outbox set due_at = now()')
const waitingMessage = statement(
  'test-message-of-gift',
  { state: 'text', due_at: 'timestamptz', attempts: 'int2' },
  `select o.state, o.due_at, o.attempts from outbox o join purchases p on p.id::text = o.subject
   where p.tx_id = $1 and o.template = 'gift_success'`,
)

const markDelivered = statement(
  'test-mark-delivered',
  {},
  `with delivered as (
     update purchases set delivered_at = $2 where tx_id = $1 returning id
   ) insert into outbox (template, subject, recipient)
   select 'gift_success', id::text, 'recipient' from delivered`,
)

let test: TestApp
let batch: IssuedBatch
let giver: Person
/** A process's clock, which decides whether a message may leave. */
let clock = Date.now
beforeAll(async () => {
  test = await startTestApp({ OPEN_RESERVATIONS_MAX: '500' }, () => ({ clock: () => clock() }), {
    background: false,
  })
  batch = await issueTestBatch(test.services.db, { kg: 10_000 })
})
beforeEach(async () => {
  clock = Date.now
  giver = await new Person(test.url).signIn()
})
afterAll(() => closeWithBooks(test))

const today = () => Temporal.Now.plainDateISO('Europe/London')
const dayAhead = (days: number) => today().add({ days }).toString()
const at = (day: string, time: string) => new Date(`${day}T${time}Z`)
const christmas = dayAhead(30)
const noon = at(christmas, '12:00:00')

/** Runs the deliveries that are due at a time, and sends the messages. */
async function deliver(moment: Date): Promise<void> {
  while ((await deliverGifts(test.services, moment)) > 0);
  while ((await sendDueMessages(test.services)) > 0);
}
const give = (phone: string, deliver_on = christmas) =>
  giveByCard(giver, batch, 30, phone, { note: 'For you', deliver_on })
const listOf = async (person: Person) => (await person.get('/api/tokens/transaction/me')).body
const sentTo = (phone: string) => messagesSentTo(test.services.db, phone)

describe('a gift with a day', () => {
  it('is unknown to a member before it, and arrives on it with its message', async () => {
    const receiver = await new Person(test.url).signIn()
    const txId = await give(receiver.phone)
    await deliver(at(dayAhead(29), '12:00:00'))
    await deliver(at(christmas, '08:59:00'))
    expect(await totalOf(receiver)).toBe(0)
    expect(await listOf(receiver)).toEqual([])
    expect(await sentTo(receiver.phone)).toEqual([])
    expect(
      (await receiver.get('/api/profile/export')).body['purchases and gifts'].received,
    ).toEqual([])
    const [waiting] = await listOf(giver)
    expect(waiting).toMatchObject({ gift_status: 'waiting', deliver_on: christmas })

    await deliver(at(christmas, '09:30:00'))
    await deliver(noon)
    expect(await sentTo(receiver.phone)).toEqual(['gift_success'])
    const [sent] = await listOf(giver)
    expect(sent).toMatchObject({ tx_id: txId, gift_status: 'waiting' })
    expect(sent.deliver_on).toBeUndefined()
    expect(await totalOf(receiver)).toBe(30)
    const [received] = await listOf(receiver)
    expect(received).toMatchObject({ tx_id: txId, kg: 30, note: 'For you', opened_at: null })
    expect(received.received_at).not.toBeNull()
    expect((await listOf(giver))[0].gift_status).toBe('received')
  })

  it('waits after it for a number without a passport, and not before it', async () => {
    const early = new Person(test.url)
    const txId = await give(early.phone)
    await early.signIn()
    expect(await totalOf(early)).toBe(0)
    await deliver(noon)
    expect(await totalOf(early)).toBe(30)

    const late = new Person(test.url)
    await give(late.phone)
    await deliver(noon)
    expect(await sentTo(late.phone)).toEqual(['gift_success'])
    await late.signIn()
    expect(await listOf(late)).toMatchObject([{ kg: 30, is_gift: true }])
    expect((await listOf(giver))[0]).toMatchObject({ gift_status: 'received' })
    expect(txId).toMatch(/^CP-/)
  })

  it('counts for its giver at once, and the request of its message sends none', async () => {
    const receiver = await new Person(test.url).signIn()
    const txId = await give(receiver.phone)
    const facts = (await giver.get('/api/achievements/me')).body
    expect(facts).toContainEqual(expect.objectContaining({ code: 'first_gift', progressPct: 100 }))
    const asked = {
      ...{ to: receiver.phone, templateKey: 'gift_success', variables: { txId } },
    }
    expect((await giver.signed('/api/notify', asked)).body).toEqual({ status: 'queued' })
    await deliver(new Date())
    expect(await sentTo(receiver.phone)).toEqual([])
    await deliver(noon)
    expect(await sentTo(receiver.phone)).toEqual(['gift_success'])
    expect((await giver.signed('/api/notify', asked)).body.status).toBe('queued')
    await deliver(noon)
    expect(await sentTo(receiver.phone)).toEqual(['gift_success'])
  })

  it('arrives once, where two processes deliver it and its number signs in meanwhile', async () => {
    const receiver = new Person(test.url)
    const txId = await give(receiver.phone)
    const row = await holdLock(test, `select from purchases where tx_id = '${txId}' for update`)
    const rounds = [deliverGifts(test.services, noon), deliverGifts(test.services, noon)]
    await row.untilWaiting('row')
    await receiver.post('/api/auth/request-otp', { phone: receiver.phone })
    const code = await receiver.readCode()
    const signingIn = receiver.post('/api/auth/verify-otp', { phone: receiver.phone, code })
    await row.untilWaiting('advisory')
    await row.release()
    await Promise.all(rounds)
    expect((await signingIn).body.user.total_offsets).toBe(30)
    await deliver(noon)
    expect(await sentTo(receiver.phone)).toEqual(['gift_success'])
  })

  it.each([
    ['today', 0],
    ['a day that is over', -1],
    ['more than 12 months ahead', 367],
  ])('is refused for %s', async (_, days) => {
    const order = { ...cardOrder(batch, 1, await giver.cardToken()), is_gift: 1 }
    const gift = { ...order, telephone: newPhone(), deliver_on: dayAhead(days) }
    const { status, body } = await giver.reserve(gift)
    expect([status, body.code, body.field]).toEqual([400, 'invalid_delivery_day', 'deliver_on'])
  })

  it.each(['2026-02-30', 'tomorrow', '', 20_261_224])('is refused for the day %j', async (day) => {
    const order = { ...cardOrder(batch, 1, await giver.cardToken()), is_gift: 1 }
    const { body } = await giver.reserve({ ...order, telephone: newPhone(), deliver_on: day })
    expect(body.code).toBe('invalid_delivery_day')
  })

  it('to the giver’s own number arrives at once, and counts as no gift', async () => {
    await give(giver.phone)
    expect(await totalOf(giver)).toBe(30)
    const [mine] = await listOf(giver)
    expect(mine.deliver_on).toBeUndefined()
  })

  it('ignores a day on a purchase for oneself', async () => {
    const order = { ...cardOrder(batch, 50, await giver.cardToken()), deliver_on: christmas }
    const { body } = await giver.reserve(order)
    await giver.complete(body.txId)
    expect(await totalOf(giver)).toBe(50)
  })
})

describe('the hours of a gift with a day', () => {
  it('are those of the receiver’s country', async () => {
    const [inTokyo, inHonolulu] = ['+81312345678', '+18085550123']
    for (const phone of [inTokyo, inHonolulu]) await give(phone)
    await deliver(at(christmas, '00:30:00'))
    expect(await sentTo(inTokyo)).toEqual(['gift_success'])
    await deliver(noon)
    expect(await sentTo(inHonolulu)).toEqual([])
    await deliver(at(christmas, '20:00:00'))
    expect(await sentTo(inHonolulu)).toEqual(['gift_success'])
  })

  it('let some gifts of a round arrive, two for one receiver, and put off others', async () => {
    const [london, honolulu] = [
      await new Person(test.url).signIn(),
      await new Person(test.url, '+18085550177').signIn(),
    ]
    const unknown = '+18085550178'
    const late = await give(london.phone)
    for (const phone of [honolulu.phone, honolulu.phone, unknown]) await give(phone)
    // It is 21:00 in London then, and 11:00 in Honolulu.
    expect(await deliverGifts(test.services, at(christmas, '21:00:00'))).toBe(4)
    while ((await sendDueMessages(test.services)) > 0);
    expect([await totalOf(london), await totalOf(honolulu)]).toEqual([0, 60])
    expect(await sentTo(london.phone)).toEqual([])
    expect(await sentTo(honolulu.phone)).toEqual(['gift_success', 'gift_success'])
    expect(await sentTo(unknown)).toEqual(['gift_success'])
    const [{ deliver_at } = { deliver_at: null }] = await test.services.db.run(putOff, [late])
    const next = Temporal.PlainDate.from(christmas).add({ days: 1 }).toString()
    expect(deliver_at?.toISOString().slice(0, 10)).toBe(next)
    await deliver(at(next, '12:00:00'))
    expect([await totalOf(london), await totalOf(honolulu)]).toEqual([30, 60])
    expect(await sentTo(london.phone)).toEqual(['gift_success'])
  })

  it('are those of the next day, where the product was away', async () => {
    const receiver = await new Person(test.url).signIn()
    const txId = await give(receiver.phone)
    await deliver(at(christmas, '21:00:00'))
    expect(await totalOf(receiver)).toBe(0)
    const [{ deliver_at } = { deliver_at: null }] = await test.services.db.run(putOff, [txId])
    const next = Temporal.PlainDate.from(christmas).add({ days: 1 }).toString()
    expect(deliver_at?.toISOString().slice(0, 10)).toBe(next)
    await deliver(at(next, '12:00:00'))
    expect(await totalOf(receiver)).toBe(30)
  })

  it('hold for a message that leaves later than its gift', async () => {
    const receiver = await new Person(test.url).signIn()
    const txId = await give(receiver.phone)
    // It arrived an hour ago, and no message could leave.
    const anHourAgo = new Date(Date.now() - 3_600_000)
    const yesterday = anHourAgo.toISOString().slice(0, 10)
    await test.services.db.run(makeDue, [txId, yesterday, anHourAgo])
    await test.services.db.run(markDelivered, [txId, anHourAgo])
    await test.services.db.run(makeMessagesDue)
    // The clock of the process is behind every hour of messages, so that the test does not depend on the time of day.
    clock = () => 0
    await sendDueMessages(test.services)
    const [message] = await test.services.db.run(waitingMessage, [txId])
    expect(message).toMatchObject({ state: 'queued', attempts: 0 })
    clock = () => Date.now() + 86_400_000
    await test.services.db.run(makeMessagesDue)
    await sendDueMessages(test.services)
    expect(await sentTo(receiver.phone)).toEqual(['gift_success'])
  })
})

describe('before its day', () => {
  it('a refund takes the gift back: it arrives nowhere, and its receiver gets no message', async () => {
    const receiver = await new Person(test.url).signIn()
    const txId = await give(receiver.phone)
    const refund = { txId, keepsKilograms: false, record: async () => undefined }
    expect(await refundPurchase(test.services, refund)).not.toHaveProperty('problem')
    const [entry] = await listOf(giver)
    expect(entry).toMatchObject({ status: 'REFUNDED' })
    expect(entry.deliver_on).toBeUndefined()
    await deliver(noon)
    expect(await totalOf(receiver)).toBe(0)
    expect(await sentTo(receiver.phone)).toEqual([])
  })

  it('a refund in part leaves the other kilograms, which arrive on it', async () => {
    const receiver = await new Person(test.url).signIn()
    const txId = await give(receiver.phone)
    const refund = { txId, keepsKilograms: false, kg: 10, record: async () => undefined }
    expect(await refundPurchase(test.services, refund)).not.toHaveProperty('problem')
    await deliver(noon)
    expect(await listOf(receiver)).toMatchObject([{ tx_id: txId, kg: 30, refunded_kg: 10 }])
    expect(await totalOf(receiver)).toBe(20)
  })

  it('a block of the giver holds the gift back, and the unblocking lets it arrive', async () => {
    const receiver = await new Person(test.url).signIn()
    await give(receiver.phone)
    const { db } = test.services
    const hash = hashOf(giver.phone)
    await db.transaction((tx) => blockNumber(tx, hash, giver.id))
    await deliver(noon)
    expect(await totalOf(receiver)).toBe(0)
    expect(await sentTo(receiver.phone)).toEqual([])
    await db.transaction((tx) => unblockNumber(tx, hash, giver.id))
    await deliver(at(dayAhead(29), '12:00:00'))
    expect(await totalOf(receiver)).toBe(0)
    await deliver(noon)
    expect(await totalOf(receiver)).toBe(30)
  })

  it('the deletion of the giver leaves the gift, without name and note, and its message', async () => {
    const receiver = await new Person(test.url).signIn()
    await give(receiver.phone)
    await removePassport(test.services.db, giver)
    await deliver(noon)
    expect(await sentTo(receiver.phone)).toContain('gift_success')
    expect(await listOf(receiver)).toMatchObject([{ kg: 30, note: null, from_user: 'Somebody' }])
  })

  it('the deletion of the receiver leaves the gift to the next passport of the number', async () => {
    const phone = newPhone()
    const former = await new Person(test.url, phone).signIn()
    await give(phone)
    await removePassport(test.services.db, former)
    await deliver(noon)
    const next = await new Person(test.url, phone).signIn()
    expect(await totalOf(next)).toBe(30)
  })

  it('the giver’s export has the day', async () => {
    await give(newPhone())
    const { body } = await giver.get('/api/profile/export')
    expect(body['purchases and gifts'].bought).toMatchObject([
      { 'arrives on': christmas, arrived: null },
    ])
  })
})
