// Finds the text of a certificate from a typed, pasted or dropped input: a code, an address of its
// page on this site, or the JSON itself.

import { readCertificateCode } from '#values/text/certificate-code.ts'
import { isUrl } from '#values/text/is-url.ts'
import { certificateMaxLength } from './certificate-file.ts'

/**
 * Why there is no text: the input names no certificate, names another site, no such page exists, or
 * no answer arrived.
 */
export type Missing = 'unclear' | 'elsewhere' | 'not_found' | 'no_answer'

export type Found =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing'; readonly why: Missing }

/** Returns the text. `origin` is this site's own; no other site is asked. */
export async function findCertificate(typed: string, origin: string): Promise<Found> {
  const text = typed.trim()
  if (text.startsWith('{')) return { kind: 'text', text }
  const code = codeIn(text, origin)
  if (code === 'elsewhere' || code === 'unclear') return { kind: 'missing', why: code }
  try {
    const answer = await fetch(`/c/${code.code}.json`, { credentials: 'omit' })
    if (answer.status === 404) return { kind: 'missing', why: 'not_found' }
    if (!answer.ok) return { kind: 'missing', why: 'no_answer' }
    return { kind: 'text', text: (await answer.text()).slice(0, certificateMaxLength + 1) }
  } catch {
    return { kind: 'missing', why: 'no_answer' }
  }
}

/** Returns the code that a text names. */
export function codeIn(
  text: string,
  origin: string,
): { readonly code: string } | 'unclear' | 'elsewhere' {
  const own = readCertificateCode(text)
  if (own !== null) return { code: own }
  if (!isUrl(text)) return 'unclear'
  const address = new URL(text)
  const [, named = ''] = /^\/c\/([^/]+?)(?:\.(?:json|pdf|png))?\/?$/.exec(address.pathname) ?? []
  const code = readCertificateCode(named)
  if (code === null) return 'unclear'
  return address.origin === origin ? { code } : 'elsewhere'
}
