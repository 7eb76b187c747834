// Tests that the number of an erased user disappears from others' open purchases and gifts, however
// they end. A STOP outlives the passport without the number.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forgetEndedClaims } from '#features/achievements/rewards/end-claims.ts'
import { sendDueMessages } from '#features/messages/send-messages.ts'
import { pollSmsEvents } from '#features/messages/webhooks/handle-sms-events.ts'
import { reconcilePurchases } from '#features/purchases/card/reconcile-purchases.ts'
import { expirePurchases } from '#features/purchases/end/end-purchases.ts'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { hashOf } from '#tests/support/number-keys.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { makePollDue } from '#tests/support/people/card-provider-page.ts'
import {
  dump,
  forgetNow,
  leaveNumber,
  plainHashes,
  removePassport,
} from '#tests/support/people/erasure.ts'
import { cardOrder, newPhone, Person } from '#tests/support/people/person.ts'
import { claim, newAchiever } from '#tests/support/people/rewards.ts'
import { holdLock } from '#tests/support/servers/waiting-locks.ts'
import { failCards, messagesSentTo } from '#tests/support/stand-ins/sandbox-faults.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { textIn } from '#texts/text-in.ts'

let test: TestApp
let batch: IssuedBatch
let giver: Person
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
  batch = await issueTestBatch(test.services.db, { kg: 10_000 })
})
beforeEach(async () => {
  giver = await new Person(test.url).signIn()
})
afterAll(() => closeWithBooks(test))

const lapse = statement(
  'test-lapse-purchase',
  {},
  `update purchases set expires_at = now() where tx_id = $1`,
)
const lapseClaims = statement(
  'test-lapse-claims',
  {},
  'update rewards set claim_ends_at = now() where claim_ends_at > now()',
)
const newest = statement(
  'test-newest-purchase',
  { tx_id: 'text', state: 'text' },
  'select tx_id, state from purchases where buyer_id = $1 order by id desc limit 1',
)
const messagesTo = statement(
  'test-messages-to-number',
  { template: 'text' },
  'select template from outbox where recipient = $1',
)
const newestState = async () => (await test.services.db.run(newest, [giver.id]))[0]?.state

/** The receiver's data in a gift besides the number. */
const words = ['Zebedee Quux', 'a note to somebody']

async function reserveGift(telephone: string, card?: string): Promise<string> {
  const given = {
    ...cardOrder(batch, 50, await giver.cardToken(card)),
    is_gift: 1,
    telephone,
    name: words[0],
    note: words[1],
  }
  const reserved = await giver.reserve(given, { key: randomUUID() })
  return reserved.body.txId ?? ''
}

/** Returns which of these texts are still stored, after the provider has erased its messages. */
async function found(...texts: readonly string[]): Promise<string[]> {
  await forgetNow(test.services)
  const all = await dump(test.services.db)
  return texts.filter((text) => all.includes(text))
}

type Lost = {
  readonly card?: string
  readonly begin?: () => Promise<void>
  readonly end: (txId: string) => Promise<unknown>
  readonly state: string
}
const losses: readonly [string, Lost][] = [
  ['its giver cancels it', { end: (txId) => giver.cancel(txId), state: 'EXPIRED' }],
  [
    'its time is over',
    {
      async end(txId) {
        await test.services.db.run(lapse, [txId])
        await expirePurchases(test.services)
      },
      state: 'EXPIRED',
    },
  ],
  [
    'its card turns out to be declined',
    {
      card: '4000000000000002',
      begin: () => failCards(test.services.db, 'authorise', 'unknown'),
      end: () => reconcilePurchases(test.services, 0),
      state: 'FAILED',
    },
  ],
  [
    'its giver deletes their own passport',
    { end: () => removePassport(test.services.db, giver), state: 'EXPIRED' },
  ],
  [
    'it is refunded while it waits',
    {
      async end(txId) {
        expect((await giver.complete(txId)).status).toBe(200)
        const order = { txId, keepsKilograms: false, record: async () => undefined }
        await refundPurchase(test.services, order)
      },
      state: 'COMPLETED',
    },
  ],
]

