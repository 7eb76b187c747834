// What a tab remembers of a purchase under way, so that a reload or Back goes on with it and never
// starts another. It must hold no card data and nothing secret; a gift's recipient
// stays only as long as the gift is under way.
import type { Body } from '#web/api-routes.ts'
import { newIdempotencyKey } from '#web/signing.ts'
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

const prefix = 'carbon-passport:purchase:'

function storage(): Storage | undefined {
  try {
    return window.sessionStorage
  } catch {
    return undefined
  }
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
  try {
    const value: unknown = JSON.parse(storage()?.getItem(prefix + scope) ?? 'null')
    if (!isRecord(value)) return undefined
    if (value.passportId === passportId) return value
    forgetRecord(scope)
    return undefined
  } catch {
    return undefined
  }
}

export function writeRecord(scope: string, record: PurchaseRecord): void {
  try {
    storage()?.setItem(prefix + scope, JSON.stringify(record))
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

/** The record to send `request` under: the same key unless another went out under it. */
export function recordFor(request: Request, kept: PurchaseRecord): PurchaseRecord {
  const isOther = kept.order !== null && !sameOrder({ ...kept, order: kept.order }, request)
  return isOther ? freshRecord(kept.passportId) : kept
}

function sameOrder(one: Request, other: Request): boolean {
  const lines = ({ order }: Request) => JSON.stringify(Object.entries(order).sort())
  return lines(one) === lines(other) && one.recipient === other.recipient
}
