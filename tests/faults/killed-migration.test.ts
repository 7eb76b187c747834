// Kills a migration in its middle while people use the changed tables: the schema is the old one or
// the new one, the next start completes it, and no user's data changes.
import { type ChildProcess, spawn } from 'node:child_process'
import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import { latestMigration, migrate } from '#platform/database/schema/migrate.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, Person, type TestBatch } from '#tests/support/people/person.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const own = resolve(import.meta.dirname, '../../database/migrations')

let test: TestApp
let batch: TestBatch
let buyer: Person
let folder: string
let url: string
beforeAll(async () => {
  test = await startTestApp({ OPEN_RESERVATIONS_MAX: '100' })
  url = test.databaseUrl
  batch = await issueTestBatch(test.services.db, { kg: 10_000 })
  buyer = await new Person(test.url).signIn()
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-migrations-'))
  for (const name of await readdir(own)) await copyFile(join(own, name), join(folder, name))
  const number = String((await latestMigration()) + 1).padStart(4, '0')
  // Two changes with a pause between them, in which it is killed.
  await writeFile(
    join(folder, `${number}_test.sql`),
    `create table test_first (number integer);
     alter table sign_in_attempts add column test_second integer;
     select pg_sleep(0.6);
     create table test_third (number integer);`,
  )
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})

/** The migrator as a separate process, like a start of the product. */
function migrateElsewhere(): ChildProcess {
  const script = `import { migrate } from '#platform/database/schema/migrate.ts'
    await migrate(${JSON.stringify(url)}, { folder: ${JSON.stringify(folder)} })`
  return spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: resolve(import.meta.dirname, '../..'),
    stdio: 'ignore',
  })
}

async function ask(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(sql)
  await client.end()
  return rows
}

const running = `select 1 from pg_stat_activity where query like '%test_third%'
  and application_name = 'carbon-passport migrate' and state = 'active' and wait_event = 'PgSleep'`
const schema = `select to_regclass('test_first') is not null as first,
  exists (select from information_schema.columns where column_name = 'test_second') as second,
  to_regclass('test_third') is not null as third,
  (select max(number) from migrations)::int as number`

it('leaves the old schema, and the next one completes it, while people buy', async () => {
  const before = await latestMigration()
  const killed = migrateElsewhere()
  await expect.poll(() => ask(running), { interval: 20 }).toHaveLength(1)
  killed.kill('SIGKILL')
  await expect.poll(() => ask(running)).toHaveLength(0)
  const old = { first: false, second: false, third: false, number: before }
  expect(await ask(schema)).toEqual([old])

  await buyer.buyByCard(batch, 20)
  const order = { ...cardOrder(batch, 5, ''), payment_method: 'wallet', wallet_used: 0.1 }
  const [names, reserved] = await Promise.all([migrate(url, { folder }), buyer.reserve(order)])
  expect(names).toHaveLength(1)
  expect(reserved.status).toBe(200)
  expect((await buyer.complete(reserved.body.txId)).status).toBe(200)
  const next = { first: true, second: true, third: true, number: before + 1 }
  expect(await ask(schema)).toEqual([next])
  expect((await checkLedger(test.services.db)).faults).toEqual([])
}, 60_000)
