// Reads that may be a little late (contract 14) go to replicas of the database, where there are any and
// they are known to be near; else, and wherever a replica fails, to the primary. Nobody's call fails
// because of a replica. It must not be asked for what somebody has just changed themselves.
import { type Database, type Db, openDatabase } from '#platform/database/database.ts'
import { countRead, noteLag } from '#platform/database/replica-metrics.ts'
import {
  type PrimaryMoment,
  type ReplicaPosition,
  readPosition,
  type Shown,
  shownBy,
  shownNothing,
} from '#platform/database/replica-position.ts'
import { statement } from '#platform/database/statement.ts'

/** Contract 14: a replica serves only while it is known to show everything older than this. */
const lateMaxMs = 400
const askEveryMs = 100
/** A replica that is slower than this is no help: the primary is asked then. Milliseconds. */
const replicaWaits = { connectionWaitMs: 200, statementMs: 300, silenceMs: 100 }

/**
 * What a read depends on. `committed` rows are right by themselves. `ended` reads compare transaction
 * numbers, and need all that had begun before to have ended on the replica.
 */
export type LateRead = 'committed' | 'ended'

export type Replicas = {
  readonly areThere: boolean
  /** The answer of `onReplica`, or where no replica will do or it fails, of `onPrimary`. */
  read<Result>(
    needs: LateRead,
    onReplica: (replica: Db) => Promise<Result>,
    onPrimary: () => Promise<Result>,
  ): Promise<Result>
  close(): Promise<void>
}

type Watched = {
  readonly name: string
  readonly db: Database
  shown: Shown
  /** Its last answer, to be held against what the primary says after it. */
  answered: ReplicaPosition | null
  asking: boolean
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
  /** Addresses of the replicas; none is allowed, and costs nothing. */
  readonly urls: readonly string[]
  readonly connectionsMax: number
  readonly patience: number
}

/** Begins to watch the replicas with the first read. */
export function openReplicas({
  primary,
  urls,
  connectionsMax,
  patience,
}: ReplicaOptions): Replicas {
  const replicas: readonly Watched[] = urls.map((url) => ({
    name: new URL(url).host,
    db: openDatabase({
      url,
      connectionsMax,
      applicationName: 'carbon-passport replica',
      indexesOnly: true,
      connectionWaitMs: replicaWaits.connectionWaitMs * patience,
      statementMs: replicaWaits.statementMs * patience,
      silenceMs: replicaWaits.silenceMs * patience,
    }),
    shown: shownNothing,
    answered: null,
    asking: false,
  }))
  let moments: readonly PrimaryMoment[] = []
  let system = ''
  let timer: NodeJS.Timeout | undefined
  let turn = 0
  let isClosed = false

  async function askPrimary(): Promise<void> {
    const atMs = performance.now()
    const [row] = await primary.run(readPrimary)
    if (row === undefined) return
    system = row.system
    const moment = {
      atMs,
      position: readPosition(row.position),
      nextTransaction: BigInt(row.next_transaction),
    }
    // A replica that was ahead of the primary, which was asked after it, follows another one.
    for (const replica of replicas) {
      const { answered } = replica
      if (answered === null) continue
      replica.shown =
        answered.position > moment.position ? shownNothing : shownBy(answered, moments)
      replica.answered = null
    }
    moments = [...moments.filter((each) => atMs - each.atMs <= 2 * lateMaxMs), moment]
  }

  async function askReplica(replica: Watched): Promise<void> {
    if (replica.asking) return
    replica.asking = true
    try {
      const [row] = await replica.db.run(readReplica)
      if (row?.is_replica !== true || row.position === null || row.system !== system) {
        replica.shown = shownNothing
        return
      }
      replica.answered = {
        position: readPosition(row.position),
        oldestTransaction: BigInt(row.oldest_transaction),
      }
    } catch {
      replica.shown = shownNothing
    } finally {
      replica.asking = false
    }
  }

  async function watch(): Promise<void> {
    // Without the primary's word what is known grows too old by itself.
    await askPrimary().catch(() => undefined)
    for (const replica of replicas) {
      void askReplica(replica)
      noteLag(replica.name, replica.shown.committedMs)
    }
    if (!isClosed) timer = setTimeout(watch, askEveryMs).unref()
  }

  /** The next of those that are near enough, in turns. */
  function choose(needs: LateRead): Watched | undefined {
    const since = performance.now() - lateMaxMs
    const near = replicas.filter(({ shown }) => (momentOf(shown, needs) ?? -1) >= since)
    turn += 1
    return near[turn % near.length]
  }

  return {
    areThere: replicas.length > 0,
    async read(needs, onReplica, onPrimary) {
      if (replicas.length === 0 || isClosed) return onPrimary()
      timer ??= setTimeout(watch, 0).unref()
      const replica = choose(needs)
      if (replica === undefined) {
        countRead('primary')
        return onPrimary()
      }
      try {
        const result = await onReplica(replica.db)
        countRead('replica')
        return result
      } catch {
        // Whatever it was, the primary knows better; the next answer of the replica may clear it.
        replica.shown = shownNothing
        countRead('primary')
        return onPrimary()
      }
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await Promise.all(replicas.map(({ db }) => db.close()))
    },
  }
}

function momentOf({ committedMs, endedMs }: Shown, needs: LateRead): number | null {
  return needs === 'ended' ? endedMs : committedMs
}
