// Checks a certificate against the public log: what it says, whose it is, that the log holds it, that the
// log's key signed it, and that the log of today goes on from there. It believes nothing it is told.
import { areEqual, rootOfPath } from './merkle.ts'
import { type Certificate, fieldsOf, type Proof } from './read-certificate.ts'
import {
  bytesOf,
  type Checkpoint,
  commitmentOf,
  readCheckpoint,
  readVerifierKey,
  type Signature,
  signatureOf,
} from './signed-note.ts'
import { type ReadTile, rootsOfBoth } from './tile-roots.ts'

/** `unknown`: it could not be found out here. */
export type Outcome = 'holds' | 'fails' | 'unknown'

/**
 * `entry`: the log's entry is about these kilograms; `commitment`: it was made for this transaction;
 * `inclusion`: the signed root leads to it; `signature`: the log's key signed that root;
 * `consistency`: the log of today begins with it.
 */
export const checkNames = ['entry', 'commitment', 'inclusion', 'signature', 'consistency'] as const
export type CheckName = (typeof checkNames)[number]
export type Checks = Readonly<Record<CheckName, Outcome>>

export type PublishedLog = {
  /** The verifier key's text. */
  readonly key: string
  /** The signed note of today; null where it did not come. */
  readonly checkpoint: string | null
  readonly readTile: ReadTile
}

/** Never throws for what a certificate or a log says, however wrong. */
export async function checkProof(
  certificate: Certificate,
  proof: Proof,
  log: PublishedLog,
): Promise<Checks> {
  const entry = entryOf(proof.entry)
  const signed = readCheckpoint(proof.checkpoint)
  const signature = await signatureIn(proof.checkpoint, log.key)
  return {
    entry: entry === null ? 'fails' : aboutnessOf(entry, certificate),
    commitment: outcome(
      entry !== null && entry.commitment === (await commitmentOf(proof.salt, proof.txId)),
    ),
    inclusion: outcome(signed !== null && (await isIncluded(proof, signed))),
    signature: signature === 'unsupported' ? 'unknown' : outcome(signature === 'right'),
    consistency: signed === null ? 'fails' : await consistencyOf(signed, log),
  }
}

const outcome = (isTrue: boolean): Outcome => (isTrue ? 'holds' : 'fails')

function entryOf(text: string) {
  try {
    const entry = fieldsOf(JSON.parse(text))
    return entry?.kind === 'allocate' ? entry : null
  } catch {
    return null
  }
}

/** The entry of kilograms that were replaced is about the former ones. */
function aboutnessOf(
  entry: Readonly<Record<string, unknown>>,
  { registry, serial, firstPlace, lastPlace, kg, isReplaced }: Certificate,
): Outcome {
  const { first, last } = entry
  if (typeof first !== 'number' || typeof last !== 'number') return 'fails'
  if (last - first + 1 !== kg) return 'fails'
  if (isReplaced) return 'unknown'
  const isSame = entry.registry === registry && entry.serial === serial
  return outcome(isSame && first === firstPlace && last === lastPlace)
}

async function isIncluded(proof: Proof, { size, root }: Checkpoint): Promise<boolean> {
  const led = await rootOfPath(bytesOf(proof.entry), { index: proof.index, size }, proof.hashes)
  return led !== null && areEqual(led, root)
}

async function signatureIn(note: string, keyText: string): Promise<Signature> {
  const key = await readVerifierKey(keyText)
  if (key === null || readCheckpoint(note)?.origin !== key.name) return 'wrong'
  return signatureOf(note, key)
}

async function consistencyOf(before: Checkpoint, log: PublishedLog): Promise<Outcome> {
  if (log.checkpoint === null) return 'unknown'
  const now = readCheckpoint(log.checkpoint)
  const signature = await signatureIn(log.checkpoint, log.key)
  if (now === null || signature === 'wrong' || now.size < before.size) return 'fails'
  try {
    const roots = await rootsOfBoth({ before: before.size, now: now.size }, log.readTile)
    return outcome(areEqual(roots.before, before.root) && areEqual(roots.now, now.root))
  } catch {
    return 'unknown'
  }
}
