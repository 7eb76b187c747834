// Sends reads that may be slightly stale to replicas that are almost current (watch-replicas.ts), and all
// other reads to the primary (docs/product.md#several-machines). If a replica fails, the primary answers.
// Do not read a row from a replica that the caller has just changed.
import type { Db } from '#platform/database/database.ts'
import { countRead } from './replica-metrics.ts'
import { type Shown, shownNothing } from './replica-position.ts'
import {
  type ReplicaOptions,
  type ReplicaWatch,
  type WatchedReplica,
  watchReplicas,
} from './watch-replicas.ts'

/** Maximum lag of a replica that answers reads, in milliseconds (docs/product.md#several-machines). */
const lateMaxMs = 400

/**
 * The freshness that a read needs. A `committed` read needs recently committed rows. An `ended` read
 * compares transaction numbers, so the replica must also show the end of every earlier transaction.
 */
export type LateRead = 'committed' | 'ended'

export type Replicas = {
  /**
   * Returns the answer of `onReplica`. If no replica is fresh enough, or the read fails there, returns
   * the answer of `onPrimary`.
   */
  read<Result>(
    needs: LateRead,
    onReplica: (replica: Db) => Promise<Result>,
    onPrimary: () => Promise<Result>,
  ): Promise<Result>
  close(): Promise<void>
}

/** Opens the replicas. The first read starts their measurement. */
export function openReplicas(options: ReplicaOptions): Replicas {
  return readsOf(watchReplicas(options, 2 * lateMaxMs))
}

/** Returns the reads of watched replicas. */
export function readsOf(watch: ReplicaWatch): Replicas {
  const { replicas } = watch
  let turn = 0
  let isClosed = false

  /** Returns the next replica that is fresh enough, round robin. */
  function choose(needs: LateRead): WatchedReplica | undefined {
    const since = performance.now() - lateMaxMs
    const freshReplicas = replicas.filter(
      ({ shown }) => (shownUntilMs(shown, needs) ?? Number.NEGATIVE_INFINITY) >= since,
    )
    turn += 1
    return freshReplicas[turn % freshReplicas.length]
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
        // Excludes the replica until its next measurement.
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

function shownUntilMs({ committedMs, endedMs }: Shown, needs: LateRead): number | null {
  return needs === 'ended' ? endedMs : committedMs
}
