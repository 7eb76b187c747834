// Sends the signed calls of a purchase and interprets the server's answers. A call is repeated under the same
// idempotency key until its answer is final. An answer decides which field shows a problem. An order that may
// have succeeded is not shown as failed.
import { type SignedCall, sendSigned } from '#features/people/web/session/signing.ts'
import type { CallInput, CallReply } from '#values/call.ts'
import { ApiError, BadAnswerError, readAnswer, retryAfterSeconds, send } from '#web/api/api.ts'
import { newIdempotencyKey } from '#web/api/idempotency-key.ts'
import { type Shape, shapeOf } from '#web/api/shape.ts'
import { sendPurchaseMessage } from '../notify/notify-calls.ts'
import {
  type ChangedQuote,
  type CompleteReply,
  cancelPurchase,
  completePurchase,
  type ReserveReply,
  reservePurchase,
} from '../purchases-calls.ts'
import type { WireState } from '../states/state.ts'
import type { StoredOrder } from './purchase-record.ts'
import type { Pending, PurchaseProblem } from './purchase-steps.ts'

type RepeatOptions = {
  readonly signal: AbortSignal
  /** Called after each attempt with an unknown outcome, before the next attempt. */
  readonly onUnknown: () => void
  /** Maximum number of attempts. Attempts while the server is executing the call are not limited. */
  readonly attemptsMax?: number
}

/** Resolves after the seconds, or when the browser is online again. Rejects if `signal` aborts. */
function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      if (signal.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(end, seconds * 1000)
    window.addEventListener('online', end)
    signal.addEventListener('abort', end, { once: true })
  })
}

/**
 * Sends a call, and repeats it after 202 and after every unknown outcome, until its answer is final.
 * `shape` checks the answer. Throws the error of a final refusal.
 */
export async function askUntilFinal<C extends SignedCall, Reply = CallReply<C>>(
  call: C,
  input: CallInput<C>,
  idempotencyKey: string,
  { signal, onUnknown, attemptsMax = Number.POSITIVE_INFINITY }: RepeatOptions,
  shape: Shape<CallReply<C> | Reply> = shapeOf(call),
): Promise<CallReply<C> | Reply> {
  for (let attempt = 0; ; attempt += 1) {
    let waitSeconds: number
    try {
      const response = await sendSigned(call, input, { idempotencyKey, signal })
      if (response.status !== 202) return await readAnswer(response, shape)
      waitSeconds = retryAfterSeconds(response) ?? backoffAfter(attempt)
    } catch (error) {
      const isLast = signal.aborted || (attempt + 1 >= attemptsMax && !isInProgressError(error))
      const retrySeconds = isLast ? undefined : secondsToRetry(error, attempt)
      if (retrySeconds === undefined) throw error
      waitSeconds = retrySeconds
    }
    onUnknown()
    await pause(waitSeconds, signal)
  }
}

/** Accepts a reservation, or an array of one reservation, which the wire allows too. */
export const reserveShape: Shape<ReserveReply | [ReserveReply]> = (
  value,
): value is ReserveReply | [ReserveReply] =>
  shapeOf(reservePurchase)(Array.isArray(value) ? value[0] : value)

/** Sends getPin. Throws ApiError for a refusal, BadAnswerError for a malformed answer. */
export function askReserve(
  order: StoredOrder,
  extra: {
    readonly telephone: string
    readonly card_token?: string
    readonly save_card?: boolean
  },
  idempotencyKey: string,
  options: RepeatOptions,
): Promise<ReserveReply | [ReserveReply]> {
  const body = { ...order, ...extra }
  return askUntilFinal(reservePurchase, { body }, idempotencyKey, options, reserveShape)
}

/** Sends validatePin. Returns the status of the final answer. Throws like `askReserve`. */
export async function askComplete(
  txId: string,
  idempotencyKey: string,
  options: RepeatOptions,
): Promise<CompleteReply['status']> {
  const input = { body: { txId } }
  return (await askUntilFinal(completePurchase, input, idempotencyKey, options)).status
}

/** Options of a call for which the user waits: at most three attempts. */
const briefOptions: RepeatOptions = {
  signal: new AbortController().signal,
  attemptsMax: 3,
  onUnknown: () => undefined,
}

