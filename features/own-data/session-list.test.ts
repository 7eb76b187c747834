// Tests the user's sessions over HTTP: the list, their ends, and the notice of a new device.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Person } from '#tests/support/people/person.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/** The limits of a number allow five codes an hour. */
const forgetLimits = statement('test-forget-attempts', {}, 'delete from sign_in_attempts')

const leaveIdle = statement(
  'test-leave-sessions-idle',
  {},
  `update sessions set last_seen_at = now() - interval '8 days' where passport_id = $1`,
)
/** As after thirty days of daily use. */
const reachEnd = statement(
  'test-reach-end-of-sessions',
  {},
  `update sessions set last_seen_at = now(), ends_at = now() where passport_id = $1`,
)

const useNow = statement(
  'test-use-session',
  {},
  `update sessions set last_seen_at = now() where id = $1`,
)

const setTimes = statement(
  'test-set-session-times',
  {},
  `update sessions set last_seen_at = now() - make_interval(hours => $2),
     created_at = now() - make_interval(hours => $3) where id = $1`,
)

const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:150.0) Gecko/20100101 Firefox/150.0'

async function signInAgain({ phone }: Person, userAgent?: string): Promise<Person> {
  await test.services.db.run(forgetLimits)
  const again = new Person(test.url, phone)
  await again.post('/api/auth/request-otp', { phone })
  const body = { phone, code: await again.readCode() }
  const headers: Record<string, string> = userAgent ? { 'user-agent': userAgent } : {}
  const answer = await again.call('POST', '/api/auth/verify-otp', body, headers)
  again.cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  again.terminal = answer.body.terminal
  return again
}

const listOf = async (person: Person) => (await person.get('/api/profile/sessions')).body.sessions
const isIn = async (person: Person) => (await person.get('/api/auth/me')).status === 200
const remove = (person: Person, path: string) =>
  person.signed(path, undefined, { method: 'DELETE' })

it('lists the user’s sessions with words for the device, and ends one or all others', async () => {
  const first = await new Person(test.url).signIn()
  const second = await signInAgain(first, firefox)
  const third = await signInAgain(first)
  const sessions = await listOf(second)
  expect(sessions).toHaveLength(3)
  const order = async () => (await listOf(second)).map(({ id }: { id: string }) => id)
  const oldest = (await order()).at(-1)
  await test.services.db.run(useNow, [oldest])
  const [usedLast] = await listOf(second)
  expect(usedLast.id).toBe(oldest)
  expect(Date.parse(usedLast.last_seen_at)).toBeGreaterThan(Date.parse(usedLast.signed_in_at))
  const own = sessions.filter(({ current }: { current: boolean }) => current)
  expect(own).toMatchObject([{ browser: 'Firefox', system: 'Windows' }])

  const other = (await listOf(first)).find(({ current }: { current: boolean }) => current)
  expect((await remove(second, `/api/profile/sessions/${other.id}`)).status).toBe(204)
  expect([await isIn(first), await isIn(second), await isIn(third)]).toEqual([false, true, true])
  const again = await remove(second, `/api/profile/sessions/${other.id}`)
  expect(again).toMatchObject({ status: 404, body: { code: 'session_not_found' } })

  expect((await remove(second, '/api/profile/sessions')).status).toBe(204)
  expect([await isIn(second), await isIn(third)]).toEqual([true, false])
})

it.each([
  ['unused', leaveIdle],
  ['in use', reachEnd],
])('leaves out sessions that expired %s', async (_, expire) => {
  const former = await new Person(test.url).signIn()
  await test.services.db.run(expire, [former.id])
  const now = await signInAgain(former, firefox)
  expect(await listOf(now)).toMatchObject([{ browser: 'Firefox', current: true }])
})

it('holds each session with its own device and times, the last used one first', async () => {
  const first = await signInAgain(new Person(test.url), firefox)
  const second = await signInAgain(first, firefox.replace('Windows NT 10.0', 'Macintosh'))
  const third = await signInAgain(first)
  const known = async (who: Person) =>
    (await listOf(who)).find(({ current }: { current: boolean }) => current).id
  const ids = [await known(first), await known(second), await known(third)]
  const hours = [2, 1, 3]
  for (const [place, id] of ids.entries()) {
    await test.services.db.run(setTimes, [id, hours[place], 10 + (hours[place] ?? 0)])
  }
  // The call itself notes the use of its session.
  const [own, ...others] = await listOf(second)
  const moment = expect.stringMatching(/^20.*Z$/)
  const row = { signed_in_at: moment, last_seen_at: moment, current: false }
  expect([own, ...others]).toEqual([
    { ...row, id: ids[1], browser: 'Firefox', system: 'Mac', current: true },
    { ...row, id: ids[0], browser: 'Firefox', system: 'Windows' },
    { ...row, id: ids[2], browser: null, system: null },
  ])
  const hoursAgo = (time: string) => Math.round((Date.now() - Date.parse(time)) / 3_600_000)
  type Times = { signed_in_at: string; last_seen_at: string }
  expect(others.map((each: Times) => [each.signed_in_at, each.last_seen_at].map(hoursAgo))).toEqual(
    [
      [12, 2],
      [13, 3],
    ],
  )
})

