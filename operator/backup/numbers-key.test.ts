// Tests that commands under another NUMBERS_KEY than the database's are refused as a start is,
// before any change.
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findFingerprint } from '#features/own-data/number-key-queries.ts'
import { settleNumberKey } from '#features/own-data/settle-number-key.ts'
import { numberRewrites } from '#server/number-rewrites.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const traces = statement(
  'test-traces-of-commands',
  { entries: 'int8', attempts: 'int8', sessions: 'int8' },
  `select (select count(*) from audit_trail) as entries,
     (select count(*) from sign_in_attempts) as attempts,
     (select count(*) from sessions where ends_at > now()) as sessions`,
)
const other = 'b8'.repeat(32)
const signed = ['--by', 'ada', '--reason', 'a test of keys']

let test: TestApp
let person: Person
beforeAll(async () => {
  test = await startTestApp()
  person = await new Person(test.url).signIn()
})
afterAll(() => test.close())

const run = (args: readonly string[], more = {}) =>
  runOperator({ DATABASE_URL: test.databaseUrl, ...more }, [...args, '--json'])

it('Every command that finds people by number, or does the server’s work, refuses another NUMBERS_KEY', async () => {
  // A database on which no server has started yet has no key, and a reading command adds none.
  const early = await run(['people', 'find', person.phone, '--by', 'ada'], { NUMBERS_KEY: other })
  expect(early.code).toBe(0)
  expect(await findFingerprint(test.services.db)).toBe(null)
  expect(await settleNumberKey(test.services.db, test.services.numbers, numberRewrites)).toBe(true)
  const before = await test.services.db.run(traces)
  const calls = [
    ['people', 'find', person.phone, '--by', 'ada'],
    ['people', 'show', person.phone, '--by', 'ada'],
    ['people', 'block', person.phone, ...signed],
    ['people', 'unblock', person.phone, ...signed],
    ['limits', 'clear', person.phone, ...signed],
    ['sessions', 'end', person.id, ...signed],
    ['people', 'export', person.id, join(tmpdir(), randomUUID()), ...signed],
    ['people', 'move', person.id, newPhone(), ...signed],
    ['people', 'erase', person.id, ...signed],
    ['purchases', 'show', 'CP-2222-2222-2222', '--by', 'ada'],
    ['purchases', 'reconcile', ...signed],
    ['purchases', 'refund', 'CP-2222-2222-2222', ...signed],
    ['providers', 'check'],
  ]
  for (const call of calls) {
    const { code, stdout } = await run(call, { NUMBERS_KEY: other })
    expect([call.slice(0, 2), code, JSON.parse(stdout)]).toEqual([
      call.slice(0, 2),
      78,
      {
        ok: false,
        error:
          'NUMBERS_KEY is not the key that this database was written under: put that one back.',
      },
    ])
  }
  expect(await test.services.db.run(traces)).toEqual(before)
  expect((await person.get('/api/auth/me')).status).toBe(200)
})
