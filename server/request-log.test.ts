// Tests which requests the log contains, and the level of each.
import { afterAll, beforeAll, expect, it } from 'vitest'
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
