// Verifies a certificate against the public log. Neither the certificate nor the log's responses are
// trusted.

import type { Certificate, EntryProof, Proof } from './certificate-file.ts'
import { areEqual, type ReadTile, rootOfPath, rootsOfBoth } from './merkle-check.ts'
import { areSamePlaces, keptOf, placesAfter, readSale } from './places-check.ts'
import {
  bytesOf,
  type Checkpoint,
  checkSignature,
  commitmentOf,
  readCheckpoint,
  readVerifierKey,
  type Signature,
} from './signed-note-check.ts'

/** Result of a check. `unknown` means that the browser could not run it. */
export type Outcome = 'holds' | 'fails' | 'unknown'

/**
 * The checks. `entry`: the log's entries of the sale and the replacements lead to the
 * certificate's kilograms. `commitment`: the sale's entry belongs to the transaction. `inclusion`: the
 * signed tree contains each entry. `signature`: the log's key signed the tree's root. `consistency`: the
 * current log begins with that tree.
 */
export const checkNames = ['entry', 'commitment', 'inclusion', 'signature', 'consistency'] as const
export type CheckName = (typeof checkNames)[number]
export type Checks = Readonly<Record<CheckName, Outcome>>

export type PublishedLog = {
  /** The verifier key as text. Null if no key is known, so that no signature can be verified. */
  readonly key: string | null
  /** The log's current checkpoint, a signed note. Null if it could not be loaded. */
  readonly checkpoint: string | null
  readonly readTile: ReadTile
}

/** Returns the outcome of each check. Invalid data makes a check fail, but throws no error. */
export async function checkProof(
  certificate: Certificate,
  proof: Proof,
  log: PublishedLog,
): Promise<Checks> {
  const sold = readSale(proof.entry)
  const checkpoint = readCheckpoint(proof.checkpoint)
  const signature = await verifySignature(proof.checkpoint, log.key)
  return {
    entry: entryOutcome(certificate, proof),
    commitment: outcome(
      sold !== null && sold.commitment === (await commitmentOf(proof.salt, proof.txId)),
    ),
    inclusion: outcome(checkpoint !== null && (await areIncluded(certificate, proof, checkpoint))),
    signature: isOpen(signature) ? 'unknown' : outcome(signature === 'right'),
    consistency: checkpoint === null ? 'fails' : await consistencyOutcome(checkpoint, log),
  }
}

/** Returns true if a signature was not verified, for lack of a key or of Ed25519. */
const isOpen = (signature: Signature | null) => signature === null || signature === 'unsupported'

const outcome = (isTrue: boolean): Outcome => (isTrue ? 'holds' : 'fails')

/** Returns the outcome of `entry`. It is unknown if a replacement has no log entry yet. */
function entryOutcome(
  { present, replacements, kg, refundedKg }: Certificate,
  proof: Proof,
): Outcome {
  const sold = readSale(proof.entry)
  const proofs = replacements.filter((each) => each !== null)
  if (sold === null || sold.last - sold.first + 1 !== kg + refundedKg) return 'fails'
  const currentPlaces = placesAfter(
    keptOf(sold, kg),
    proofs.map(({ entry }) => entry),
  )
  if (currentPlaces === null) return 'fails'
  return proofs.length < replacements.length
    ? 'unknown'
    : outcome(areSamePlaces(currentPlaces, present))
}

/** Returns true if the checkpoint's tree contains the entries of the sale and of all replacements. */
async function areIncluded(
  { replacements }: Certificate,
  proof: Proof,
  { size, root }: Checkpoint,
): Promise<boolean> {
  const isIncluded = async ({ entry, index, hashes }: EntryProof) => {
    const computedRoot = await rootOfPath(bytesOf(entry), { index, size }, hashes)
    return computedRoot !== null && areEqual(computedRoot, root)
  }
  const proofs = [proof, ...replacements.filter((each) => each !== null)]
  return (await Promise.all(proofs.map(isIncluded))).every((each) => each)
}

/** Verifies the note's signature and origin with the log's key. Returns null without a key. */
async function verifySignature(note: string, keyText: string | null): Promise<Signature | null> {
  if (keyText === null) return null
  const key = await readVerifierKey(keyText)
  if (key === null || readCheckpoint(note)?.origin !== key.name) return 'wrong'
  return checkSignature(note, key)
}

/** Compares the certificate's checkpoint with the beginning of the log's current tree. */
async function consistencyOutcome(previous: Checkpoint, log: PublishedLog): Promise<Outcome> {
  if (log.checkpoint === null) return 'unknown'
  const current = readCheckpoint(log.checkpoint)
  const signature = await verifySignature(log.checkpoint, log.key)
  if (current === null || signature === 'wrong' || current.size < previous.size) return 'fails'
  try {
    const sizes = { previousSize: previous.size, currentSize: current.size }
    const { previousRoot, currentRoot } = await rootsOfBoth(sizes, log.readTile)
    return outcome(areEqual(previousRoot, previous.root) && areEqual(currentRoot, current.root))
  } catch {
    return 'unknown'
  }
}
