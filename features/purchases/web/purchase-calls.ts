// Sends the signed calls of a purchase and declares the shapes of their answers. Each call is
// repeated with the same idempotency key until its answer is final.

import { newIdempotencyKey, signedPost } from '#features/people/web/session/signing.ts'
import { readAnswer, retryAfterSeconds, send } from '#web/api/api.ts'
import type { Answer, Body, PathOf } from '#web/api/api-routes.ts'
import { moment, number, objectOf, oneOf, optional, type Shape, text } from '#web/api/shape.ts'
import { cancelledWireState, completionWireStates } from '../states/state.ts'
import { askAgainAfter, isInHand, waitsSeconds } from './purchase-answers.ts'
import type { KeptOrder } from './purchase-record.ts'

type ReserveReply = Answer<'POST', '/api/tokens/getPin'>

const reserveFields = objectOf<ReserveReply>({
  txId: text,
  expires_at: moment,
  total: number,
  currency: text,
  wallet_used: number,
  card_used: number,
  card_action: optional(
    objectOf<NonNullable<ReserveReply['card_action']>>({ type: text, client_secret: text }),
  ),
})

/** An object, or the first element of an array. */
export const reserveShape: Shape<ReserveReply | [ReserveReply]> = (
  value,
): value is ReserveReply | [ReserveReply] => reserveFields(Array.isArray(value) ? value[0] : value)

type CompleteReply = Answer<'POST', '/api/tokens/validatePin'>

export const completeShape = objectOf<CompleteReply>({
  status: oneOf(...completionWireStates),
  txId: text,
  tokens_total: optional(number),
})

export const cancelShape = objectOf<Answer<'POST', '/api/tokens/cancelPin'>>({
  status: oneOf(cancelledWireState),
})

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

type PostPath = PathOf<'POST'>
/** `Listed` is an answer in an array, where the wire allows one. */
type Final<Path extends PostPath, Listed> = Answer<'POST', Path> | Listed

type Question<Path extends PostPath, Listed> = {
  readonly path: Path
  readonly body: Body<'POST', Path>
  readonly idempotencyKey: string
  readonly shape: Shape<Final<Path, Listed>>
}

/**
 * Repeats the call until its answer is final. Repeats after 202 and after every unknown outcome.
 */
export async function askUntilFinal<Path extends PostPath, Listed = never>(
  { shape, ...question }: Question<Path, Listed>,
  { signal, onUnknown, turnsMax = Number.POSITIVE_INFINITY }: Asking,
): Promise<Final<Path, Listed>> {
  for (let turn = 0; ; turn += 1) {
    let waitSeconds: number
    try {
      const response = await signedPost({ ...question, signal })
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

/** Sends getPin. Throws ApiError for a refusal, BadAnswerError where no answer had the outcome. */
export function askReserve(
  order: KeptOrder,
  extra: { readonly telephone: string; readonly card_token?: string },
  idempotencyKey: string,
  asking: Asking,
): Promise<ReserveReply | [ReserveReply]> {
  const path = '/api/tokens/getPin'
  const body = { ...order, ...extra }
  return askUntilFinal({ path, body, idempotencyKey, shape: reserveShape }, asking)
}

/** Sends validatePin. Returns the status of the final answer. Throws like `askReserve`. */
export async function askComplete(
  txId: string,
  idempotencyKey: string,
  asking: Asking,
): Promise<CompleteReply['status']> {
  const path = '/api/tokens/validatePin'
  const shape = completeShape
  return (await askUntilFinal({ path, body: { txId }, idempotencyKey, shape }, asking)).status
}

/** Options of a call that the user waits for: a few attempts, then the last answer. */
const soon: Asking = {
  signal: new AbortController().signal,
  turnsMax: 3,
  onUnknown: () => undefined,
}

/** Sends cancelPin. Throws like `askReserve`. */
export async function askCancel(txId: string, asking = soon): Promise<void> {
  const path = '/api/tokens/cancelPin'
  const idempotencyKey = newIdempotencyKey()
  await askUntilFinal({ path, body: { txId }, idempotencyKey, shape: cancelShape }, asking)
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
  const idempotencyKey = newIdempotencyKey()
  await signedPost({ path: '/api/notify', body, idempotencyKey })
    .then((answer) => answer.text())
    .catch(() => undefined)
}

/** Sends the user's answer to the sandbox bank. */
export async function answerSandboxBank(clientSecret: string, approved: boolean): Promise<void> {
  const rawBody = JSON.stringify({ client_secret: clientSecret, approved })
  await send('/dev/cards/actions', { method: 'POST', rawBody })
}
