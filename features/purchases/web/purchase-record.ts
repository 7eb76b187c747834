// Stores an open purchase in the tab's session storage, so that a reload or Back continues it and does not
// start another purchase. A record contains no card data and no secret. It is removed when the purchase ends.

import type { CallInput } from '#values/call.ts'
import { newIdempotencyKey } from '#web/api/idempotency-key.ts'
import { readTabText, removeTabText, writeTabText } from '#web/storage/tab-storage.ts'
import type { reservePurchase } from '../purchases-calls.ts'
import type { Pending, PurchaseKind } from './purchase-steps.ts'

/** The body of getPin without the card token and the buyer's own phone number. */
export type StoredOrder = NonNullable<CallInput<typeof reservePurchase>['body']>

/** An order, with the receiver's phone number and the batch's vintage. */
export type Request = {
  readonly order: StoredOrder
  /** The receiver's phone number (`+` and digits). Null for a purchase for oneself. */
  readonly recipient: string | null
  readonly vintageYear: number | null
}

export type PurchaseRecord = {
  /** The buyer's passport. Another user in the same tab cannot continue the purchase. */
  readonly passportId: string
  /** The idempotency key of this purchase, created when the first step opens. */
  readonly key: string
  /** The order that was sent under `key`. Null before it is sent. */
  readonly order: StoredOrder | null
  readonly recipient: string | null
  readonly vintageYear: number | null
  readonly pending: Pending | null
  /** True after Complete was sent. A reload then requests its outcome. */
  readonly completing: boolean
}

/** A record whose order was sent. */
export type SentRecord = PurchaseRecord & Request

const prefix = 'carbon-passport:purchase:'
/** Prefix of the storage name of an order that was cancelled before its answer. Its key follows. */
const cancelledPrefix = 'carbon-passport:cancelled-order:'

/** Returns the names of this tab's stored texts that begin with `prefix`. */
export function tabTextNames(prefix: string): string[] {
  try {
    return Object.keys(window.sessionStorage).filter((name) => name.startsWith(prefix))
  } catch {
    return []
  }
}

/** Returns the note of a gift, or an empty text. */
export function noteOf({ order }: PurchaseRecord): string {
  return typeof order?.message === 'string' ? order.message : ''
}

/** Returns the record if its order was sent and has no known reservation, otherwise undefined. */
export function sentOf(record: PurchaseRecord): SentRecord | undefined {
  const { order, pending } = record
  return order === null || pending !== null ? undefined : { ...record, order }
}

export function storeCancelled(sent: SentRecord): void {
  write(cancelledPrefix + sent.key, sent)
}

export function forgetCancelled({ key }: SentRecord): void {
  removeTabText(cancelledPrefix + key)
}

export function isCancelledStored({ key }: SentRecord): boolean {
  return readTabText(cancelledPrefix + key) !== null
}

/** Returns the buyer's stored orders whose reservations must still be cancelled. */
export function readCancelled(passportId: string): SentRecord[] {
  const records = tabTextNames(cancelledPrefix).map((name) => readNamed(name, passportId))
  return records.flatMap((record) => (record && sentOf(record)) ?? [])
}

function isRecord(value: unknown): value is PurchaseRecord {
  return typeof value === 'object' && value !== null && 'passportId' in value && 'key' in value
}

/** Returns the scope under which a purchase is stored. `id` is of a project or a reward. */
export function scopeOf(kind: PurchaseKind, id: string): string {
  return kind === 'buy' ? id : `${kind}:${id}`
}

/** Reads a record. `scope` is from `scopeOf`, or the transaction id of a resumed purchase. */
export function readRecord(scope: string, passportId: string): PurchaseRecord | undefined {
  return readNamed(prefix + scope, passportId)
}

/** Returns a record by its name in the storage. Removes another user's record and returns undefined. */
function readNamed(name: string, passportId: string): PurchaseRecord | undefined {
  try {
    const value: unknown = JSON.parse(readTabText(name) ?? 'null')
    if (!isRecord(value)) return undefined
    if (value.passportId === passportId) return value
    removeTabText(name)
    return undefined
  } catch {
    return undefined
  }
}

export function writeRecord(scope: string, record: PurchaseRecord): void {
  write(prefix + scope, record)
}

function write(name: string, record: PurchaseRecord): void {
  writeTabText(name, JSON.stringify(record))
}

export function forgetRecord(scope: string): void {
  removeTabText(prefix + scope)
}

/** Stores a new record with a new key, unless there is one already. */
export function openRecord(scope: string, passportId: string): void {
  if (readRecord(scope, passportId) === undefined) writeRecord(scope, freshRecord(passportId))
}

export function freshRecord(passportId: string): PurchaseRecord {
  const noOrder = { order: null, recipient: null, vintageYear: null, pending: null }
  return { passportId, key: newIdempotencyKey(), ...noOrder, completing: false }
}

/**
 * Returns the record to send for `request`. If an earlier order has no answer and the user's choice is the
 * same, returns that order unchanged, with its key. The quote may have changed. A different choice gets a
 * new key.
 */
export function recordFor(request: Request, record: PurchaseRecord): SentRecord {
  const sent = sentOf(record)
  if (sent === undefined) return { ...record, ...request }
  return isSameChoice(sent, request) ? sent : { ...freshRecord(record.passportId), ...request }
}

/** Fields that the user chooses. They decide the split between wallet and card. */
const chosenFields = [
  'batchId',
  'count',
  'amount',
  'currency',
  'is_gift',
  'message',
  'name',
  'from_name',
  'deliver_on',
] as const

function isSameChoice(one: Request, other: Request): boolean {
  const isSame = chosenFields.every((field) => one.order[field] === other.order[field])
  return isSame && one.recipient === other.recipient
}
