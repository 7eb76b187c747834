// What the server's answers mean for a purchase: which are final, which leave the outcome unknown,
// and beside which field a refusal stands. Pure; it never calls anything a failure that may have
// happened.
import { ApiError } from '#web/api.ts'
import type { ChangedQuote } from '../contract.ts'
import type { Pending, Trouble } from './purchase-steps.ts'

/** Seconds between two questions about an unknown outcome; then the last. */
export const waitsSeconds = [0.5, 1, 2, 4, 8] as const
/** An error of the server itself may stay for ever: after these tries it is told. */
const serverErrorTriesMax = 4

/**
 * Seconds to wait before the same question is asked again, or undefined where `error` is final.
 * `turn` counts the questions so far, from 0.
 */
export function askAgainAfter(error: unknown, turn: number): number | undefined {
  const backoff = waitsSeconds[Math.min(turn, waitsSeconds.length - 1)] ?? 8
  // fetch throws a TypeError where nothing was reached; an answer cut short is no JSON.
  if (error instanceof TypeError || error instanceof SyntaxError) return backoff
  if (!(error instanceof ApiError)) return undefined
  const asked = error.retryAfterSeconds ?? backoff
  if (error.status === 409 && error.code === 'in_progress') return asked
  if (error.status === 502 || error.status === 503 || error.status === 504) return asked
  if (error.status >= 500 && turn < serverErrorTriesMax - 1) return asked
  return undefined
}

const places: Readonly<Record<string, Trouble['at']>> = {
  invalid_selection: 'quantity',
  not_offered: 'quantity',
  insufficient_stock: 'quantity',
  card_minimum: 'quantity',
  invalid_recipient: 'recipient',
  note_too_long: 'note',
  card_details_required: 'card',
  card_refused: 'card',
  card_declined: 'card',
}

/** An answer of success without an id (specification 8). */
export const missingId = new Error('no txId')

export function isServerError(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 500
}

/** A refusal of getPin. */
export function troubleOfReserve(error: unknown): Trouble {
  if (error === missingId) return { at: 'form', code: 'no_id' }
  if (!(error instanceof ApiError)) return { at: 'form', code: 'failed' }
  const { code, message, body } = error
  const left = body.kg_available
  return {
    at: places[code] ?? 'form',
    code,
    text: message || undefined,
    quote: quoteOf(body.quote),
    leftKg: typeof left === 'number' ? left : undefined,
  }
}

/** Read by hand: the schema would bring its library into the browser for one answer. */
function quoteOf(value: unknown): ChangedQuote | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const fields = new Map<string, unknown>(Object.entries(value))
  const number = (name: string) => Number(fields.get(name) ?? Number.NaN)
  const quote = {
    price_per_kg: number('price_per_kg'),
    currency: textOf(fields.get('currency')),
    rate: number('rate'),
    total: number('total'),
    wallet_used: number('wallet_used'),
    card_needed: number('card_needed'),
  }
  return Number.isFinite(quote.price_per_kg + quote.total) ? quote : undefined
}

/** A refusal of validatePin, and whether the purchase is over with it. */
export function troubleOfComplete(error: unknown): { isOver: boolean; trouble: Trouble } {
  if (!(error instanceof ApiError)) {
    return { isOver: false, trouble: { at: 'form', code: 'verification_failed' } }
  }
  const { status, code, message, body } = error
  const isOver = status === 410 || status === 402 || body.status === 'FAILED'
  if (code === 'card_action_required') return { isOver: false, trouble: { at: 'bank', code } }
  const text = message || undefined
  const at = isOver && code === 'card_declined' ? 'card' : 'form'
  return { isOver, trouble: { at, code: text ? code : 'verification_failed', text } }
}

/** The fields of a reservation, however the answer wraps them (specification 7). */
export type Reserved = Omit<Pending, 'kg' | 'vintageYear' | 'recipient' | 'asksBank'> & {
  readonly clientSecret: string | null
}

/** Reads getPin's answer, an object or an array with one; null where no id is in it. */
export function readReserved(answer: unknown): Reserved | null {
  const first: unknown = Array.isArray(answer) ? answer[0] : answer
  if (typeof first !== 'object' || first === null) return null
  const fields = new Map<string, unknown>(Object.entries(first))
  const text = (name: string) => textOf(fields.get(name))
  const amount = (name: string) => Number(fields.get(name) ?? 0)
  const action = fields.get('card_action')
  const secret =
    typeof action === 'object' && action !== null && 'client_secret' in action
      ? textOf(action.client_secret)
      : ''
  if (!text('txId')) return null
  return {
    txId: text('txId'),
    expiresAt: text('expires_at'),
    total: amount('total'),
    currency: text('currency'),
    walletUsed: amount('wallet_used'),
    cardUsed: amount('card_used'),
    clientSecret: secret || null,
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
