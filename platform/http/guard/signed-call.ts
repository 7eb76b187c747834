// Reads the headers of a signed call and checks them against the keys of its terminal
// (docs/product.md#signed-calls).
import type { FastifyRequest } from 'fastify'
import { type Problem, problem } from '#values/problem.ts'
import {
  checkSignature,
  type Nonce,
  type SignatureProblem,
  type SignatureWindow,
} from './request-signature.ts'

/** Returns a header that was sent exactly once, else undefined. */
export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

/**
 * Returns the nonce of a valid signature, which the caller must still record. `keysOf` returns the keys
 * that a terminal may sign with; `nowMs` is the wall clock.
 */
export function checkSignedCall(
  request: FastifyRequest,
  keysOf: (terminalId: string) => readonly Buffer[],
  window: SignatureWindow,
  nowMs: number,
): Nonce | Problem<SignatureProblem> {
  const terminalId = header(request, 'x-terminal-id')
  const nonce = header(request, 'x-nonce')
  const signature = header(request, 'x-signature')
  if (terminalId === undefined || nonce === undefined || signature === undefined) {
    return problem('bad_signature')
  }
  return checkSignature(
    keysOf(terminalId),
    signature,
    {
      method: request.method,
      path: request.raw.url ?? '',
      terminalId,
      nonce,
      idempotencyKey: header(request, 'idempotency-key') ?? '',
      body: request.rawBody,
    },
    window,
    nowMs,
  )
}
