// Sends the signed calls of a purchase. A call is repeated under the same idempotency key until its answer is
// final.

import {
  newIdempotencyKey,
  type SignedCall,
  sendSigned,
} from '#features/people/web/session/signing.ts'
import type { CallInput, CallReply } from '#values/call.ts'
import { readAnswer, retryAfterSeconds, send } from '#web/api/api.ts'
import { type Shape, shapeOf } from '#web/api/shape.ts'
import { sendPurchaseMessage } from '../notify/notify-calls.ts'
import {
  type CompleteReply,
  cancelPurchase,
  completePurchase,
  type ReserveReply,
  reservePurchase,
} from '../purchases-calls.ts'
import { backoffSeconds, isInProgressError, secondsToRetry } from './purchase-answers.ts'
import type { StoredOrder } from './purchase-record.ts'

type RepeatOptions = {
  readonly signal: AbortSignal
  /** Called after each attempt with an unknown outcome, before the next attempt. */
  readonly onUnknown: () => void
  /** Maximum attempts. More follow while the server reports that it executes the call. */
  readonly attemptsMax?: number
}

/** Waits for the seconds, or until the browser is online again. Rejects if `signal` aborts. */
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
 * Sends a call, again after 202 and after every unknown outcome, until its answer is final. `shape` checks
 * the answer. Throws the error of a final refusal.
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
      waitSeconds =
        retryAfterSeconds(response) ??
        backoffSeconds[Math.min(attempt, backoffSeconds.length - 1)] ??
        8
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
  extra: { readonly telephone: string; readonly card_token?: string },
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
 * Requests the message of a purchase, without a retry, because the server sends it anyway. Reads the
 * answer, because an unread one would keep the connection busy.
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
