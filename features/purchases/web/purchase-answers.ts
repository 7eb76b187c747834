// Interprets the server's answers to a purchase: which are final, which leave the outcome unknown,
// and at which field a refusal is shown. Pure. An order that may have succeeded is never shown as
// failed.
import { ApiError, BadAnswerError } from '#web/api/api.ts'
import type { ChangedQuote, ReserveReply } from '../purchases-calls.ts'
import type { WireState } from '../states/state.ts'
import type { Pending, PurchaseProblem } from './purchase-steps.ts'

/** Seconds between two attempts at an unknown outcome; the last value repeats. */
export const waitsSeconds = [0.5, 1, 2, 4, 8] as const
/** A server error may last for ever, so it is shown after these attempts. */
const wrongAnswerTriesMax = 4

/** Whether the server reports the call as under way. Only its final answer ends that. */
export function isInHand(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.code === 'in_progress' || error.code === 'payment_unknown')
  )
}

/**
 * Returns the seconds before the next attempt, or undefined where `error` is final. `turn` counts
 * the attempts so far, from 0.
 */
export function askAgainAfter(error: unknown, turn: number): number | undefined {
  const backoff = waitsSeconds[Math.min(turn, waitsSeconds.length - 1)] ?? 8
  const isLast = turn >= wrongAnswerTriesMax - 1
  // fetch throws a TypeError where the server was not reached.
  if (error instanceof TypeError) return backoff
  // A truncated answer or another server's page is retried; an answer without an id is shown at
  // once.
  if (error instanceof BadAnswerError && !error.isJson && !isLast) return backoff
  if (!(error instanceof ApiError)) return undefined
  const asked = error.retryAfterSeconds ?? backoff
  if (error.status === 409 && error.code === 'in_progress') return asked
  if (error.status === 502 || error.status === 503 || error.status === 504) return asked
  if (error.status >= 500 && !isLast) return asked
  return undefined
}

const places: Readonly<Record<string, PurchaseProblem['at']>> = {
  invalid_selection: 'quantity',
  not_offered: 'quantity',
  insufficient_stock: 'quantity',
  card_minimum: 'quantity',
  invalid_recipient: 'recipient',
  note_too_long: 'note',
  invalid_from_name: 'giver',
  card_details_required: 'card',
  card_refused: 'card',
  card_declined: 'card',
}

/** Whether the server may have executed the call. Then no order may be sent under another key. */
export function mayHaveHappened(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500
}

/** Whether the purchase to cancel is completed. */
export function isCompleted(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'purchase_completed'
}

/** Returns the problem of a failed getPin. */
export function reserveProblem(error: unknown): PurchaseProblem {
  const hint = mayHaveHappened(error) ? ('no_answer' as const) : undefined
  // A successful answer without an id.
  if (error instanceof BadAnswerError && error.isJson) return { at: 'form', code: 'no_id', hint }
  if (!(error instanceof ApiError)) return { at: 'form', code: 'failed', hint }
  const { code, message, body } = error
  const left = body.kg_available
  return {
    at: places[code] ?? 'form',
    code,
    text: message || undefined,
    hint,
    quote: quoteOf(body.quote),
    leftKg: typeof left === 'number' ? left : undefined,
  }
}

/** Parsed by hand, because the schema would load its library into the browser for one answer. */
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

const failed = 'FAILED' satisfies WireState

/**
 * Returns the problem of a failed validatePin, and whether it ends the purchase. Its text is a
 * failed verification (docs/product.md#text-catalogue); the reason is shown beneath.
 */
export function completeProblem(error: unknown): { isOver: boolean; problem: PurchaseProblem } {
  const hint = mayHaveHappened(error) ? ('unverified' as const) : undefined
  const problem = { at: 'form', code: 'verification_failed', hint } as const
  if (!(error instanceof ApiError)) return { isOver: false, problem }
  const { status, code, message: text, body } = error
  const isOver = status === 410 || status === 402 || body.status === failed
  if (code === 'card_action_required') return { isOver: false, problem: { at: 'bank', code } }
  if (text === '') return { isOver, problem }
  const field = isOver && code === 'card_declined' ? 'card' : undefined
  return { isOver, problem: { ...problem, field, reason: { code, text } } }
}

/** The fields of a reservation, however the answer wraps them. */
export type Reserved = Omit<
  Pending,
  'kg' | 'vintageYear' | 'recipient' | 'recipientName' | 'asksBank'
> & {
  readonly clientSecret: string | null
}

/** Reads getPin's answer, an object or an array with one. */
export function readReserved(answer: ReserveReply | readonly [ReserveReply]): Reserved {
  const reply = 'txId' in answer ? answer : answer[0]
  return {
    txId: reply.txId,
    expiresAt: reply.expires_at,
    total: reply.total,
    currency: reply.currency,
    walletUsed: reply.wallet_used,
    cardUsed: reply.card_used,
    clientSecret: reply.card_action?.client_secret || null,
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
