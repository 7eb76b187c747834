// Sends the browser's calls for certificates, and returns the texts of their failures.
import { ApiError, isUnreached } from '#web/api/api.ts'
import { ask, sendCall } from '#web/api/ask.ts'
import { problemWords } from '#web/api/problem-words.ts'
import { texts } from '#web/texts.ts'
import * as calls from '../certificates-calls.ts'

/** Returns the certificate of a purchase, or null. */
export async function readCertificate(
  txId: string,
  signal: AbortSignal,
): Promise<calls.CertificateReply | null> {
  const [own] = await ask(calls.listCertificates, { query: { tx_id: txId } }, signal)
  return own ?? null
}

export function makeCertificate(txId: string, name: string): Promise<calls.CertificateReply> {
  return ask(calls.makeCertificate, { body: { tx_id: txId, name: name || null } })
}

export function nameCertificate(code: string, name: string): Promise<calls.CertificateReply> {
  return ask(calls.nameCertificate, { params: { code }, body: { name: name || null } })
}

export async function closeCertificate(code: string): Promise<void> {
  await sendCall(calls.closeCertificate, { params: { code } })
}

/** Returns the text of a failed call. */
export function wordsOf(error: unknown): string {
  if (isUnreached(error)) return texts.common_no_connection()
  if (!(error instanceof ApiError)) return texts.certificates_failed()
  if (error.code === 'certificate_name_too_long') return texts.certificates_name_too_long()
  if (error.code === 'certificate_name_claims') return texts.certificates_name_claims()
  return problemWords(error.code, undefined) ?? texts.certificates_failed()
}
