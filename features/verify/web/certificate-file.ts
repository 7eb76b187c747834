// Parses and validates a certificate's JSON (`/c/{code}.json`) from an untrusted source.
import { type Bytes, hashBytes } from './merkle-check.ts'
import { type BlockPlaces, type Fields, fieldsOf } from './places-check.ts'
import { fromBase64 } from './signed-note-check.ts'

/** Maximum length of the JSON. A certificate has a few thousand characters, and 3,400 per cosignature of ML-DSA-44. */
export const certificateMaxLength = 262_144

const proofMaxHashes = 64
const saltBytes = 16

export type EntryProof = {
  readonly index: number
  /** The log entry's text, whose hash is a leaf of the tree. */
  readonly entry: string
  readonly hashes: readonly Bytes[]
}

export type Proof = EntryProof & {
  readonly salt: Bytes
  readonly txId: string
  readonly checkpoint: string
}

export type Certificate = {
  readonly kg: number
  /** Kilograms of the sale that were refunded in part. */
  readonly refundedKg: number
  readonly project: string
  /**
   * True if the certificate states that one of its serials cannot be compared with those of other
   * batches.
   */
  readonly isUncompared: boolean
  /** All current places that the certificate states. The places of its top level are first. */
  readonly present: readonly [BlockPlaces, ...BlockPlaces[]]
  /** The log entry of each replacement, in order. Null until a checkpoint includes it. */
  readonly replacements: readonly (EntryProof | null)[]
  /** Null until a checkpoint includes the sale. */
  readonly proof: Proof | null
}

/** Returns the certificate, or null if the text is not valid JSON of a certificate. */
export function readCertificate(text: string): Certificate | null {
  if (text.length > certificateMaxLength) return null
  try {
    const fields = fieldsOf(JSON.parse(text))
    return fields === null ? null : certificateOf(fields)
  } catch {
    return null
  }
}

function certificateOf(fields: Fields): Certificate | null {
  const { project } = fields
  const proof = fields.proof === null ? null : proofOf(fieldsOf(fields.proof))
  const [kg, mainPlaces] = [countOf(fields.kg), placesOf(fields)]
  const refundedKg = fields.refunded_kg === undefined ? 0 : countOf(fields.refunded_kg)
  const replacement = replacementOf(fields.replacement)
  if (typeof project !== 'string' || kg === null || mainPlaces === null) return null
  if (proof === undefined || replacement === null || refundedKg === null) return null
  const { present, replacements } = replacement
  // The places of the top level must also be in the list of current places.
  const others = present.filter((each) => !areSame(each, mainPlaces))
  if (present.length > 0 && others.length === present.length) return null
  const isUncompared = fields.uncompared === true || replacement.isUncompared
  const places = { present: [mainPlaces, ...others] as const, replacements }
  return { kg, refundedKg, project, isUncompared, ...places, proof }
}

function placesOf(fields: Fields | null): BlockPlaces | null {
  const { registry, serial } = fields ?? {}
  const [first, last] = [countOf(fields?.first_place), countOf(fields?.last_place)]
  if (typeof registry !== 'string' || typeof serial !== 'string') return null
  return first === null || last === null ? null : { registry, serial, first, last }
}

function areSame(one: BlockPlaces, other: BlockPlaces): boolean {
  const isSameBlock = one.registry === other.registry && one.serial === other.serial
  return isSameBlock && one.first === other.first && one.last === other.last
}

/**
 * Parses the field `replacement`. Returns empty lists for null, and null if the field is invalid.
 */
function replacementOf(value: unknown):
  | (Pick<Certificate, 'replacements' | 'isUncompared'> & {
      readonly present: readonly BlockPlaces[]
    })
  | null {
  if (value === null || value === undefined) {
    return { present: [], replacements: [], isUncompared: false }
  }
  const { present, steps } = fieldsOf(value) ?? {}
  if (!Array.isArray(present) || !Array.isArray(steps) || steps.length === 0) return null
  const ranges = present.map((each) => placesOf(fieldsOf(each)))
  const validRanges = ranges.filter((range) => range !== null)
  const proofs = steps.map((step) => {
    const proof = fieldsOf(step)?.proof
    return proof === null ? null : entryProofOf(fieldsOf(proof))
  })
  const replacements = proofs.filter((proof) => proof !== undefined)
  if (validRanges.length === 0 || validRanges.length < ranges.length) return null
  if (replacements.length < proofs.length) return null
  const isUncompared = present.some((each) => fieldsOf(each)?.uncompared === true)
  return { present: validRanges, replacements, isUncompared }
}

/** Parses the proof of an entry. Returns undefined if it is invalid. */
function entryProofOf(fields: Fields | null): EntryProof | undefined {
  const { entry } = fields ?? {}
  const index = countOf(fields?.index)
  const hashes = Array.isArray(fields?.hashes) ? hashesOf(fields.hashes) : null
  if (typeof entry !== 'string' || index === null || hashes === null) return undefined
  return { index, entry, hashes }
}

/** Parses the proof of the sale. Returns undefined if it is invalid. */
function proofOf(fields: Fields | null): Proof | undefined {
  const proof = entryProofOf(fields)
  const { tx_id: txId, checkpoint } = fields ?? {}
  const salt = typeof fields?.salt === 'string' ? readBytes(fields.salt, saltBytes) : null
  if (typeof txId !== 'string' || typeof checkpoint !== 'string') return undefined
  return proof === undefined || salt === null ? undefined : { ...proof, salt, txId, checkpoint }
}

function hashesOf(list: readonly unknown[]): Bytes[] | null {
  if (list.length > proofMaxHashes) return null
  const hashes = list.flatMap((each) => {
    const hash = typeof each === 'string' ? readBytes(each, hashBytes) : null
    return hash === null ? [] : [hash]
  })
  return hashes.length === list.length ? hashes : null
}

/** Decodes hex or base64. Returns null if the text is invalid or has not exactly `length` bytes. */
function readBytes(text: string, length: number): Bytes | null {
  if (/^[0-9a-f]*$/i.test(text) && text.length === length * 2) {
    return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  }
  const bytes = fromBase64(text)
  return bytes?.length === length ? bytes : null
}

function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}
