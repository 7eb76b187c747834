// Reads the origin, size and root of the current log, and its witnesses.

import type { Db } from '#platform/database/database.ts'
import { readHead } from './log-queries.ts'
import { witnessesOfCheckpoint } from './witness/checkpoint-witnesses.ts'
import { type Policy, quorumSize } from './witness/policy.ts'

export type WitnessingState = {
  /** Names of all witnesses of the policy. */
  readonly names: readonly string[]
  /** The least number of them that is a quorum. */
  readonly quorum: number
  /** The newest checkpoint with a quorum. Null if there is none yet. */
  readonly cosigned: {
    readonly size: number
    /** Names of the witnesses that have cosigned it. */
    readonly names: readonly string[]
    /** The time of the newest cosignature. */
    readonly at: Date
  } | null
  /** True from a restore, which begins a new log, until the witnesses cosign it. */
  readonly isUnknown: boolean
}

/** Returns origin, number of entries and root (base64). Null if no log has begun. */
export async function readLogState(db: Db) {
  const head = await readHead(db, null)
  return head === null ? null : stateOf(head)
}

/** Returns the state, and that of its witnesses if there is a policy. Null if no log has begun. */
export async function readWitnessedState(db: Db, policy: Policy | undefined, nowMs: number) {
  const head = await readHead(db, null)
  if (head === null) return null
  const witnessing = policy === undefined ? null : witnessingOf(head, policy, nowMs)
  return { ...stateOf(head), witnessing }
}

type Head = NonNullable<Awaited<ReturnType<typeof readHead>>>

function stateOf({ origin, size, checkpoint }: Head) {
  const [, , root = ''] = checkpoint.split('\n')
  return { origin, size, root }
}

function witnessingOf(head: Head, policy: Policy, nowMs: number): WitnessingState {
  const { number, witnessed_size: size, witnessed_checkpoint: checkpoint } = head
  const names = [...new Set(policy.witnesses.map(({ key }) => key.name))]
  const known = { names, quorum: Math.min(quorumSize(policy), names.length) }
  if (size === null || checkpoint === null) {
    return { ...known, cosigned: null, isUnknown: number > 1 }
  }
  const { isWitnessed, witnesses } = witnessesOfCheckpoint(policy, checkpoint, nowMs)
  // The policy may have changed since.
  if (!isWitnessed) return { ...known, cosigned: null, isUnknown: false }
  const at = new Date(Math.max(...witnesses.map(({ cosignedAt }) => cosignedAt.getTime())))
  const cosigned = { size, names: witnesses.map(({ name }) => name), at }
  return { ...known, cosigned, isUnknown: false }
}
