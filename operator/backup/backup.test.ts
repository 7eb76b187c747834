// Tests that a backup during purchases is one snapshot of the whole database and restores to a
// database that adds up. A damaged file, or a database in use, is refused without a change.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { chmod, lstat, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import { scoreComparisons } from '#features/purchases/inspect/check-scores.ts'
import { serverName } from '#server/open-services.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { Person } from '#tests/support/people/person.ts'
import { createTestDatabase, openTestDatabase } from '#tests/support/postgres.ts'
import { runOperator, startOperatorProgram } from '#tests/support/servers/run-operator.ts'
import { holdLock } from '#tests/support/servers/waiting-locks.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { backUp } from './back-up.ts'
import { BackupReader } from './backup-file.ts'
import { restore } from './restore.ts'

let test: TestApp
let url: string
let folder: string
let person: Person
let batch: IssuedBatch
let bought: string
beforeAll(async () => {
  test = await startTestApp()
  url = test.databaseUrl
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-backup-'))
  batch = await issueTestBatch(test.services.db, { kg: 100_000 })
  person = await new Person(test.url).signIn()
  bought = await person.buyByCard(batch, 20)
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})

const operate = (databaseUrl: string, ...args: readonly string[]) =>
  runOperator({ DATABASE_URL: databaseUrl }, args)

