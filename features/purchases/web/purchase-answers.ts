// Interprets the server's answers to the calls of a purchase: whether an answer is final or leaves the
// outcome unknown, and which field shows a problem. An order that may have succeeded is not shown as failed.
import { ApiError, BadAnswerError } from '#web/api/api.ts'
import type { ChangedQuote, ReserveReply } from '../purchases-calls.ts'
import type { WireState } from '../states/state.ts'
import type { Pending, PurchaseProblem } from './purchase-steps.ts'

/** Seconds before each further attempt at an unknown outcome. The last value repeats. */
export const backoffSeconds = [0.5, 1, 2, 4, 8] as const
/** Maximum attempts that end in a server error or a malformed answer. */
const faultyAnswersMax = 4

/** Returns true if the server reports that it still executes the call. */
export function isInProgressError(error: unknown): boolean {
  return (
    error instanceof ApiError && (error.code === 'in_progress' || error.code === 'payment_unknown')
  )
}

/**
 * Returns the seconds before the next attempt, or undefined if `error` is final. `attempt` is the number
 * of earlier attempts.
 */
export function secondsToRetry(error: unknown, attempt: number): number | undefined {
  const backoff = backoffSeconds[Math.min(attempt, backoffSeconds.length - 1)] ?? 8
  const isLast = attempt >= faultyAnswersMax - 1
  // `fetch` throws a TypeError if the server was not reached.
  if (error instanceof TypeError) return backoff
  // Retries after a truncated answer or another server's page. JSON without an id is final.
  if (error instanceof BadAnswerError && !error.isJson && !isLast) return backoff
  if (!(error instanceof ApiError)) return undefined
  const waitSeconds = error.retryAfterSeconds ?? backoff
  if (error.status === 409 && error.code === 'in_progress') return waitSeconds
  if (error.status === 502 || error.status === 503 || error.status === 504) return waitSeconds
  if (error.status >= 500 && !isLast) return waitSeconds
  return undefined
}

/** The field that shows a problem, by the problem's code. */
const fieldByCode: Readonly<Record<string, PurchaseProblem['at']>> = {
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

/** Returns true if the server may have executed the call. A repeated order then needs the same key. */
export function mayHaveHappened(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500
}

/** Returns true if a cancellation failed because the purchase is completed. */
export function isCompleted(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'purchase_completed'
}

/** Returns the problem of a failed getPin. */
export function reserveProblem(error: unknown): PurchaseProblem {
  const hint = mayHaveHappened(error) ? ('no_answer' as const) : undefined
  // JSON of a successful answer that lacks the transaction id.
  if (error instanceof BadAnswerError && error.isJson) return { at: 'form', code: 'no_id', hint }
  if (!(error instanceof ApiError)) return { at: 'form', code: 'failed', hint }
  const { code, message, body } = error
  const left = body.kg_available
  return {
    at: fieldByCode[code] ?? 'form',
    code,
    text: message || undefined,
    hint,
    quote: quoteOf(body.quote),
    leftKg: typeof left === 'number' ? left : undefined,
  }
}

/** Parses the new quote without the schema, whose library would otherwise be loaded into the browser. */
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
 * Returns the problem of a failed validatePin, and whether the purchase has ended (`isOver`). The text says
 * that the verification failed (docs/product.md#text-catalogue). The reason is shown beneath it.
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

/** The fields of getPin's answer. */
export type Reserved = Omit<
  Pending,
  'kg' | 'vintageYear' | 'recipient' | 'recipientName' | 'asksBank'
> & {
  readonly clientSecret: string | null
}

/** Reads getPin's answer: an object, or an array of one object. */
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
