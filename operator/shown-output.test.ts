// Tests that text from rows, files and other servers is printed on a terminal without its control
// characters, and is valid JSON for programs.

import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, runSql, type TestDatabase } from '#tests/support/postgres.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'
import { holdsUnseen } from '#values/text/unseen-characters.ts'

const hostile = 'Eve\n2026-11-25  Alice\u001b]0;pwned\u0007\u001b[8m\u009b2J\u202e\u2028\u200bEnd'
const shown =
  'Eve\\u000a2026-11-25  Alice\\u001b]0;pwned\\u0007\\u001b[8m\\u009b2J\\u202e\\u2028\\u200bEnd'

let database: TestDatabase
let folder: string
let stranger: Server
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-shown-'))
  stranger = createServer((_, response) => response.end(hostile)).listen(0, '127.0.0.1')
})
afterAll(async () => {
  stranger.close()
  await database.drop()
  await rm(folder, { recursive: true })
})

const run = (...args: readonly string[]) =>
  runOperator({ DATABASE_URL: database.url, DATA_DIR: folder }, args)

/** Every line without its end. */
const isVisible = (text: string) => text.split('\n').every((line) => !holdsUnseen(line))

it('an old row of the audit trail or of a programme is one line', async () => {
  await run('partners', 'create', '--name', 'Bank', '--program', 'bank', '--by', 'ada')
  const text = `'${hostile.replaceAll("'", "''")}'`
  await runSql(
    database.url,
    `update partner_terminals set holder_name = ${text} where holder_name = 'Bank';
     insert into audit_trail (by_name, command, about, reason)
     values (${text}, 'people find', array[${text}], ${text})`,
  )
  const partners = await run('partners', 'list')
  expect(partners.stdout).toContain(shown)
  expect(isVisible(partners.stdout)).toBe(true)
  const audit = await run('audit', 'list')
  expect(audit.stdout.split('\n').filter((line) => line.includes('Alice'))).toHaveLength(1)
  // Two blanks part its columns, so that a text has none.
  const inColumn = shown.replaceAll('  ', ' ')
  expect(audit.stdout).toContain(`  ${inColumn}  people find  ${inColumn}  `)
  expect(isVisible(audit.stdout)).toBe(true)
  const json = await run('audit', 'list', '--json')
  expect(isVisible(json.stdout)).toBe(true)
  expect(JSON.parse(json.stdout).entries[0]).toMatchObject({ by: hostile, reason: hostile })
})

it('shows control characters of a stranger’s server as text', async () => {
  const address = stranger.address()
  const port = typeof address === 'object' ? address?.port : 0
  const { code, stdout, stderr } = await run('log', 'verify', `http://127.0.0.1:${port}/log`)
  expect(code).toBe(1)
  expect(isVisible(stdout + stderr)).toBe(true)
  expect(stdout + stderr).toContain('\\u001b]0;pwned\\u0007')
})
