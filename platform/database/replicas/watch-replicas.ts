// Measures the lag of each replica ten times a second, by a query to the replica and to the primary. If
// either is silent, the last measurement soon becomes too old to be used.
import { type Database, type Db, openDatabase } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { noteLag } from './replica-metrics.ts'
import {
  type PrimaryMoment,
  type ReplicaPosition,
  readPosition,
  type Shown,
  shownBy,
  shownNothing,
} from './replica-position.ts'

const measureEveryMs = 100
/** Timeouts of a replica, in milliseconds. The primary answers if a replica is slower. */
const replicaWaits = { connectionWaitMs: 200, statementMs: 300, silenceMs: 100 }

export type WatchedReplica = {
  readonly name: string
  readonly db: Database
  shown: Shown
  /** The replica's last position, until the primary's next position confirms that it is not ahead. */
  unconfirmed: ReplicaPosition | null
  isMeasuring: boolean
}

const readPrimary = statement(
  'primary-moment',
  { system: 'text', position: 'text', next_transaction: 'text' },
  `select (select system_identifier::text from pg_control_system()) as system,
     pg_current_wal_lsn()::text as position,
     pg_snapshot_xmax(pg_current_snapshot())::text as next_transaction`,
)

const readReplica = statement(
  'replica-position',
  { system: 'text', is_replica: 'bool', position: 'text?', oldest_transaction: 'text' },
  `select (select system_identifier::text from pg_control_system()) as system,
     pg_is_in_recovery() as is_replica, pg_last_wal_replay_lsn()::text as position,
     pg_snapshot_xmin(pg_current_snapshot())::text as oldest_transaction`,
)

export type ReplicaOptions = {
  readonly primary: Db
  /** Addresses of the replicas; may be empty. */
  readonly urls: readonly string[]
  readonly connectionsMax: number
  readonly timeoutFactor: number
}

export type ReplicaWatch = {
  readonly replicas: readonly WatchedReplica[]
  /** Starts the measurements. The first results arrive a little later. */
  begin(): void
  end(): Promise<void>
}

/** Opens the replicas and creates their watcher. */
export function watchReplicas(
  { primary, urls, ...options }: ReplicaOptions,
  rememberMs: number,
): ReplicaWatch {
  const replicas = urls.map((url) => watchedReplica(new URL(url).host, openReplica(url, options)))
  return watchOpened(primary, replicas, rememberMs)
}

/** Creates the watcher of open replicas. It keeps measurements of the primary for `rememberMs` milliseconds. */
export function watchOpened(
  primary: Db,
  replicas: readonly WatchedReplica[],
  rememberMs: number,
): ReplicaWatch {
  let moments: readonly PrimaryMoment[] = []
  let system = ''
  let timer: NodeJS.Timeout | undefined
  let hasEnded = false

  async function measurePrimary(): Promise<void> {
    const atMs = performance.now()
    const [row] = await primary.run(readPrimary)
    if (row === undefined) return
    system = row.system
    const moment = {
      atMs,
      position: readPosition(row.position),
      nextTransaction: BigInt(row.next_transaction),
    }
    // The primary was queried after the replicas. A replica that is ahead of it follows another
    // primary.
    for (const replica of replicas) {
      const { unconfirmed } = replica
      if (unconfirmed === null) continue
      replica.shown =
        unconfirmed.position > moment.position ? shownNothing : shownBy(unconfirmed, moments)
      replica.unconfirmed = null
    }
    moments = [...moments.filter((each) => atMs - each.atMs <= rememberMs), moment]
  }

  async function watch(): Promise<void> {
    // Without the primary's answer, the last measurement grows too old to be used.
    await measurePrimary().catch(() => undefined)
    for (const replica of replicas) {
      void measureReplica(replica, () => system)
      noteLag(replica.name, replica.shown.committedMs)
    }
    if (!hasEnded) timer = setTimeout(watch, measureEveryMs).unref()
  }

  return {
    replicas,
    begin() {
      timer ??= setTimeout(watch, 0).unref()
    },
    async end() {
      hasEnded = true
      clearTimeout(timer)
      await Promise.all(replicas.map(({ db }) => db.close()))
    },
  }
}

function openReplica(
  url: string,
  { connectionsMax, timeoutFactor }: Pick<ReplicaOptions, 'connectionsMax' | 'timeoutFactor'>,
): Database {
  return openDatabase({
    url,
    connectionsMax,
    applicationName: 'carbon-passport replica',
    indexesOnly: true,
    connectionWaitMs: replicaWaits.connectionWaitMs * timeoutFactor,
    statementMs: replicaWaits.statementMs * timeoutFactor,
    silenceMs: replicaWaits.silenceMs * timeoutFactor,
  })
}

/** Returns a replica of which no position is known yet. */
export function watchedReplica(name: string, db: Database): WatchedReplica {
  return { name, db, shown: shownNothing, unconfirmed: null, isMeasuring: false }
}

/**
 * Reads the position of a replica. `systemOf` returns the primary's system identifier at the time of
 * the answer; a replica of another system counts as showing no commit.
 */
async function measureReplica(replica: WatchedReplica, systemOf: () => string): Promise<void> {
  if (replica.isMeasuring) return
  replica.isMeasuring = true
  try {
    const [row] = await replica.db.run(readReplica)
    if (row?.is_replica !== true || row.position === null || row.system !== systemOf()) {
      replica.shown = shownNothing
      return
    }
    replica.unconfirmed = {
      position: readPosition(row.position),
      oldestTransaction: BigInt(row.oldest_transaction),
    }
  } catch {
    replica.shown = shownNothing
  } finally {
    replica.isMeasuring = false
  }
}
