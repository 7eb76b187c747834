// Checks a checkpoint by a policy: which of its logs signed it, which witnesses cosigned it, and whether they are the
// quorum.
import type { PublishedLog } from './check-certificate.ts'
import { cosignedAt } from './cosignature-check.ts'
import { areEqual } from './merkle-check.ts'
import { isQuorum, type Policy, type PolicyWitness } from './policy-check.ts'
import { checkSignature, readCheckpoint, readVerifierKey } from './signed-note-check.ts'

/**
 * `witnessed`: a quorum has cosigned. `below`: too few have. `none_needed`: the policy says `quorum none`. `other_log`:
 * the policy names logs, and not this one. `unknown`: the browser cannot verify cosignatures that would decide.
 */
export type WitnessOutcome = 'witnessed' | 'below' | 'none_needed' | 'other_log' | 'unknown'
export type Cosigner = {
  /** Name of the witness in its key. */
  readonly name: string
  /** Time of the cosignature in seconds since 1970. A witness may state 0, which is no time. */
  readonly time: number
}
export type Witnessing = {
  readonly outcome: WitnessOutcome
  readonly cosigners: readonly Cosigner[]
}

/** `logKey` is the verifier key that signed the checkpoint, null if no key is known; `now` is in seconds since 1970. */
export async function checkWitnesses(
  note: string,
  policy: Policy,
  { logKey, now }: { readonly logKey: string | null; readonly now: number },
): Promise<Witnessing> {
  if (!(await isOfLog(policy, logKey))) return { outcome: 'other_log', cosigners: [] }
  const times = await Promise.all(
    policy.witnesses.map(async (witness) => {
      return { witness, time: await cosignedAt(note, witness.key, now) }
    }),
  )
  const cosigners = times.flatMap(({ witness, time }) =>
    typeof time === 'number' ? [{ name: witness.key.name, time }] : [],
  )
  const namesOf = (isCounted: (time: (typeof times)[number]['time']) => boolean) =>
    new Set(times.flatMap(({ witness, time }) => (isCounted(time) ? [nameOf(witness)] : [])))
  if (policy.quorum === null) return { outcome: 'none_needed', cosigners }
  if (
    isQuorum(
      policy,
      namesOf((time) => typeof time === 'number'),
    )
  ) {
    return { outcome: 'witnessed', cosigners }
  }
  // Cosignatures that this browser cannot verify leave it open only if they could complete the quorum.
  const isOpen = isQuorum(
    policy,
    namesOf((time) => time !== 'none'),
  )
  return { outcome: isOpen ? 'unknown' : 'below', cosigners }
}

const nameOf = ({ name }: PolicyWitness) => name

/** Returns true if the policy names the log's key, or no log at all. */
async function isOfLog({ logs }: Policy, logKey: string | null): Promise<boolean> {
  if (logs.length === 0) return true
  const key = logKey === null ? null : await readVerifierKey(logKey)
  return logs.some((log) => key?.name === log.key.name && areEqual(key.key, log.key.key))
}

/**
 * Returns the log that a policy names for a checkpoint, whose present state is unknown. Its key is the one that signed
 * the checkpoint, or else any of that origin, or null.
 */
export async function logOfPolicy({ logs }: Policy, note: string): Promise<PublishedLog> {
  const origin = readCheckpoint(note)?.origin
  const ofOrigin = logs.filter(({ key }) => key.name === origin)
  const signatures = await Promise.all(ofOrigin.map(({ key }) => checkSignature(note, key)))
  const signer = ofOrigin[signatures.indexOf('right')] ?? ofOrigin[0]
  const readTile = () => Promise.reject(new Error('the log is not loaded'))
  return { key: signer?.text ?? null, checkpoint: null, readTile }
}
