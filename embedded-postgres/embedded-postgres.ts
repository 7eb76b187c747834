// Runs the embedded PostgreSQL where DATABASE_URL is not set. It joins the server that
// postmaster.pid names, else starts one and keeps it running; the last user to leave stops it. It
// must not stop a server that another program still uses, and never give up while its own program
// runs. Every user holds a shared advisory lock on a connection of its own. A leaving user that
// gets the exclusive lock is the last one. The lock of a killed user ends with its connection.
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
  clearTheWay,
  isPostmasterOf,
  readPostmaster,
  type Started,
  startPostmaster,
} from '#embedded-postgres/process.ts'
import { type StartLock, takeStartLock } from '#embedded-postgres/start-lock.ts'

const startWaitMs = 30_000
/** Recovery after a crash may replay 4 GB of changes. The server reports meanwhile that it is starting. */
const recoveryWaitMs = 600_000
const retryMs = 100
const pollMs = 20
const restartPauseMs = 1_000
/** Time after which a wait is announced. */
const timeoutMs = 2_000

export type EmbeddedDatabase = {
  /** For the application: the owner of its database, no superuser. */
  readonly url: string
  /** For making other databases: the superuser, in the database "postgres". */
  readonly superuserUrl: string
  /** Leaves; the last user stops the server. The caller closes its own connections first. */
  close: () => Promise<void>
}

export type EmbeddedDatabaseOptions = {
  dataDir: string
  log: (sentence: string) => void
  /** PostgreSQL settings over our own, for a server that this call starts. */
  settings?: Readonly<Record<string, string>>
}

/** Throws an error with a sentence for people when no database can be opened. */
export async function openEmbeddedDatabase(
  options: EmbeddedDatabaseOptions,
): Promise<EmbeddedDatabase> {
  const { log } = options
  const cluster = await openCluster(options.dataDir, log)
  let closing = false
  let recovering: Promise<void> | null = null
  const seek = () =>
    hold({ cluster, log, settings: options.settings ?? {}, isClosing: () => closing })

  let held: Held | null = await seek()
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
        held = await seek()
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

/** Joins a server or starts one, until it holds the lock. Null if its caller closes before a start. */
async function hold(search: Search): Promise<Held | null> {
  const { cluster } = search
  const begin = performance.now()
  let waitMs = startWaitMs
  let started: Started | null = null
  let lock: StartLock | null = null
  let why = 'no answer'
  let isReported = false
  try {
    while (performance.now() - begin < waitMs) {
      const answer = await joinNamed(cluster)
      if (typeof answer === 'object') return answer
      if (answer === 'busy') waitMs = recoveryWaitMs
      const ending = await started?.ending()
      if (ending) {
        // Children of a killed server are still ending, or another starter was quicker.
        why = ending
        started = null
        await sleep(retryMs)
      }
      lock ??= await takeStartLock(cluster.data)
      if (!started && lock) {
        if (search.isClosing()) return null
        started = await startUnlessNamed(search)
      }
      await sleep(pollMs)
      if (!isReported && performance.now() - begin > timeoutMs) {
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

async function joinNamed(cluster: Cluster): Promise<Held | 'busy' | 'gone'> {
  const named = await readPostmaster(cluster.data)
  if (!named?.port) return 'gone'
  const { port, socketFolder } = named
  const answer = await join(cluster, { port, socketFolder })
  if (typeof answer === 'object' && socketFolder === null) {
    // A killed program of a previous version left this server, which has a port. The next one has a socket.
    await leave(cluster, answer)
    return 'gone'
  }
  if (answer !== 'refused') return answer
  if (!isPostmasterOf(cluster.data, named.pid)) return 'gone'
  throw new EmbeddedDatabaseError(
    `The password in ${cluster.passwordFile} does not open the database in ${cluster.data}.`,
  )
}

/** Starts a server. Null if one is starting or stopping: the caller tries again. */
async function startUnlessNamed({ cluster, settings }: Search): Promise<Started | null> {
  const named = await readPostmaster(cluster.data)
  if (named && !(await clearTheWay(cluster.data, named))) return null
  return startPostmaster(cluster, settings)
}
