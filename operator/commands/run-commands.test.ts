// Tests the restore drill: it restores the newest backup apart from the serving database, and reports a
// backup that cannot be restored or does not add up.
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { backUp } from '#operator/backup/back-up.ts'
import { numbersKey } from '#tests/support/number-keys.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { Person } from '#tests/support/people/person.ts'
import { runOperator, startOperatorProgram } from '#tests/support/servers/run-operator.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const lastRun = statement(
  'test-last-drill',
  { ok: 'bool', has_succeeded: 'bool' },
  `select ok, succeeded_at is not null as has_succeeded from last_runs where task = 'restore drill'`,
)
const spoil = statement(
  'test-spoil-stock',
  {},
  'update batch_stock set available_kg = available_kg - 1 where batch_id = $1',
)

let test: TestApp
let folder: string
let dataDir: string
beforeAll(async () => {
  test = await startTestApp()
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-drill-'))
  dataDir = await mkdtemp(join(tmpdir(), 'carbon-passport-data-'))
})
afterAll(async () => {
  await test.close()
  for (const each of [folder, dataDir]) await rm(each, { recursive: true })
})

const settings = () => ({
  DATABASE_URL: test.databaseUrl,
  DATA_DIR: dataDir,
  NUMBERS_KEY: numbersKey,
})
const drill = () => runOperator(settings(), ['drill', folder])
const recorded = async () => (await test.services.db.run(lastRun))[0]

it('a folder without a backup fails the drill', async () => {
  await writeFile(join(folder, 'notes.backup'), 'no backup of the script')
  expect(await drill()).toMatchObject({ code: 1, stdout: expect.stringContaining('has no backup') })
  expect(await recorded()).toEqual({ ok: false, has_succeeded: false })
})

it('the newest backup is restored and checked, and its database removed', async () => {
  const { db } = test.services
  const batch = await issueTestBatch(db, { kg: 1_000 })
  await (await new Person(test.url).signIn()).buyByCard(batch, 20)
  await writeFile(join(folder, '2026-11-30T023000Z.backup'), 'an older one that is damaged')
  await backUp(test.databaseUrl, join(folder, '2026-12-01T023000Z.backup'))
  const good = await drill()
  expect(good).toMatchObject({ code: 0, stdout: expect.stringContaining('The ledger adds up.') })
  const newest = join(folder, '2026-12-01T023000Z.backup')
  expect(good.stdout.split('\n')[0]).toBe(`Restored ${newest} and checked it.`)
  expect(await recorded()).toEqual({ ok: true, has_succeeded: true })
  expect(await readdir(dataDir)).not.toContainEqual(expect.stringMatching(/^drill/))

  await db.run(spoil, [batch.id])
  await backUp(test.databaseUrl, join(folder, '2026-12-02T023000Z.backup'))
  expect(await drill()).toMatchObject({ code: 1, stdout: expect.stringContaining('WRONG') })
  await writeFile(join(folder, '2026-12-03T023000Z.backup'), 'damaged')
  expect((await drill()).code).toBe(1)
  expect(await recorded()).toEqual({ ok: false, has_succeeded: true })
})

it('a drill that is stopped removes its database', async () => {
  const { child, postgres } = await startDrill()
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([1, null])
  expect(await drillFolders()).toEqual([])
  expect(isAlive(postgres)).toBe(false)
})

it('a drill removes what a killed one has left, and leaves a running one alone', async () => {
  const killed = await startDrill()
  const ended = once(killed.child, 'exit')
  killed.child.kill('SIGKILL')
  await ended
  const [abandoned] = await drillFolders()
  expect(abandoned).toBeDefined()
  const running = `drill-${process.ppid}-other`
  await mkdir(join(dataDir, running))
  await drill()
  expect(await drillFolders()).toEqual([running])
  expect(isAlive(killed.postgres)).toBe(false)
})

async function drillFolders(): Promise<string[]> {
  return (await readdir(dataDir)).filter((name) => name.startsWith('drill-'))
}

/** Starts a drill as a program of its own. Returns once its PostgreSQL runs, with that process id. */
async function startDrill() {
  const child = startOperatorProgram(settings(), ['drill', folder])
  const postgres = await vi.waitFor(
    async () => {
      const [name = ''] = await drillFolders()
      const pidFile = join(dataDir, name, 'postgres/data/postmaster.pid')
      if (!existsSync(pidFile)) throw new Error('the drill has no PostgreSQL yet')
      return Number.parseInt(await readFile(pidFile, 'utf8'), 10)
    },
    { timeout: 60_000, interval: 20 },
  )
  return { child, postgres }
}

function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}`)
}
