// Tests a number that got a new holder over HTTP: the user is asked before any data is shown.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashOf } from '#tests/support/number-keys.ts'
import { Person } from '#tests/support/people/person.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const idle = statement(
  'test-idle-passport',
  {},
  `with s as (update sessions set last_seen_at = now() - $2::interval,
     ends_at = now() - interval '1 month' where passport_id = $1)
   update passports set signed_in_at = now() - $2::interval where id = $1`,
)
const longSignedIn = statement(
  'test-long-signed-in',
  {},
  `update passports set signed_in_at = now() - interval '13 months' where id = $1`,
)
const parked = statement(
  'test-parked',
  { passport_id: 'uuid', phone: 'text', is_hidden: 'bool' },
  `select passport_id, k.phone, hide_from_leaderboards as is_hidden
   from parked_passports k join passports p on p.id = passport_id`,
)

async function idlePerson(unused = '13 months'): Promise<Person> {
  const person = await new Person(test.url).signIn()
  await person.call('PATCH', '/api/profile', { nickname: 'Former Holder' })
  await test.services.db.run(idle, [person.id, unused])
  return person
}

async function codeOf({ phone }: Person): Promise<{ phone: string; code: string }> {
  const asking = new Person(test.url, phone)
  expect((await asking.post('/api/auth/request-otp', { phone })).status).toBe(200)
  return { phone, code: await asking.readCode() }
}

it('asks before any data is shown; "Not mine" makes a new passport and parks the previous one', async () => {
  const former = await idlePerson()
  const typed = await codeOf(former)
  const stranger = new Person(test.url, former.phone)
  for (const unsaid of [typed, { ...typed, mine: null }]) {
    const asked = await stranger.post('/api/auth/verify-otp', unsaid)
    expect(asked).toMatchObject({ status: 409, body: { code: 'number_idle' } })
    expect(asked.headers.getSetCookie()).toEqual([])
    expect(JSON.stringify(asked.body)).not.toContain('Former Holder')
  }
  const answer = await stranger.post('/api/auth/verify-otp', { ...typed, mine: false })
  expect(answer).toMatchObject({ status: 200, body: { user: { nickname: null } } })
  expect(answer.body.user.id).not.toBe(former.id)
  const rows = await test.services.db.run(parked)
  const phone = hashOf(former.phone)
  expect(rows).toEqual([{ passport_id: former.id, phone, is_hidden: true }])
  expect((await former.get('/api/auth/me')).status).toBe(401)
})

it('lets its owner confirm and sign in, without being asked the next time', async () => {
  const former = await idlePerson()
  const typed = await codeOf(former)
  const answer = await former.post('/api/auth/verify-otp', { ...typed, mine: true })
  expect(answer).toMatchObject({ status: 200, body: { user: { id: former.id } } })
  const signOut = statement('test-sign-out', {}, 'delete from sessions where passport_id = $1')
  await test.services.db.run(signOut, [former.id])
  expect((await new Person(test.url, former.phone).signIn()).id).toBe(former.id)
})

it('does not ask a user who was away for eleven months', async () => {
  const person = await idlePerson('11 months')
  expect((await new Person(test.url, person.phone).signIn()).id).toBe(person.id)
})

it('does not ask for a passport in use, and takes no number from one', async () => {
  const person = await new Person(test.url).signIn()
  const typed = await codeOf(person)
  const answer = await person.post('/api/auth/verify-otp', { ...typed, mine: false })
  expect(answer).toMatchObject({ status: 200, body: { user: { id: person.id } } })
})

it('does not ask for a passport with a session in use, however long ago its sign-in', async () => {
  const person = await new Person(test.url).signIn()
  await test.services.db.run(longSignedIn, [person.id])
  const typed = await codeOf(person)
  const answer = await person.post('/api/auth/verify-otp', { ...typed, mine: false })
  expect(answer).toMatchObject({ status: 200, body: { user: { id: person.id } } })
})

it.each([
  ['asks', undefined],
  ['says "Not mine"', false],
] as const)('a wrong code does not reveal it where its sender %s', async (_, mine) => {
  const former = await idlePerson()
  const { phone, code } = await codeOf(former)
  const wrong = code === '000000' ? '000001' : '000000'
  const answer = await former.post('/api/auth/verify-otp', { phone, code: wrong, mine })
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_code' } })
})
