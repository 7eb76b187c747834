// Tests the outbox with several messages of different states at once: of one statement, of one erasure and of one round.
import { randomUUID } from 'node:crypto'
import { register } from 'prom-client'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { send } from '#platform/database/write.ts'
import { hashOf } from '#tests/support/number-keys.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'
import { purchaseIdOf } from '#tests/support/people/purchase-books.ts'
import { giveByCard } from '#tests/support/people/rewards.ts'
import { askRows, runSql } from '#tests/support/postgres.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { listMessages } from './list-messages.ts'
import { messagesOwnData } from './message-own-data.ts'
import { decisionWrites, findStopped, writeSent } from './message-queries.ts'
import { stoppedRewrite } from './rewrite-stopped.ts'
import { sendOne } from './send-messages.ts'
import { watchOutbox } from './watch-outbox.ts'
import { writeOutcome } from './webhooks/answer-queries.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
})
beforeEach(() => run('delete from outbox; delete from stopped_numbers; delete from sms_to_forget'))
afterAll(() => test.close())

const run = (sql: string) => runSql(test.databaseUrl, sql)
const rows = (sql: string) => askRows(test.databaseUrl, sql)
const db = () => test.services.db

/** Inserts a message, and returns its id. */
async function add(columns: Readonly<Record<string, string | number>>): Promise<number> {
  const row = {
    template: 'purchase_success',
    subject: randomUUID(),
    recipient: 'buyer',
    ...columns,
  }
  const values = Object.values(row).map((value) => `'${value}'`)
  const names = Object.keys(row).join(', ')
  const sql = `insert into outbox (${names}) values (${values.join(', ')}) returning id`
  return Number((await rows(sql))[0]?.[0])
}
const stop = (phone: string, ended: string | null = null) =>
  run(`insert into stopped_numbers (phone, stopped_at, ended_at) values
    ('${phone}', '2026-03-01T00:00:00Z', ${ended === null ? 'null' : `'${ended}'`})`)
const stopped = () =>
  rows(`select phone, stopped_at at time zone 'UTC' = '2026-03-01', ended_at is not null
    from stopped_numbers order by phone`)

it('of two messages sent at once each gets its id, and a code ends the STOP of its own number', async () => {
  const code = await add({ template: 'otp', last_error: 'Timeout' })
  const other = await add({ last_error: 'Timeout' })
  const third = await add({ last_error: 'Timeout' })
  await stop('reader of the code')
  await stop('reader of the message')
  await writeSent(db(), [
    { id: code, providerId: 'SM1', codeTo: 'reader of the code' },
    { id: other, providerId: 'SM2', codeTo: null },
  ])
  expect(
    await rows(`select id::int, state, provider_id, last_error, sent_at is not null from outbox
      order by id`),
  ).toEqual([
    [code, 'sent', 'SM1', null, true],
    [other, 'sent', 'SM2', null, true],
    [third, 'queued', null, 'Timeout', false],
  ])
  expect(await stopped()).toEqual([
    ['reader of the code', true, true],
    ['reader of the message', true, false],
  ])
  expect(await findStopped(db(), ['reader of the code', 'reader of the message'])).toEqual(
    new Set(['reader of the message']),
  )
})

it('each of several decisions changes its own message', async () => {
  const tried = { attempts: 3, last_error: 'Timeout', due_at: '2026-01-01T00:00:00Z' }
  const ids: number[] = []
  for (let count = 0; count < 6; count += 1) ids.push(await add(tried))
  const [first = 0, again = 0, withheld = 0, postponed = 0, dead = 0, left = 0] = ids
  await run(`update outbox set counted_at = '2026-02-02T00:00:00Z' where id in (${again}, ${dead})`)
  await send(
    db(),
    decisionWrites([
      { id: first, outcome: 'permitted' },
      { id: again, outcome: 'permitted' },
      { id: withheld, outcome: 'withheld', reason: 'stopped' },
      { id: postponed, outcome: 'postponed', reason: 'budget', waitSeconds: 900 },
      { id: dead, outcome: 'dead', reason: 'budget', waitSeconds: 60 },
    ]),
  )
  expect(
    await rows(`select id::int, state, attempts, last_error, counted_at is not null,
      counted_at at time zone 'UTC' = '2026-02-02',
      round(extract(epoch from due_at - now()) / 100)::int > 0,
      due_at between now() + interval '14 minutes' and now() + interval '15 minutes'
      from outbox order by id`),
  ).toEqual([
    [first, 'queued', 3, 'Timeout', true, false, false, false],
    [again, 'queued', 3, 'Timeout', true, true, false, false],
    [withheld, 'withheld', 3, 'stopped', false, null, false, false],
    [postponed, 'queued', 2, 'budget', false, null, true, true],
    [dead, 'dead', 3, 'budget', true, true, false, false],
    [left, 'queued', 3, 'Timeout', false, null, false, false],
  ])
})

