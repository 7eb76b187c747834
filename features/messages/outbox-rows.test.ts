// Tests which messages each statement of the outbox finds or changes: by state, subject, receiver, age and number of tries.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'
import { purchaseIdOf } from '#tests/support/people/purchase-books.ts'
import { giveByCard } from '#tests/support/people/rewards.ts'
import { runSql } from '#tests/support/postgres.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { listMessagesOf } from './list-messages.ts'
import { findNoticed, takeDueMessages, writeDueAt } from './message-queries.ts'
import { forgetReceiver, queueWithdrawnGift, writeQueuedAgain } from './outbox.ts'

const insert = statement(
  'test-insert-outbox-row',
  { id: 'int8' },
  `insert into outbox (template, subject, recipient, state, attempts, due_at, provider_id)
   values ($1, $2, $3, $4, $5, now() + interval '1 hour', $6) returning id`,
)
const rowsOf = statement(
  'test-outbox-rows-of-subject',
  {
    ...{ template: 'text', subject: 'text', recipient: 'text', state: 'text', attempts: 'int2' },
    is_due: 'bool',
  },
  `select template, subject, recipient, state, attempts, due_at <= now() as is_due from outbox
   where subject like $1 || '%' order by id`,
)
const rowOf = statement(
  'test-outbox-row',
  { recipient: 'text', attempts: 'int2', due_at: 'timestamptz', last_error: 'text?' },
  'select recipient, attempts, due_at, last_error from outbox where id = $1',
)

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
})
afterAll(() => test.close())

const db = () => test.services.db
type Row = {
  readonly template?: string
  readonly subject: string
  readonly recipient?: string
  readonly state?: string
  readonly attempts?: number
  readonly providerId?: string | null
}
async function add(row: Row): Promise<number> {
  const { template = 'purchase_success', subject, recipient = 'buyer' } = row
  const { state = 'queued', attempts = 0, providerId = null } = row
  const values = [template, subject, recipient, state, attempts, providerId]
  const [added] = await db().run(insert, values)
  return added?.id ?? 0
}
const states = ['queued', 'sent', 'withheld', 'dead'] as const

it('dead letters about a subject and its parts are queued again, and no others', async () => {
  const subject = randomUUID()
  for (const state of states) await add({ subject, state, attempts: 8, recipient: state })
  await add({ subject: `${subject}/1`, state: 'dead', attempts: 8 })
  await add({ subject: `${subject}1`, state: 'dead', attempts: 8 })
  expect(await writeQueuedAgain(db(), subject)).toBe(2)
  const left = { template: 'purchase_success', subject, attempts: 8, is_due: false }
  const again = { state: 'queued', attempts: 0, is_due: true }
  expect(await db().run(rowsOf, [subject])).toEqual([
    { ...left, recipient: 'queued', state: 'queued' },
    { ...left, recipient: 'sent', state: 'sent' },
    { ...left, recipient: 'withheld', state: 'withheld' },
    { ...left, recipient: 'dead', ...again },
    { ...left, subject: `${subject}/1`, recipient: 'buyer', ...again },
    { ...left, subject: `${subject}1`, recipient: 'buyer', state: 'dead' },
  ])
  expect(await writeQueuedAgain(db(), subject)).toBe(0)
})

it.each([
  ['gift_success', 'sent', 1, true],
  ['gift_success', 'queued', 1, true],
  ['gift_success', 'queued', 0, false],
  ['gift_success', 'dead', 8, false],
  ['gift_success', 'withheld', 1, false],
  ['gift_refunded', 'sent', 1, false],
])(
  'a withdrawn gift whose %s is %s after %d tries has a message: %s',
  async (template, state, attempts, isQueued) => {
    const [subject, other] = [randomUUID(), randomUUID()]
    await add({ template, subject, state, attempts, recipient: 'recipient' })
    await add({ template: 'gift_success', subject: other, state: 'sent', recipient: 'recipient' })
    const phone = newPhone()
    // A second call queues no second message.
    for (const _ of [1, 2]) await queueWithdrawnGift(db(), subject, phone)
    const [, ...queued] = await db().run(rowsOf, [subject])
    const message = { template: 'gift_withdrawn', subject, recipient: phone }
    expect(queued).toEqual(
      isQueued ? [{ ...message, state: 'queued', attempts: 0, is_due: true }] : [],
    )
  },
)

it.each([
  ['queued', '+447400123456'],
  ['sent', 'receiver'],
  ['withheld', 'receiver'],
  ['dead', 'receiver'],
])('the number of a withdrawn gift that is %s is then %s', async (state, recipient) => {
  const message = { template: 'gift_withdrawn', subject: randomUUID(), state }
  const id = await add({ ...message, recipient: '+447400123456' })
  const other = await add({ ...message, subject: randomUUID(), recipient: '+447400123457' })
  await forgetReceiver(db(), id)
  expect((await db().run(rowOf, [id]))[0]?.recipient).toBe(recipient)
  expect((await db().run(rowOf, [other]))[0]?.recipient).toBe('+447400123457')
})

