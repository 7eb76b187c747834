// Starts and stops the embedded PostgreSQL's process, and reads postmaster.pid, the only record of a
// running server. It must not kill a server that can still be stopped regularly.
import { spawn, spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { lstat, open, readFile, rename, rm, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseEnvironment, makeFolderOf } from '#embedded-postgres/account.ts'
import { EmbeddedDatabaseError, errorCode } from '#embedded-postgres/embedded-postgres-error.ts'
import type { Cluster } from '#embedded-postgres/postgres-cluster.ts'
import { isZombie, processExists } from '#embedded-postgres/running-processes.ts'

export type Postmaster = NonNullable<Awaited<ReturnType<typeof readPostmaster>>>

export type Started = {
  /** Returns null while the server runs, then its last message. Throws if it could not start. */
  ending: () => Promise<string | null>
}

/** Age, in milliseconds, at which a postmaster.pid without a server counts as left over from a crash. */
const leftOverAfterMs = 2_000
const logBytesMax = 8 * 1024 * 1024
const logTailBytes = 2_000
const fastStopWaitMs = 30_000
const hardStopWaitMs = 10_000

/** PostgreSQL settings of every start. `overrides` take precedence. */
const settings: Readonly<Record<string, string>> = {
  // Listens on a socket only: unlike a port, it belongs to the cluster, and no other program can take it.
  listen_addresses: '',
  port: '5432',
  max_connections: '100',
  shared_buffers: '256MB',
  // Keeps old WAL segments for reuse, because a new segment delays a commit by up to 50 ms.
  min_wal_size: '1GB',
  max_wal_size: '4GB',
  // Refreshes the statistics of a filling table within seconds (docs/decisions/0040-generic-index-plans.md).
  autovacuum_naptime: '5s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off',
  // Turns JIT off, because the build has no LLVM and each connection would try to load it.
  jit: 'off',
  // Saves one process, because an embedded server has no replicas.
  max_logical_replication_workers: '0',
}

/**
 * Reads postmaster.pid; null without the file. The process number is 0 while the file is being
 * written, the port null until the server has one.
 */
export async function readPostmaster(data: string) {
  let lines: string[]
  try {
    lines = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
  // A standalone backend writes its number negated; it accepts no connection.
  const pid = Math.abs(Number(lines[0]))
  const port = Number(lines[3])
  return {
    pid: Number.isInteger(pid) ? pid : 0,
    port: Number.isInteger(port) && port > 0 ? port : null,
    /** Folder of the socket; null for a server that listens on a port only, as in previous versions. */
    socketFolder: lines[4]?.trim() || null,
    stopping: lines[7]?.trim() === 'stopping',
  }
}

/** Returns true if `pid` is this cluster's running server; false if another program has the id by now. */
export function isPostmasterOf(data: string, pid: number): boolean {
  if (!Number.isInteger(pid) || pid < 2 || !processExists(pid)) return false
  if (process.platform === 'linux') {
    try {
      // A zombie process has neither of the two. The second check also finds a server that was started by
      // hand, but some containers hide it from root.
      return (
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(data) ||
        readlinkSync(`/proc/${pid}/cwd`) === data
      )
    } catch {
      return false
    }
  }
  const listing = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { timeout: 5_000 })
  return listing.stdout?.toString().includes(data) ?? false
}

/**
 * Returns true if a new server can start, after it removed a stale postmaster.pid. Returns false while
 * a server runs or may be starting. PostgreSQL itself ignores the id of a dead process, but not an empty
 * file, nor an id that another program has now. Child processes that outlive a crash need no check here:
 * PostgreSQL finds them by their shared memory.
 */
export async function removeStalePidFile(data: string, named: Postmaster): Promise<boolean> {
  if (isPostmasterOf(data, named.pid)) return false
  if (named.pid > 0 && !processExists(named.pid)) return true
  const file = join(data, 'postmaster.pid')
  const writtenAt = await stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  )
  if (writtenAt === null) return false
  // Keeps a recent file, because its server may be just starting, unless its process is certainly dead.
  if (Date.now() - writtenAt < leftOverAfterMs && !isZombie(named.pid)) return false
  if ((await readPostmaster(data))?.pid === named.pid) await unlink(file).catch(() => {})
  return true
}

/**
 * Maximum length of the folder's path in bytes: the system's limit of a socket path, less the longest
 * socket name.
 */
