// The signed calls of a purchase. Each is asked again with the same idempotency key until its answer
// is final; none is ever repeated under a new one.
import type { NotifyReply } from '#features/notifications/contract.ts'
import { sendJson } from '#web/api.ts'
import { newIdempotencyKey, signedPost } from '#web/signing.ts'
import { askAgainAfter, waitsSeconds } from './purchase-answers.ts'
import type { KeptOrder } from './purchase-record.ts'

type Asking = {
  readonly signal: AbortSignal
  /** Called whenever an answer left the outcome open, before the next question. */
  readonly onUnknown: () => void
  /** After so many questions the last answer stands; absent: until there is a final one. */
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

/** Asks until the answer is final: 202 and everything unknown are asked again. */
export async function askUntilFinal(
  path: string,
  body: unknown,
  idempotencyKey: string,
  { signal, onUnknown, turnsMax = Number.POSITIVE_INFINITY }: Asking,
): Promise<unknown> {
  for (let turn = 0; ; turn += 1) {
    let waitSeconds: number
    try {
      const call = { path, body, idempotencyKey, signal }
      const { status, answer, retryAfterSeconds } = await signedPost<unknown>(call)
      if (status !== 202) return answer
      waitSeconds = retryAfterSeconds ?? waitsSeconds[Math.min(turn, waitsSeconds.length - 1)] ?? 8
    } catch (error) {
      const isLast = signal.aborted || turn + 1 >= turnsMax
      const again = isLast ? undefined : askAgainAfter(error, turn)
      if (again === undefined) throw error
      waitSeconds = again
    }
    onUnknown()
    await pause(waitSeconds, signal)
  }
}

/** getPin. Throws ApiError for a refusal. */
export function askReserve(
  order: KeptOrder,
  extra: { readonly telephone: string; readonly card_token?: string },
  key: string,
  asking: Asking,
): Promise<unknown> {
  return askUntilFinal('/api/tokens/getPin', { ...order, ...extra }, key, asking)
}

/** validatePin: the status of a final answer. Throws ApiError for a refusal. */
export async function askComplete(txId: string, key: string, asking: Asking): Promise<string> {
  const answer = await askUntilFinal('/api/tokens/validatePin', { txId }, key, asking)
  if (typeof answer !== 'object' || answer === null || !('status' in answer)) return ''
  return typeof answer.status === 'string' ? answer.status : ''
}

/** cancelPin. Throws ApiError, and what fetch throws when nothing was reached. */
export async function askCancel(txId: string): Promise<void> {
  const path = '/api/tokens/cancelPin'
  await signedPost({ path, body: { txId }, idempotencyKey: newIdempotencyKey() })
}

type Message = {
  readonly to: string
  readonly templateKey: 'purchase_success' | 'gift_success'
  readonly from: string
  readonly variables: { readonly kg: number; readonly txId: string; readonly giftNote?: string }
}

/** Asks once for the message about a purchase; the server sends it even when this is lost. */
export async function askNotify(body: Message): Promise<void> {
  const call = { path: '/api/notify', body, idempotencyKey: newIdempotencyKey() }
  await signedPost<NotifyReply>(call).catch(() => undefined)
}

/** The sandbox bank's page: what the person answered. */
export async function answerSandboxBank(clientSecret: string, approved: boolean): Promise<void> {
  await sendJson('POST', '/dev/cards/actions', { client_secret: clientSecret, approved })
}
