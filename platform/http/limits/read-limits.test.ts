// Tests the limits of reads: by person and by address.
import { expect, it } from 'vitest'
import { Person } from '#tests/support/people/person.ts'
import { startTestApp } from '#tests/support/test-app.ts'
import { createReadLimit } from './read-limits.ts'

it('A person may read many times at once, then at a steady rate', () => {
  let nowMs = 0
  const count = createReadLimit(() => nowMs, { burst: 3, perSecond: 2, callersMax: 2 })
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
  const count = createReadLimit(() => nowMs, { burst: 4, perSecond: 2, callersMax: 2 })
  expect(count('a')).toEqual({ waitSeconds: null, left: 3, fullAfterSeconds: 1 })
  expect([count('a').left, count('a').left, count('a').left]).toEqual([2, 1, 0])
  expect(count('a')).toEqual({ waitSeconds: 1, left: 0, fullAfterSeconds: 2 })
  nowMs = 1_750
  expect(count('a')).toEqual({ waitSeconds: null, left: 2, fullAfterSeconds: 1 })
})

it('A forgotten caller begins again, and no caller is forgotten while reading', () => {
  const count = createReadLimit(() => 0, { burst: 1, perSecond: 1, callersMax: 2 })
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

it('A flood of public reads is refused to its address alone, and an IPv6 /64 is one address', async () => {
  const now = Date.now()
  const env = { LIMITS_ON_LOOPBACK: '1', TRUSTED_PROXIES: '1' }
  const test = await startTestApp(env, () => ({ clock: () => now }))
  const readFrom = (address: string, path: string) =>
    test.app.inject({ url: path, headers: { 'x-forwarded-for': address } })
  try {
    const refused = []
    for (let index = 0; index < 1_020; index += 1) {
      const address = `2001:db8:1:2::${index.toString(16)}`
      const answer = await readFrom(address, '/transparency.json')
      if (answer.statusCode === 429) refused.push(answer)
    }
    expect(refused).toHaveLength(20)
    expect(refused[0]?.json().code).toBe('rate_limited')
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
    const statusOf = async (address: string, path: string) =>
      (await readFrom(address, path)).statusCode
    expect(await statusOf('2001:db8:1:2::ffff', '/api/openapi.json')).toBe(429)
    expect(await statusOf('2001:db8:1:2::ffff', '/health/ready')).toBe(200)
    expect(await statusOf('2001:db8:1:3::1', '/api/openapi.json')).toBe(200)
  } finally {
    await test.close()
  }
})
