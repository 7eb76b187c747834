// Runs one PostgreSQL for a whole test run, and creates migrated databases on request. Vitest and
// Playwright call it as their global setup. It uses only databases that tests created. It leaves no
// process or folder behind, not even after a killed run.
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
/** Time zone far ahead of UTC, which reveals SQL that computes days in the database's time zone. */
const timeZone = 'Pacific/Kiritimati'
/** Variables with the server's addresses, which the workers' processes read. */
const adminUrlVariable = 'TEST_POSTGRES_ADMIN_URL'
const appUrlVariable = 'TEST_POSTGRES_APP_URL'

/**
 * Settings of the tests' server. Tests need many connections, and no data after a power cut. Autovacuum
 * starts once per database and `autovacuum_naptime`, so dozens of databases need a longer interval.
 */
export const testServerSettings = {
  fsync: 'off',
  autovacuum_naptime: '1min',
  max_connections: '400',
  min_wal_size: '80MB',
}

/** Global setup of a test runner: starts the server. Returns the teardown. */
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
  const outcome = await Promise.race([once(holder.stdout, 'data'), ended])
  if (typeof outcome[0] === 'number')
    throw new Error('The PostgreSQL of the test run did not start.')
  const { url, superuserUrl } = JSON.parse(String(outcome[0]))
  process.env[adminUrlVariable] = superuserUrl
  process.env[appUrlVariable] = url
  await makeTemplate(url, superuserUrl)
  return async () => {
    holder.stdin.end()
    await ended
  }
}

/** Creates a folder for a cluster. If this run is killed, the next run finds and removes the folder. */
export function makeTestFolder(parent: string = tmpdir()): Promise<string> {
  return mkdtemp(join(parent, `${folderPrefix}${process.pid}-`))
}

/** Linux's file system in memory, which is faster than a disk. */
const memoryFolder = '/dev/shm'
/**
 * Free memory in bytes that a run needs at its start. Its concurrent databases and its WAL take less
 * than half of it.
 */
const roomBytesMin = 4 * 2 ** 30

/**
 * Returns true if the run's server fits into the file system in memory. On a disk, ext4 scans all files
 * deleted within the last minute before it creates a file. That took a fifth of a run's processor time.
 */
async function hasRoomInMemory(): Promise<boolean> {
  const fileSystem = await statfs(memoryFolder).catch(() => null)
  return fileSystem !== null && fileSystem.bavail * fileSystem.bsize >= roomBytesMin
}

const urlOfRun = (variable: string) => (): string => {
  const url = process.env[variable]
  if (!url) throw new Error('Name tests/support/postgres.ts as the global setup.')
  return url
}
const adminUrlOfRun = urlOfRun(adminUrlVariable)
/** Returns the address of the run's server for the serving role. */
export const appUrlOfRun = urlOfRun(appUrlVariable)

/** Creates a database with the newest schema and no rows. */
export const createTestDatabase = () => copyDatabase(template)

/** Creates a database without tables, for tests of migrations. */
export const createEmptyDatabase = () => copyDatabase('template0')

async function copyDatabase(from: string): Promise<TestDatabase> {
  const adminUrl = adminUrlOfRun()
  const appUrl = appUrlOfRun()
  const name = `test_${randomBytes(8).toString('hex')}`
  const { username } = new URL(appUrl)
  // Copying the files takes less than half of the time that copying them through the WAL does.
  const options = `template ${from} strategy file_copy owner ${username}`
  await runSql(adminUrl, `create database ${name} ${options}`)
  return {
    url: withDatabase(appUrl, name),
    drop: () => runSql(adminUrl, `drop database if exists ${name} with (force)`),
  }
}

/** Password of the roles that own and serve a test's database. */
export const rolePassword = 'of-a-test'

export type RoledDatabase = {
  /** Address for the role carbon_passport_owner, which may change the schema. */
  readonly ownerUrl: string
  /** Address for the role carbon_passport_server, which may not change the schema. */
  readonly appUrl: string
  drop(): Promise<void>
}

/** Creates an empty database with the roles of deploy/roles.sql, as docs/install.md describes. */
export async function createRoledDatabase(): Promise<RoledDatabase> {
  return makeRoledDatabase(adminUrlOfRun(), `test_${randomBytes(8).toString('hex')}`)
}

/**
 * Creates an empty database and the roles on the server of `adminUrl`, a superuser's address. Both roles get
 * the password `rolePassword`.
 */
export async function makeRoledDatabase(adminUrl: string, name: string): Promise<RoledDatabase> {
  const password = rolePassword
  await runSql(adminUrl, await readFile(rolesFile, 'utf8'))
  // PostgreSQL refuses concurrent changes of a role. The lock lets concurrent test files take turns.
  await runSql(
    adminUrl,
    `select pg_advisory_xact_lock(7276614004);
     alter role carbon_passport_owner password '${password}';
     alter role carbon_passport_server password '${password}'`,
  )
  await runSql(adminUrl, `create database ${name} template template0 owner carbon_passport_owner`)
  const addressAs = (role: string) => {
    const url = new URL(withDatabase(adminUrl, name))
    url.username = role
    url.password = password
    return url.href
  }
  return {
    ownerUrl: addressAs('carbon_passport_owner'),
    appUrl: addressAs('carbon_passport_server'),
    drop: () => runSql(adminUrl, `drop database if exists ${name} with (force)`),
  }
}

/** Factor on the product's timeouts in tests, so that no test fails because the machine is busy. */
export const timeoutFactor = 20

/** Opens a test's own connections to the database, with long timeouts. */
export function openTestDatabase(url: string, connectionsMax = 2): Database {
  return openDatabase({ url, connectionsMax, applicationName: 'test', timeoutFactor })
}

async function makeTemplate(appUrl: string, adminUrl: string): Promise<void> {
  const { username } = new URL(appUrl)
  await runSql(adminUrl, `create database ${template} owner ${username}`)
  await runSql(adminUrl, `alter role ${username} set timezone to '${timeZone}'`)
  await migrate(withDatabase(appUrl, template))
  // Each test's app finds the sandboxes' tables already created.
  for (const schema of allSandboxSchemas) await migrate(withDatabase(appUrl, template), schema)
  // A template is copied only while it has no connection.
  await runSql(adminUrl, `alter database ${template} allow_connections false`)
}

/** Runs `work` with a new connection, which must open within `waitMs` (0: no limit), and closes it. */
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

/** Runs SQL statements on a new connection. */
export async function runSql(url: string, sql: string): Promise<void> {
  await onClient(url, (client) => client.query(sql))
}

/** Runs a query on a new connection. Returns its rows as lists of columns. */
export function askRows(url: string, sql: string, values: unknown[] = []): Promise<unknown[][]> {
  return onClient(url, async (client) => {
    const { rows } = await client.query<unknown[]>({ text: sql, values, rowMode: 'array' })
    return rows
  })
}

/** Returns true if a server answers at the address within a second. */
export function isAnswering(url: string): Promise<boolean> {
  return onClient(url, (client) => client.query('select'), 1_000).then(
    () => true,
    () => false,
  )
}

/** Returns the address of another database of the same server. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

/**
 * Removes the folders of killed runs. Their server may still run: `openEmbeddedDatabase` joins it, and
 * `close` stops it because no other process uses it.
 */
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
      // The folder belongs to another user or is partly removed. This run ignores it.
    }
  }
}
