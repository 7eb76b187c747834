// Runs one PostgreSQL for a whole test run, and creates a fresh migrated database on request.
// Vitest and Playwright call it as their global setup. It uses only databases that tests made. It
// leaves no process or folder behind, also after a killed run.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { openEmbeddedDatabase } from '#embedded-postgres/embedded-postgres.ts'
import { processExists } from '#embedded-postgres/running-processes.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/schema/migrate.ts'
import { allSandboxSchemas } from '#providers/sandbox-schemas.ts'

export type TestDatabase = { url: string; drop: () => Promise<void> }

const rolesFile = resolve(import.meta.dirname, '../../deploy/roles.sql')
const folderPrefix = 'carbon-passport-tests-'
const template = 'template_migrated'
/** Far ahead of UTC, so that a day in the database's own time zone is a different one. */
const zone = 'Pacific/Kiritimati'
/** Workers are separate processes and read the server's address from here. */
const adminUrlVariable = 'TEST_POSTGRES_ADMIN_URL'
const appUrlVariable = 'TEST_POSTGRES_APP_URL'

/**
 * Tests may lose their data in a power cut; they need many connections and no waiting. With dozens
 * of databases, autovacuum would visit each as often.
 */
export const testServerSettings = {
  fsync: 'off',
  autovacuum_naptime: '1min',
  max_connections: '400',
  min_wal_size: '80MB',
}

/** The global setup of a test runner; it returns the teardown. */
export default async function startTestPostgres(): Promise<() => Promise<void>> {
  await removeLeftovers()
  const dataDir = await makeTestFolder((await hasRoomInMemory()) ? memoryFolder : tmpdir())
  // A separate process ends the server and removes the folder even after the runner was killed.
  const script = join(import.meta.dirname, 'hold-embedded-database.ts')
  const holder = spawn(process.execPath, [script, dataDir, 'remove'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  })
  const ended = once(holder, 'exit')
  const line = await Promise.race([once(holder.stdout, 'data'), ended])
  if (typeof line[0] === 'number') throw new Error('The PostgreSQL of the test run did not start.')
  const { url, superuserUrl } = JSON.parse(String(line[0]))
  process.env[adminUrlVariable] = superuserUrl
  process.env[appUrlVariable] = url
  await makeTemplate(url, superuserUrl)
  return async () => {
    holder.stdin.end()
    await ended
  }
}

/** A folder for a cluster; the next run finds and empties it if this one is killed. */
export function makeTestFolder(parent: string = tmpdir()): Promise<string> {
  return mkdtemp(join(parent, `${folderPrefix}${process.pid}-`))
}

/** Linux's file system in memory. */
const memoryFolder = '/dev/shm'
/**
 * A run creates and drops hundreds of databases; concurrent ones, and the WAL, take less than half
 * of it.
 */
const roomBytesMin = 4 * 2 ** 30

/**
 * Whether the run's server may be in memory. On a disk, ext4 scans all files deleted within the
 * last minute before it creates one, which took a fifth of a run's processor time.
 */
async function hasRoomInMemory(): Promise<boolean> {
  const room = await statfs(memoryFolder).catch(() => null)
  return room !== null && room.bavail * room.bsize >= roomBytesMin
}

const urlOfRun = (variable: string) => (): string => {
  const url = process.env[variable]
  if (!url) throw new Error('Name tests/support/postgres.ts as the global setup.')
  return url
}
const adminUrlOfRun = urlOfRun(adminUrlVariable)
/** The server's address as the serving role. */
export const appUrlOfRun = urlOfRun(appUrlVariable)

/** A new database with the newest schema and no rows. */
export const createTestDatabase = () => copyDatabase(template)

/** A new database without a table, for tests of migrations. */
export const createEmptyDatabase = () => copyDatabase('template0')

async function copyDatabase(from: string): Promise<TestDatabase> {
  const adminUrl = adminUrlOfRun()
  const appUrl = appUrlOfRun()
  const name = `test_${randomBytes(8).toString('hex')}`
  const { username } = new URL(appUrl)
  await runSql(adminUrl, `create database ${name} template ${from} owner ${username}`)
  return {
    url: withDatabase(appUrl, name),
    drop: () => runSql(adminUrl, `drop database if exists ${name} with (force)`),
  }
}

