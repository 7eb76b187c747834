// Asks the witnesses of LOG_WITNESSES to cosign the log's checkpoints, in a background round. A checkpoint is published
// once a quorum has cosigned it, and without it after 4 s: no witness can stop the log. Purchases know nothing of it.
import { randomUUID } from 'node:crypto'
import type { WitnessSettings } from '#features/log/log-services.ts'
import { proveGrowth } from '#features/log/prove-growth.ts'
import type { Database } from '#platform/database/database.ts'
import type { Logger } from '#platform/logger.ts'
import { openKnownGauge } from '#platform/metrics.ts'
import { cosignedAt } from './cosignature.ts'
import { clockSeconds, cosignersOf, isQuorum, type Witness } from './policy.ts'
import { sendCheckpoint, submissionText, type WitnessAnswer } from './send-checkpoint.ts'
import {
  keepEvidence,
  leaseSeconds,
  publishCheckpoint,
  readWitnessing,
  renewWitnessing,
  takeWitnessing,
  type Witnessing,
} from './witnessing-queries.ts'

/** Milliseconds from one checkpoint to the next, at least. */
const checkpointEveryMs = 5_000
/** A checkpoint waits for its quorum for so long. */
const quorumWithinMs = 4_000
/** Maximum wait before a witness that failed is asked again. */
const retryMaxMs = 60_000

/** An address of the policy, with the keys that sign there. */
type Server = {
  readonly url: string
  readonly name: string
  readonly witnesses: readonly Witness[]
  /** Milliseconds from one request to the next, at least. */
  readonly everyMs: number
  /** The candidate that it has answered. */
  answered: Candidate | null
  /** The size of the newest checkpoint that it has cosigned. Null if this process does not know it. */
  knownSize: number | null
  isAsked: boolean
  nextMs: number
  failures: number
  /** True if its last answer contradicts the log. */
  contradicts: boolean
}

/** The checkpoint that the witnesses are asked about. */
type Candidate = {
  readonly logNumber: number
  readonly size: number
  /** As the log signed it. */
  readonly signed: string
  readonly madeMs: number
  /** With the cosignatures. */
  note: string
  readonly cosigned: Set<Witness>
  /** The note as it was published; null before that. */
  published: string | null
  pending: number
}

type Services = {
  readonly db: Database
  readonly log: Logger
  readonly settings: { readonly logWitnesses?: WitnessSettings | undefined }
}
type Clocks = {
  /** Milliseconds that only grow. */
  readonly elapsed: () => number
  /** Milliseconds since 1970. */
  readonly wall: () => number
}
const systemClocks: Clocks = { elapsed: () => performance.now(), wall: () => Date.now() }

const unwitnessed = openKnownGauge({
  name: 'log_unwitnessed_seconds',
  help: 'Seconds since the published checkpoint of the log lacks a quorum of witnesses; 0 if it has one.',
})
const unknown = openKnownGauge({
  name: 'log_unknown_to_witnesses',
  help: '1 from a restore, which begins a new log, until a quorum of witnesses has cosigned it; otherwise 0.',
})
const contradictions = openKnownGauge({
  name: 'log_witness_contradictions',
  help: 'Witnesses whose last answer contradicts the log: they know more entries, or another root.',
})

