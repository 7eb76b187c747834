// A certificate as its JSON says it (`/c/{code}.json`). It may come from anybody: what has another
// shape, or is larger than any certificate, is refused and never half read.
import { type Bytes, hashBytes } from './merkle.ts'
import { fromBase64 } from './signed-note.ts'

/** Letters; a certificate has a few thousand. */
export const certificateMaxLength = 65_536

const pathMaxHashes = 64
const saltBytes = 16

export type Proof = {
  readonly index: number
  /** As it is hashed. */
  readonly entry: string
  readonly salt: Bytes
  readonly txId: string
  readonly hashes: readonly Bytes[]
  readonly checkpoint: string
}

export type Certificate = {
  readonly kg: number
  readonly project: string
  readonly registry: string
  readonly serial: string
  readonly firstPlace: number
  readonly lastPlace: number
  readonly isReplaced: boolean
  /** Null until a checkpoint includes it. */
  readonly proof: Proof | null
}

type Fields = Readonly<Record<string, unknown>>

/** Null where the text is no certificate. */
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
  const { kg, project, registry, serial, first_place, last_place, replacement } = fields
  const proof = fields.proof === null ? null : proofOf(fieldsOf(fields.proof))
  const [firstPlace, lastPlace] = [countOf(first_place), countOf(last_place)]
  const kilograms = countOf(kg)
  const isWhole =
    typeof project === 'string' && typeof registry === 'string' && typeof serial === 'string'
  if (!isWhole || proof === undefined) return null
  if (kilograms === null || firstPlace === null || lastPlace === null) return null
  const isReplaced = replacement !== null && replacement !== undefined
  return { kg: kilograms, project, registry, serial, firstPlace, lastPlace, isReplaced, proof }
}

/** Undefined where it is no proof. */
function proofOf(fields: Fields | null): Proof | undefined {
  if (fields === null) return undefined
  const { entry, tx_id: txId, checkpoint } = fields
  const index = countOf(fields.index)
  const salt = typeof fields.salt === 'string' ? readBytes(fields.salt, saltBytes) : null
  const hashes = Array.isArray(fields.hashes) ? hashesOf(fields.hashes) : null
  if (typeof entry !== 'string' || typeof txId !== 'string' || typeof checkpoint !== 'string') {
    return undefined
  }
  if (index === null || salt === null || hashes === null) return undefined
  return { index, entry, salt, txId, hashes, checkpoint }
}

function hashesOf(list: readonly unknown[]): Bytes[] | null {
  if (list.length > pathMaxHashes) return null
  const hashes = list.flatMap((each) => {
    const hash = typeof each === 'string' ? readBytes(each, hashBytes) : null
    return hash === null ? [] : [hash]
  })
  return hashes.length === list.length ? hashes : null
}

/** Bytes of one known length, as hex or as base64. */
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

export function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
}
