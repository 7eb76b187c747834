// Runs the embedded PostgreSQL if DATABASE_URL is not set. It joins the server that postmaster.pid names,
// or starts one; the last program that uses the server stops it. It must not stop a server that another
// program uses, nor stop trying while its own program runs. Each program holds a shared advisory lock on
// its own connection. A program that leaves tries to take the lock exclusively: it succeeds only for the
// last one. The lock of a killed program ends with its connection.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { EmbeddedDatabaseError } from '#embedded-postgres/embedded-postgres-error.ts'
import { type Cluster, openCluster } from '#embedded-postgres/postgres-cluster.ts'
import {
  applicationUrl,
  type Held,
  join,
  leave,
  superuserUrl,
} from '#embedded-postgres/postgres-session.ts'
import {
  isPostmasterOf,
  readPostmaster,
  removeStalePidFile,
  type Started,
  startPostmaster,
} from '#embedded-postgres/process.ts'
import { type StartLock, takeStartLock } from '#embedded-postgres/start-lock.ts'

const startWaitMs = 30_000
/**
 * Maximum wait for a server that reports that it is starting, in milliseconds. Recovery after a crash
 * may replay 4 GB of WAL.
 */
const recoveryWaitMs = 600_000
const retryMs = 100
const pollMs = 20
const restartPauseMs = 1_000
/** Time of a wait after which it is logged, in milliseconds. */
const logWaitAfterMs = 2_000

export type EmbeddedDatabase = {
  /** Address for the application. Its role owns the database and is no superuser. */
  readonly url: string
  /** Address of the superuser, in the database "postgres", for creating other databases. */
  readonly superuserUrl: string
  /** Releases the server. The last program that uses it stops it. Close other connections first. */
  close: () => Promise<void>
}

export type EmbeddedDatabaseOptions = {
  dataDir: string
  log: (sentence: string) => void
  /** PostgreSQL settings that override ours, if this call starts the server. */
  settings?: Readonly<Record<string, string>>
}

/** Opens the embedded database. Throws an EmbeddedDatabaseError if it cannot. */
export async function openEmbeddedDatabase(
  options: EmbeddedDatabaseOptions,
): Promise<EmbeddedDatabase> {
  const { log } = options
  const cluster = await openCluster(options.dataDir, log)
  let closing = false
  let recovering: Promise<void> | null = null
  const holdAgain = () =>
    hold({ cluster, log, settings: options.settings ?? {}, isClosing: () => closing })

  let held: Held | null = await holdAgain()
  if (!held) throw new EmbeddedDatabaseError('The database was closed while it was being opened.')
  const { address } = held

  const watch = (client: pg.Client) => {
    client.once('end', () => {
      held = null
      if (!closing) recovering = recover()
    })
  }
  const recover = async () => {
    log('The database went away. Bringing it back…')
    while (!held && !closing) {
      try {
        held = await holdAgain()
      } catch (error) {
        log(error instanceof Error ? error.message : String(error))
        await sleep(restartPauseMs)
      }
    }
    if (!held) return
    watch(held.client)
    log('The database is back.')
  }
  watch(held.client)

  return {
    url: applicationUrl(cluster, address),
    superuserUrl: superuserUrl(cluster, address),
    close: async () => {
      closing = true
      await recovering
      const last = held
      held = null
      if (last) await leave(cluster, last)
    },
  }
}

type Search = {
  cluster: Cluster
  log: (sentence: string) => void
  settings: Readonly<Record<string, string>>
  isClosing: () => boolean
}

/**
 * Joins a server or starts one, and retries until it holds the shared lock. Returns null if the caller
 * closes before a start. Throws after the deadline.
 */
async function hold(search: Search): Promise<Held | null> {
  const { cluster } = search
  const startedAt = performance.now()
  let waitMs = startWaitMs
  let started: Started | null = null
  let lock: StartLock | null = null
  let why = 'no answer'
  let isReported = false
  try {
    while (performance.now() - startedAt < waitMs) {
      const answer = await joinRunning(cluster)
      if (typeof answer === 'object') return answer
      if (answer === 'busy') waitMs = recoveryWaitMs
      const ending = await started?.ending()
      if (ending) {
        // The start failed: child processes of a killed server are still running, or another process
        // started a server first.
        why = ending
        started = null
        await sleep(retryMs)
      }
      lock ??= await takeStartLock(cluster.data)
      if (!started && lock) {
        if (search.isClosing()) return null
        started = await startUnlessRunning(search)
      }
      await sleep(pollMs)
      if (!isReported && performance.now() - startedAt > logWaitAfterMs) {
        isReported = true
        search.log('Waiting for the database…')
      }
    }
  } finally {
    lock?.release()
  }
  throw new EmbeddedDatabaseError(
    `The database in ${cluster.data} did not start within ${waitMs / 1_000} s: ${why}\n` +
      `Its log is ${cluster.logFile}. Or set DATABASE_URL to a PostgreSQL 18 server.`,
  )
}

async function joinRunning(cluster: Cluster): Promise<Held | 'busy' | 'gone'> {
  const postmaster = await readPostmaster(cluster.data)
  if (!postmaster?.port) return 'gone'
  const { port, socketFolder } = postmaster
  const answer = await join(cluster, { port, socketFolder })
  if (typeof answer === 'object' && socketFolder === null) {
    // This server was left by a killed program of a previous version and listens on a port. It is
    // stopped; the next one listens on a socket.
    await leave(cluster, answer)
    return 'gone'
  }
  if (answer !== 'refused') return answer
  if (!isPostmasterOf(cluster.data, postmaster.pid)) return 'gone'
  throw new EmbeddedDatabaseError(
    `The password in ${cluster.passwordFile} does not open the database in ${cluster.data}.`,
  )
}

/** Starts a server. Returns null if one is starting or stopping; the caller retries. */
async function startUnlessRunning({ cluster, settings }: Search): Promise<Started | null> {
  const postmaster = await readPostmaster(cluster.data)
  if (postmaster && !(await removeStalePidFile(cluster.data, postmaster))) return null
  return startPostmaster(cluster, settings)
}
