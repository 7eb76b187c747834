// Signs a call, checks its signature, and records the nonce by which a replay is recognised
// (docs/product.md#signed-calls).
import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import { type Problem, problem } from '#values/problem.ts'

/** Allowed age and lead of a browser's nonce, in milliseconds. */
export const browserWindowMs = { past: 60_000, ahead: 10_000 }
/** Allowed age and lead of a partner's nonce, in milliseconds. */
export const partnerWindowMs = { past: 300_000, ahead: 300_000 }
/**
 * Lifetime of a recorded nonce, in seconds: twice the widest window, plus a minute for clocks that
 * differ.
 */
export const nonceLifeSeconds = 660

export type SignatureWindow = { readonly past: number; readonly ahead: number }

export type SignedParts = {
  readonly method: string
  /** Path with query, as sent. */
  readonly path: string
  readonly terminalId: string
  readonly nonce: string
  /** The idempotency key; empty without one. */
  readonly idempotencyKey: string
  readonly body: Buffer
}

/** A nonce with a valid signature. The use case records it in its own transaction. */
export type Nonce = { readonly terminalId: string; readonly nonce: string }

export type SignatureProblem = 'bad_signature' | 'stale_signature' | 'replayed'

function stringToSign(parts: SignedParts): string {
  const bodyHash = hash('sha256', parts.body)
  const { method, path, terminalId, nonce, idempotencyKey } = parts
  return ['v1', method.toUpperCase(), path, terminalId, nonce, idempotencyKey, bodyHash].join('\n')
}

/** Returns the `X-Signature` header of a request: `v1=` and lower-case hex. */
export function signRequest(key: Buffer, parts: SignedParts): string {
  return `v1=${createHmac('sha256', key).update(stringToSign(parts)).digest('hex')}`
}

/**
 * Checks the time of the nonce, then the signature under any of the terminal's keys. It records no
 * nonce: the caller must pass a valid one to `recordNonces`.
 */
export function checkSignature(
  keys: readonly Buffer[],
  signature: string,
  parts: SignedParts,
  window: SignatureWindow,
  nowMs: number,
): Nonce | Problem<SignatureProblem> {
  const stamp = /^(\d{10,16})\.[A-Za-z0-9_-]{16,128}$/.exec(parts.nonce)?.[1]
  if (stamp === undefined) return problem('bad_signature')
  const signatureBytes = Buffer.from(signature)
  const matches = keys.some((key) => {
    const expected = Buffer.from(signRequest(key, parts))
    return expected.length === signatureBytes.length && timingSafeEqual(expected, signatureBytes)
  })
  if (!matches) return problem('bad_signature')
  const ageMs = nowMs - Number(stamp)
  if (ageMs > window.past || ageMs < -window.ahead) return problem('stale_signature')
  return { terminalId: parts.terminalId, nonce: parts.nonce }
}

const nonceRow = unnestRows<Nonce>({
  terminal_id: ['text', ({ terminalId }) => terminalId],
  nonce: ['text', ({ nonce }) => nonce],
})
const insertNonces = statement(
  'insert-nonces',
  { terminal_id: 'text', nonce: 'text' },
  `insert into request_nonces (terminal_id, nonce, expires_at)
   select terminal_id, nonce, now() + make_interval(secs => ${nonceLifeSeconds})
   from ${nonceRow.rows}
   order by terminal_id, nonce
   on conflict do nothing returning terminal_id, nonce`,
)

/** Returns a unique name of a nonce, from its terminal and text. */
export function nonceName({ terminalId, nonce }: Nonce): string {
  return `${terminalId} ${nonce}`
}

/** Records nonces in the caller's transaction. Returns the names of those that were new. */
export async function recordNonces(db: Db, nonces: readonly Nonce[]): Promise<Set<string>> {
  const rows = await db.run(insertNonces, nonceRow.values(nonces))
  return new Set(
    rows.map(({ terminal_id, nonce }) => nonceName({ terminalId: terminal_id, nonce })),
  )
}