/** Returns the round. It returns 0: the next one follows after its interval. */
export function createWitnessRound(
  { db, log, settings: { logWitnesses } }: Services,
  clocks: Clocks = systemClocks,
): () => Promise<number> {
  if (logWitnesses === undefined) return async () => 0
  const { policy } = logWitnesses
  const asker = randomUUID()
  const servers = serversOf(logWitnesses)
  let candidate: Candidate | null = null
  return async () => {
    const state = await readWitnessing(db, asker)
    if (state === null) return 0
    unwitnessed.set(Math.max(0, state.unwitnessed_seconds))
    unknown.set(state.is_unknown ? 1 : 0)
    contradictions.set(servers.filter((server) => server.contradicts).length)
    if (!state.is_leased || !state.is_own) {
      candidate = null
      if (!state.is_leased) await takeWitnessing(db, asker)
      return 0
    }
    if (state.lease_seconds < leaseSeconds / 2) {
      await renewWitnessing(db, state.log_number, asker)
    }
    candidate = nextCandidate(state, candidate)
    if (candidate === null) return 0
    for (const server of servers) if (isDue(server, candidate)) void ask(server, candidate)
    if (!(await publishIfDue(candidate))) candidate = null
    return 0
  }

  /** Returns the candidate, or a new one of the log's head. A process that begins goes on with the published one. */
  function nextCandidate(state: Witnessing, current: Candidate | null): Candidate | null {
    const { log_number: logNumber, size, checkpoint, head_size, head_checkpoint } = state
    if (size === null || checkpoint === null) return null
    const now = clocks.elapsed()
    const known = current?.logNumber === logNumber ? current : null
    const isTime = known === null || now - known.madeMs >= checkpointEveryMs
    const isNew = head_size > (known?.size ?? size)
    if (known !== null && !(isNew && isTime && known.published !== null)) return known
    if (isNew) return newCandidate(logNumber, { size: head_size, note: head_checkpoint }, now)
    // It is published already, so it neither waits nor delays the next one.
    return newCandidate(logNumber, { size, note: checkpoint }, Number.NEGATIVE_INFINITY)
  }

  function newCandidate(
    logNumber: number,
    { size, note }: Pick<Candidate, 'size' | 'note'>,
    madeMs: number,
  ): Candidate {
    // The log's own signature is the first line.
    const signed = note.slice(0, note.indexOf('\n', note.lastIndexOf('\n\n') + 2) + 1)
    const cosigned = new Set(cosignersOf(policy.witnesses, note, clocks.wall() / 1_000))
    return { logNumber, size, signed, madeMs, note, cosigned, published: null, pending: 0 }
  }

  function isDue(server: Server, current: Candidate): boolean {
    const { cosigned, size } = current
    if (server.isAsked || server.answered === current) return false
    if (clocks.elapsed() < server.nextMs) return false
    if (server.knownSize !== null && server.knownSize > size) return false
    return !server.witnesses.every((witness) => cosigned.has(witness))
  }

  /** Publishes the candidate, or its new cosignatures. Returns false if another process asks now. */
  async function publishIfDue(current: Candidate): Promise<boolean> {
    const { logNumber, size, note, published, cosigned, pending, madeMs } = current
    const hasQuorum = isQuorum(policy, cosigned)
    const isOverdue = pending === 0 || clocks.elapsed() - madeMs >= quorumWithinMs
    if (published === null ? !hasQuorum && !isOverdue : note === published) return true
    current.published = note
    return publishCheckpoint(db, asker, { logNumber, size, note, isQuorum: hasQuorum })
  }

  /** Asks one server. Never throws: a server that fails is asked again later, after twice the time. */
  async function ask(server: Server, current: Candidate): Promise<void> {
    server.isAsked = true
    current.pending += 1
    const askedMs = clocks.elapsed()
    try {
      await requestCosignature(server, current)
      server.failures = 0
      server.answered = current
      server.nextMs = askedMs + server.everyMs
    } catch (error) {
      server.failures += 1
      const retryMs = Math.min(checkpointEveryMs * 2 ** server.failures, retryMaxMs)
      server.nextMs = askedMs + Math.max(retryMs, server.everyMs)
      if (server.failures === 1) {
        log.warn('a witness gave no cosignature', { witness: server.name, error })
      }
    } finally {
      server.isAsked = false
      current.pending -= 1
    }
  }

  async function requestCosignature(server: Server, current: Candidate): Promise<void> {
    const first = server.knownSize ?? 0
    const answer = await submit(server, current, first)
    const { knownSize } = answer
    const isBehind = knownSize !== null && knownSize <= current.size && knownSize !== first
    // The witness knows another size: again from there, once.
    if (isBehind) await take(server, current, knownSize, await submit(server, current, knownSize))
    else await take(server, current, first, answer)
  }

  async function submit(
    server: Server,
    { logNumber, size, signed }: Candidate,
    oldSize: number,
  ): Promise<WitnessAnswer & { readonly request: string }> {
    const hashes = await proveGrowth(db, logNumber, oldSize, size)
    const request = submissionText({ oldSize, hashes, checkpoint: signed })
    return { ...(await sendCheckpoint(server.url, request)), request }
  }

  /** Takes the cosignatures of an answer. Throws if there is none, and keeps an answer that contradicts the log. */
  async function take(
    server: Server,
    current: Candidate,
    oldSize: number,
    { status, text, knownSize, request }: WitnessAnswer & { readonly request: string },
  ): Promise<void> {
    if (status === 200) {
      if (addCosignatures(server, current, text) === 0) throw new NoCosignature('no valid one')
      server.knownSize = current.size
      server.contradicts = false
      return
    }
    if (knownSize !== null && knownSize > current.size) {
      const state = await readWitnessing(db, asker)
      if (state !== null && knownSize <= state.head_size) {
        // Another process of ours has shown it a newer checkpoint.
        server.knownSize = knownSize
        return
      }
    }
    const knowsMore = knownSize !== null && knownSize > current.size
    // An older version of tlog-witness answers 409 to another root of the same size.
    const hasOtherRoot = knownSize !== null && knownSize === oldSize && oldSize === current.size
    const refusesProof = status === 422 && oldSize > 0
    if (knowsMore || hasOtherRoot || refusesProof) {
      server.contradicts = true
      log.error('a witness contradicts the log', { witness: server.name, status })
      const evidence = { witness: server.name, request, status, answer: text }
      await keepEvidence(db, current.logNumber, evidence)
    }
    throw new NoCosignature(`status ${status}`)
  }

  /** Adds the lines of the server's keys with a time near ours. Returns how many there are. */
  function addCosignatures(server: Server, current: Candidate, answer: string): number {
    const text = current.signed.slice(0, current.signed.lastIndexOf('\n\n') + 1)
    const lines = answer.split('\n')
    const isNear = (time: number | null) =>
      time !== null && Math.abs(time - clocks.wall() / 1_000) <= clockSeconds
    let count = 0
    for (const witness of server.witnesses) {
      const line = lines.find((each) => isNear(cosignedAt(text, each, witness.key)))
      if (line === undefined) continue
      count += 1
      if (current.cosigned.has(witness)) continue
      current.cosigned.add(witness)
      current.note += `${line}\n`
    }
    return count
  }
}

class NoCosignature extends Error {
  override name = 'NoCosignature'
}

/** Returns the servers of a policy. Several keys of one address are one server. */
function serversOf({ policy: { witnesses }, secondsByName }: WitnessSettings): Server[] {
  return [...Map.groupBy(witnesses, ({ url }) => url)].flatMap(([url, ofUrl]) => {
    const seconds = ofUrl.map(({ name }) => secondsByName.get(name) ?? 0)
    const everyMs = Math.max(...seconds) * 1_000
    const name = ofUrl.map((witness) => witness.name).join(' ')
    const known = { answered: null, knownSize: null, contradicts: false }
    const next = { isAsked: false, nextMs: 0, failures: 0 }
    return url === null ? [] : [{ url, name, witnesses: ofUrl, everyMs, ...known, ...next }]
  })
}
