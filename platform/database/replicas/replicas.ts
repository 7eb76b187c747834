// Sends reads that may be slightly stale to replicas that are known to be near (watch-replicas.ts),
// and all other reads to the primary (docs/product.md#several-machines). A failed replica falls
// back to the primary. A replica must not be asked for a row that the caller has just changed.
import type { Db } from '#platform/database/database.ts'
import { countRead } from './replica-metrics.ts'
import { type Shown, shownNothing } from './replica-position.ts'
import { type ReplicaOptions, type WatchedReplica, watchReplicas } from './watch-replicas.ts'

/**
 * A replica serves only while it is known to show everything older than this
 * (docs/product.md#several-machines).
 */
const lateMaxMs = 400

/**
 * The freshness that a read needs. `committed` reads are right as soon as they show committed rows.
 * `ended` reads compare transaction numbers, and need every earlier transaction to have ended on
 * the replica.
 */
export type LateRead = 'committed' | 'ended'

export type Replicas = {
  /** The answer of `onReplica`, or where no replica will do or it fails, of `onPrimary`. */
  read<Result>(
    needs: LateRead,
    onReplica: (replica: Db) => Promise<Result>,
    onPrimary: () => Promise<Result>,
  ): Promise<Result>
  close(): Promise<void>
}

/** Begins to watch the replicas with the first read. */
export function openReplicas(options: ReplicaOptions): Replicas {
  const watch = watchReplicas(options, 2 * lateMaxMs)
  const { replicas } = watch
  let turn = 0
  let isClosed = false

  /** Returns the next replica that is fresh enough, round robin. */
  function choose(needs: LateRead): WatchedReplica | undefined {
    const since = performance.now() - lateMaxMs
    const near = replicas.filter(({ shown }) => (momentOf(shown, needs) ?? -1) >= since)
    turn += 1
    return near[turn % near.length]
  }

  return {
    async read(needs, onReplica, onPrimary) {
      if (replicas.length === 0 || isClosed) return onPrimary()
      watch.begin()
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
        // The primary answers instead; the next report of the replica may clear this.
        replica.shown = shownNothing
        countRead('primary')
        return onPrimary()
      }
    },
    close() {
      isClosed = true
      return watch.end()
    },
  }
}

function momentOf({ committedMs, endedMs }: Shown, needs: LateRead): number | null {
  return needs === 'ended' ? endedMs : committedMs
}