describe('a gift that was open when its receiver deleted their passport', () => {
  it.each(losses)('names no receiver once %s', async (_, { card, begin, end, state }) => {
    const person = await new Person(test.url).signIn()
    await begin?.()
    const txId = await reserveGift(person.phone, card)
    await removePassport(test.services.db, person)
    expect(await found(person.phone)).toEqual([person.phone])
    await end(txId)
    expect(await newestState()).toBe(state)
    expect(await found(person.phone, ...plainHashes(person.phone), ...words)).toEqual([])
  })

  it('is a new gift to the number once it completes', async () => {
    const person = await new Person(test.url).signIn()
    const txId = await reserveGift(person.phone)
    await removePassport(test.services.db, person)
    expect((await giver.complete(txId)).status).toBe(200)
    const stranger = await new Person(test.url, person.phone).signIn()
    expect((await stranger.get('/api/auth/me')).body.total_offsets).toBe(50)
    await removePassport(test.services.db, stranger)
    expect(await found(person.phone, ...words)).toEqual([])
  })

  it('names no receiver where it completes during the erasure', async () => {
    const person = await new Person(test.url).signIn()
    const txId = await reserveGift(person.phone)
    const code = await person.codeFor('delete')
    // The completion stops at its batch's places, and holds the number's lock by then.
    const held = `select from batch_places where batch_id = '${batch.id}' for update`
    const places = await holdLock(test, held)
    const completing = giver.complete(txId)
    await places.untilWaiting('row')
    const removing = person.signed('/api/profile', { code }, { method: 'DELETE' })
    await places.untilWaiting('advisory')
    await places.release()
    expect([(await completing).status, (await removing).status]).toEqual([200, 204])
    expect(await found(person.phone, ...words)).toEqual([])
  })

  it('names no receiver by a number that they had left before', async () => {
    const person = await new Person(test.url).signIn()
    const [ended, open] = [await reserveGift(person.phone), await reserveGift(person.phone)]
    await giver.cancel(ended)
    const moved = await leaveNumber(test.services.db, test.url, person)
    await removePassport(test.services.db, moved)
    await giver.cancel(open)
    expect(await found(person.phone, moved.phone, ...words)).toEqual([])
  })

  it('keeps messages that were sent to a number after they had left it', async () => {
    const person = await new Person(test.url).signIn()
    const moved = await leaveNumber(test.services.db, test.url, person)
    const next = new Person(test.url, person.phone)
    expect((await next.post('/api/auth/request-otp', { phone: next.phone })).status).toBe(200)
    await removePassport(test.services.db, moved)
    expect(await test.services.db.run(messagesTo, [next.phone])).toEqual([{ template: 'otp' }])
  })

  it('that was received is taken back with a message to its holder, on their present number', async () => {
    const person = await new Person(test.url).signIn()
    const txId = await reserveGift(person.phone)
    expect((await giver.complete(txId)).status).toBe(200)
    await removePassport(test.services.db, giver)
    const moved = await leaveNumber(test.services.db, test.url, person)
    await moved.call('PATCH', '/api/profile', { language: 'de' })
    const order = { txId, keepsKilograms: false, record: async () => undefined }
    await refundPurchase(test.services, order)
    while ((await sendDueMessages(test.services)) > 0);
    expect(await messagesSentTo(test.services.db, moved.phone)).toContain('gift_refunded')
    const { body: told } = await moved.get(`/dev/messages?to=${encodeURIComponent(moved.phone)}`)
    const words = { kg: '50', project: 'Test wind farm' }
    expect(told.map((each: { readonly body: string }) => each.body)).toContain(
      textIn('de', 'sms_gift_refunded', words),
    )
  })

  it('names no erased receiver in the reward’s claim', async () => {
    const { me, token } = await newAchiever(test.url, batch)
    const telephone = newPhone()
    expect((await claim(me, token, { gift: true, telephone, message: words[1] })).status).toBe(200)
    expect(await found(telephone)).toEqual([telephone])
    await removePassport(test.services.db, me)
    expect(await found(telephone, ...words)).toEqual([])
  })

  it('names no receiver in an expired claim either', async () => {
    const { me, token } = await newAchiever(test.url, batch)
    const person = await new Person(test.url).signIn()
    const gift = { gift: true, telephone: person.phone, message: words[1] }
    expect((await claim(me, token, gift)).status).toBe(200)
    await removePassport(test.services.db, person)
    await forgetEndedClaims(test.services.db)
    expect(await found(person.phone)).toEqual([person.phone])
    await test.services.db.run(lapseClaims)
    await forgetEndedClaims(test.services.db)
    expect(await found(person.phone, ...words)).toEqual([])
  })
})

