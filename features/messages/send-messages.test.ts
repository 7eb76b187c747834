// Tests messages over HTTP with the sandbox's faults: sent once though the provider fails, withheld
// by limits or STOP, dead at last. Compares with the provider's log.
import { randomUUID } from 'node:crypto'
import { register } from 'prom-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, newPhone, Person } from '#tests/support/people/person.ts'
import {
  answerStop,
  failSms,
  healSandboxes,
  messagesSentTo,
  withoutCircuits,
} from '#tests/support/stand-ins/sandbox-faults.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { takeDueMessages } from './message-queries.ts'
import { sendDueMessages } from './send-messages.ts'

const makeDue = statement(
  'test-make-messages-due',
  {},
  `update outbox set due_at = now() where state = 'queued'`,
)
const messageOf = statement(
  'test-message',
  { state: 'text', attempts: 'int2', last_error: 'text?', wait_seconds: 'int4' },
  `select o.state, o.attempts, o.last_error,
     ceil(extract(epoch from o.due_at - now()))::int4 as wait_seconds
   from outbox o join purchases p on p.id::text = o.subject where p.tx_id = $1`,
)
const newestMessage = statement(
  'test-code-message',
  { state: 'text' },
  `select state from outbox where template = 'otp' and recipient = $1 order by id desc limit 1`,
)
/** Inserts a due message in each of the states, all about one subject. */
const insertInStates = statement(
  'test-messages-in-states',
  {},
  `insert into outbox (template, subject, recipient, state)
   select 'purchase_success', $1, state, state from unnest($2::text[]) as given (state)`,
)

/** Inserts queued messages that are due these seconds from now, all about one subject. */
const insertDueIn = statement(
  'test-messages-due-in',
  {},
  `insert into outbox (template, subject, recipient, due_at)
   select 'purchase_success', $1, secs, now() + make_interval(secs => secs)
   from unnest($2::int4[]) as given (secs)`,
)

let test: TestApp
let batch: IssuedBatch
beforeAll(async () => {
  test = await startTestApp({ OPEN_RESERVATIONS_MAX: '100' }, withoutCircuits)
  batch = await issueTestBatch(test.services.db, { kg: 100_000 })
})
beforeEach(() => healSandboxes(test.services.db))
afterAll(() => test.close())

async function buy(buyer: Person, gift: { telephone?: string; note?: string } = {}) {
  const order = {
    ...cardOrder(batch, 20, await buyer.cardToken()),
    ...(gift.telephone === undefined ? {} : { is_gift: 1, ...gift }),
  }
  const { body } = await buyer.reserve(order)
  const completed = await buyer.complete(body.txId)
  expect(completed.status).toBe(200)
  return String(body.txId)
}

async function stateOf(txId: string, { services } = test) {
  const [row] = await services.db.run(messageOf, [txId])
  return row
}

/** Ends the waits between attempts. */
async function tryAgain({ services } = test): Promise<void> {
  await services.db.run(makeDue)
  await sendDueMessages(services)
}

/** Returns the metrics of attempts: repeated, given up, sent. */
async function counted(): Promise<number[]> {
  const figure = await register.getSingleMetric('messages_total')?.get()
  return ['retried', 'dead', 'sent'].map(
    (outcome) =>
      figure?.values.find(
        ({ labels }) => labels.template === 'purchase_success' && labels.outcome === outcome,
      )?.value ?? 0,
  )
}

const person = () => new Person(test.url).signIn()

describe('a message that the provider', () => {
  it.each([
    ['fails', 'error'],
    ['sends without an answer', 'unknown'],
    ['sends after it gave no answer', 'late'],
    ['hears twice', 'duplicate'],
  ] as const)('%s is received once', async (_title, fault) => {
    const buyer = await person()
    await failSms(test.services.db, fault, { waitMs: 300 })
    const txId = await buy(buyer)
    await expect.poll(async () => (await stateOf(txId))?.attempts).toBeGreaterThan(0)
    await expect
      .poll(async () => {
        await tryAgain()
        return (await stateOf(txId))?.state
      })
      .toBe('sent')
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(await messagesSentTo(test.services.db, buyer.phone)).toEqual(['purchase_success'])
    expect((await stateOf(txId))?.last_error).toBeNull()
  })

  it('keeps failing waits longer each time and is given up at last; others are sent', async () => {
    const quiet = await startTestApp({}, withoutCircuits, { background: false })
    const stock = await issueTestBatch(quiet.services.db, { kg: 1_000 })
    const { db } = quiet.services
    const buyer = await new Person(quiet.url).signIn()
    const before = await counted()
    await failSms(db, 'error', { calls: 8 })
    const txId = await buyer.buyByCard(stock, 20)
    const waits: number[] = []
    for (let tried = 1; tried < 8; tried += 1) {
      await tryAgain(quiet)
      const message = await stateOf(txId, quiet)
      expect(message).toMatchObject({
        state: 'queued',
        attempts: tried,
        last_error: 'SandboxFault',
      })
      waits.push(message?.wait_seconds ?? 0)
    }
    await tryAgain(quiet)
    expect(waits.every((wait, index) => index === 0 || wait >= (waits[index - 1] ?? 0))).toBe(true)
    expect(Math.max(...waits)).toBeLessThanOrEqual(1_800)
    expect(await stateOf(txId, quiet)).toMatchObject({ state: 'dead', attempts: 8 })
    expect(quiet.logged.some((line) => line.includes('message given up'))).toBe(true)
    expect(await messagesSentTo(db, buyer.phone)).toEqual([])
    const later = await buyer.buyByCard(stock, 20)
    const last = await buyer.buyByCard(stock, 20)
    // The message with the longest wait is sent first.
    expect(await takeDueMessages(db, 1)).toHaveLength(1)
    expect((await stateOf(later, quiet))?.attempts).toBe(1)
    expect((await stateOf(last, quiet))?.attempts).toBe(0)
    await tryAgain(quiet)
    expect(await stateOf(later, quiet)).toMatchObject({ state: 'sent' })
    const since = (await counted()).map((count, at) => count - (before[at] ?? 0))
    expect(since).toEqual([7, 1, 2])
    await quiet.close()
  })
})

