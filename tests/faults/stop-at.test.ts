// The preload that makes processes fail: what it calls a point, and what a failure there leaves behind.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import { ending } from '#platform/database/write.ts'
import { effectsOf, failingAt, pointsOf, rollbacksOf } from '#tests/faults/recorded-points.ts'
import { armFailPoint, disarmFailPoint, recordSteps, type Step } from '#tests/faults/stop-at.ts'
import { createTestDatabase, openTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { statement } from '#tests/support/test-statement.ts'
import { trackedFiles } from '#tests/support/tracked-files.ts'

const make = statement('stop-at-make', {}, 'create table stop_at (id int primary key)')
const clear = statement('stop-at-clear', {}, 'truncate stop_at')
const insert = statement('stop-at-insert', {}, 'insert into stop_at values ($1)')
const again = statement('stop-at-again', {}, 'insert into stop_at values ($1)')
const list = statement('stop-at-list', { id: 'int4' }, 'select id from stop_at order by id')

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openTestDatabase(database.url, 1)
  await db.run(make)
})
beforeEach(() => db.run(clear))
afterEach(() => void disarmFailPoint())
afterAll(async () => {
  await db.close()
  await database.drop()
})

const kept = async () => (await db.run(list)).map(({ id }) => id)
const both = () =>
  db.transaction(async (tx) => {
    await tx.run(insert, [1])
    const second = { statement: again, values: [2] }
    return ending('done', [second, { statement: insert, values: [3] }])
  })

it('names statements, their rows and commits, and says which of them a kill keeps', async () => {
  const steps = await recordSteps(async () => {
    await db.run(list)
    await both()
    await db.run(list)
    await db.run(again, [4])
  })
  const commits = [insert.name, again.name, insert.name].map((name) => `commit of ${name}`)
  const step = (moment: Step['moment'], names: readonly string[], isEffect = false) => ({
    moment,
    names,
    isEffect,
  })
  const rows = ({ name }: { readonly name: string }) => [name, `rows of ${name}`]
  expect(steps).toEqual([
    step('before', [list.name]),
    step('after', [list.name]),
    step('before', [insert.name]),
    step('after', rows(insert)),
    step('before', [again.name]),
    step('before', [insert.name]),
    step('before', commits, true),
    step('after', rows(again)),
    step('after', rows(insert)),
    step('after', commits, true),
    step('before', [list.name]),
    step('after', rows(list)),
    step('before', [again.name], true),
    step('after', rows(again), true),
  ])
  const idle = new Set(pointsOf(steps.slice(0, 2)))
  expect(effectsOf(steps, idle)).toEqual([`after:commit of ${insert.name}`])
  expect(effectsOf(steps.slice(-2), idle)).toEqual([`after:${again.name}`])
  expect(rollbacksOf(steps, idle)).toEqual([
    `before:${insert.name}`,
    `before:${again.name}`,
    `before:commit of ${insert.name}`,
  ])
})

it.each([
  [`before:${insert.name}`, []],
  [`after:${insert.name}`, []],
  [`before:${again.name}`, []],
  [`before:commit of ${again.name}`, []],
  [`after:commit of ${again.name}`, [1, 2, 3]],
])('a transaction that throws at %s is whole or not there', async (point, left) => {
  armFailPoint(`${point}:throw`)
  await expect(both()).rejects.toThrow(`stopped at ${point}`)
  expect(disarmFailPoint()).toBe(false)
  expect(await kept()).toEqual(left)
  await db.run(clear)
  expect(await both()).toBe('done')
})

it('throws once, at a statement of its own as well, and the connection goes on', async () => {
  armFailPoint(`before:${insert.name}:throw`)
  await expect(db.run(insert, [1])).rejects.toThrow('stopped at')
  await db.run(insert, [2])
  armFailPoint(`after:rows of ${list.name}:throw`)
  await expect(kept()).rejects.toThrow('stopped at')
  expect(await kept()).toEqual([2])
  await db.run(clear)
  armFailPoint(`after:rows of ${list.name}:throw`)
  expect(await kept()).toEqual([])
  expect(disarmFailPoint()).toBe(true)
})

it.each(['insert', 'before:', 'during:insert', 'before:insert:halt', 'before:insert:kill:now'])(
  'refuses the setting %s',
  (setting) => expect(() => armFailPoint(setting)).toThrow('no point'),
)

it('fails around a write to a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'carbon-passport-stop-at-'))
  const file = join(folder, 'file')
  const handle = await open(file, 'a')
  for (const [point, text] of [
    ['before:file append', ''],
    ['after:file append', 'line'],
  ]) {
    armFailPoint(`${point}:throw`)
    await expect(handle.appendFile('line')).rejects.toThrow(point)
    expect(await readFile(file, 'utf8')).toBe(text)
  }
  await handle.close()
  await rm(folder, { recursive: true })
})

/** A process that writes 1 in a transaction and prints what is there. */
const program = `
  import pg from 'pg'
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  await client.query('begin')
  await client.query({ name: 'child-insert', text: 'insert into stop_at values (1)' })
  await client.query('commit')
  await client.end()`
const child = (more: Readonly<Record<string, string>>) => ({
  cwd: resolve(import.meta.dirname, '../..'),
  env: { ...process.env, DATABASE_URL: database.url, ...more },
})
const args = ['--input-type=module', '--eval', program]

it.each([
  ['before:commit of child-insert', []],
  ['after:commit of child-insert', [1]],
])('a process is killed at %s', async (point, left) => {
  const { promise, resolve: ended } = Promise.withResolvers<NodeJS.Signals | null>()
  const running = execFile(process.execPath, args, child(failingAt(point)), () =>
    ended(running.signalCode),
  )
  expect(await promise).toBe('SIGKILL')
  await expect.poll(kept).toEqual(left)
})

it('a process stops until it is continued', async () => {
  const settings = child(failingAt('before:commit of child-insert:stop'))
  const running = spawn(process.execPath, args, { ...settings, stdio: 'ignore' })
  await expect
    .poll(() => readFile(`/proc/${running.pid}/status`, 'utf8').catch(() => ''))
    .toMatch(/^State:\s+T/m)
  expect(await kept()).toEqual([])
  running.kill('SIGCONT')
  expect(await once(running, 'exit')).toEqual([0, null])
  expect(await kept()).toEqual([1])
})

it('no file of the product knows of it', () => {
  const files = /^(?!tests\/)(?!.*\.test\.tsx?$).*\.(ts|tsx|mts|mjs|sh|json|example|service)$/
  const product = trackedFiles(files)
  expect(product.length).toBeGreaterThan(1_000)
  const naming = product.filter((file) =>
    /FAIL_AT|FAIL_RECORD|faults\/stop-at/.test(readFileSync(file, 'utf8')),
  )
  expect(naming).toEqual([])
})