async function ask<Row extends object>(databaseUrl: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

describe('a backup', () => {
  it('restores everything into an empty database, and its ledger adds up', async () => {
    const file = join(folder, 'whole.backup')
    const taken = await operate(url, 'backup', file, '--by', 'ada', '--json')
    expect(taken.stderr).not.toContain('Error')
    const { size, mode } = await stat(file)
    const report = JSON.parse(taken.stdout)
    expect(report).toEqual({
      ...{ ok: true, file, taken_at: expect.any(String), bytes: size },
      ...{ rows: expect.any(Number), tables: expect.any(Number) },
    })
    expect(mode & 0o777).toBe(0o600)
    const lastBackup = `select ok, succeeded_at is not null as has_succeeded from last_runs
      where task = 'backup'`
    expect(await ask(url, lastBackup)).toEqual([{ ok: true, has_succeeded: true }])
    const before = await readFile(file)
    expect(await operate(url, 'backup', file, '--by', 'ada')).toMatchObject({
      code: 1,
      stderr: `${file} is there already: name a new file, or give --replace.\n`,
    })
    expect(await readFile(file)).toEqual(before)

    const copy = await createTestDatabase()
    const restored = await operate(copy.url, 'restore', file, '--json')
    const { bytes: _, ...copied } = report
    expect(JSON.parse(restored.stdout)).toEqual({
      ...copied,
      ...{ erased: 0, terminals: [], approvals: 0, programmes: expect.any(Array) },
    })
    const known = await ask<{ relname: string; reltuples: number }>(
      copy.url,
      `select relname, reltuples from pg_class
       where relname in ('purchases', 'kg_postings', 'retirements') order by 1`,
    )
    // The row count of an empty table is unknown: -1.
    expect(known.map(({ relname, reltuples }) => [relname, reltuples])).toEqual([
      ['kg_postings', 3],
      ['purchases', 1],
      ['retirements', -1],
    ])
    const checked = await operate(copy.url, 'ledger', 'check', '--json')
    expect(JSON.parse(checked.stdout)).toMatchObject({ ok: true, faults: [] })
    const trail = await operate(copy.url, 'audit', 'list', '--json')
    expect(JSON.parse(trail.stdout).entries).toMatchObject([
      { command: 'restore', by: 'root', about: ['whole.backup'] },
      { command: 'backup', by: 'root (for ada)', about: ['whole.backup'], reason: null },
    ])
    const series = 'select series, mark_id from tax_progress'
    expect(await ask(copy.url, series)).toEqual([{ series: 2, mark_id: null }])
    const mark = 'select mark_id, mark_xid from cost_progress'
    expect(await ask(copy.url, mark)).toEqual([{ mark_id: null, mark_xid: null }])
    const open = 'select number from logs where closed_at is null'
    await expect.poll(() => ask(url, open)).toEqual([{ number: 1 }])
    expect(await ask(copy.url, open)).toEqual([])
    const purchases = `select * from purchases where tx_id = '${bought}'`
    expect(await ask(copy.url, purchases)).toEqual(await ask(url, purchases))
    await copy.drop()
  })

  it('says what it copied, and replaces an old file with --replace only', async () => {
    const file = join(folder, 'again.backup')
    await writeFile(file, 'an older one')
    const { code, stdout } = await operate(url, 'backup', file, '--replace')
    const [, rows = '', tables = '', size = ''] =
      /^Copied the database as of .* into (?:.*): (\d+) rows of (\d+) tables, (\d+\.\d) MiB\.\n$/.exec(
        stdout,
      ) ?? []
    expect([code, Number(size)]).toEqual([
      0,
      Number(((await stat(file)).size / 2 ** 20).toFixed(1)),
    ])
    const other = await operate(url, 'backup', join(folder, 'other.backup'), '--json')
    expect(Number(tables)).toBe(JSON.parse(other.stdout).tables)
    expect([0, Number(tables)]).not.toContain(Number(rows))
    expect(stdout).toContain(` into ${file}: `)
  })

  it('that fails is recorded as failed, and one that is refused is not', async () => {
    const states = () => ask(url, `select ok from last_runs where task = 'backup'`)
    const there = join(folder, 'there.backup')
    await writeFile(there, '')
    expect((await operate(url, 'backup', there)).code).toBe(1)
    expect(await states()).toEqual([{ ok: true }])
    const missing = join(folder, 'nowhere', 'x.backup')
    expect((await operate(url, 'backup', missing, '--by', 'ada')).code).toBe(1)
    expect(await states()).toEqual([{ ok: false }])
    const trail = await operate(url, 'audit', 'list', '--json')
    expect(JSON.parse(trail.stdout).entries[0]).toMatchObject({
      ...{ command: 'backup', by: 'root (for ada)', about: ['x.backup'], outcome: 'failed' },
    })
  })

  it('holds the same days where its database writes them day first', async () => {
    const file = join(folder, 'day-first.backup')
    const name = new URL(url).pathname.slice(1)
    await ask(url, `alter database ${name} set datestyle = 'SQL, DMY'`)
    await backUp(url, file).finally(() => ask(url, `alter database ${name} reset datestyle`))
    const copy = await createTestDatabase()
    await restore(copy.url, file)
    const moments = 'select created_at, completed_at from purchases order by id'
    expect(await ask(copy.url, moments)).toEqual(await ask(url, moments))
    await copy.drop()
  })

  it('continues where the first database stopped: sign-in, a purchase, no repeated id', async () => {
    const file = join(folder, 'go-on.backup')
    await backUp(url, file)
    const database = await createTestDatabase()
    await restore(database.url, file)
    const second = await startTestApp({}, () => ({}), { database })
    const same = new Person(second.url, person.phone)
    same.cookie = person.cookie
    same.terminal = person.terminal
    expect((await same.get('/api/auth/me')).body).toMatchObject({
      id: person.id,
      total_offsets: 20,
    })
    await same.buyByCard(batch, 15)
    expect((await same.get('/api/auth/me')).body.total_offsets).toBe(35)
    await expect(
      ask(database.url, `delete from money_postings`),
      'the triggers guard the copy too',
    ).rejects.toThrow()
    await second.close()
  })

  it('is one snapshot, though people buy while it is taken', async () => {
    const file = join(folder, 'busy.backup')
    let taken = false
    const buyers = await Promise.all([1, 2, 3].map(() => new Person(test.url).signIn()))
    const buying = buyers.map(async (buyer) => {
      while (!taken) await buyer.buyByCard(batch, 15)
    })
    await new Promise((resolve) => setTimeout(resolve, 100))
    await backUp(url, file)
    taken = true
    await Promise.all(buying)
    const copy = await createTestDatabase()
    await restore(copy.url, file)
    const db = openTestDatabase(copy.url, 1)
    expect(await checkLedger(db, scoreComparisons)).toMatchObject({ ok: true, faults: [] })
    await db.close()
    await copy.drop()
  })

  it('is of the time when it began, though a person joins between two of its tables', async () => {
    const file = join(folder, 'joined.backup')
    // Passports are copied before it, sessions after it.
    const lock = await holdLock(test, 'lock table payout_lines in access exclusive mode')
    const taken = backUp(url, file)
    await lock.untilWaiting('table')
    await new Person(test.url).signIn()
    await lock.release()
    await taken
    const copy = await createTestDatabase()
    await restore(copy.url, file)
    await copy.drop()
  })

  it('that was cut off or is no backup restores no row', async () => {
    const file = join(folder, 'cut.backup')
    await backUp(url, file)
    const whole = await readFile(file)
    const copy = await createTestDatabase()
    for (const damaged of [whole.subarray(0, -200), Buffer.from('no backup'), Buffer.alloc(0)]) {
      await writeFile(file, damaged)
      await expect(restore(copy.url, file)).rejects.toThrow(/^The (backup|file) /)
    }
    expect(await ask(copy.url, 'select id from passports')).toEqual([])
    await copy.drop()
    const { code, stdout } = await operate(url, 'restore', join(folder, 'missing.backup'), '--json')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: expect.stringMatching(/^The /) })
  })

  it('is readable by the owner alone, also where another one was left over', async () => {
    const file = join(folder, 'left.backup')
    await writeFile(`${file}.part`, 'half a backup', { mode: 0o644 })
    await chmod(`${file}.part`, 0o644)
    await backUp(url, file)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    await expect(stat(`${file}.part`)).rejects.toThrow('ENOENT')
  })

  it('leaves no part of a file when it is stopped', async () => {
    const file = join(folder, 'stopped.backup')
    const held = await holdLock({ databaseUrl: url }, 'lock table retirements')
    const child = startOperatorProgram({ DATABASE_URL: url }, ['backup', file])
    try {
      const part = () => stat(`${file}.part`).catch(() => null)
      await expect.poll(part, { timeout: 60_000 }).not.toBeNull()
      expect((await stat(`${file}.part`)).mode & 0o777).toBe(0o600)
      // It reacts to signals by now.
      await held.untilWaiting('table')
      child.kill('SIGTERM')
      expect(await once(child, 'exit')).toEqual([143, null])
      await expect(stat(`${file}.part`)).rejects.toThrow('ENOENT')
    } finally {
      child.kill('SIGKILL')
      await held.release()
    }
  })

  it('follows no link that another user put in its way', async () => {
    const file = join(folder, 'linked.backup')
    const other = join(folder, 'other.txt')
    await writeFile(other, 'not yours')
    await symlink(other, `${file}.part`)
    await backUp(url, file)
    expect(await readFile(other, 'utf8')).toBe('not yours')
    expect((await lstat(file)).isFile()).toBe(true)
  })

  it('that is one endless line is refused, without unpacking it to its end', async () => {
    const file = join(folder, 'bomb.backup')
    const mebibyte = Buffer.alloc(2 ** 20, 'a')
    const bomb = Readable.from(Array.from({ length: 400 }, () => mebibyte))
    await pipeline(bomb, createGzip({ level: 1 }), createWriteStream(file))
    const reader = new BackupReader(file)
    const before = process.memoryUsage().rss
    await expect(reader.line()).rejects.toThrow('a line that no backup has')
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 2 ** 20)
    await reader.close()
    const copy = await createTestDatabase()
    await expect(restore(copy.url, file)).rejects.toThrow('a line that no backup has')
    await copy.drop()
  })

  it('with one endless row is refused in the same way', async () => {
    const file = join(folder, 'row.backup')
    const head = Buffer.from('{"table": "passports"}\n')
    const mebibyte = Buffer.alloc(2 ** 20, 'a')
    const bomb = Readable.from([head, ...Array.from({ length: 100 }, () => mebibyte)])
    await pipeline(bomb, createGzip({ level: 1 }), createWriteStream(file))
    const reader = new BackupReader(file)
    expect(await reader.line()).toEqual({ table: 'passports' })
    await expect(reader.rows().next()).rejects.toThrow('a line that no backup has')
    await reader.close()
  })

  it('is not restored over a database in use', async () => {
    const file = join(folder, 'over.backup')
    await backUp(url, file)
    const copy = await createTestDatabase()
    for (const [table, row] of [
      [
        'projects',
        `(registry, registry_name, external_id, name, country, country_name, status)
         values ('vcs', 'Verra', '1', 'Forest', 'GB', 'United Kingdom', 'Verified')`,
      ],
      [
        'partner_terminals',
        `(id, programme_id, holder_name)
         select 'x', id, 'Bank' from programmes`,
      ],
    ] as const) {
      await ask(copy.url, `insert into programmes (id, name) values ('bank', 'Bank')`)
      await ask(copy.url, `insert into ${table} ${row}`)
      await expect(restore(copy.url, file)).rejects.toThrow(`not empty (${table})`)
      await ask(copy.url, `delete from ${table}; delete from programmes`)
    }
    await restore(copy.url, file)
    await expect(restore(copy.url, file)).rejects.toThrow('not empty')
    await copy.drop()
    expect((await person.get('/api/auth/me')).body.total_offsets).toBe(20)
  })

  it('is not restored where a server runs, nor where one starts meanwhile', async () => {
    const file = join(folder, 'served.backup')
    await backUp(url, file)
    await expect(restore(url, file)).rejects.toThrow('A server runs')

    const copy = await createTestDatabase()
    const holder = new pg.Client({ connectionString: copy.url })
    const server = new pg.Client({ connectionString: copy.url, application_name: serverName })
    await holder.connect()
    await holder.query('begin; lock table passports in access share mode')
    const refused = expect(restore(copy.url, file)).rejects.toThrow('A server runs')
    const waiting = () =>
      ask<{ pid: number }>(copy.url, 'select pid from pg_locks where not granted')
    await expect.poll(waiting).not.toEqual([])
    await server.connect()
    await holder.query('commit')
    await refused
    expect(await ask(copy.url, 'select from passports')).toEqual([])
    await Promise.all([holder.end(), server.end()])
    await copy.drop()
  })

  it('does not replace a pipe, nor a link to one', async () => {
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const link = join(folder, 'link')
    await symlink(pipe, link)
    for (const file of [pipe, link]) {
      await expect(backUp(url, file, true)).rejects.toThrow('is no regular file')
    }
    expect((await lstat(pipe)).isFIFO()).toBe(true)
  })

  it('that cannot be written ends with a sentence, and leaves no file behind', async () => {
    await expect(backUp(url, join(folder, 'no-folder', 'x.backup'))).rejects.toThrow('ENOENT')
  })
})