it('of messages that are decided at once each gets its own decision', async () => {
  const { services } = test
  const names = ['first', 'stopped', 'premium', 'second', 'full', 'ended', 'third'] as const
  const numbers = new Map(
    names.map((name) => [name, name === 'premium' ? '+449012345678' : newPhone()]),
  )
  const hashFor = (name: (typeof names)[number]) => hashOf(numbers.get(name) ?? '')
  await stop(hashFor('stopped'))
  await run(`insert into rate_counts (bucket, window_start, window_end, count)
    select 'sms/purchase_success/${hashFor('full')}', start, start + interval '1 day', 20
    from generate_series(0, 1) as day, lateral (
      select to_timestamp((floor(extract(epoch from now()) / 86400) + day) * 86400) as start) as window_of`)
  const taken: Parameters<typeof sendOne>[1][] = []
  for (const name of names) {
    const id = await add({
      subject: name,
      attempts: 1,
      state: name === 'ended' ? 'dead' : 'queued',
    })
    taken.push({
      ...{ id, template: 'purchase_success', subject: name, recipient: 'buyer', attempts: 1 },
      ...{ tried_since: null, is_too_late: false, is_counted: false },
      text: { to: numbers.get(name) ?? '', body: 'Hello', causedBy: null },
    })
  }
  // The first is decided alone, the others together.
  const sent = await Promise.all(taken.map((message) => sendOne(services, message)))
  expect(names.filter((_, index) => sent[index])).toEqual(['first', 'second', 'third'])
  const counted = 'counted_at is not null'
  expect(
    await rows(`select subject, state, last_error, ${counted} from outbox order by id`),
  ).toEqual([
    ['first', 'sent', null, true],
    ['stopped', 'withheld', 'stopped', false],
    ['premium', 'withheld', 'number', false],
    ['second', 'sent', null, true],
    ['full', 'withheld', 'limit', false],
    ['ended', 'dead', null, false],
    ['third', 'sent', null, true],
  ])
  const hashes = names.map((name) => `'sms/purchase_success/${hashFor(name)}'`)
  const counts = await rows(`select bucket, count from rate_counts where count > 0
    and bucket in (${hashes.join(', ')})`)
  const countOf = (name: (typeof names)[number]) =>
    counts.find(([bucket]) => String(bucket).endsWith(hashFor(name)))?.[1]
  expect(names.map(countOf)).toEqual([1, undefined, undefined, 1, 20, undefined, 1])
})

it('the metrics count what could leave now, since its time, and what was given up', async () => {
  const figures = async () => {
    await watchOutbox(db())
    return ['outbox_due', 'outbox_lag_seconds', 'outbox_dead'].map(async (name) => {
      const metric = await register.getSingleMetric(name)?.get()
      return metric?.values[0]?.value
    })
  }
  expect(await Promise.all(await figures())).toEqual([0, 0, 0])
  const ended = ['sent', 'withheld', 'dead', 'dead', 'dead']
  for (const [state, seconds] of [
    ...[1_000, 10, -1_000].map((each) => ['queued', each] as const),
    ...ended.map((each) => [each, 5_000] as const),
  ]) {
    const id = await add({ state })
    await run(`update outbox set due_at = now() - interval '${seconds} seconds' where id = ${id}`)
  }
  const [due, lag = 0, dead] = await Promise.all(await figures())
  expect([due, dead]).toEqual([2, 3])
  expect(lag).toBeGreaterThanOrEqual(1_000)
  expect(lag).toBeLessThan(4_000)
})

