// Tests which roles may use each call of the console that reads.
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as consoleCalls from '#features/console/console-calls.ts'
import { type ConsoleReader, openConsoleReader } from '#tests/support/servers/console-reader.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { staffRoles } from '#values/staff/roles.ts'

let test: TestApp
let reader: ConsoleReader
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
  reader = await openConsoleReader(test)
})
afterAll(async () => {
  await reader.close()
  await test.close()
})

const id = '0199c4a1-7f00-7a31-8c2e-1d2c3b4a5f61'
const everyone = 'look, support, money, registry, admin'
const helpers = 'look, support, money, admin'

/** The calls by their paths, with the roles that may use each. `partner` is the role of a programme. */
const allowed = [
  ['search?q=a', `${everyone}, partner`],
  ['today', everyone],
  ['people', helpers],
  [`people/${id}`, helpers],
  ['purchases', helpers],
  ['purchases/CP-2222-2222-2222', helpers],
  ['disputes', helpers],
  ['disputes/dp_1', helpers],
  ['batches', everyone],
  [`batches/${id}`, everyone],
  ['projects', everyone],
  [`projects/${id}`, everyone],
  ['programmes', `${helpers}, partner`],
  ['programmes/welcome', `${helpers}, partner`],
  ['retirements', 'look, money, registry, admin'],
] as const

it('Each call has a row in this test', () => {
  const paths = Object.values(consoleCalls).flatMap((value) => ('path' in value ? value.path : []))
  const shapes = allowed.map(
    ([path]) => `/console/api/${path.replace(/\?.*/, '').replace(/\/.*/, '/:id')}`,
  )
  expect(shapes.toSorted()).toEqual(paths.toSorted())
})

it.each(allowed)('%s is for %s only', async (path, roles) => {
  const answers: string[] = []
  for (const role of [...staffRoles, 'partner']) {
    const { status } = await reader.read(path, [role === 'partner' ? 'partner:welcome' : role])
    expect([200, 403, 404]).toContain(status)
    if (status !== 403) answers.push(role)
  }
  expect(answers.join(', ')).toBe(roles)
})
