// Holds the embedded PostgreSQL for one program: a connection with a shared advisory lock. It must
// not stop the server while another program holds the lock too.
import { createHmac } from 'node:crypto'
import { realpath, rmdir } from 'node:fs/promises'
import pg from 'pg'
import { errorCode } from '#embedded-postgres/embedded-postgres-error.ts'
import { superuser } from '#embedded-postgres/init.ts'
import type { Cluster } from '#embedded-postgres/postgres-cluster.ts'
import {
  type Postmaster,
  readPostmaster,
  socketFolderOf,
  stopPostmaster,
} from '#embedded-postgres/process.ts'

/** The address of a server: a socket in a folder, or a port of this machine. */
export type Address = Pick<Postmaster, 'socketFolder'> & { port: number }

export type Held = { client: pg.Client; address: Address }

const applicationDatabase = 'carbon_passport'

/**
 * Key of the advisory lock of programs that use the server. It is the same in every version of the
 * product.
 */
const usersLock = 7_276_614_001
/** Key of the advisory lock of processes that set the password of the application's role. */
const passwordLock = 7_276_614_002
/** Comment on a role whose password differs from the superuser's, unlike in older versions. */
const ownPassword = 'has a password of its own'

const answerWaitMs = 5_000
const queryWaitMs = 30_000

/**
 * Connects to a server and takes the shared lock. `refused`: the password is wrong. `busy`: the server
 * is starting or stopping. `gone`: there is no server, or it has another cluster.
 */
export async function join(
  cluster: Cluster,
  address: Address,
): Promise<Held | 'refused' | 'busy' | 'gone'> {
  const client = new pg.Client({
    connectionString: superuserUrl(cluster, address),
    connectionTimeoutMillis: answerWaitMs,
    query_timeout: queryWaitMs,
    keepAlive: true,
    application_name: 'carbon-passport in use',
  })
  // Without a listener, the end of the server would end this process too.
  client.on('error', () => {})
  try {
    await client.connect()
    const result = await client.query<{ data: string }>(
      `select current_setting('data_directory') as data`,
    )
    const data = result.rows[0]?.data ?? ''
    if (data === cluster.data || (await realpath(data).catch(() => '')) === cluster.data) {
      // Waits only while a leaving process holds the exclusive lock to stop the server; the stop ends
      // this wait.
      await client.query('select pg_advisory_lock_shared($1)', [usersLock])
      // Our lock proves nothing during a stop, because the session of the leaving process may end before
      // ours.
      const stopping = (await readPostmaster(cluster.data))?.stopping ?? true
      if (!stopping) {
        await ensureDatabase(client, cluster.password)
        return { client, address }
      }
    }
  } catch (error) {
    await client.end().catch(() => {})
    return answerOfError(error)
  }
  await client.end().catch(() => {})
  return 'gone'
}

function answerOfError(error: unknown): 'refused' | 'busy' | 'gone' {
  const code = errorCode(error) ?? ''
  if (code === '28P01' || code === '28000') return 'refused'
  // Class 57: the server starts or stops. Class 53: it has no free connection. 42710, 42P04, 23505:
  // another process created the role or database concurrently.
  return /^(57|53)/.test(code) || ['42710', '42P04', '23505'].includes(code) ? 'busy' : 'gone'
}

/**
 * Creates role and database. A role of an older version, which has the superuser's password, gets a new
 * password.
 */
async function ensureDatabase(client: pg.Client, superuserPassword: string): Promise<void> {
  const name = applicationDatabase
  const password = applicationPassword(superuserPassword)
  const result = await client.query<{ role: boolean; named: boolean; database: boolean }>(
    `select exists (select from pg_roles where rolname = $1) as role,
            exists (select from pg_roles where rolname = $1
              and shobj_description(oid, 'pg_authid') = $2) as named,
            exists (select from pg_database where datname = $1) as database`,
    [name, ownPassword],
  )
  const [row] = result.rows
  const verb = row?.role ? 'alter' : 'create'
  if (!row?.named) {
    await client.query(`begin; select pg_advisory_xact_lock(${passwordLock});
      ${verb} role ${name} login password '${password}';
      comment on role ${name} is '${ownPassword}'; commit`)
  }
  if (!row?.database) await client.query(`create database ${name} owner ${name}`)
}

/** Derives the role's password, from which the superuser's cannot be computed. */
function applicationPassword(superuserPassword: string): string {
  return createHmac('sha256', superuserPassword).update(applicationDatabase).digest('hex')
}

/** Releases the lock, and stops the server if no other process holds it. */
export async function leave(cluster: Cluster, held: Held): Promise<void> {
  let isLast = false
  try {
    await held.client.query('select pg_advisory_unlock_shared($1)', [usersLock])
    const attempt = await held.client.query<{ alone: boolean }>(
      'select pg_try_advisory_lock($1) as alone',
      [usersLock],
    )
    isLast = attempt.rows[0]?.alone ?? false
  } catch {
    // The server has already ended.
  }
  // Reads the file after the lock, because the server may have been replaced since we joined.
  const postmaster = isLast ? await readPostmaster(cluster.data) : null
  if (postmaster) await stopPostmaster(cluster.data, postmaster.pid)
  const socketFolder = socketFolderOf(cluster.data)
  if (postmaster && socketFolder !== cluster.data) await rmdir(socketFolder).catch(() => {})
  await held.client.end().catch(() => {})
}

export function applicationUrl({ password }: Cluster, address: Address): string {
  return urlOf(applicationDatabase, applicationPassword(password), address, applicationDatabase)
}

export function superuserUrl({ password }: Cluster, address: Address): string {
  return urlOf(superuser, password, address, 'postgres')
}

function urlOf(
  user: string,
  password: string,
  { socketFolder, port }: Address,
  database: string,
): string {
  const url = `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
  // The driver misreads an encoded slash next to a blank.
  const host = socketFolder?.split('/').map(encodeURIComponent).join('/')
  return host === undefined ? url : `${url}?host=${host}`
}