it('a message that failed and arrived has no error, and others keep theirs', async () => {
  const [one, other] = [randomUUID(), randomUUID()]
  const failed = { kind: 'failed', errorCode: '30003' } as const
  expect(await writeOutcome(db(), { messageId: one, ...failed })).toBe(true)
  expect(await writeOutcome(db(), { messageId: other, ...failed })).toBe(true)
  const delivered = { messageId: one, kind: 'delivered', errorCode: null } as const
  expect(await writeOutcome(db(), delivered)).toBe(false)
  expect(await writeOutcome(db(), { messageId: one, ...failed })).toBe(false)
  const sql = `select outcome, error_code from sms_outcomes where provider_id`
  expect(await rows(`${sql} = '${one}'`)).toEqual([['delivered', null]])
  expect(await rows(`${sql} = '${other}'`)).toEqual([['failed', '30003']])
})

it('the operator’s list has each message with its own outcome, and the purchase it is about', async () => {
  const giver = await new Person(test.url).signIn()
  const batch = await issueTestBatch(db(), { kg: 1_000 })
  const txId = await giver.buyByCard(batch, 20)
  const purchase = await purchaseIdOf(db(), txId)
  await run('delete from outbox')
  await run(
    `insert into sms_outcomes (provider_id, outcome) values ('SMa', 'failed'), ('SMb', 'delivered')`,
  )
  const at = '2026-05-06T07:08:09.000Z'
  const dead = { state: 'dead', attempts: 8, last_error: 'Timeout' }
  const ids = [
    await add({
      subject: purchase,
      created_at: at,
      provider_id: 'SMb',
      state: 'sent',
      attempts: 1,
    }),
    await add({ subject: `${purchase}/2`, recipient: 'recipient', created_at: at, ...dead }),
    // Its receiver has no part in the purchase.
    await add({ subject: purchase, recipient: newPhone(), created_at: at, provider_id: 'SMa' }),
  ]
  const message = { template: 'purchase_success', created_at: at }
  const [sent, given, other] = [
    { state: 'sent', attempts: 1, last_error: null, arrival: 'delivered', tx_id: txId },
    { ...dead, arrival: null, tx_id: txId },
    { state: 'queued', attempts: 0, last_error: null, arrival: 'failed', tx_id: null },
  ].map((each, index) => ({ id: ids[index], ...message, ...each }))
  expect(await listMessages(db(), false)).toEqual([other, given, sent])
  expect(await listMessages(db(), true)).toEqual([given])
})