/** The password of the roles that own and serve a test's database. */
export const rolePassword = 'of-a-test'

export type RoledDatabase = {
  /** As carbon_passport_owner, which may change the schema. */
  readonly ownerUrl: string
  /** As carbon_passport_server, which may not. */
  readonly appUrl: string
  drop(): Promise<void>
}

/** An empty database with the roles of deploy/roles.sql, made as in docs/install.md. */
export async function createRoledDatabase(): Promise<RoledDatabase> {
  return makeRoledDatabase(adminUrlOfRun(), `test_${randomBytes(8).toString('hex')}`)
}

/** The same on a server whose superuser's address is `adminUrl`; both roles get `rolePassword`. */
export async function makeRoledDatabase(adminUrl: string, name: string): Promise<RoledDatabase> {
  const password = rolePassword
  await runSql(adminUrl, await readFile(rolesFile, 'utf8'))
  // Concurrent test files give both roles the same password.
  await runSql(
    adminUrl,
    `select pg_advisory_xact_lock(7276614004);
     alter role carbon_passport_owner password '${password}';
     alter role carbon_passport_server password '${password}'`,
  )
  await runSql(adminUrl, `create database ${name} template template0 owner carbon_passport_owner`)
  const urlOf = (role: string) => {
    const url = new URL(withDatabase(adminUrl, name))
    url.username = role
    url.password = password
    return url.href
  }
  return {
    ownerUrl: urlOf('carbon_passport_owner'),
    appUrl: urlOf('carbon_passport_server'),
    drop: () => runSql(adminUrl, `drop database if exists ${name} with (force)`),
  }
}

/** The timeout factor of tests: a busy machine makes them slow, but they must not fail. */
export const timeoutFactor = 20

/** A test's own connections, with long timeouts. */
export function openTestDatabase(url: string, connectionsMax = 2): Database {
  return openDatabase({ url, connectionsMax, applicationName: 'test', timeoutFactor })
}

async function makeTemplate(appUrl: string, adminUrl: string): Promise<void> {
  const { username } = new URL(appUrl)
  await runSql(adminUrl, `create database ${template} owner ${username}`)
  await runSql(adminUrl, `alter role ${username} set timezone to '${zone}'`)
  await migrate(withDatabase(appUrl, template))
  // Each test's app finds the sandboxes' tables already created.
  for (const each of allSandboxSchemas) await migrate(withDatabase(appUrl, template), each)
  // A template is copied only while it has no connection.
  await runSql(adminUrl, `alter database ${template} allow_connections false`)
}

/** Gives `work` a connection of its own, which must open within `waitMs`. */
async function onClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
  waitMs = 0,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: waitMs })
  // Without a listener a lost connection would end the process; the running query fails as well.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Runs statements on a separate connection. */
export async function runSql(url: string, sql: string): Promise<void> {
  await onClient(url, (client) => client.query(sql))
}

/** The rows of a query on a separate connection, as lists of their columns. */
export function askRows(url: string, sql: string, values: unknown[] = []): Promise<unknown[][]> {
  return onClient(url, async (client) => {
    const { rows } = await client.query<unknown[]>({ text: sql, values, rowMode: 'array' })
    return rows
  })
}

/** Whether a server answers there within a second. */
export function isAnswering(url: string): Promise<boolean> {
  return onClient(url, (client) => client.query('select'), 1_000).then(
    () => true,
    () => false,
  )
}

/** The address of another database of the same server. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

/** A killed run leaves its server running: joining it and leaving stops it. */
async function removeLeftovers(): Promise<void> {
  const folders = [tmpdir(), memoryFolder].map(async (parent) =>
    (await readdir(parent).catch(() => [])).map((name) => ({ name, dataDir: join(parent, name) })),
  )
  for (const { name, dataDir } of (await Promise.all(folders)).flat()) {
    const owner = new RegExp(`^${folderPrefix}(\\d+)-`).exec(name)?.[1]
    if (owner === undefined || processExists(Number(owner))) continue
    try {
      if (existsSync(join(dataDir, 'postgres'))) {
        await (await openEmbeddedDatabase({ dataDir, log: () => {} })).close()
      }
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    } catch {
      // Another user's, or partly removed: this run ignores it.
    }
  }
}
