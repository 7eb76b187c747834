// Tests the embedded PostgreSQL's life: its start, shared use, stop, and recovery from a kill.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import {
  type EmbeddedDatabase,
  openEmbeddedDatabase,
} from '#embedded-postgres/embedded-postgres.ts'
import { openCluster } from '#embedded-postgres/postgres-cluster.ts'
import { superuserUrl } from '#embedded-postgres/postgres-session.ts'
import {
  isPostmasterOf,
  readPostmaster,
  removeStalePidFile,
  startPostmaster,
} from '#embedded-postgres/process.ts'
import { makeTestFolder, testServerSettings } from '#tests/support/postgres.ts'
import { freePort } from '#tests/support/servers/free-port.ts'

/** One cluster for most of the tests: making it takes longer than all they do with it. */
let dataDir: string
const opened: EmbeddedDatabase[] = []
const holders: ChildProcess[] = []
const folders: string[] = []

async function newFolder(): Promise<string> {
  const folder = await makeTestFolder()
  folders.push(folder)
  return folder
}

async function open(folder = dataDir): Promise<EmbeddedDatabase> {
  const settings = testServerSettings
  const database = await openEmbeddedDatabase({ dataDir: folder, log: () => {}, settings })
  opened.push(database)
  return database
}

function startHolder(folder = dataDir): ChildProcess {
  const script = join(import.meta.dirname, '../tests/support/hold-embedded-database.ts')
  const holder = spawn(process.execPath, [script, folder], { stdio: ['pipe', 'pipe', 'inherit'] })
  holders.push(holder)
  return holder
}

async function urlOfHolder(holder: ChildProcess): Promise<string> {
  const [line] = await once(holder.stdout!, 'data')
  return JSON.parse(String(line)).url
}

async function ended(process: ChildProcess): Promise<void> {
  if (process.exitCode === null && process.signalCode === null) await once(process, 'exit')
}

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

/** The server's process, which must be there. */
async function serverPid(folder = dataDir): Promise<number> {
  const named = await readPostmaster(join(folder, 'postgres/data'))
  if (!named) throw new Error('no postmaster.pid')
  return named.pid
}

async function isStopped(folder = dataDir): Promise<boolean> {
  return !existsSync(join(folder, 'postgres/data/postmaster.pid'))
}

beforeAll(async () => {
  dataDir = await newFolder()
  await (await open()).close()
})

afterEach(async () => {
  for (const holder of holders.splice(0)) {
    if (holder.exitCode === null) holder.kill('SIGTERM')
    await ended(holder)
  }
  for (const database of opened.splice(0)) await database.close()
  expect(await isStopped()).toBe(true)
})

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

test('Written rows survive a restart, and the application is no superuser', async () => {
  const first = await open()
  await ask(first.url, 'create table kept as select 7 as number')
  await first.close()
  expect(await isStopped()).toBe(true)
  const second = await open()
  expect(await ask(second.url, 'select number from kept')).toEqual([{ number: 7 }])
  const [facts] = await ask(
    second.url,
    `select datlocprovider, datlocale, pg_encoding_to_char(encoding) as encoding,
            current_setting('listen_addresses') as listens, current_setting('timezone') as zone,
            rolsuper
       from pg_database, pg_roles where datname = current_database() and rolname = current_user`,
  )
  expect(facts).toEqual({
    datlocprovider: 'b',
    datlocale: 'C.UTF-8',
    encoding: 'UTF8',
    listens: '',
    zone: 'UTC',
    rolsuper: false,
  })
})

test('Only its owner can read the password, and no client connects without it', async () => {
  const database = await open()
  const file = join(dataDir, 'postgres/password')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const password = await readFile(file, 'utf8')
  expect(password).toMatch(/^[0-9a-f]{64}$/)
  await expect(ask(database.superuserUrl.replace(password, 'guess'), 'select 1')).rejects.toThrow(
    'password',
  )
})

test('The application cannot become the superuser with its own password', async () => {
  const { url } = await open()
  const asSuperuser = new URL(url)
  asSuperuser.username = 'postgres'
  await expect(ask(asSuperuser.href, 'select 1')).rejects.toThrow(/password authentication failed/)
})