it('an erasure takes the messages of its owner from here and from the provider, and no other', async () => {
  const [owner, friend] = [await new Person(test.url).signIn(), await new Person(test.url).signIn()]
  const batch = await issueTestBatch(db(), { kg: 1_000 })
  const idOf = (txId: string) => purchaseIdOf(db(), txId)
  const own = await idOf(await owner.buyByCard(batch, 20))
  const given = await idOf(await giveByCard(owner, batch, 20, friend.phone))
  const received = await idOf(await giveByCard(friend, batch, 20, owner.phone))
  const others = await idOf(await friend.buyByCard(batch, 20))
  await run('delete from outbox')
  const [left, leftToo, taken] = [newPhone(), newPhone(), newPhone()]
  const sent = (provider_id: string) => ({ state: 'sent', provider_id })
  const earlier = { created_at: '2026-01-01T00:00:00Z' }
  const moved = { template: 'number_left', created_at: '2026-02-01T00:00:00Z' }
  await add({ template: 'otp', subject: 'x', recipient: owner.phone, ...sent('SM1') })
  await add({ subject: own, ...sent('SM2') })
  await add({ subject: own, template: 'refunded' })
  await add({
    subject: `${owner.id}/1`,
    recipient: 'holder',
    template: 'new_device',
    ...sent('SM3'),
  })
  await add({ subject: given, recipient: 'recipient', template: 'gift_success', ...sent('SM4') })
  await add({ subject: received, recipient: 'recipient', template: 'gift_success', ...sent('SM5') })
  // Two numbers that the owner has left, and one that another passport has since.
  await add({ ...moved, subject: `${owner.id}/2`, recipient: left, ...sent('SM6') })
  await add({ subject: 'before', recipient: left, ...earlier, ...sent('SM7') })
  await add({ subject: 'since', recipient: left, created_at: '2026-03-01T00:00:00Z' })
  await add({ ...moved, subject: `${owner.id}/3`, recipient: leftToo })
  const heir = await new Person(test.url, taken).signIn()
  await run(`delete from outbox where recipient = '${taken}'`)
  await add({ ...moved, subject: `${owner.id}/4`, recipient: taken, ...sent('SM8') })
  await add({ subject: 'heir', recipient: taken, ...earlier, ...sent('SM9') })
  // A code to another number for the owner's move, and messages of the friend alone.
  const code = { template: 'otp_take_number', recipient: newPhone() }
  await add({ ...code, subject: `x/y/${owner.id}`, ...sent('SM10') })
  await add({ ...code, subject: `x/y/${friend.id}` })
  await add({ subject: others, ...sent('SM11') })
  await add({ subject: received, ...sent('SM12') })
  await add({ ...moved, subject: `${friend.id}/2`, recipient: newPhone(), ...sent('SM13') })
  const ended = '2026-04-01T00:00:00Z'
  await stop(hashOf(owner.phone), ended)
  await stop(hashOf(left), ended)
  await stop(hashOf(leftToo))
  await stop(hashOf(friend.phone), ended)
  const { erase } = messagesOwnData(test.services.numbers)
  const erased = { passportId: owner.id, phone: owner.phone }
  await db().transaction(async (tx) => erase?.(tx, erased))
  // The rows of purchases name no person.
  expect(await rows('select subject from outbox order by id')).toEqual(
    [
      own,
      own,
      given,
      received,
      'since',
      'heir',
      `x/y/${friend.id}`,
      others,
      received,
      `${friend.id}/2`,
    ].map((subject) => [subject]),
  )
  expect(
    await rows(`select phone, array(select each from unnest(provider_ids) each order by length(each), each),
      due_at <= now() from sms_to_forget order by id`),
  ).toEqual([
    [owner.phone, ['SM1', 'SM2', 'SM3', 'SM4', 'SM5'], true],
    [owner.phone, [], false],
    [left, ['SM6', 'SM7'], true],
    [leftToo, [], true],
  ])
  expect((await stopped()).map(([phone]) => phone)).toEqual(
    [hashOf(leftToo), hashOf(friend.phone)].toSorted(),
  )
  expect(heir.id).not.toBe(owner.id)
})

it.each([
  ['a later STOP', ['2026-05-01', null], ['2026-05-01', null]],
  ['a later START', ['2026-02-01', '2026-05-01'], ['2026-02-01', '2026-05-01']],
  ['an earlier STOP', ['2026-02-01', null], ['2026-03-01', '2026-04-01']],
  ['an earlier START', ['2026-01-01', '2026-02-01'], ['2026-03-01', '2026-04-01']],
])('%s of a plain number meets the record of its hash', async (_, plain, kept) => {
  const [phone, other] = ['+447400123451', '+447400123452']
  const insert = (number: string, [at, end]: readonly (string | null)[]) =>
    run(`insert into stopped_numbers (phone, stopped_at, ended_at) values
      ('${number}', '${at}T00:00:00Z', ${end === null ? 'null' : `'${end}T00:00:00Z'`})`)
  await insert(hashOf(phone), ['2026-03-01', '2026-04-01'])
  await insert(phone, plain)
  await insert(other, ['2026-01-01', null])
  const rewrite = (limit: number) =>
    db().transaction((tx) => stoppedRewrite.rewrite(tx, test.services.numbers, limit))
  expect([await rewrite(1), await rewrite(2), await rewrite(2)]).toEqual([1, 1, 0])
  const days = `to_char(stopped_at at time zone 'UTC', 'YYYY-MM-DD'),
    to_char(ended_at at time zone 'UTC', 'YYYY-MM-DD')`
  const expected = [
    [hashOf(phone), ...kept],
    [hashOf(other), '2026-01-01', null],
  ]
  expect(await rows(`select phone, ${days} from stopped_numbers order by phone`)).toEqual(
    expected.toSorted(([one], [two]) => (String(one) < String(two) ? -1 : 1)),
  )
})
