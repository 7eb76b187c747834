// Tests the limits of reads: by person and by address.
import { expect, it } from 'vitest'
import { Person } from '#tests/support/people/person.ts'
import { startTestApp } from '#tests/support/test-app.ts'
import { createReadLimit } from './read-limits.ts'

it('A person may read many times at once, then at a steady rate', () => {
  let nowMs = 0
  const { count } = createReadLimit(() => nowMs, { burst: 3, perSecond: 2, callersMax: 2 })
  const waitOf = (person: string) => count(person).waitSeconds
  expect([waitOf('a'), waitOf('a'), waitOf('a')]).toEqual([null, null, null])
  expect(waitOf('a')).toBe(1)
  expect(waitOf('b')).toBeNull()
  nowMs = 500
  expect(waitOf('a')).toBeNull()
  expect(waitOf('a')).toBe(1)
  nowMs = 60_000
  expect([waitOf('a'), waitOf('a'), waitOf('a'), waitOf('a')]).toEqual([null, null, null, 1])
})

it('A person sees how many reads are left, and when all of them are back', () => {
  let nowMs = 0
  const { count } = createReadLimit(() => nowMs, { burst: 4, perSecond: 2, callersMax: 2 })
  expect(count('a')).toEqual({ waitSeconds: null, left: 3, fullAfterSeconds: 1 })
  expect([count('a').left, count('a').left, count('a').left]).toEqual([2, 1, 0])
  expect(count('a')).toEqual({ waitSeconds: 1, left: 0, fullAfterSeconds: 2 })
  nowMs = 1_750
  expect(count('a')).toEqual({ waitSeconds: null, left: 2, fullAfterSeconds: 1 })
})

it('A forgotten caller begins again, and no caller is forgotten while reading', () => {
  const { count } = createReadLimit(() => 0, { burst: 1, perSecond: 1, callersMax: 2 })
  const waitOf = (person: string) => count(person).waitSeconds
  for (const person of ['a', 'b', 'a', 'c']) waitOf(person)
  expect(waitOf('a')).toBe(1)
  expect(waitOf('b')).toBeNull()
})

it('A flood of reads is refused in one session, and other callers are served', async () => {
  const now = Date.now()
  const test = await startTestApp({ LIMITS_ON_LOOPBACK: '1' }, () => ({ clock: () => now }))
  try {
    const flooding = await new Person(test.url).signIn()
    const other = await new Person(test.url).signIn()
    const reads = Array.from({ length: 150 }, (_, index) =>
      flooding.get(`/api/projects?q=${index}&zz=${index}`),
    )
    const answers = await Promise.all(reads)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(30)
    for (const { body, headers } of refused) {
      expect(body.code).toBe('rate_limited')
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(headers.get('ratelimit')).toMatch(/^"reads";r=0;t=\d+$/)
    }
    expect((await other.get('/api/projects')).status).toBe(200)
  } finally {
    await test.close()
  }
})

it('This machine itself reads without a limit with the sandbox', async () => {
  const test = await startTestApp()
  try {
    const me = await new Person(test.url).signIn()
    const answers = await Promise.all(Array.from({ length: 150 }, () => me.get('/api/projects')))
    expect(answers.filter(({ status }) => status === 429)).toEqual([])
    // A forwarded address counts as another machine.
    const quotaOf = async (headers: Record<string, string>) =>
      (await me.call('GET', '/api/projects', undefined, headers)).headers.get('ratelimit')
    expect(await quotaOf({})).toBeNull()
    expect(await quotaOf({ 'x-forwarded-for': '203.0.113.9' })).toMatch(/^"reads";r=119;/)
  } finally {
    await test.close()
  }
})

it('A released call counts no more', () => {
  const { count, release } = createReadLimit(() => 0, { burst: 2, perSecond: 1, callersMax: 2 })
  for (let index = 0; index < 5; index += 1) {
    expect(count('a').left).toBe(1)
    release('a')
  }
  release('a')
  expect(count('a').left).toBe(1)
})

it('A flood of any calls without a session is refused to its address alone, a /64 of IPv6', async () => {
  const now = Date.now()
  const env = { LIMITS_ON_LOOPBACK: '1', TRUSTED_PROXIES: '1' }
  const test = await startTestApp(env, () => ({ clock: () => now }))
  const json = { 'content-type': 'application/json' }
  const cookie = 'session=of-no-person'
  const calls = [
    { method: 'GET', url: '/transparency.json' },
    { method: 'GET', url: '/nowhere' },
    { method: 'GET', url: '/api/auth/me', headers: { cookie } },
    { method: 'PATCH', url: '/api/profile', headers: { ...json, cookie }, payload: '{}' },
    { method: 'POST', url: '/api/auth/logout', headers: json, payload: '{}' },
    { method: 'POST', url: '/webhooks/stripe', headers: json, payload: '{}' },
    { method: 'POST', url: '/api/partner/wallet/credit', headers: json, payload: '{}' },
    { method: 'DELETE', url: '/passkit/v1/devices/a/registrations/b/c' },
    { method: 'POST', url: '/api/auth/logout', headers: { 'content-type': 'text/plain' } },
  ] as const
  const send = (address: string, call: (typeof calls)[number] | { method: 'GET'; url: string }) => {
    const headers = 'headers' in call ? call.headers : {}
    return test.app.inject({ ...call, headers: { ...headers, 'x-forwarded-for': address } })
  }
  try {
    for (let index = 0; index < 1_000; index += 1) {
      const call = calls[index % calls.length] ?? calls[0]
      const { statusCode } = await send(`2001:db8:1:2::${index.toString(16)}`, call)
      expect([call.url, statusCode]).not.toEqual([call.url, 429])
    }
    for (const call of calls) {
      const refused = await send('2001:db8:1:2::ffff', call)
      expect([call.url, refused.statusCode]).toEqual([call.url, 429])
      expect(refused.json().code).toBe('rate_limited')
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      const { statusCode } = await send('2001:db8:1:3::1', call)
      expect([call.url, statusCode]).not.toEqual([call.url, 429])
    }
    const ready = await send('2001:db8:1:2::ffff', { method: 'GET', url: '/health/ready' })
    expect(ready.statusCode).toBe(200)
  } finally {
    await test.close()
  }
})
