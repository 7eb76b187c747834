// Answers a request of a log to a witness (C2SP tlog-witness, add-checkpoint): cosigns a checkpoint that follows from
// the newest one that the witness has cosigned, and no other.
import { hash } from 'node:crypto'
import { isConsistent, type TreeHead } from '#features/log/tree/consistency.ts'
import { emptyRoot, hashBytes } from '#features/log/tree/merkle.ts'
import { openCheckpointOf, type VerifierKey } from '#features/log/tree/signed-note.ts'
import { cosign, type WitnessSigner } from './cosignature.ts'
import type { WitnessState } from './witness-state.ts'

export type WitnessAnswer = {
  readonly status: 200 | 400 | 403 | 404 | 409 | 422
  readonly body: string
}
export type WitnessOf = {
  /** The keys of the logs that the witness knows. The name of a key is the log's origin. */
  readonly logs: readonly VerifierKey[]
  readonly signer: WitnessSigner
  readonly state: WitnessState
}
type Request = {
  readonly oldSize: number
  readonly hashes: readonly Buffer[]
  readonly note: string
}

/** Maximum number of hashes of a proof (C2SP tlog-witness). */
const hashesMax = 63
const hashLine = /^[A-Za-z0-9+/]{43}=$/
const noTree: TreeHead = { size: 0, root: emptyRoot }

/**
 * Returns the answer to a request's body at a time in seconds since 1970. It runs without a pause, so that no other
 * request comes between the check of the newest checkpoint and its replacement.
 */
export function answerCheckpoint(
  { logs, signer, state }: WitnessOf,
  body: string,
  time: number,
): WitnessAnswer {
  const request = readRequest(body)
  if (request === null) return { status: 400, body: 'The request is no add-checkpoint.\n' }
  const { oldSize, hashes, note } = request
  const [origin = ''] = note.split('\n')
  const keys = logs.filter(({ name }) => name === origin)
  if (keys.length === 0) return { status: 404, body: 'The origin is unknown.\n' }
  const checkpoint = openCheckpointOf(note, keys)
  if (checkpoint === null || !Number.isSafeInteger(checkpoint.size)) {
    return { status: 403, body: 'No known key has signed the checkpoint.\n' }
  }
  if (oldSize > checkpoint.size) {
    return { status: 400, body: 'The old size is beyond the checkpoint.\n' }
  }
  const newest = state.headOf(origin) ?? noTree
  if (oldSize !== newest.size) return { status: 409, body: `${newest.size}\n` }
  const { size, root } = checkpoint
  if (!isConsistent(newest, checkpoint, hashes)) {
    const isFork = size === newest.size && !root.equals(newest.root)
    state.keepEvidence(origin, { head: { size, root }, isFork, request: body })
    return { status: 422, body: 'The checkpoint is not proven to follow from the old size.\n' }
  }
  const text = note.slice(0, note.lastIndexOf('\n\n') + 1)
  const line = `${cosign(text, signer, time)}\n`
  // The state is on the disk before anybody has the cosignature.
  state.keepHead(origin, { size, root }, `${note}${line}`)
  return { status: 200, body: line }
}

/** Returns the newest checkpoint of the log whose origin has this hash, for monitors. Null if there is none. */
export function newestCheckpoint({ logs, state }: WitnessOf, originHash: string): string | null {
  const log = logs.find(({ name }) => hash('sha256', name, 'hex') === originHash)
  return log === undefined ? null : state.checkpointOf(log.name)
}

/** Parses a request: the old size, the hashes of the proof, an empty line, and the checkpoint. */
function readRequest(body: string): Request | null {
  const end = body.indexOf('\n\n')
  const [first = '', ...lines] = body.slice(0, Math.max(end, 0)).split('\n')
  const [, old] = /^old (0|[1-9]\d{0,15})$/.exec(first) ?? []
  if (old === undefined || lines.length > hashesMax) return null
  if (!lines.every((line) => hashLine.test(line))) return null
  const hashes = lines.map((line) => Buffer.from(line, 'base64'))
  if (hashes.some(({ length }) => length !== hashBytes)) return null
  return { oldSize: Number(old), hashes, note: body.slice(end + 2) }
}