it('the receiver of an open claim is erased with the passport that made the claim', async () => {
  const { me, token } = await newAchiever(test.url, batch)
  const telephone = newPhone()
  await claim(me, token, { gift: true, telephone, message: words[1] })
  expect(await found(telephone)).toEqual([telephone])
  await removePassport(test.services.db, me)
  expect(await found(telephone, ...words)).toEqual([])
})

describe('a number that answered STOP', () => {
  const answers = statement(
    'test-sandbox-answer',
    {},
    'insert into sandbox_sms.answers (phone, kind) values ($1, $2)',
  )
  const outcomes = statement(
    'test-gift-messages',
    { state: 'text', last_error: 'text?' },
    `select o.state, o.last_error from outbox o join purchases p on o.subject = p.id::text
     where p.tx_id = $1 and o.template = 'gift_success'`,
  )
  async function answer(phone: string, kind: 'stopped' | 'started') {
    await test.services.db.run(answers, [phone, kind])
    await makePollDue(test.services.db, 'sms')
    await pollSmsEvents(test.services)
  }
  async function giveTo(phone: string) {
    const txId = await reserveGift(phone)
    expect((await giver.complete(txId)).status).toBe(200)
    while ((await sendDueMessages(test.services)) > 0);
    return (await test.services.db.run(outcomes, [txId]))[0]
  }

  it('gets no SMS after its passport was deleted, until it answers START', async () => {
    const person = await new Person(test.url).signIn()
    const code = await person.codeFor('delete')
    await answer(person.phone, 'stopped')
    const gone = await person.signed('/api/profile', { code }, { method: 'DELETE' })
    expect(gone.status).toBe(204)
    expect(await found(person.phone, ...plainHashes(person.phone))).toEqual([])
    expect(await found(hashOf(person.phone))).toEqual([hashOf(person.phone)])

    expect(await giveTo(person.phone)).toEqual({ state: 'withheld', last_error: 'stopped' })
    expect(await messagesSentTo(test.services.db, person.phone)).toEqual([])
    await answer(person.phone, 'started')
    expect(await giveTo(person.phone)).toMatchObject({ state: 'sent' })
  })

  it('and then START is erased with its passport, also where it was left before', async () => {
    const kept = statement(
      'test-kept-answers',
      { phone: 'text' },
      'select phone from stopped_numbers where phone = any($1::text[])',
    )
    const person = await new Person(test.url).signIn()
    const moved = await leaveNumber(test.services.db, test.url, person)
    const hashes = [hashOf(person.phone), hashOf(moved.phone)]
    for (const { phone } of [person, moved]) {
      await answer(phone, 'stopped')
      await answer(phone, 'started')
    }
    expect(await test.services.db.run(kept, [hashes])).toHaveLength(2)
    await removePassport(test.services.db, moved)
    expect(await test.services.db.run(kept, [hashes])).toEqual([])
  })

  it('is stored as no number, whichever passport it had', async () => {
    const phone = newPhone()
    await answer(phone, 'stopped')
    const stopped = statement(
      'test-all-stopped',
      { phone: 'text' },
      'select phone from stopped_numbers where ended_at is null',
    )
    const rows = await test.services.db.run(stopped)
    expect(rows.map((row) => row.phone)).toEqual([hashOf(phone)])
  })
})