test('A role that still has the superuser’s password gets one of its own', async () => {
  const { url, superuserUrl } = await open()
  const { password } = new URL(superuserUrl)
  await ask(superuserUrl, `alter role carbon_passport password '${password}'`)
  await ask(superuserUrl, 'comment on role carbon_passport is null')
  await Promise.all([open(), open(), open()])
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
  const former = new URL(url)
  former.password = password
  await expect(ask(former.href, 'select 1')).rejects.toThrow(/password authentication failed/)
})

/** Whether every user may pass all folders above a file. */
async function isReachable(file: string): Promise<boolean> {
  const folder = dirname(file)
  if (((await stat(folder)).mode & 0o001) === 0) return false
  return folder === '/' || isReachable(folder)
}

test('Started by root, it has only the rights of its account, where its path is open', async (context) => {
  const isOpen = (await isReachable(import.meta.filename)) && (await isReachable(dataDir))
  context.skip(process.getuid?.() !== 0 || process.platform !== 'linux' || !isOpen)
  const { superuserUrl } = await open()
  const status = await readFile(`/proc/${await serverPid()}/status`, 'utf8')
  for (const set of ['CapPrm', 'CapEff', 'CapAmb']) {
    expect(status).toMatch(new RegExp(`^${set}:\\t0+$`, 'm'))
  }
  expect((await stat(dataDir)).mode & 0o007).toBe(0)
  expect((await stat(join(dataDir, 'postgres'))).mode & 0o007).toBe(0)
  await expect(ask(superuserUrl, `select pg_read_file('/etc/shadow')`)).rejects.toThrow(
    /[Pp]ermission denied/,
  )
})

