// Tests over HTTP the limits besides those of each phone, with the loopback's exemption off.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countLimits, findFullLimit, holdLimits } from '#platform/http/limits/rate-limits.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'
import { raceFor, times } from '#tests/support/servers/waiting-locks.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const forget = statement('test-forget-rates', {}, 'delete from rate_counts')
const setCount = statement(
  'test-set-rate',
  {},
  `insert into rate_counts (bucket, window_start, window_end, count)
   values ($1, to_timestamp(floor(extract(epoch from now()) / $2) * $2), now() + interval '1 hour', $3)`,
)

const windows = statement(
  'test-windows',
  { kind: 'text', seconds: 'int4' },
  `select substring(bucket from '^[a-z]+/[a-z]+') as kind,
     extract(epoch from window_end - window_start)::int4 as seconds from rate_counts`,
)

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ LIMITS_ON_LOOPBACK: '1', TRUSTED_PROXIES: '1' })
})
afterAll(() => test.close())

async function askFrom(address: string, phone = newPhone()) {
  const headers = { 'x-forwarded-for': address }
  const caller = new Person(test.url)
  return caller.call('POST', '/api/auth/request-otp', { phone }, headers)
}

async function countSent(count: number, ask: (index: number) => Promise<{ status: number }>) {
  await test.services.db.run(forget)
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => ask(index)))
  expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true)
  return answers.filter(({ status }) => status === 200).length
}

/** Numbers that share only their country. */
const scattered = (index: number) =>
  `+4477${String(1000 + index * 7)}${String(100_00 + index).slice(-4)}`

describe('codes are sent at most', () => {
  it('10 an hour to one address, whatever its forwarded addresses', async () => {
    const sent = await countSent(15, (index) =>
      askFrom(`203.0.113.${index}, 198.51.100.7`, scattered(index)),
    )
    expect(sent).toBe(10)
  })

  it('10 an hour to one address, in any spelling', async () => {
    const spellings = ['198.51.100.7', '::ffff:198.51.100.7', '[::ffff:c633:6407]:99']
    const sent = await countSent(18, (index) =>
      askFrom(spellings[index] ?? `198.51.100.7:${50_000 + index}`, scattered(700 + index)),
    )
    expect(sent).toBe(10)
  })

  it('10 an hour to callers with an invalid address', async () => {
    const sent = await countSent(15, (index) => askFrom(`nobody-${index}`, scattered(800 + index)))
    expect(sent).toBe(10)
  })

  it.each([
    ['of IPv4', 100, (index: number) => `198.51.100.${index}`],
    ['of IPv6, which one customer has', 900, (index: number) => `2001:db8:7:${index}::1`],
  ])('60 an hour to one network %s', async (_, first, addressOf) => {
    const sent = await countSent(80, (index) => askFrom(addressOf(index), scattered(first + index)))
    expect(sent).toBe(60)
  })

  it('20 an hour to one range of numbers', async () => {
    const sent = await countSent(40, (index) =>
      askFrom(`10.${index}.1.1`, `+447812340${String(index).padStart(3, '0')}`),
    )
    expect(sent).toBe(20)
  })

  // An hour that ends during the test needs a second try, with other numbers.
  let tries = 0
  it('500 an hour in all, and then to no number', async () => {
    tries += 1
    await test.services.db.run(forget)
    await test.services.db.run(setCount, ['sms/hour', 3_600, 499])
    const [first, second] = [scattered(300 + 10 * tries), scattered(301 + 10 * tries)]
    expect((await askFrom('192.0.2.1', first)).status).toBe(200)
    const refused = await askFrom('192.0.2.2', second)
    expect(refused).toMatchObject({
      status: 429,
      body: {
        code: 'rate_limited',
        error: 'Unable to send OTP. Please check your phone number and try again.',
      },
    })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('and the operator is notified at half of the budget', async () => {
    await test.services.db.run(forget)
    await test.services.db.run(setCount, ['sms/hour', 3_600, 249])
    await askFrom('192.0.2.3', scattered(340))
    expect(test.logged.some((line) => line.includes('half of the SMS budget'))).toBe(true)
  })
})

it('a refused request uses up no other limit', async () => {
  await test.services.db.run(forget)
  const phone = scattered(400)
  await askFrom('192.0.2.10', phone)
  for (let again = 0; again < 20; again += 1) {
    expect((await askFrom('192.0.2.10', phone)).status).toBe(429)
  }
  const other = await Promise.all(
    Array.from({ length: 9 }, (_, index) => askFrom('192.0.2.10', scattered(401 + index))),
  )
  expect(other.every(({ status }) => status === 200)).toBe(true)
})

it('each limit counts for its declared time', async () => {
  await test.services.db.run(forget)
  const phone = scattered(500)
  await askFrom('192.0.2.30', phone)
  const headers = { 'x-forwarded-for': '192.0.2.30' }
  const typed = { phone, code: 'wrong' }
  await new Person(test.url).call('POST', '/api/auth/verify-otp', typed, headers)
  const rows = await test.services.db.run(windows)
  expect(Object.fromEntries(rows.map(({ kind, seconds }) => [kind, seconds]))).toEqual({
    'sms/address': 3_600,
    'sms/network': 3_600,
    'sms/prefix': 3_600,
    'sms/country': 3_600,
    'sms/hour': 3_600,
    'sms/day': 86_400,
    'sms/strangers': expect.any(Number),
    'sms/members': expect.any(Number),
    'verify/address': 300,
    'verify/misses': 3_600,
    'verify/tries': 86_400,
  })
})

it('an address verifies at most 30 times in five minutes', async () => {
  await test.services.db.run(forget)
  const caller = new Person(test.url)
  const headers = { 'x-forwarded-for': '192.0.2.20' }
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      caller.call(
        'POST',
        '/api/auth/verify-otp',
        { phone: scattered(800 + index), code: '123456' },
        headers,
      ),
    ),
  )
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(30)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
})

it('of several used-up limits the longest wait is returned', async () => {
  const limits = [60, 86_400].map((windowSeconds) => ({
    ...{ bucket: `test/${windowSeconds}`, windowSeconds, max: 1 },
  }))
  // In one transaction, and so at one time.
  const { before, both, each } = await test.services.db.transaction(async (tx) => {
    const before = await holdLimits(tx, limits)
    await countLimits(tx, limits)
    const each = await Promise.all(limits.map((limit) => findFullLimit(tx, [limit])))
    return { before, both: await holdLimits(tx, limits), each }
  })
  expect(before).toBeNull()
  expect(both).toBe(Math.max(...each.map(Number)))
})

it('the last place of a limit goes to one of its concurrent callers', async () => {
  const { db } = test.services
  const limits = [{ bucket: 'test/last', windowSeconds: 86_400, max: 1 }]
  await db.run(setCount, ['test/last', 86_400, 0])
  const take = () =>
    db.transaction(async (tx) => {
      const wait = await holdLimits(tx, limits)
      if (wait === null) await countLimits(tx, limits)
      return wait === null
    })
  const held = `select from rate_counts where bucket = 'test/last' for update`
  const taken = await raceFor(test, { lockSql: held, waiting: 2 }, times(2, take))
  expect(taken.filter((isTaken) => isTaken)).toHaveLength(1)
})
