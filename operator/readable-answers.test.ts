// Tests that people can read each answer of a command: an empty list says so, and each fault has a line of its own.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'
import { commands } from './commands/commands.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-answers-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const run = (...args: readonly string[]) => runOperator({ DATABASE_URL: database.url }, args)

const months = ['--from', '2020-01', '--to', '2020-02']
/** Arguments of the commands that need some. */
const argumentsByName: Readonly<Record<string, readonly string[]>> = {
  'accounts journal': ['--from', '2020-01-01', '--to', '2020-01-31'],
  'accounts margin': months,
  'accounts report': ['sales', ...months],
  'accounts tax': ['--quarter', '2020-Q1'],
  'batches prices': ['GS1-1'],
  'people find': ['+447700900123'],
  'people show': ['+447700900123'],
  'programmes statement': ['green', '2020-01'],
  'purchases show': ['ABC'],
}
const readers = commands.filter(
  ({ name, access }) => access.kind === 'read' || /^\w+ (list|due)$/.test(name),
)

describe('a command that reads', () => {
  it.each(readers)('answers with words where nothing is stored: $name', async ({ name }) => {
    const { stdout } = await run(...name.split(' '), ...(argumentsByName[name] ?? []))
    expect(stdout).toMatch(/\p{L}{2,}/u)
  })
})

describe('a refusal with several faults', () => {
  const rows = [
    'debit,credit,amount,currency,value_date,reason',
    'costs,bank,0,GBP,2020-01-31,Bank charge',
    'costs,costs,1,GBP,2999-12-31,Bank charge',
  ]
  const faults = [
    'entries.csv, line 2: amount: is 0',
    'entries.csv, line 3: credit: is the account of the debit; value_date: is in the future',
  ]

  it.each([
    ['', []],
    [', also in a preview', ['--preview']],
  ])('has a line for each%s', async (_, options) => {
    const file = join(folder, 'entries.csv')
    await writeFile(file, `${rows.join('\n')}\n`)
    const args = ['accounts', 'entry', file, '--reason', 'a test', ...options]
    const { code, stdout } = await run(...args)
    expect([code, stdout.split('\n')]).toEqual([1, expect.arrayContaining(faults)])
    const json = JSON.parse((await run(...args, '--json')).stdout)
    expect(json).toMatchObject({ ok: false, error: faults.join('\n') })
  })
})