test('Started by root under a folder that only root may enter, it still runs', async (context) => {
  context.skip(process.getuid?.() !== 0 || process.platform !== 'linux')
  const closed = await newFolder()
  await chmod(closed, 0o700)
  const folder = join(closed, 'deeper', 'data')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { url } = await open(folder)
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('A second program joins the running server, and the last one to leave stops it', async () => {
  const first = await open()
  const holder = startHolder()
  expect(await urlOfHolder(holder)).toBe(first.url)
  const pid = await serverPid()
  await first.close()
  expect(await serverPid()).toBe(pid)
  holder.kill('SIGTERM')
  await ended(holder)
  expect(await isStopped()).toBe(true)
})

test('A server whose program was killed is adopted, not killed', async () => {
  const holder = startHolder()
  const url = await urlOfHolder(holder)
  const pid = await serverPid()
  holder.kill('SIGKILL')
  await ended(holder)
  const database = await open()
  expect(database.url).toBe(url)
  expect(await serverPid()).toBe(pid)
  await database.close()
  expect(await isStopped()).toBe(true)
})

test('Four programs that start at once on an empty folder share one server', async () => {
  const folder = await newFolder()
  const racers = [1, 2, 3, 4].map(() => startHolder(folder))
  const urls = await Promise.all(racers.map(urlOfHolder))
  expect(new Set(urls).size).toBe(1)
  expect(await readdir(folder)).toEqual(['postgres'])
  // They leave at once, too: exactly one of them is the last.
  for (const racer of racers) racer.kill('SIGTERM')
  await Promise.all(racers.map(ended))
  expect(racers.map((racer) => racer.exitCode)).toEqual([0, 0, 0, 0])
  expect(await isStopped(folder)).toBe(true)
})

test('Programs that start and end all the time always find a server', async () => {
  const visitor = async () => {
    for (let visits = 0; visits < 6; visits++) {
      const database = await open()
      await ask(database.url, 'select 1')
      await database.close()
    }
  }
  await Promise.all([visitor(), visitor(), visitor()])
})

test('A running program brings a killed server back at its address, with all commits', async () => {
  const database = await open()
  const { url } = database
  await ask(url, 'drop table if exists committed; create table committed as select 1 as number')
  // A running session outlives the killed server for a short time, and a start must wait for its
  // end.
  const atWork = ask(url, 'select pg_sleep(0.5)').catch(() => {})
  await sleep(50)
  const pid = await serverPid()
  process.kill(pid, 'SIGKILL')
  const rows = await vi.waitFor(() => ask(url, 'select number from committed'), {
    timeout: 60_000,
    interval: 50,
  })
  await atWork
  expect(rows).toEqual([{ number: 1 }])
  expect(await serverPid()).not.toBe(pid)
  expect(database.url).toBe(url)
})

test('The next start recovers after program and server were both killed', async () => {
  const holder = startHolder()
  await ask(
    await urlOfHolder(holder),
    'drop table if exists twice; create table twice as select 2 n',
  )
  const pid = await serverPid()
  process.kill(pid, 'SIGKILL')
  holder.kill('SIGKILL')
  await ended(holder)
  const database = await open()
  expect(await ask(database.url, 'select n from twice')).toEqual([{ n: 2 }])
})

test('A lock of the socket that names another program does not prevent the start', async () => {
  await writeFile(join(dataDir, 'postgres/data/.s.PGSQL.5432.lock'), `${process.pid}\n`)
  const database = await open()
  await ask(database.url, 'select 1')
})

test('Under a long path its socket is in a short folder, which a stop removes', async () => {
  const folder = join(await newFolder(), 'deep'.repeat(25))
  const database = await open(folder)
  expect(await ask(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
  const socketFolder = new URL(database.url).searchParams.get('host') ?? ''
  expect((await stat(socketFolder)).mode & 0o777).toBe(0o700)
  await database.close()
  expect(existsSync(socketFolder)).toBe(false)
})

test('A server of a previous version, on a port alone, is replaced with its data', async () => {
  const earlier = await openCluster(dataDir, () => {})
  const port = await freePort()
  const onPort = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' }
  await startPostmaster(earlier, { ...testServerSettings, ...onPort })
  const address = { port, socketFolder: null }
  await vi.waitFor(() => ask(superuserUrl(earlier, address), 'select 1'), { timeout: 60_000 })
  await ask(
    superuserUrl(earlier, address),
    'drop table if exists kept_before; create table kept_before as select 3 n',
  )
  const pid = await serverPid()
  const database = await open()
  expect(await serverPid()).not.toBe(pid)
  expect(await ask(database.superuserUrl, 'select n from kept_before')).toEqual([{ n: 3 }])
})

test('A postmaster.pid of another program does not prevent the start', async () => {
  const file = join(dataDir, 'postgres/data/postmaster.pid')
  await writeFile(file, `${process.pid}\n${dataDir}/postgres/data\n1\n1\n\n127.0.0.1\n\n`)
  await utimes(file, new Date(0), new Date(0))
  const database = await open()
  await ask(database.url, 'select 1')
  expect(await serverPid()).not.toBe(process.pid)
})

test('An empty postmaster.pid is left alone while new, and removed when it is old', async () => {
  const file = join(dataDir, 'postgres/data/postmaster.pid')
  await writeFile(file, '')
  const left = { pid: 0, port: null, socketFolder: null, stopping: false }
  expect(await removeStalePidFile(join(dataDir, 'postgres/data'), left)).toBe(false)
  expect(existsSync(file)).toBe(true)
  await utimes(file, new Date(0), new Date(0))
  const database = await open()
  await ask(database.url, 'select 1')
})

test('A start that was killed while making the database leaves no file behind', async () => {
  const folder = await newFolder()
  await mkdir(join(folder, 'postgres.new-999999999-0a1b2c3d/data'), { recursive: true })
  const holder = startHolder(folder)
  await vi.waitFor(
    async () => expect((await readdir(folder)).join()).toContain(`new-${holder.pid}-`),
    { timeout: 60_000, interval: 5 },
  )
  expect((await readdir(folder)).join()).not.toContain('999999999')
  holder.kill('SIGKILL')
  await ended(holder)
  expect(existsSync(join(folder, 'postgres'))).toBe(false)
  const database = await open(folder)
  expect(await readdir(folder)).toEqual(['postgres'])
  await ask(database.url, 'select 1')
  const pid = await serverPid(folder)
  await database.close()
  expect(isPostmasterOf(join(folder, 'postgres/data'), pid)).toBe(false)
})

test('A wrong password ends with a sentence that names the file', async () => {
  const holder = startHolder()
  await urlOfHolder(holder)
  const file = join(dataDir, 'postgres/password')
  const password = await readFile(file, 'utf8')
  await writeFile(file, 'something else')
  try {
    await expect(open()).rejects.toThrow(`The password in ${file} does not open the database`)
  } finally {
    await writeFile(file, password)
  }
})

test('A system without an embedded PostgreSQL ends with a sentence that names DATABASE_URL', async () => {
  const platform = vi.spyOn(process, 'platform', 'get').mockReturnValue('sunos')
  await expect(open()).rejects.toThrow(/sunos.*DATABASE_URL/)
  platform.mockRestore()
})
