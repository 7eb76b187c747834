// Tests which requests the log contains, and the level of each.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { passportHash } from '#platform/logger.ts'
import { Person } from '#tests/support/people/person.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const pinoLevels = { info: 30, warn: 40 }
const forgetMigration = statement(
  'test-forget-newest-migration',
  {},
  'delete from migrations where number = (select max(number) from migrations)',
)

const linesOf = (route: string) =>
  test.logged
    .map((line) => JSON.parse(line))
    .filter((line) => line.msg === 'request' && line.route === route)
    .map(({ level, status }) => ({ level, status }))

it('leaves out successful health checks at info, and warns of failed ones', async () => {
  const ask = async (path: string) => (await fetch(`${test.url}${path}`)).status
  expect(await ask('/health/live')).toBe(200)
  expect(await ask('/health/ready')).toBe(200)
  expect(await ask('/api/auth/me')).toBe(401)
  await expect
    .poll(() => linesOf('/api/auth/me'))
    .toEqual([{ level: pinoLevels.info, status: 401 }])
  expect(linesOf('/health/ready')).toEqual([])
  expect(linesOf('/health/live')).toEqual([])
  await test.services.db.run(forgetMigration)
  expect(await ask('/health/ready')).toBe(503)
  await expect
    .poll(() => linesOf('/health/ready'))
    .toEqual([{ level: pinoLevels.warn, status: 503 }])
})

it('has the fields of each request: its refusal, its caller and its time', async () => {
  const lineOf = (route: string) =>
    test.logged.map((line) => JSON.parse(line)).find((line) => line.route === route)
  const { status } = await fetch(`${test.url}/api/wallet/me?secret=1`)
  expect(status).toBe(401)
  const refused = { method: 'GET', status: 401, code: 'unauthenticated' }
  await expect.poll(() => lineOf('/api/wallet/me')).toMatchObject(refused)
  const person = await new Person(test.url).signIn()
  const started = performance.now()
  const { headers } = await person.get('/api/profile/sessions')
  const tookMs = performance.now() - started
  const passport = passportHash(person.id)
  const answered = { method: 'GET', status: 200, passport, request_id: headers.get('x-request-id') }
  await expect.poll(() => lineOf('/api/profile/sessions')).toMatchObject(answered)
  const line = lineOf('/api/profile/sessions')
  expect(line.code).toBeUndefined()
  expect(line.duration_ms).toBe(Math.round(line.duration_ms))
  expect(line.duration_ms).toBeLessThanOrEqual(Math.ceil(tookMs))
  expect(test.logged.join()).not.toContain('secret')
})