const socketFolderBytesMax = 103 - '/.s.PGSQL.65535'.length

/**
 * Returns the folder of the socket: the data folder, or a short path if the socket's path would be too
 * long.
 */
export function socketFolderOf(data: string): string {
  if (Buffer.byteLength(data) <= socketFolderBytesMax) return data
  return `/tmp/carbon-passport-${hash('sha256', data).slice(0, 16)}`
}

/**
 * Starts a server in a separate process session, so that Ctrl-C reaches it only through us, after the
 * drain.
 */
export async function startPostmaster(
  cluster: Cluster,
  overrides: Readonly<Record<string, string>>,
): Promise<Started> {
  const options: Record<string, string> = {
    ...settings,
    unix_socket_directories: socketFolderOf(cluster.data),
    ...overrides,
  }
  await openSocketFolder(cluster, options.port ?? '')
  const logFile = cluster.logFile
  const size = await stat(logFile).then(
    (file) => file.size,
    () => 0,
  )
  if (size > logBytesMax) await rename(logFile, `${logFile}.old`).catch(() => {})
  const begin = size > logBytesMax ? 0 : size
  const { command, args, ...identity } = cluster.account.launch(cluster.postgres, [
    '-D',
    cluster.data,
    ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  const log = await open(logFile, 'a', 0o600)
  const child = spawn(command, args, {
    ...identity,
    cwd: '/',
    env: databaseEnvironment(),
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  let ended: string | null = null
  let failed: Error | null = null
  child.once('error', (error) => {
    failed = new EmbeddedDatabaseError(
      `PostgreSQL cannot be run here (${error.message}). Set DATABASE_URL.`,
    )
  })
  child.once('exit', (code, signal) => {
    ended = `it ended with ${code ?? signal}`
  })
  child.unref()
  await log.close()
  return {
    ending: async () => {
      if (failed) throw failed
      return ended && `${ended}\n${await tail(logFile, begin)}`
    },
  }
}

/**
 * Creates the folder of the socket if it is not the data folder. Removes the lock file of a killed
 * server, whose process id another program may have by now.
 */
async function openSocketFolder({ account, data }: Cluster, port: string): Promise<void> {
  const socketFolder = socketFolderOf(data)
  if (socketFolder !== data) {
    await makeFolderOf(account, socketFolder).catch(async (error: unknown) => {
      const stats = await lstat(socketFolder).catch(() => null)
      const owner = account.owner?.uid ?? process.getuid?.()
      if (stats?.isDirectory() && stats.uid === owner && (stats.mode & 0o077) === 0) return
      throw new EmbeddedDatabaseError(
        `${socketFolder} cannot be used (${error}). Move it away, or set a shorter DATA_DIR.`,
      )
    })
  }
  await rm(join(socketFolder, `.s.PGSQL.${port}.lock`), { force: true })
}

async function tail(file: string, begin: number): Promise<string> {
  const text = await readFile(file).catch(() => Buffer.alloc(0))
  return text
    .subarray(Math.max(begin, text.length - logTailBytes))
    .toString('utf8')
    .trim()
}

/**
 * Stops the server by a fast shutdown: ends sessions and writes all data. Resolves once the server has
 * ended.
 */
export async function stopPostmaster(data: string, pid: number): Promise<void> {
  const isGone = async () => (await readPostmaster(data))?.pid !== pid
  for (const [signal, waitMs] of [
    ['SIGINT', fastStopWaitMs],
    // Escalates to an immediate shutdown. It loses no data either, because the next start recovers from
    // the WAL.
    ['SIGQUIT', hardStopWaitMs],
  ] as const) {
    if (!isPostmasterOf(data, pid)) return
    process.kill(pid, signal)
    const deadline = performance.now() + waitMs
    while (performance.now() < deadline) {
      // The server removes postmaster.pid last. Its process may stay as a zombie if its parent does not
      // reap it.
      if ((await isGone()) || !isPostmasterOf(data, pid)) return await waitForExit(data, pid)
      await sleep(20)
    }
  }
  throw new EmbeddedDatabaseError(
    `The database process ${pid} did not stop; it will be adopted at the next start.`,
  )
}

async function waitForExit(data: string, pid: number): Promise<void> {
  for (let tries = 0; tries < 100 && isPostmasterOf(data, pid); tries++) await sleep(20)
}
