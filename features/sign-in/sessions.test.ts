// What ends a session and a signing terminal, to the day and the minute (contract 2 and 3), and who
// may sign with which.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { Person } from '#tests/support/person.ts'
import { statement } from '#tests/support/statement.ts'

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

it('a session lives thirty days, and its use is written down after an hour', async () => {
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
})

it('nobody signs with the terminal of another session, their own other one included', async () => {
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