it('ends no session of another user', async () => {
  const [one, other] = [await new Person(test.url).signIn(), await new Person(test.url).signIn()]
  const [session] = await listOf(other)
  expect((await remove(one, `/api/profile/sessions/${session.id}`)).status).toBe(404)
  expect((await remove(one, '/api/profile/sessions')).status).toBe(204)
  expect(await isIn(other)).toBe(true)
})

it('a thief with the cookie alone ends no session', async () => {
  const owner = await new Person(test.url).signIn()
  const [session] = await listOf(owner)
  for (const path of ['/api/profile/sessions', `/api/profile/sessions/${session.id}`]) {
    const answer = await owner.call('DELETE', path)
    expect(answer).toMatchObject({ status: 401, body: { code: 'bad_signature' } })
  }
  const nonce = `${Date.now()}.abcdefghijklmnop`
  const options = { method: 'DELETE', nonce } as const
  expect((await owner.signed('/api/profile/sessions', undefined, options)).status).toBe(204)
  const replayed = await owner.signed('/api/profile/sessions', undefined, options)
  expect(replayed).toMatchObject({ status: 401, body: { code: 'replayed' } })
  const one = `/api/profile/sessions/${randomUUID()}`
  const again = { method: 'DELETE', nonce: `${Date.now()}.ponmlkjihgfedcba` } as const
  expect((await owner.signed(one, undefined, again)).status).toBe(404)
  expect((await owner.signed(one, undefined, again)).body.code).toBe('replayed')
  expect(await isIn(owner)).toBe(true)
})

it('keeps at most 20 sessions: the oldest ends', async () => {
  const first = await new Person(test.url).signIn()
  const second = await signInAgain(first)
  for (let count = 0; count < 19; count += 1) await signInAgain(first)
  expect([await isIn(first), await isIn(second)]).toEqual([false, true])
  expect(await listOf(second)).toHaveLength(20)
})

it('notifies the owner once of a device that is new to the passport', async () => {
  const owner = await new Person(test.url).signIn()
  const told = async () => {
    const { body } = await owner.get(`/dev/messages?to=${encodeURIComponent(owner.phone)}`)
    return body.filter(({ template }: { template: string }) => template === 'new_device')
  }
  await signInAgain(owner)
  await signInAgain(owner, firefox)
  await expect.poll(told).toHaveLength(1)
  expect((await told())[0].body).toContain('Firefox, Windows')
  await signInAgain(owner, firefox)
  await signInAgain(owner, firefox.replace('Windows NT 10.0', 'X11; Linux x86_64'))
  await expect.poll(told).toHaveLength(2)
  // A browser that signed in before is a known one, whatever its name now.
  const renamed = { 'user-agent': firefox.replace('Windows NT 10.0', 'Android') }
  await test.services.db.run(forgetLimits)
  const { phone } = owner
  await owner.post('/api/auth/request-otp', { phone })
  const first = await owner.post('/api/auth/verify-otp', { phone, code: await owner.readCode() })
  const cookie = first.headers.getSetCookie().map((each) => each.split(';')[0])
  await owner.post('/api/auth/request-otp', { phone })
  const typed = { phone, code: await owner.readCode() }
  const known = { ...renamed, cookie: cookie.join('; ') }
  expect((await owner.call('POST', '/api/auth/verify-otp', typed, known)).status).toBe(200)
  await signInAgain(owner, firefox.replace('Windows NT 10.0', 'Macintosh'))
  const toldOf = async (system: string) =>
    (await told()).some(({ body }: { body: string }) => body.includes(system))
  await expect.poll(() => toldOf('Mac')).toBe(true)
  expect(await toldOf('Android')).toBe(false)
})

it('names a device without a name as unknown', async () => {
  const owner = await signInAgain(new Person(test.url), firefox)
  await signInAgain(owner, 'something of its own')
  const newest = async () =>
    (await owner.get(`/dev/messages?to=${encodeURIComponent(owner.phone)}`)).body[0].body
  await expect.poll(newest).toContain('an unknown device')
})
