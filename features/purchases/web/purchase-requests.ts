// Sends the signed calls of a purchase. Each is repeated with the same idempotency key until its
// answer is final.

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
import { askAgainAfter, isInHand, waitsSeconds } from './purchase-answers.ts'
import type { KeptOrder } from './purchase-record.ts'

type Asking = {
  readonly signal: AbortSignal
  /** Called after each answer that left the outcome unknown, before the next attempt. */
  readonly onUnknown: () => void
  /** Attempts before the last answer is final, unless the server reports the call as under way. */
  readonly turnsMax?: number
}

/** Waits for the seconds, or until the network is back. */
function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = () => {
      clearTimeout(timer)
      window.removeEventListener('online', over)
      if (signal.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(over, seconds * 1000)
    window.addEventListener('online', over)
    signal.addEventListener('abort', over, { once: true })
  })
}

/**
 * Repeats the call until its answer is final. Repeats after 202 and after every unknown outcome.
 * `shape` is the check of an answer that the wire allows in another form too.
 */
export async function askUntilFinal<C extends SignedCall, Reply = CallReply<C>>(
  call: C,
  input: CallInput<C>,
  idempotencyKey: string,
  { signal, onUnknown, turnsMax = Number.POSITIVE_INFINITY }: Asking,
  shape: Shape<CallReply<C> | Reply> = shapeOf(call),
): Promise<CallReply<C> | Reply> {
  for (let turn = 0; ; turn += 1) {
    let waitSeconds: number
    try {
      const response = await sendSigned(call, input, { idempotencyKey, signal })
      if (response.status !== 202) return await readAnswer(response, shape)
      waitSeconds =
        retryAfterSeconds(response) ?? waitsSeconds[Math.min(turn, waitsSeconds.length - 1)] ?? 8
    } catch (error) {
      const isLast = signal.aborted || (turn + 1 >= turnsMax && !isInHand(error))
      const again = isLast ? undefined : askAgainAfter(error, turn)
      if (again === undefined) throw error
      waitSeconds = again
    }
    onUnknown()
    await pause(waitSeconds, signal)
  }
}

/** The wire allows an array of one reservation too. */
export const reserveShape: Shape<ReserveReply | [ReserveReply]> = (
  value,
): value is ReserveReply | [ReserveReply] =>
  shapeOf(reservePurchase)(Array.isArray(value) ? value[0] : value)

/** Sends getPin. Throws ApiError for a refusal, BadAnswerError where no answer had the outcome. */
export function askReserve(
  order: KeptOrder,
  extra: { readonly telephone: string; readonly card_token?: string },
  idempotencyKey: string,
  asking: Asking,
): Promise<ReserveReply | [ReserveReply]> {
  const body = { ...order, ...extra }
  return askUntilFinal(reservePurchase, { body }, idempotencyKey, asking, reserveShape)
}

/** Sends validatePin. Returns the status of the final answer. Throws like `askReserve`. */
export async function askComplete(
  txId: string,
  idempotencyKey: string,
  asking: Asking,
): Promise<CompleteReply['status']> {
  const input = { body: { txId } }
  return (await askUntilFinal(completePurchase, input, idempotencyKey, asking)).status
}

/** Options of a call that the user waits for: a few attempts, then the last answer. */
const soon: Asking = {
  signal: new AbortController().signal,
  turnsMax: 3,
  onUnknown: () => undefined,
}

/** Sends cancelPin. Throws like `askReserve`. */
export async function askCancel(txId: string, asking = soon): Promise<void> {
  await askUntilFinal(cancelPurchase, { body: { txId } }, newIdempotencyKey(), asking)
}

type Message = {
  readonly to: string
  readonly templateKey: 'purchase_success' | 'gift_success'
  readonly from: string
  readonly variables: { readonly kg: number; readonly txId: string; readonly giftNote?: string }
}

/**
 * Requests the message of a purchase once; the server sends it without the request too. The answer
 * is read because an unread one would keep its connection.
 */
export async function askNotify(body: Message): Promise<void> {
  await sendSigned(sendPurchaseMessage, { body }, { idempotencyKey: newIdempotencyKey() })
    .then((answer) => answer.text())
    .catch(() => undefined)
}

/** Sends the user's answer to the sandbox bank. */
export async function answerSandboxBank(clientSecret: string, approved: boolean): Promise<void> {
  const rawBody = JSON.stringify({ client_secret: clientSecret, approved })
  await send('/dev/cards/actions', { method: 'POST', rawBody })
}
