// The signed calls of a purchase and the shapes of their answers. Each is asked again with the same
// idempotency key until its answer is final; none is ever repeated under a new one.

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
  /** Called whenever an answer left the outcome open, before the next question. */
  readonly onUnknown: () => void
  /** After so many questions the last answer stands, unless the server has it in hand. */
  readonly turnsMax?: number
}

/** Waits, but not longer than until the network is back. */
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

/** Asks until the answer is final: 202 and everything unknown are asked again. */
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

/** getPin. Throws ApiError for a refusal, BadAnswerError where no answer told the outcome. */
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

/** validatePin: the status of a final answer. Throws as `askReserve` does. */
export async function askComplete(
  txId: string,
  idempotencyKey: string,
  asking: Asking,
): Promise<CompleteReply['status']> {
  const path = '/api/tokens/validatePin'
  const shape = completeShape
  return (await askUntilFinal({ path, body: { txId }, idempotencyKey, shape }, asking)).status
}

/** What a person waits for: a few questions, then what the last one brought. */
const soon: Asking = {
  signal: new AbortController().signal,
  turnsMax: 3,
  onUnknown: () => undefined,
}

/** cancelPin. Throws as `askReserve` does. */
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
 * Asks once for the message about a purchase; the server sends it even when this is lost. The answer
 * is read although it says nothing: left unread, it would keep its connection.
 */
export async function askNotify(body: Message): Promise<void> {
  const idempotencyKey = newIdempotencyKey()
  await signedPost({ path: '/api/notify', body, idempotencyKey })
    .then((answer) => answer.text())
    .catch(() => undefined)
}

/** The sandbox bank's page: what the person answered. */
export async function answerSandboxBank(clientSecret: string, approved: boolean): Promise<void> {
  const rawBody = JSON.stringify({ client_secret: clientSecret, approved })
  await send('/dev/cards/actions', { method: 'POST', rawBody })
}