/** Sends cancelPin. Throws like `askReserve`. */
export async function askCancel(txId: string, options = briefOptions): Promise<void> {
  await askUntilFinal(cancelPurchase, { body: { txId } }, newIdempotencyKey(), options)
}

type Message = {
  readonly to: string
  readonly templateKey: 'purchase_success' | 'gift_success'
  readonly from: string
  readonly variables: { readonly kg: number; readonly txId: string; readonly giftNote?: string }
}

/**
 * Requests the message of a purchase. Does not retry, because the server sends the message in any case.
 * Reads the answer, because an unread answer would keep the connection busy.
 */
export async function askNotify(body: Message): Promise<void> {
  await sendSigned(sendPurchaseMessage, { body }, { idempotencyKey: newIdempotencyKey() })
    .then((answer) => answer.text())
    .catch(() => undefined)
}

/** Sends the user's answer to the bank's question, in the sandbox. */
export async function answerSandboxBank(clientSecret: string, approved: boolean): Promise<void> {
  const rawBody = JSON.stringify({ client_secret: clientSecret, approved })
  await send('/dev/cards/actions', { method: 'POST', rawBody })
}

/** Seconds between attempts after an unknown outcome. The last value repeats. */
const backoffSeconds = [0.5, 1, 2, 4, 8] as const
/** Returns the seconds before the next attempt, after `attempt` earlier attempts. */
const backoffAfter = (attempt: number): number =>
  backoffSeconds[Math.min(attempt, backoffSeconds.length - 1)] ?? 8
/** Maximum number of attempts that end in a server error or a malformed answer. */
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
  const backoff = backoffAfter(attempt)
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
  invalid_delivery_day: 'day',
  card_details_required: 'card',
  card_refused: 'card',
  card_declined: 'card',
}

/** Returns true if the server may have executed the call. A repeated order then needs the same key. */
export function mayHaveHappened(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500
}

/** `kept`: the reservation was not released and will expire. `completed`: the purchase was complete. */
export type Release = 'released' | 'kept' | 'completed'

/** Returns what became of a reservation whose cancellation failed. */
export function releaseOf(error: unknown): Release {
  const isCompleted = error instanceof ApiError && error.code === 'purchase_completed'
  return isCompleted ? 'completed' : 'kept'
}

/** Sends cancelPin. Returns what became of the reservation. */
export function askRelease(txId: string): Promise<Release> {
  return askCancel(txId).then((): Release => 'released', releaseOf)
}

/** Returns the problem of a failed getPin. */
export function reserveProblem(error: unknown): PurchaseProblem {
  const hint = mayHaveHappened(error) ? ('no_answer' as const) : undefined
  // The answer was successful, but its JSON lacks the transaction id.
  if (error instanceof BadAnswerError && error.isJson) return { at: 'form', code: 'no_id', hint }
  if (!(error instanceof ApiError)) return { at: 'form', code: 'failed', hint }
  const { code, message, body } = error
  const availableKg = body.kg_available
  return {
    at: fieldByCode[code] ?? 'form',
    code,
    text: message || undefined,
    hint,
    quote: quoteOf(body.quote),
    leftKg: typeof availableKg === 'number' ? availableKg : undefined,
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

const failedState = 'FAILED' satisfies WireState

/**
 * Returns the problem of a failed validatePin, and whether the purchase has ended. The text says that the
 * verification failed (docs/product.md#text-catalogue). The reason is shown below it.
 */
export function completeProblem(error: unknown): { hasEnded: boolean; problem: PurchaseProblem } {
  const hint = mayHaveHappened(error) ? ('unverified' as const) : undefined
  const problem = { at: 'form', code: 'verification_failed', hint } as const
  if (!(error instanceof ApiError)) return { hasEnded: false, problem }
  const { status, code, message: text, body } = error
  const hasEnded = status === 410 || status === 402 || body.status === failedState
  if (code === 'card_action_required') return { hasEnded: false, problem: { at: 'bank', code } }
  if (text === '') return { hasEnded, problem }
  const field = hasEnded && code === 'card_declined' ? 'card' : undefined
  return { hasEnded, problem: { ...problem, field, reason: { code, text } } }
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
