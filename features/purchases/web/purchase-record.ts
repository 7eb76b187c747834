// Stores an open purchase in the tab, so that a reload or Back continues it and never starts
// another. It holds no card data and no secret; a gift's recipient stays only while the gift is
// open.

import { newIdempotencyKey } from '#features/people/web/session/signing.ts'
import type { CallInput } from '#values/call.ts'
import type { reservePurchase } from '../purchases-calls.ts'
import type { Pending, PurchaseKind } from './purchase-steps.ts'

/** The body of the order, without the card token and the buyer's own number. */
export type KeptOrder = NonNullable<CallInput<typeof reservePurchase>['body']>

/** An order with values outside its body: the receiver's number and the batch's vintage. */
export type Request = {
  readonly order: KeptOrder
  /** `+` and digits; null for a purchase of one's own. */
  readonly recipient: string | null
  readonly vintageYear: number | null
}

export type PurchaseRecord = {
  /** Passport of the buyer. Another user in the same tab must never continue it. */
  readonly passportId: string
  /** The idempotency key of this purchase, made when the step opens. */
  readonly key: string
  /** The order sent under `key`; null before it was sent. */
  readonly order: KeptOrder | null
  readonly recipient: string | null
  readonly vintageYear: number | null
  readonly pending: Pending | null
  /** True after Complete was pressed, so that a reload asks for its outcome. */
  readonly completing: boolean
}

/** A record whose order was sent under its key. */
export type SentRecord = PurchaseRecord & Request

const prefix = 'carbon-passport:purchase:'
/** Prefix of orders that were cancelled before their answer, by their key. */
const cancelledPrefix = 'carbon-passport:cancelled-order:'

function storage(): Storage | undefined {
  try {
    return window.sessionStorage
  } catch {
    return undefined
  }
}

/** Returns the note of a gift; empty without one. */
export function noteOf({ order }: PurchaseRecord): string {
  return typeof order?.message === 'string' ? order.message : ''
}

/** Returns the record where its order was sent and has no accepted answer; undefined otherwise. */
export function sentOf(record: PurchaseRecord): SentRecord | undefined {
  const { order, pending } = record
  return order === null || pending !== null ? undefined : { ...record, order }
}

export function keepCancelled(sent: SentRecord): void {
  write(cancelledPrefix + sent.key, sent)
}

export function forgetCancelled({ key }: SentRecord): void {
  storage()?.removeItem(cancelledPrefix + key)
}

export function isCancelledKept({ key }: SentRecord): boolean {
  return storage()?.getItem(cancelledPrefix + key) != null
}

/** Returns the buyer's orders that are still to be cancelled. */
export function keptCancelled(passportId: string): SentRecord[] {
  const names = Object.keys(storage() ?? {}).filter((name) => name.startsWith(cancelledPrefix))
  const records = names.map((name) => readNamed(name, passportId))
  return records.flatMap((record) => (record && sentOf(record)) ?? [])
}

function isRecord(value: unknown): value is PurchaseRecord {
  return typeof value === 'object' && value !== null && 'passportId' in value && 'key' in value
}

/** Returns the storage scope of a kind and an id, of a project or a reward. */
export function scopeOf(kind: PurchaseKind, id: string): string {
  return kind === 'buy' ? id : `${kind}:${id}`
}

/**
 * Reads a record. `scope`: see scopeOf, or the transaction id of a purchase resumed from the list.
 */
export function readRecord(scope: string, passportId: string): PurchaseRecord | undefined {
  return readNamed(prefix + scope, passportId)
}

function readNamed(name: string, passportId: string): PurchaseRecord | undefined {
  try {
    const value: unknown = JSON.parse(storage()?.getItem(name) ?? 'null')
    if (!isRecord(value)) return undefined
    if (value.passportId === passportId) return value
    storage()?.removeItem(name)
    return undefined
  } catch {
    return undefined
  }
}

export function writeRecord(scope: string, record: PurchaseRecord): void {
  write(prefix + scope, record)
}

function write(name: string, record: PurchaseRecord): void {
  try {
    storage()?.setItem(name, JSON.stringify(record))
  } catch {
    // Without storage, a reload loses only the step.
  }
}

export function forgetRecord(scope: string): void {
  storage()?.removeItem(prefix + scope)
}

/** Stores a fresh record with a new key at the opening of the step. An existing record stays. */
export function openRecord(scope: string, passportId: string): void {
  if (readRecord(scope, passportId) === undefined) writeRecord(scope, freshRecord(passportId))
}

export function freshRecord(passportId: string): PurchaseRecord {
  const nothing = { order: null, recipient: null, vintageYear: null, pending: null }
  return { passportId, key: newIdempotencyKey(), ...nothing, completing: false }
}

/**
 * Returns the record to send for `request`. An order without an answer is sent again unchanged,
 * under its key, while the choice is the same, though its quote may differ by now. Any other choice
 * gets a new key.
 */
export function recordFor(request: Request, kept: PurchaseRecord): SentRecord {
  const sent = sentOf(kept)
  if (sent === undefined) return { ...kept, ...request }
  return sameWish(sent, request) ? sent : { ...freshRecord(kept.passportId), ...request }
}

/** Fields that the user chooses. The split between wallet and card follows from them. */
const wished = [
  'batchId',
  'count',
  'amount',
  'currency',
  'is_gift',
  'message',
  'name',
  'from_name',
] as const

function sameWish(one: Request, other: Request): boolean {
  const isSame = wished.every((field) => one.order[field] === other.order[field])
  return isSame && one.recipient === other.recipient
}
