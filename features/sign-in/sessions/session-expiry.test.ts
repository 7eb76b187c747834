// Tests what ends a session and a signing terminal, to the day and the minute
// (docs/product.md#sessions), and who may sign with which.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSessionFinder } from '#features/people/find-session.ts'
import { Person } from '#tests/support/people/person.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const ageSession = statement(
  'test-age-session',
  {},
  `update sessions set last_seen_at = now() - $2::interval, ends_at = now() + $3::interval
   where passport_id = $1`,
)
const sessionOf = statement(
  'test-session',
  { days: 'int4', unused_minutes: 'int4' },
  `select round(extract(epoch from ends_at - created_at) / 86400)::int4 as days,
     floor(extract(epoch from now() - last_seen_at) / 60)::int4 as unused_minutes
   from sessions where passport_id = $1`,
)
const terminalOf = statement(
  'test-terminal',
  { lives_seconds: 'int4?' },
  `select ceil(extract(epoch from retires_at - now()))::int4 as lives_seconds
   from terminals where id = $1`,
)
const retire = statement(
  'test-retire-terminal',
  {},
  'update terminals set retires_at = now() - $2::interval where id = $1',
)

/** Ages every action by these seconds. */
const passSignIn = statement(
  'test-pass-sign-in',
  {},
  'update sessions set created_at = created_at - make_interval(secs => $1)',
)
const passChange = statement(
  'test-pass-change',
  {},
  'update passports set updated_at = updated_at - make_interval(secs => $1)',
)
const passSignature = statement(
  'test-pass-signature',
  {},
  'update request_nonces set expires_at = expires_at - make_interval(secs => $1)',
)

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const unknown = 'CP-2222-2222-2222'

it.each([
  ['1 hour', '1 minute', 200],
  ['6 days 23 hours 59 minutes', '1 minute', 200],
  ['7 days 1 minute', '1 minute', 401],
  ['1 minute', '-1 second', 401],
])('a session last used %s ago that ends in %s answers %d', async (unused, left, status) => {
  const person = await new Person(test.url).signIn()
  await test.services.db.run(ageSession, [person.id, unused, left])
  expect((await person.get('/api/auth/me')).status).toBe(status)
})

it('signing out over https clears the cookie as browsers require: by its own name, secure', async () => {
  const secure = await startTestApp({ PUBLIC_URL: 'https://passport.example' })
  const person = new Person(secure.url)
  const answer = await person.call('POST', '/api/auth/logout')
  const { phone } = person
  await person.post('/api/auth/request-otp', { phone })
  const typed = { phone, code: await person.readCode() }
  const signedIn = await person.post('/api/auth/verify-otp', typed)
  await secure.close()
  const given = signedIn.headers.getSetCookie().filter((each) => each.includes('device'))
  expect(given).toEqual([expect.stringMatching(/^__Host-device=.*; Secure/)])
  const [cookie = ''] = answer.headers.getSetCookie()
  expect(cookie).toMatch(/^__Host-session=; /)
  expect(cookie).toMatch(/Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; .*Secure/)
})

it('a session lives thirty days, and its use is stored after an hour', async () => {
  const person = await new Person(test.url).signIn()
  const read = async () => (await test.services.db.run(sessionOf, [person.id]))[0]
  expect(await read()).toMatchObject({ days: 30 })
  await test.services.db.run(ageSession, [person.id, '59 minutes', '1 day'])
  await person.get('/api/auth/me')
  expect((await read())?.unused_minutes).toBe(59)
  await test.services.db.run(ageSession, [person.id, '61 minutes', '1 day'])
  await person.get('/api/auth/me')
  expect((await read())?.unused_minutes).toBe(0)
})

it('a replaced terminal signs for a minute more, and then no longer', async () => {
  const person = await new Person(test.url).signIn()
  const former = person.terminal
  const newest = (await person.post('/api/auth/terminal')).body
  const read = async (id: string) =>
    (await test.services.db.run(terminalOf, [id]))[0]?.lives_seconds ?? null
  const left = await read(former.id)
  expect(left).toBeLessThanOrEqual(60)
  expect(left).not.toBeNull()
  expect(await read(newest.id)).toBeNull()
  person.terminal = former
  expect((await person.complete(unknown)).status).toBe(404)
  await test.services.db.run(retire, [former.id, '1 second'])
  expect((await person.complete(unknown)).body.code).toBe('bad_signature')
  // It stays invalid when another one is replaced.
  expect((await person.post('/api/auth/terminal')).status).toBe(200)
  expect((await person.complete(unknown)).body.code).toBe('bad_signature')
})

it('an action within 15 seconds counts on any of the user’s devices', async () => {
  const { db } = test.services
  const person = await new Person(test.url).signIn()
  const elsewhere = await new Person(test.url, person.phone).signIn()
  const find = createSessionFinder(db)
  const token = person.cookie.replace('session=', '')
  const acted = async () => (await find({ token, terminalId: undefined }))?.actedLately
  const pass = async (seconds: number) => {
    for (const each of [passSignIn, passChange, passSignature]) await db.run(each, [seconds])
  }
  expect(await acted()).toBe(true)
  await pass(16)
  expect(await acted()).toBe(false)
  await person.call('PATCH', '/api/profile', { nickname: 'Somebody else' })
  expect(await acted()).toBe(true)
  await pass(16)
  // By the newest signature, whichever device made it.
  for (let signed = 0; signed < 2; signed += 1) {
    expect(await acted()).toBe(false)
    await elsewhere.complete(unknown)
    expect(await acted()).toBe(true)
    await pass(13)
    expect(await acted()).toBe(true)
    await pass(3)
  }
})

it('no session signs with the terminal of another session, not even the user’s own', async () => {
  const [ada, ben] = await Promise.all([
    new Person(test.url).signIn(),
    new Person(test.url).signIn(),
  ])
  const own = ada.terminal
  ada.terminal = ben.terminal
  expect((await ada.complete(unknown)).body.code).toBe('bad_signature')
  ada.terminal = own
  expect((await ada.complete(unknown)).status).toBe(404)
})
