// Sends the app's calls for certificates, and explains their failures.

import { isUnreached } from '#features/people/web/session/session.ts'
import { ApiError, readAnswer, send, sendJson } from '#web/api/api.ts'
import { getJsonWith } from '#web/api/api-inputs.ts'
import type { Answer } from '#web/api/api-routes.ts'
import { problemWords } from '#web/api/problem-words.ts'
import { listOf, nullable, objectOf, text } from '#web/api/shape.ts'
import { texts } from '#web/texts.ts'

const path = '/api/certificates'
export type OwnCertificate = Answer<'POST', '/api/certificates'>
export const certificateShape = objectOf<OwnCertificate>({
  code: text,
  url: text,
  name: nullable(text),
})
const listShape = listOf(certificateShape)

/** Returns the certificate of a purchase; null without one. */
export async function readCertificate(
  txId: string,
  signal: AbortSignal,
): Promise<OwnCertificate | null> {
  const [own] = await getJsonWith(path, { query: { tx_id: txId } }, listShape, signal)
  return own ?? null
}

export function makeCertificate(txId: string, name: string): Promise<OwnCertificate> {
  return sendJson('POST', path, certificateShape, { tx_id: txId, name: name || null })
}

export async function nameCertificate(code: string, name: string): Promise<OwnCertificate> {
  const rawBody = JSON.stringify({ name: name || null })
  return readAnswer(await send(`${path}/${code}`, { method: 'PATCH', rawBody }), certificateShape)
}

export async function closeCertificate(code: string): Promise<void> {
  await send(`${path}/${code}`, { method: 'DELETE' })
}

/** Returns the text of a failure. */
export function wordsOf(error: unknown): string {
  if (isUnreached(error)) return texts.common_no_connection()
  if (!(error instanceof ApiError)) return texts.certificates_failed()
  if (error.code === 'certificate_name_too_long') return texts.certificates_name_too_long()
  return problemWords(error.code, undefined) ?? texts.certificates_failed()
}
