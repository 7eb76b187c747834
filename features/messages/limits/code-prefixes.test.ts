// Tests over HTTP the pause of number ranges whose codes are not typed. A range gets no codes for
// an hour, except members' numbers. The loopback's exemption is off.
import { register } from 'prom-client'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { Person } from '#tests/support/people/person.ts'
import { withoutCircuits } from '#tests/support/stand-ins/sandbox-faults.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { countTypedCode, watchPrefixes } from './code-prefixes.ts'

const forgetLimits = statement('test-forget-limits', {}, 'delete from rate_counts')
const setPrefix = statement(
  'test-set-prefix',
  {},
  `insert into code_prefixes (prefix, sends, conversions) values ($1, $2, $3)
   on conflict (prefix) do update set sends = excluded.sends, conversions = excluded.conversions`,
)
const forgetPrefixes = statement('test-forget-prefixes', {}, 'delete from code_prefixes')
const passHour = statement(
  'test-pass-hour-of-rest',
  {},
  `update code_prefixes set rests_until = rests_until - interval '1 hour'`,
)
const countsOf = statement(
  'test-counts-of-prefix',
  { sends: 'int4', conversions: 'int4' },
  'select sends, conversions from code_prefixes where prefix = $1',
)

const longIdle = statement(
  'test-long-idle',
  {},
  `with own as (
     update passports set signed_in_at = now() - interval '13 months' where phone = $1 returning id)
   update sessions set last_seen_at = now() - interval '13 months' from own
   where passport_id = own.id`,
)

let test: TestApp
/** An app where callers on the loopback are exempt. */
let exempt: TestApp
beforeAll(async () => {
  const limits = { LIMITS_ON_LOOPBACK: '1', TRUSTED_PROXIES: '1' }
  test = await startTestApp(limits, withoutCircuits, { background: false })
  exempt = await startTestApp({}, withoutCircuits, { background: false })
})
beforeEach(async () => {
  await test.services.db.run(forgetLimits)
})
afterAll(async () => {
  await exempt.close()
  await test.close()
})

let lastAddress = 0
function ask(phone: string, { url } = test) {
  lastAddress += 1
  const from = { 'x-forwarded-for': `10.${lastAddress >> 8}.${lastAddress & 255}.1` }
  return new Person(url).call('POST', '/api/auth/request-otp', { phone }, from)
}

async function signIn(phone: string): Promise<void> {
  expect((await ask(phone)).status).toBe(200)
  const person = new Person(test.url, phone)
  const typed = { phone, code: await person.readCode() }
  expect((await person.post('/api/auth/verify-otp', typed)).status).toBe(200)
}

it('a range gets no more codes for an hour after 50 of which fewer than one in five were typed', async () => {
  const inRange = (index: number) => `+44781666${String(1000 + index)}`
  const member = inRange(900)
  await signIn(member)
  for (let index = 0; index < 49; index += 1) {
    if (index % 8 === 0) await test.services.db.run(forgetLimits)
    expect((await ask(inRange(index))).status, `code ${index}`).toBe(200)
  }
  expect(await test.services.db.run(countsOf, ['+44781666'])).toEqual([
    { sends: 50, conversions: 1 },
  ])
  await test.services.db.run(forgetLimits)
  const refused = await ask(inRange(60))
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(3_000)
  expect(wait).toBeLessThanOrEqual(3_600)
  expect((await ask('+447816675000')).status).toBe(200)
  await signIn(member)
  expect((await ask(inRange(61))).status).toBe(429)
  await watchPrefixes(test.services.db)
  expect(await register.metrics()).toMatch(/^code_prefixes_resting 1$/m)
  await test.services.db.run(passHour)
  expect((await ask(inRange(62))).status).toBe(200)
})

it.each([
  [9, 429],
  [10, 200],
])('of 50 codes %i were typed: the next is answered %i', async (typed, status) => {
  const prefix = `+4478155${typed}`.slice(0, 9)
  await test.services.db.run(setPrefix, [prefix, 50, typed])
  expect((await ask(`${prefix}1234`)).status).toBe(status)
  // The range counts from zero again.
  const sends = status === 200 ? 1 : 0
  expect(await test.services.db.run(countsOf, [prefix])).toEqual([{ sends, conversions: 0 }])
})