it('a message that was sent, withheld or given up is not taken again, though it is due', async () => {
  const subject = randomUUID()
  // The background sees no message before the commit, which happens after all of them are taken.
  const taken = await test.services.db.transaction(async (tx) => {
    await tx.run(insertInStates, [subject, ['queued', 'sent', 'withheld', 'dead']])
    return takeDueMessages(tx, 1_000)
  })
  const ofSubject = taken.filter((message) => message.subject === subject)
  expect(ofSubject.map(({ recipient }) => recipient)).toEqual(['queued'])
})

it('a message is not taken before it is due', async () => {
  const subject = randomUUID()
  const taken = await test.services.db.transaction(async (tx) => {
    await tx.run(insertDueIn, [subject, [-60, 0, 1, 60]])
    return takeDueMessages(tx, 1_000)
  })
  const ofSubject = taken.filter((message) => message.subject === subject)
  expect(ofSubject.map(({ recipient }) => recipient).toSorted()).toEqual(['-60', '0'])
})

it('a message that another worker is taking is left to it, and the others are taken at once', async () => {
  const quiet = await startTestApp({}, withoutCircuits, { background: false })
  const { db } = quiet.services
  const subject = randomUUID()
  await db.run(insertDueIn, [subject, [-3, -2, -1]])
  const [first, second] = await db.transaction(async (tx) => [
    await takeDueMessages(tx, 1),
    await takeDueMessages(db, 1_000),
  ])
  expect(first?.map(({ recipient }) => recipient)).toEqual(['-3'])
  expect(second?.map(({ recipient }) => recipient).toSorted()).toEqual(['-1', '-2'])
  await quiet.close()
})

describe('gift messages to one number', () => {
  it('are three a day from one sender; the kilograms move all the same', async () => {
    const [giver, receiver] = [await person(), await person()]
    for (let count = 0; count < 10; count += 1) await buy(giver, { telephone: receiver.phone })
    await expect
      .poll(async () => {
        await sendDueMessages(test.services)
        return messagesSentTo(test.services.db, receiver.phone)
      })
      .toHaveLength(3)
    expect((await receiver.get('/passport/me')).body.total_offsets).toBe(200)
    expect(await messagesSentTo(test.services.db, receiver.phone)).toHaveLength(3)
  })

  it('are five a day from all senders, counted once over all attempts', async () => {
    const phone = newPhone()
    const givers = await Promise.all(Array.from({ length: 7 }, person))
    await failSms(test.services.db, 'error', { calls: 3 })
    const sent = await Promise.all(givers.map((giver) => buy(giver, { telephone: phone })))
    await expect
      .poll(async () => {
        await tryAgain()
        const states = await Promise.all(sent.map(async (txId) => (await stateOf(txId))?.state))
        return states.sort()
      })
      .toEqual([...Array(5).fill('sent'), 'withheld', 'withheld'])
    expect(await messagesSentTo(test.services.db, phone)).toHaveLength(5)
  })

  it('are requested as if they were sent', async () => {
    const [giver, phone] = [await person(), newPhone()]
    let txId = ''
    for (let count = 0; count < 4; count += 1) txId = await buy(giver, { telephone: phone })
    await expect.poll(async () => (await stateOf(txId))?.state).toBe('withheld')
    const answer = await giver.signed('/api/notify', {
      to: phone,
      templateKey: 'gift_success',
      variables: { txId },
    })
    expect(answer).toMatchObject({ status: 202, body: { status: 'queued' } })
  })
})

describe('a phone that answered STOP', () => {
  it('gets no message, without a request to the provider, until it receives a code', async () => {
    const { db } = test.services
    const buyer = await person()
    await answerStop(db, buyer.phone, true)
    const first = await buy(buyer)
    await expect.poll(async () => (await stateOf(first))?.state).toBe('withheld')
    await answerStop(db, buyer.phone, false)
    const second = await buy(buyer)
    await expect.poll(async () => (await stateOf(second))?.state).toBe('withheld')
    expect(await messagesSentTo(db, buyer.phone)).toEqual([])
    const again = await buyer.signIn()
    const third = await buy(again)
    await expect.poll(async () => (await stateOf(third))?.state).toBe('sent')
    // It may stop again, and the provider's refusal is stored again.
    await answerStop(db, buyer.phone, true)
    const fourth = await buy(again)
    await expect.poll(async () => (await stateOf(fourth))?.state).toBe('withheld')
    await answerStop(db, buyer.phone, false)
    const fifth = await buy(again)
    await expect.poll(async () => (await stateOf(fifth))?.state).toBe('withheld')
  })

  it('cannot be sent a code either, and the caller gets the catalogue’s sentence', async () => {
    const phone = newPhone()
    await answerStop(test.services.db, phone, true)
    const answer = await new Person(test.url, phone).post('/api/auth/request-otp', { phone })
    expect(answer).toMatchObject({
      status: 503,
      body: { error: 'Unable to send OTP. Please check your phone number and try again.' },
    })
    expect(answer.headers.get('retry-after')).toBe('30')
    const [message] = await test.services.db.run(newestMessage, [phone])
    expect(message?.state).toBe('withheld')
  })
})
