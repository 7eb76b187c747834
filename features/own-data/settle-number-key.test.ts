// Tests the start on a database of an earlier version, whose rows hold numbers and plain hashes.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { settleNumberKey } from '#features/own-data/settle-number-key.ts'
import { openNumberKeys } from '#platform/keys.ts'
import { numberRewrites } from '#server/number-rewrites.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'
import { holdLock } from '#tests/support/servers/waiting-locks.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const plainHash = `left(encode(sha256(convert_to(p.buyer_id || ' ' || p.recipient_phone, 'UTF8')),
  'hex'), 32)`
/** Rows as the version before wrote them. */
const former = [
  `update passport_facts f set key = left(f.key, length(f.key) - length(p.recipient_key)) ||
     ${plainHash}
   from purchases p where f.passport_id = p.buyer_id and f.kind in ('number', 'gift')`,
  'update purchases set recipient_key = null',
  `update sign_in_attempts set number_hash = p.phone from passports p`,
].map((sql, index) => statement(`test-former-${index}`, {}, sql))
const forgetKey = statement('test-forget-key', {}, 'delete from number_key_fingerprints')
const facts = statement(
  'test-number-facts',
  { kind: 'text', key: 'text' },
  `select kind, key from passport_facts where kind in ('number', 'gift') order by kind, key`,
)
const attempts = statement(
  'test-attempts',
  { number_hash: 'text' },
  'select number_hash from sign_in_attempts',
)

const addStopped = statement(
  'test-add-stopped',
  {},
  `insert into stopped_numbers (phone, stopped_at, ended_at)
   select * from unnest($1::text[], $2::timestamptz[], $3::timestamptz[])`,
)
const addParked = statement(
  'test-add-parked',
  {},
  `with p as (insert into passports (country, currency) values ('GB', 'GBP') returning id)
   insert into parked_passports (passport_id, phone) select id, $1 from p`,
)
const kept = statement(
  'test-stopped-and-parked',
  { phone: 'text', is_stopped: 'bool' },
  `select phone, ended_at is null as is_stopped from stopped_numbers
   union all select phone, false from parked_passports order by 1`,
)

it('numbers and plain hashes are rewritten once under the key, and another key is refused', async () => {
  const { db, numbers } = test.services
  const giver = await new Person(test.url).signIn()
  const batch = await issueTestBatch(db, { kg: 100 })
  const telephone = newPhone()
  const reserved = await giver.reserve({
    batchId: batch.id,
    count: 50,
    amount: batch.price_per_kg,
    currency: batch.currency,
    payment_method: 'card',
    is_gift: 1,
    telephone,
    wallet_used: 0,
    card_token: await giver.cardToken(),
  })
  expect((await giver.complete(reserved.body.txId)).status).toBe(200)
  const under = await db.run(facts)
  const key = numbers.giftKeyOf(giver.id, telephone)
  expect(under.map(({ kind }) => kind)).toEqual(['gift', 'number'])
  expect(under.map(({ key: each }) => each.endsWith(key))).toEqual([true, true])

  for (const each of [...former, forgetKey]) await db.run(each)
  expect((await db.run(facts))[1]?.key).toMatch(/^[0-9a-f]{32}$/)
  expect(await settleNumberKey(db, numbers, numberRewrites)).toBe(true)
  expect(await db.run(facts)).toEqual(under)
  expect(await db.run(attempts)).toEqual([{ number_hash: numbers.hashOf(giver.phone) }])
  expect(await settleNumberKey(db, numbers, numberRewrites)).toBe(true)
  expect(await settleNumberKey(db, openNumberKeys(Buffer.alloc(32, 1)), numberRewrites)).toBe(false)
})

it('numbers that answered STOP and those of parked passports are rewritten at every start', async () => {
  const { db, numbers } = test.services
  await settleNumberKey(db, numbers, numberRewrites)
  const [stopped, started, parked, stoppedAgain] = [newPhone(), newPhone(), newPhone(), newPhone()]
  const [before, after] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z']
  const [startedHash, againHash] = [numbers.hashOf(started), numbers.hashOf(stoppedAgain)]
  // A newer version stored the START after an older STOP; an older version stored another STOP
  // after a newer START.
  await db.run(addStopped, [
    [stopped, started, startedHash, stoppedAgain, againHash],
    [before, before, after, after, before],
    [null, null, after, null, before],
  ])
  await db.run(addParked, [parked])
  expect(await settleNumberKey(db, numbers, numberRewrites)).toBe(true)
  const expected = [
    { phone: numbers.hashOf(stopped), is_stopped: true },
    { phone: startedHash, is_stopped: false },
    { phone: againHash, is_stopped: true },
    { phone: numbers.hashOf(parked), is_stopped: false },
  ]
  const byPhone = (one: { phone: string }, other: { phone: string }) =>
    one.phone < other.phone ? -1 : 1
  expect((await db.run(kept)).sort(byPhone)).toEqual(expected.sort(byPhone))
})

it('of two concurrent first starts under different keys one is refused', async () => {
  const { db, numbers } = test.services
  await db.run(forgetKey)
  const lock = await holdLock(test, 'lock table number_key_fingerprints in exclusive mode')
  const keys = [numbers, openNumberKeys(Buffer.alloc(32, 1))]
  const starts = Promise.all(keys.map((each) => settleNumberKey(db, each, numberRewrites)))
  await lock.untilWaiting('table', 2)
  await lock.release()
  expect((await starts).sort()).toEqual([false, true])
})