it('concurrently typed codes count each', async () => {
  await test.services.db.run(setPrefix, ['+44781447', 20, 0])
  const typed = ['+447814471234', '+447814471235', '+447814471236']
  await Promise.all(typed.map((phone) => countTypedCode(test.services, phone)))
  expect(await test.services.db.run(countsOf, ['+44781447'])).toEqual([
    { sends: 20, conversions: 3 },
  ])
})

it('a right code counts once for its sending', async () => {
  await signIn('+447814441234')
  expect(await test.services.db.run(countsOf, ['+44781444'])).toEqual([
    { sends: 1, conversions: 1 },
  ])
  await countTypedCode(test.services, '+447814441234')
  expect(await test.services.db.run(countsOf, ['+44781444'])).toEqual([
    { sends: 1, conversions: 1 },
  ])
})

it('a code for one’s own data counts too', async () => {
  const person = await new Person(test.url, '+447814461234').signIn()
  const code = await person.codeFor('export')
  expect((await person.post('/api/profile/confirm', { code })).status).toBe(204)
  expect(await test.services.db.run(countsOf, ['+44781446'])).toEqual([
    { sends: 2, conversions: 2 },
  ])
})

it('a wrong code counts as not typed', async () => {
  const phone = '+447814551234'
  expect((await ask(phone)).status).toBe(200)
  const person = new Person(test.url, phone)
  const code = (await person.readCode()) === '000000' ? '000001' : '000000'
  expect((await person.post('/api/auth/verify-otp', { phone, code })).status).toBe(400)
  expect(await test.services.db.run(countsOf, ['+44781455'])).toEqual([
    { sends: 1, conversions: 0 },
  ])
})

it('the code of an idle number counts once, after its holder has confirmed the number', async () => {
  const phone = '+447814421234'
  await signIn(phone)
  await test.services.db.run(longIdle, [phone])
  expect((await ask(phone)).status).toBe(200)
  const person = new Person(test.url, phone)
  const typed = { phone, code: await person.readCode() }
  const conversions = async () =>
    (await test.services.db.run(countsOf, ['+44781442'])).map((row) => row.conversions)
  expect((await person.post('/api/auth/verify-otp', typed)).status).toBe(409)
  expect(await conversions()).toEqual([1])
  const answer = await person.post('/api/auth/verify-otp', { ...typed, mine: true })
  expect(answer.status).toBe(200)
  expect(await conversions()).toEqual([2])
})

it('callers of this machine are not counted, unless limits apply to them', async () => {
  await exempt.services.db.run(setPrefix, ['+44781333', 50, 0])
  const person = new Person(exempt.url, '+447813331234')
  expect((await person.post('/api/auth/request-otp', { phone: person.phone })).status).toBe(200)
  const counts = await exempt.services.db.run(countsOf, ['+44781333'])
  expect(counts).toEqual([{ sends: 50, conversions: 0 }])
})

it('the metrics name the 20 ranges with the fewest typed codes, and none that is there no more', async () => {
  await test.services.db.run(forgetPrefixes)
  for (let index = 10; index < 45; index += 1) {
    await test.services.db.run(setPrefix, [`+4479${index}`, 20, index % 10])
  }
  // The share of so few codes means little.
  await test.services.db.run(setPrefix, ['+4479099', 9, 0])
  await test.services.db.run(setPrefix, ['+4479088', 10, 0])
  // Of ranges with the same share, the one with more codes comes first.
  await test.services.db.run(setPrefix, ['+4479077', 30, 6])
  const lines = async () => {
    await watchPrefixes(test.services.db)
    return (await register.metrics()).match(/^code_conversion_ratio\{.*$/gm) ?? []
  }
  const line = (prefix: string, share: number) =>
    `code_conversion_ratio{prefix="+4479${prefix}"} ${share}`
  const shares = [0, 1, 2, 3].flatMap((typed) =>
    [1, 2, 3, 4].map((ten) => line(`${ten}${typed}`, typed / 20)),
  )
  const last = [line('14', 0.2), line('24', 0.2)]
  const expected = [...shares, line('088', 0), line('077', 0.2), ...last]
  expect((await lines()).toSorted()).toEqual(expected.toSorted())
  await test.services.db.run(forgetPrefixes)
  expect(await lines()).toEqual([])
})
