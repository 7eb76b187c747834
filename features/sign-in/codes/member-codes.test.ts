// Tests that codes to non-members leave a share of every limit to members, and members' codes one
// to known browsers.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { hashOf } from '#tests/support/number-keys.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const forget = statement('test-forget-shares', {}, 'delete from rate_counts')
const forgetSends = statement(
  'test-forget-member-sends',
  {},
  `update sign_in_attempts set sent_at = '{}', resend_at = now() where number_hash = $1`,
)
const setCount = statement(
  'test-set-share',
  {},
  `insert into rate_counts (bucket, window_start, window_end, count)
   values ($1, to_timestamp(floor(extract(epoch from now()) / $2) * $2),
     to_timestamp(floor(extract(epoch from now()) / $2) * $2 + $2), $3)`,
)

const hour = 3_600
const budgets = [
  { name: 'hour', seconds: hour, max: 40 },
  { name: 'day', seconds: 86_400, max: 60 },
  { name: 'country/GB', seconds: hour, max: 30 },
]

let test: TestApp
/** A member's number, and the cookie of its known browser. */
let member: { phone: string; device: string }
beforeAll(async () => {
  test = await startTestApp({
    LIMITS_ON_LOOPBACK: '1',
    TRUSTED_PROXIES: '1',
    SMS_HOUR_MAX: '40',
    SMS_DAY_MAX: '60',
    SMS_COUNTRY_HOUR_MAX: '30',
  })
  const phone = newPhone()
  await ask(phone)
  const code = await new Person(test.url, phone).readCode()
  const signedIn = await post('/api/auth/verify-otp', { phone, code })
  const device = signedIn.headers.getSetCookie().find((cookie) => cookie.startsWith('device='))
  member = { phone, device: device?.split(';')[0] ?? '' }
})
beforeEach(async () => {
  await test.services.db.run(forget)
  await test.services.db.run(forgetSends, [hashOf(member.phone)])
})
afterAll(() => test.close())

let lastAddress = 0
function post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  lastAddress += 1
  const address = `198.${Math.floor(lastAddress / 250)}.${lastAddress % 250}.1`
  return new Person(test.url).call('POST', path, body, { 'x-forwarded-for': address, ...headers })
}

async function ask(phone: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  const { status } = await post('/api/auth/request-otp', { phone }, headers)
  return status
}
const askAsStranger = () => ask(newPhone())
const askAsMember = () => ask(member.phone)
const askFromKnownBrowser = async () => {
  await test.services.db.run(forgetSends, [hashOf(member.phone)])
  return ask(member.phone, { cookie: member.device })
}

it('A member gets a code though the range is full of non-members’ codes', async () => {
  const range = member.phone.slice(0, -4)
  await test.services.db.run(setCount, [`sms/prefix/${range}`, hour, 20])
  const neighbour = `${range}${String((Number(member.phone.slice(-4)) + 1) % 10_000).padStart(4, '0')}`
  expect(await ask(neighbour)).toBe(429)
  expect(await askAsMember()).toBe(200)
  expect(await askFromKnownBrowser()).toBe(200)
})

it.each(budgets)('Of the budget $name non-members and members leave a share', async (budget) => {
  const { name, seconds, max } = budget
  const countAt = async (levels: readonly string[], share: number) => {
    await test.services.db.run(forget)
    for (const level of levels) {
      await test.services.db.run(setCount, [`sms/${level}${name}`, seconds, Math.ceil(max * share)])
    }
  }
  await countAt(['strangers/', 'members/', ''], 0.7)
  expect(await askAsStranger()).toBe(429)
  expect(await askAsMember()).toBe(200)
  await countAt(['strangers/', 'members/', ''], 0.9)
  await test.services.db.run(forgetSends, [hashOf(member.phone)])
  expect(await askAsMember()).toBe(429)
  expect(await askFromKnownBrowser()).toBe(200)
  await countAt(['strangers/', 'members/', ''], 1)
  expect(await askFromKnownBrowser()).toBe(429)
})

it('Non-members use up their share and no more, whatever they request', async () => {
  // Each in a range of its own.
  const asked = Array.from({ length: 40 }, (_, index) => ask(`+4477${1_000 + index}1234`))
  const statuses = await Promise.all(asked)
  expect(statuses.filter((status) => status === 200)).toHaveLength(21)
  expect(await askAsMember()).toBe(200)
})

it('A known browser is not limited by an address that it shares', async () => {
  await test.services.db.run(setCount, ['sms/address/203.0.113.7', hour, 10])
  const from = { 'x-forwarded-for': '203.0.113.7' }
  expect(await ask(newPhone(), from)).toBe(429)
  expect(await ask(member.phone, { ...from, cookie: member.device })).toBe(200)
})

it("Another number's cookie makes no browser known", async () => {
  await test.services.db.run(setCount, ['sms/strangers/hour', hour, 28])
  expect(await ask(newPhone(), { cookie: member.device })).toBe(429)
})
