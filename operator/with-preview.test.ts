// Tests that a command of a file shows its outcome without a change, and without a row of the audit trail.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'
import { commands } from './commands/commands.ts'

let database: TestDatabase
let folder: string
let sql: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-previews-'))
  sql = new pg.Client({ connectionString: database.url })
  await sql.connect()
})
afterAll(async () => {
  await sql.end()
  await database.drop()
  await rm(folder, { recursive: true })
})

async function run(...args: readonly string[]) {
  const { code, stdout, stderr } = await runOperator({ DATABASE_URL: database.url }, args)
  return { code, stdout, output: stdout + stderr }
}

async function countOf(table: string): Promise<number> {
  const { rows } = await sql.query(`select count(*)::int as count from ${table}`)
  return rows[0].count
}

async function fileWith(name: string, ...lines: readonly string[]): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, `${lines.join('\n')}\n`)
  return file
}

const batch =
  'CAR,CAR1335,Soil of Kansas,United States,US,Soil,2025,,CAR-1-US-1335-31-983-KS-2025-9205-1 to 50,50,ACTIVE'
const columns =
  'registry,external_project_id,project_name,country,country_code,project_type,vintage_year,' +
  'issuance_date,serial_number,quantity_tco2e,status'
const terms = ['--price', '0.0243', '--currency', 'USD', '--create-projects']

it('an import shows its numbers, and a second look finds the same', async () => {
  const file = await fileWith('batches.csv', columns, batch)
  const before = await countOf('audit_trail')
  for (const _ of [1, 2]) {
    const shown = await run('batches', 'import', file, ...terms, '--preview', '--json')
    expect(shown.code).toBe(0)
    expect(JSON.parse(shown.stdout)).toMatchObject({ ok: true, added: 1, preview: true })
  }
  expect(await countOf('batches')).toBe(0)
  expect(await countOf('audit_trail')).toBe(before)
  expect((await run('batches', 'import', file, ...terms)).code).toBe(0)
  expect(await countOf('batches')).toBe(1)
  expect(await countOf('audit_trail')).toBeGreaterThan(before)
})

it('a refused file is refused as without a preview', async () => {
  const file = await fileWith('wrong.csv', columns, batch.replace(',50,', ',many,'))
  const shown = await run('batches', 'import', file, ...terms, '--preview')
  expect(shown.code).toBe(1)
  expect(shown.output).toContain('line 2')
  expect(shown.output).toContain('This was a preview: nothing was changed.')
})

it('needs no reason, also of a command that wants one', async () => {
  const file = await fileWith('due.csv', 'serial,reference,retired_on,url')
  const told = await run('retirements', 'record', file, '--preview')
  expect(told.output).not.toContain('--reason TEXT is required')
  expect(told.output).toContain('This was a preview')
  expect((await run('retirements', 'record', file)).output).toContain('--reason TEXT is required')
})

it('every command that changes data by a file has one', () => {
  const lacking = commands.filter(
    ({ access, file, usage }) =>
      access.kind === 'action' && file?.use === 'read' && !usage.includes('--preview'),
  )
  expect(lacking.map(({ name }) => name)).toEqual([])
})
