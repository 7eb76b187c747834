// Computes how far a replica has come, from positions in the primary's write-ahead log and
// transaction numbers. Pure: every time is an argument, in milliseconds.

/** A reading of the primary: every commit before `atMs` is below both values. */
export type PrimaryMoment = {
  readonly atMs: number
  /** Bytes of the log of changes (`pg_lsn`). */
  readonly position: bigint
  /** The number of the next transaction. Transactions that began earlier have smaller ones. */
  readonly nextTransaction: bigint
}

/** The state that a replica reports about itself. */
export type ReplicaPosition = {
  /** Up to which byte of the log of changes it shows everything. */
  readonly position: bigint
  /** The oldest transaction that still runs as far as it knows; all older ones have ended. */
  readonly oldestTransaction: bigint
}

/**
 * Times up to which a replica shows every commit, and every transaction that had begun to write.
 */
export type Shown = {
  /** Null where it shows none of the remembered readings. */
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

/** `moments` are sorted by time. */
export function shownBy(replica: ReplicaPosition, moments: readonly PrimaryMoment[]): Shown {
  const committed = moments.findLast(({ position }) => position <= replica.position)
  const ended = moments.findLast(
    ({ position, nextTransaction }) =>
      position <= replica.position && nextTransaction <= replica.oldestTransaction,
  )
  return { committedMs: committed?.atMs ?? null, endedMs: ended?.atMs ?? null }
}
