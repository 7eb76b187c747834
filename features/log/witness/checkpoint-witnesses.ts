// Finds the witnesses of the operator's policy that have cosigned a checkpoint, for pages that name them.
import { cosignaturesOf, isQuorum, type Policy } from './policy.ts'

export type CheckpointWitnesses = {
  /** True if a quorum of witnesses has cosigned. A policy that needs no cosignature has no quorum here. */
  readonly isWitnessed: boolean
  /** In the order of the policy. Keys of one witness are one entry, with the first time. */
  readonly witnesses: readonly { readonly name: string; readonly cosignedAt: Date }[]
}

/** Verifies the cosignatures of a signed checkpoint. `nowMs` is in milliseconds since 1970. */
export function witnessesOfCheckpoint(
  policy: Policy,
  checkpoint: string,
  nowMs: number,
): CheckpointWitnesses {
  const cosignatures = cosignaturesOf(policy.witnesses, checkpoint, nowMs / 1_000)
  const byName = Map.groupBy(cosignatures, ([{ key }]) => key.name)
  return {
    isWitnessed: cosignatures.size > 0 && isQuorum(policy, new Set(cosignatures.keys())),
    witnesses: [...byName].map(([name, ofName]) => {
      const seconds = Math.min(...ofName.map(([, time]) => time))
      return { name, cosignedAt: new Date(seconds * 1_000) }
    }),
  }
}
