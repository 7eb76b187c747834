// Tests over HTTP which SMS are sent, by the provider's own log: refused numbers, and budgets
// shared by codes and messages. The loopback's exemption is off.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { announceMove, objectionWrites } from '#features/people/announced-moves.ts'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { send } from '#platform/database/write.ts'
import { hashOf } from '#tests/support/number-keys.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import { raceFor } from '#tests/support/servers/waiting-locks.ts'
import { messagesSentTo, withoutCircuits } from '#tests/support/stand-ins/sandbox-faults.ts'
import { startTestApp, startTestAppBeside, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { writeStopped } from '../message-queries.ts'
import { queueMessages } from '../outbox.ts'
import { movingMessage } from '../passport-notices.ts'
import { sendDueMessages, sendOne } from '../send-messages.ts'
import { permitSms } from './permit-sms.ts'

const forget = statement('test-forget-sms', {}, 'delete from rate_counts')
const setCount = statement(
  'test-set-sms-count',
  {},
  `insert into rate_counts (bucket, window_start, window_end, count)
   values ($1, to_timestamp(floor(extract(epoch from now()) / $2) * $2),
     to_timestamp(floor(extract(epoch from now()) / $2) * $2 + $2), $3)
   on conflict (bucket, window_start) do update set count = excluded.count`,
)
const clearOutbox = statement(
  'test-clear-sms',
  {},
  `update outbox set state = 'dead' where state = 'queued'`,
)
const makeDue = statement(
  'test-make-sms-due',
  {},
  `update outbox set due_at = now() where state = 'queued'`,
)
const setAge = statement(
  'test-age-sms',
  {},
  `update outbox o set created_at = now() - make_interval(hours => $2)
   from purchases p where p.id::text = o.subject and p.tx_id = $1`,
)
/** Sets the number of attempts. */
const setTries = statement(
  'test-set-sms-tries',
  {},
  `update outbox o set attempts = $2
   from purchases p where p.id::text = o.subject and p.tx_id = $1`,
)
const messageOf = statement(
  'test-sms-of-purchase',
  {
    id: 'int8',
    subject: 'text',
    state: 'text',
    attempts: 'int2',
    reason: 'text?',
    wait_seconds: 'int4',
  },
  `select o.id, o.subject, o.state, o.attempts, o.last_error as reason,
     ceil(extract(epoch from o.due_at - now()))::int4 as wait_seconds
   from outbox o join purchases p on p.id::text = o.subject
   where p.tx_id = $1 and o.template = $2`,
)

const countNow = statement(
  'test-count-sms',
  {},
  'update outbox set counted_at = now() where id = $1',
)
const codesOf = statement(
  'test-codes-of-range',
  { sends: 'int4' },
  'select sends from code_prefixes where prefix = $1',
)
const used = statement(
  'test-used-budgets',
  { bucket: 'text' },
  'select bucket from rate_counts where count > 0',
)

const day = 86_400
const noBackground = { background: false }
const open = { OPEN_RESERVATIONS_MAX: '100' }

let test: TestApp
/** Another process on the same rows, as after a restart. */
let secondApp: TestApp
/** An app that serves only British numbers and exempts the loopback. */
let british: TestApp
let batch: IssuedBatch
beforeAll(async () => {
  const limits = { ...open, LIMITS_ON_LOOPBACK: '1', TRUSTED_PROXIES: '1' }
  test = await startTestApp(limits, withoutCircuits, noBackground)
  secondApp = await startTestAppBeside(test, limits, withoutCircuits)
  british = await startTestApp(
    { ...open, SMS_ALLOWED_CALLING_CODES: '44' },
    withoutCircuits,
    noBackground,
  )
  batch = await issueTestBatch(test.services.db, { kg: 10_000 })
})
beforeEach(async () => {
  await test.services.db.run(forget)
  await test.services.db.run(clearOutbox)
})
afterAll(async () => {
  await Promise.all([secondApp.close(), british.close()])
  await test.close()
})

type Given = { readonly telephone?: string; readonly from?: IssuedBatch }

async function buy(buyer: Person, { telephone, from = batch }: Given = {}): Promise<string> {
  const gift = telephone === undefined ? {} : { is_gift: 1, telephone }
  const order = { ...cardOrder(from, 20, await buyer.cardToken()), ...gift }
  const { body } = await buyer.reserve(order)
  expect((await buyer.complete(body.txId)).status).toBe(200)
  return body.txId
}

async function messageAbout(txId: string, template = 'gift_success', { services } = test) {
  const [row] = await services.db.run(messageOf, [txId, template])
  return row
}

async function tryAgain({ services }: TestApp = test): Promise<void> {
  await services.db.run(makeDue)
  await sendDueMessages(services)
}

const askCode = (phone: string, address: string, { url } = test) =>
  new Person(url).call('POST', '/api/auth/request-otp', { phone }, { 'x-forwarded-for': address })

describe('a gift’s message to a number that gets no SMS', () => {
  it.each([
    ['premium-rate', '+449012345678'],
    ['shared-cost', '+491805123456'],
    ['toll-free', '+18005550123'],
  ])('is withheld (%s), and the sender gets the usual answer', async (_kind, telephone) => {
    const giver = await new Person(test.url).signIn()
    const txId = await buy(giver, { telephone })
    await tryAgain()
    expect(await messageAbout(txId)).toMatchObject({ state: 'withheld', reason: 'number' })
    expect(await messagesSentTo(test.services.db, telephone)).toEqual([])
    const asked = { to: telephone, templateKey: 'gift_success', variables: { txId } }
    const answer = await giver.signed('/api/notify', asked)
    expect(answer).toMatchObject({ status: 202, body: { status: 'queued' } })
    await tryAgain()
    expect(await messagesSentTo(test.services.db, telephone)).toEqual([])
    const [gift] = (await giver.get('/api/tokens/transaction/me')).body
    expect(gift).toMatchObject({ tx_id: txId, gift_status: 'waiting' })
  })

  it('is withheld outside of the calling codes served, on this machine too', async () => {
    const from = await issueTestBatch(british.services.db, { kg: 1_000 })
    const giver = await new Person(british.url).signIn()
    const abroad = await buy(giver, { telephone: '+33612345678', from })
    const home = await buy(giver, { telephone: '+447700900321', from })
    await tryAgain(british)
    const about = (txId: string) => messageAbout(txId, 'gift_success', british)
    // As if they had been counted while that country was served.
    const counted = await buy(giver, { telephone: '+33612345679', from })
    const { id = 0 } = (await about(counted)) ?? {}
    await british.services.db.run(countNow, [id])
    await tryAgain(british)
    expect(await about(counted)).toMatchObject({ state: 'withheld', reason: 'number' })
    const code = { id: 0, template: 'otp', to: '+33612345679', causedBy: null, isCounted: true }
    expect(await permitSms(british.services, code)).not.toMatchObject({ outcome: 'permitted' })
    expect(await about(abroad)).toMatchObject({ state: 'withheld', reason: 'number' })
    expect(await about(home)).toMatchObject({ state: 'sent' })
    expect(await messagesSentTo(british.services.db, '+33612345678')).toEqual([])
  })
})

describe('codes and messages together', () => {
  it('are 20 an hour to one range of numbers, half of them messages at most', async () => {
    const inRange = (index: number) => `+44781777${String(1000 + index)}`
    const giver = await new Person(test.url).signIn()
    const gifts: string[] = []
    for (let index = 0; index < 12; index += 1) {
      gifts.push(await buy(giver, { telephone: inRange(index) }))
    }
    await tryAgain()
    const standing = await Promise.all(gifts.map((txId) => messageAbout(txId)))
    expect(standing.filter((message) => message?.state === 'sent')).toHaveLength(10)
    const waiting = standing.filter((message) => message?.state === 'queued')
    expect(waiting).toMatchObject([
      { reason: 'budget', attempts: 0 },
      { reason: 'budget', attempts: 0 },
    ])
    expect(waiting.every((message) => (message?.wait_seconds ?? 0) > 0)).toBe(true)
    const codes = await Promise.all(
      Array.from({ length: 12 }, (_, index) => askCode(inRange(50 + index), `10.${index}.1.1`)),
    )
    expect(codes.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(codes.filter(({ status }) => status === 429)).toHaveLength(2)
    // A message is not typed, so it does not count as a code of the range.
    expect(await test.services.db.run(codesOf, ['+44781777'])).toEqual([{ sends: 10 }])
  })

  it.each([
    ['an hour', 'sms/messages/hour', 3_600, 250, '+447817880001'],
    ['a day', 'sms/messages/day', day, 1_500, '+447817880002'],
    ['an hour to a country', 'sms/messages/country/GB', 3_600, 100, '+447817880003'],
  ])(
    'leave at most half of the budget of %s to messages',
    async (_name, bucket, seconds, max, phone) => {
      const buyer = await new Person(test.url).signIn()
      await test.services.db.run(setCount, [bucket, seconds, max - 1])
      const [first, second] = [await buy(buyer), await buy(buyer)]
      await tryAgain()
      const states = await Promise.all(
        [first, second].map(async (txId) => (await messageAbout(txId, 'purchase_success'))?.state),
      )
      expect(states.sort()).toEqual(['queued', 'sent'])
      expect((await askCode(phone, '192.0.2.1')).status).toBe(200)
      await test.services.db.run(forget)
      await tryAgain()
      expect(await messagesSentTo(test.services.db, buyer.phone)).toHaveLength(2)
    },
  )

  it('stop at the total budget, which no restart empties', async () => {
    const buyer = await new Person(test.url).signIn()
    await test.services.db.run(setCount, ['sms/day', day, 3_000])
    await test.services.db.run(setCount, ['sms/hour', 3_600, 500])
    const txId = await buy(buyer)
    await tryAgain()
    for (const each of [test, secondApp]) {
      await tryAgain(each)
      expect(await messageAbout(txId, 'purchase_success')).toMatchObject({
        state: 'queued',
        attempts: 0,
        reason: 'budget',
      })
      const phone = each === test ? '+447817990001' : '+447817990002'
      const { status, headers } = await askCode(phone, '192.0.2.2', each)
      expect(status).toBe(429)
      // The longest of its waits.
      const dayLeft = day - ((Date.now() / 1_000) % day)
      expect(Math.abs(Number(headers.get('retry-after')) - dayLeft)).toBeLessThan(30)
    }
    expect(await messagesSentTo(test.services.db, buyer.phone)).toEqual([])
  })
})

describe('a message that a budget holds back', () => {
  it('is checked again within half an hour, and given up after two days', async () => {
    const buyer = await new Person(test.url).signIn()
    await test.services.db.run(setCount, ['sms/day', day, 3_000])
    const txId = await buy(buyer)
    for (let count = 0; count < 10; count += 1) await tryAgain()
    const waiting = await messageAbout(txId, 'purchase_success')
    expect(waiting?.state).toBe('queued')
    expect(waiting?.wait_seconds).toBeLessThanOrEqual(1_800)
    await test.services.db.run(setAge, [txId, 47])
    await test.services.db.run(setTries, [txId, 3])
    await tryAgain()
    const later = await messageAbout(txId, 'purchase_success')
    expect(later).toMatchObject({ state: 'queued', attempts: 3 })
    await test.services.db.run(setAge, [txId, 49])
    await tryAgain()
    expect(await messageAbout(txId, 'purchase_success')).toMatchObject({
      state: 'dead',
      reason: 'budget',
    })
    expect(test.logged.some((line) => line.includes('message given up'))).toBe(true)
  })

  it.each([
    ['an hour', 'sms/hour', 3_600, 249],
    ['a day', 'sms/day', day, 1_499],
  ])('warns the operator once, at half of the budget of %s', async (_, bucket, seconds, count) => {
    const warnings = () => test.logged.filter((line) => line.includes('half of the SMS budget'))
    const before = warnings().length
    const buyer = await new Person(test.url).signIn()
    await test.services.db.run(forget)
    await test.services.db.run(setCount, [bucket, seconds, count])
    for (let sent = 0; sent < 2; sent += 1) {
      await buy(buyer)
      await tryAgain()
      expect(warnings()).toHaveLength(before + 1)
    }
  })
})

it('a message withheld for STOP uses no budget', async () => {
  const { db } = test.services
  const buyer = await new Person(test.url).signIn()
  const txId = await buy(buyer)
  await writeStopped(db, hashOf(buyer.phone))
  await db.run(forget)
  await tryAgain()
  const message = await messageAbout(txId, 'purchase_success')
  expect(message).toMatchObject({ state: 'withheld', reason: 'stopped' })
  expect(await db.run(used)).toEqual([])
})

it.each([
  ['sends no message', false, []],
  ['sends its message where its kilograms stay', true, ['purchase_success']],
])(
  'a purchase that was refunded before its message was sent %s',
  async (_, keepsKilograms, told) => {
    const buyer = await new Person(test.url).signIn()
    const txId = await buy(buyer)
    await refundPurchase(test.services, { txId, keepsKilograms, record: async () => undefined })
    await tryAgain()
    // A message without a subject is no dead letter, because there is nothing to send.
    const state = keepsKilograms ? 'sent' : 'withheld'
    expect(await messageAbout(txId, 'purchase_success')).toMatchObject({ state })
    const sent = await messagesSentTo(test.services.db, buyer.phone)
    expect(sent.filter((template) => template === 'purchase_success')).toEqual(told)
  },
)

it('the notice of a move is not sent after an objection', async () => {
  const person = await new Person(test.url).signIn()
  await test.services.db.transaction(async (tx) => {
    await announceMove(tx, person.id, '+447817330001')
    await queueMessages(tx, [movingMessage(person.id)])
    await send(tx, objectionWrites([person.id]))
  })
  await tryAgain()
  expect(await messagesSentTo(test.services.db, person.phone)).toEqual([])
})

it('messages about purchases are twenty a day to one number; the others are withheld', async () => {
  const from = await issueTestBatch(british.services.db, { kg: 1_000 })
  const buyer = await new Person(british.url).signIn()
  const bought: string[] = []
  for (let count = 0; count < 22; count += 1) bought.push(await buy(buyer, { from }))
  await tryAgain(british)
  const standing = await Promise.all(
    bought.map((txId) => messageAbout(txId, 'purchase_success', british)),
  )
  expect(standing.filter((message) => message?.state === 'sent')).toHaveLength(20)
  const withheld = standing.filter((message) => message?.state === 'withheld')
  expect(withheld.map((message) => message?.reason)).toEqual(['limit', 'limit'])
  expect(await messagesSentTo(british.services.db, buyer.phone)).toHaveLength(20)
})

it('two workers that take a withheld message send none, concurrently and one after another', async () => {
  const giver = await new Person(test.url).signIn()
  const phone = '+447817220001'
  const gifts: string[] = []
  for (let count = 0; count < 4; count += 1) gifts.push(await buy(giver, { telephone: phone }))
  const last = await messageAbout(gifts[3] ?? '')
  if (last === undefined) throw new Error('no message')
  const taken = {
    id: last.id,
    template: 'gift_success',
    subject: last.subject,
    recipient: 'recipient',
    attempts: 1,
    tried_since: null,
    is_too_late: false,
    is_counted: false,
  }
  await test.services.db.run(setCount, [`gifts/all/${hashOf(phone)}`, day, 5])
  const both = await raceFor(
    test,
    { lockSql: `select from outbox where id = ${last.id} for update`, waiting: 2 },
    [test, secondApp].map((each) => () => sendOne(each.services, taken)),
  )
  expect(both).toEqual([false, false])
  expect(await messageAbout(gifts[3] ?? '')).toMatchObject({ state: 'withheld', reason: 'limit' })
  await test.services.db.run(forget)
  expect(await sendOne(secondApp.services, taken)).toBe(false)
  expect(await sendOne(test.services, { ...taken, is_counted: true })).toBe(false)
  expect(await messagesSentTo(test.services.db, phone)).toEqual([])
})
