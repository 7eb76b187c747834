// What a tab remembers of a purchase under way, so that a reload or Back goes on with it and never
// starts another. It must hold no card data and nothing secret; a gift's recipient
// stays only as long as the gift is under way.

import { newIdempotencyKey } from '#features/people/web/session/signing.ts'
import type { Body } from '#web/api/api-routes.ts'
import type { Pending, PurchaseKind } from './purchase-steps.ts'

/** The order as it is sent, but for what is secret or known anyway (card token, own number). */
export type KeptOrder = Body<'POST', '/api/tokens/getPin'>

/** An order with what does not stand in it: the receiver's number, and what a dialog tells of it. */
export type Request = {
  readonly order: KeptOrder
  /** `+` and digits; null where the buyer receives it. */
  readonly recipient: string | null
  readonly vintageYear: number | null
}

export type PurchaseRecord = {
  /** Whose it is: another person in the same tab must never go on with it. */
  readonly passportId: string
  /** The idempotency key of this purchase, made when the step opens. */
  readonly key: string
  /** Sent under `key`, its answer not known or accepted. */
  readonly order: KeptOrder | null
  readonly recipient: string | null
  readonly vintageYear: number | null
  readonly pending: Pending | null
  /** Complete was pressed: its outcome is to be asked for. */
  readonly completing: boolean
}

/** A record whose order went out under its key. */
export type SentRecord = PurchaseRecord & Request

const prefix = 'carbon-passport:purchase:'
/** Orders that were cancelled before their answer came, by their key. */
const cancelledPrefix = 'carbon-passport:cancelled-order:'

function storage(): Storage | undefined {
  try {
    return window.sessionStorage
  } catch {
    return undefined
  }
}

/** What is said with a gift; empty where nothing is. */
export function noteOf({ order }: PurchaseRecord): string {
  return typeof order?.message === 'string' ? order.message : ''
}

/** The record as one whose order was sent and not answered; undefined where there is none. */
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

/** The orders of this person that are still to be cancelled. */
export function keptCancelled(passportId: string): SentRecord[] {
  const names = Object.keys(storage() ?? {}).filter((name) => name.startsWith(cancelledPrefix))
  const records = names.map((name) => readNamed(name, passportId))
  return records.flatMap((record) => (record && sentOf(record)) ?? [])
}

function isRecord(value: unknown): value is PurchaseRecord {
  return typeof value === 'object' && value !== null && 'passportId' in value && 'key' in value
}

/** Where the purchases of one kind are kept: of a project, or of a reward. */
export function scopeOf(kind: PurchaseKind, id: string): string {
  return kind === 'buy' ? id : `${kind}:${id}`
}

/** `scope`: see scopeOf; or a transaction's id where one is taken up from the list. */
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
    // A full or closed storage only costs the place after a reload.
  }
}

export function forgetRecord(scope: string): void {
  storage()?.removeItem(prefix + scope)
}

/** The key is made when the step opens (trust WEB-1); what is there already keeps its own. */
export function openRecord(scope: string, passportId: string): void {
  if (readRecord(scope, passportId) === undefined) writeRecord(scope, freshRecord(passportId))
}

export function freshRecord(passportId: string): PurchaseRecord {
  const nothing = { order: null, recipient: null, vintageYear: null, pending: null }
  return { passportId, key: newIdempotencyKey(), ...nothing, completing: false }
}

/**
 * What goes out for `request`. An order without an answer goes out again as it was, under its key, while
 * the person wants the same: its quote may be another by now. Anything else has a key of its own.
 */
export function recordFor(request: Request, kept: PurchaseRecord): SentRecord {
  const sent = sentOf(kept)
  if (sent === undefined) return { ...kept, ...request }
  return sameWish(sent, request) ? sent : { ...freshRecord(kept.passportId), ...request }
}

/** What a person chooses; how it is split between wallet and card follows from it. */
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
