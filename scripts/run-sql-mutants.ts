// Runs `npm run mutants:sql`. It omits one condition, lock, order or conflict clause of a statement and runs
// the tests that use the statement. It lists the faults that no test finds.
//   -- --only <text>   statements whose name or file contains the text; repeatable
//   -- --tests <n>     test files for each fault, the nearest first (4)
//   -- --in <path>     only tests under the path
import { spawn } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { z } from 'zod'
import { declaredStatements, type Statement } from '#platform/database/statement.ts'
import { type SqlFault, sqlFaults } from '#tests/mutants/sql-faults.ts'
import startTestPostgres, { createTestDatabase } from '#tests/support/postgres.ts'
import installTestLibraries from '#tests/support/test-libraries.ts'
import { compileTexts } from '#texts/compile-texts.ts'

const folder = 'node_modules/.sql-mutants'
const recorded = z.object({ testPath: z.string(), statements: z.array(z.string()) })
/** Timeout of a test run in minutes, because a changed statement may keep a test from ending. */
const runMinutesMax = 5

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [''] },
    tests: { type: 'string', default: '4' },
    in: { type: 'string', default: '' },
  },
})

const record = `${folder}/record-${options.in.replaceAll('/', '-')}.jsonl`

/** Runs tests and resolves with the exit code; null after a timeout. */
async function runTests(files: readonly string[], env: Readonly<Record<string, string>>) {
  const args = [
    'run',
    '--config',
    'tests/mutants/sql-mutants.config.ts',
    '--reporter=dot',
    ...files,
  ]
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), runMinutesMax * 60_000)
  const code = await new Promise<number | null>((ended) => child.once('close', ended))
  clearTimeout(timer)
  return code
}

/** Returns the test files that run each statement. */
async function recordTests(): Promise<ReadonlyMap<string, readonly string[]>> {
  if (!existsSync(record)) {
    mkdirSync(folder, { recursive: true })
    console.log('Recording which tests run which statement…')
    await runTests(options.in === '' ? [] : [options.in], { SQL_RECORD: record })
  }
  const tests = new Map<string, string[]>()
  for (const line of readFileSync(record, 'utf8').trim().split('\n')) {
    const { testPath, statements } = recorded.parse(JSON.parse(line))
    for (const name of statements)
      tests.set(name, [...(tests.get(name) ?? []), relative('.', testPath)])
  }
  return tests
}

/** Returns the file that declares each statement, except for statements with a composed name. */
function declaringFiles(): ReadonlyMap<string, string> {
  const files = globSync('{features,ledger,platform,operator,server,providers}/**/*.ts')
  return new Map(
    files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bstatement\(\s*'([\w-]+)'/g)].map(
        ([, name = '']) => [name, file] as const,
      ),
    ),
  )
}

async function loadStatements(files: Iterable<string>): Promise<void> {
  for (const file of new Set(files)) if (!file.endsWith('.test.ts')) await import(`#${file}`)
}

/** Returns the number of leading folders that two paths share. */
function sharedFolders(one: string, other: string): number {
  const parts = other.split('/')
  return one.split('/').findIndex((part, place) => part !== parts[place])
}

/** Returns the changed statements that PostgreSQL accepts. */
async function validFaults(client: pg.Client, { text }: Statement): Promise<SqlFault[]> {
  const valid: SqlFault[] = []
  for (const fault of sqlFaults(text)) {
    const isValid = await client.query(`prepare faulty as ${fault.text}`).then(
      () => true,
      () => false,
    )
    if (isValid) valid.push(fault)
    if (isValid) await client.query('deallocate faulty')
  }
  return valid
}

const files = declaringFiles()
compileTexts()
await installTestLibraries()
const stopPostgres = await startTestPostgres()
const survivors: string[] = []
let planted = 0
try {
  const tests = await recordTests()
  await loadStatements(files.values())
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  for (const statement of declaredStatements.values()) {
    const { name } = statement
    const file = files.get(name) ?? ''
    if (file === '' || !options.only.some((text) => name.includes(text) || file.includes(text)))
      continue
    const nearest = (tests.get(name) ?? [])
      .toSorted((one, other) => sharedFolders(other, file) - sharedFolders(one, file))
      .slice(0, Number(options.tests))
    for (const { kind, dropped, text } of await validFaults(client, statement)) {
      planted += 1
      const fault = `${name} (${file}) without its ${kind}: ${dropped.replace(/\s+/g, ' ')}`
      const env = { SQL_FAULT: JSON.stringify({ name, text }) }
      const isFound = nearest.length > 0 && (await runTests(nearest, env)) !== 0
      console.log(`${isFound ? 'found   ' : 'SURVIVED'} ${fault}`)
      if (!isFound) survivors.push(fault)
    }
  }
  await client.end()
  await database.drop()
} finally {
  await stopPostgres()
}
console.log(`${planted} faults planted, ${survivors.length} survived`)
for (const fault of survivors) console.log(`  ${fault}`)
if (survivors.length > 0) process.exitCode = 1
