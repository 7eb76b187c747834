// Computes how up to date a replica is, from positions in the primary's write-ahead log (WAL) and
// transaction numbers. Pure: every time is an argument, in milliseconds.

/**
 * A measurement of the primary. All commits before `atMs` are below the position and the transaction
 * number.
 */
export type PrimaryMoment = {
  readonly atMs: number
  /** Position in the WAL, in bytes (`pg_lsn`). */
  readonly position: bigint
  /** Number of the next transaction. Earlier transactions have smaller numbers. */
  readonly nextTransaction: bigint
}

/** The state that a replica reports about itself. */
export type ReplicaPosition = {
  /** Position in the WAL, in bytes, up to which the replica has replayed it. */
  readonly position: bigint
  /** Number of the oldest transaction that the replica sees as running. All older ones have ended. */
  readonly oldestTransaction: bigint
}

/**
 * Times up to which a replica is current: it shows every commit before `committedMs`, and the end of
 * every transaction that had begun to write before `endedMs`.
 */
export type Shown = {
  /** Null if the replica is behind all remembered measurements. */
  readonly committedMs: number | null
  readonly endedMs: number | null
}

export const shownNothing: Shown = { committedMs: null, endedMs: null }

/** Reads PostgreSQL's `pg_lsn`, such as 16/B374D848. Throws a RangeError for anything else. */
export function readPosition(text: string): bigint {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? []
  if (high === undefined || low === undefined) throw new RangeError(`${text} is no pg_lsn`)
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** Returns the times up to which a replica is current. `moments` are sorted by time. */
export function shownBy(replica: ReplicaPosition, moments: readonly PrimaryMoment[]): Shown {
  const committed = moments.findLast(({ position }) => position <= replica.position)
  const ended = moments.findLast(
    ({ position, nextTransaction }) =>
      position <= replica.position && nextTransaction <= replica.oldestTransaction,
  )
  return { committedMs: committed?.atMs ?? null, endedMs: ended?.atMs ?? null }
}