it('a message that waits for its hour keeps its number of tries', async () => {
  const at = new Date('2030-01-02T09:00:00Z')
  for (const [attempts, left] of [
    [3, 2],
    [0, 0],
  ] as const) {
    const id = await add({ subject: randomUUID(), attempts })
    await writeDueAt(db(), id, at)
    expect((await db().run(rowOf, [id]))[0]).toEqual({
      ...{ recipient: 'buyer', attempts: left, due_at: at, last_error: 'hour' },
    })
  }
})

describe('a due message', () => {
  const take = async (set: string) => {
    const id = await add({ subject: randomUUID() })
    await runSql(
      test.databaseUrl,
      `update outbox set due_at = now() - interval '1 day', created_at = '2026-01-01T00:00:00Z'${set}
       where id = ${id}`,
    )
    const [message] = await takeDueMessages(db(), 1)
    expect(message?.id).toBe(id)
    return message
  }

  it.each([
    ['', { attempts: 1, tried_since: null, is_too_late: false, is_counted: false }],
    [', attempts = 1', { attempts: 2, tried_since: new Date('2026-01-01T00:00:00Z') }],
    [`, drop_after = now() - interval '1 minute'`, { is_too_late: true, tried_since: null }],
    [`, drop_after = now() + interval '1 minute'`, { is_too_late: false }],
    [', counted_at = now()', { is_counted: true, is_too_late: false }],
  ])('with%s is taken with %j', async (set, expected) => {
    expect(await take(set)).toMatchObject(expected)
  })
})

describe('the messages to a person', () => {
  it('are those to their number and passport, as buyer and as receiver of a gift, newest first', async () => {
    const [person, friend] = [
      await new Person(test.url).signIn(),
      await new Person(test.url).signIn(),
    ]
    const batch = await issueTestBatch(db(), { kg: 1_000 })
    const idOf = async (txId: string) => purchaseIdOf(db(), txId)
    const own = await idOf(await person.buyByCard(batch, 20))
    const given = await idOf(await giveByCard(person, batch, 20, friend.phone))
    const received = await idOf(await giveByCard(friend, batch, 20, person.phone))
    await runSql(test.databaseUrl, 'delete from outbox')
    const mine: Row[] = [
      { subject: 'otp', recipient: person.phone },
      { subject: `${person.id}/x`, recipient: 'holder' },
      { subject: own, recipient: 'buyer' },
      { subject: `${given}/1`, recipient: 'buyer' },
      { subject: received, recipient: 'recipient' },
    ]
    const others: Row[] = [
      { subject: 'otp', recipient: friend.phone },
      { subject: `${friend.id}/${person.id}`, recipient: 'holder' },
      { subject: received, recipient: 'buyer' },
      { subject: given, recipient: 'recipient' },
      { subject: own, recipient: 'recipient' },
    ]
    const ids: number[] = []
    for (const row of mine) ids.push(await add(row))
    for (const row of others) await add(row)
    const listed = async (phone: string | null) =>
      (await listMessagesOf(db(), person.id, phone)).map(({ id }) => id)
    expect(await listed(person.phone)).toEqual(ids.toReversed())
    // A passport without a number has the others.
    expect(await listed(null)).toEqual(ids.slice(1).toReversed())
  })

  it('are at most 50, each with its fate', async () => {
    const phone = newPhone()
    const passport = randomUUID()
    for (let at = 0; at < 50; at += 1) await add({ subject: `s${at}`, recipient: phone })
    const providerId = randomUUID()
    const last = { template: 'otp', subject: 'x', state: 'sent', attempts: 2, recipient: phone }
    const id = await add({ ...last, providerId })
    await runSql(
      test.databaseUrl,
      `insert into sms_outcomes (provider_id, outcome) values ('${providerId}', 'delivered')`,
    )
    const listed = await listMessagesOf(db(), passport, phone)
    expect(listed).toHaveLength(50)
    expect(listed[0]).toEqual({
      ...{ id, template: 'otp', state: 'sent', attempts: 2, created_at: expect.any(Date) },
      ...{ last_error: null, arrival: 'delivered', sent_at: null },
    })
    expect(listed[1]).toMatchObject({ arrival: null, state: 'queued' })
  })
})

describe('a notice', () => {
  it('has the device of its own session alone, and a move that was not objected to', async () => {
    const [person, other] = [
      await new Person(test.url).signIn(),
      await new Person(test.url).signIn(),
    ]
    await runSql(test.databaseUrl, `update sessions set browser = 'Firefox', system = 'Linux'`)
    const sessions = await db().run({
      ...{ name: 'test-sessions-of-notice', columns: { id: 'uuid', passport_id: 'uuid' } as const },
      text: 'select id, passport_id from sessions',
    })
    const sessionOf = ({ id }: Person) =>
      sessions.find(({ passport_id }) => passport_id === id)?.id ?? ''
    const about = {
      ...{ phone: person.phone, language: 'en', browser: null, system: null, moving_to: null },
    }
    const device = { browser: 'Firefox', system: 'Linux' }
    const noticed = (session: string) => findNoticed(db(), person.id, session)
    expect(await noticed(sessionOf(person))).toEqual({ ...about, ...device })
    expect(await noticed(sessionOf(other))).toEqual(about)
    expect(await noticed('batch')).toEqual(about)
  })
})
