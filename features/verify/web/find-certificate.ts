// Loads a certificate's JSON, its log and the policy of witnesses from this site. A user's input is a code, the address
// of a certificate's page on this site, or the JSON itself.
import { readCertificateCode } from '#values/text/certificate-code.ts'
import { isUrl } from '#values/text/is-url.ts'
import { certificateMaxLength } from './certificate-file.ts'
import type { PublishedLog } from './check-certificate.ts'
import type { Bytes } from './merkle-check.ts'
import { policyMaxLength } from './policy-check.ts'

/**
 * Reasons why no JSON was loaded. `unclear`: the input is no code or address. `elsewhere`: the address is on
 * another site. `not_found`: the code is unknown. `no_answer`: the server did not send the certificate.
 */
export type LoadProblem = 'unclear' | 'elsewhere' | 'not_found' | 'no_answer'

export type LoadResult =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing'; readonly reason: LoadProblem }

/** Loads the JSON. `origin` is this site's origin. Sends no request to another site. */
export async function findCertificate(input: string, origin: string): Promise<LoadResult> {
  const text = input.trim()
  if (text.startsWith('{')) return { kind: 'text', text }
  const code = codeIn(text, origin)
  if (code === 'elsewhere' || code === 'unclear') return { kind: 'missing', reason: code }
  try {
    const answer = await fetch(`/c/${code.code}.json`, { credentials: 'omit' })
    if (answer.status === 404) return { kind: 'missing', reason: 'not_found' }
    if (!answer.ok) return { kind: 'missing', reason: 'no_answer' }
    return { kind: 'text', text: (await answer.text()).slice(0, certificateMaxLength + 1) }
  } catch {
    return { kind: 'missing', reason: 'no_answer' }
  }
}

/** Returns the code in a text that is a code, or the address of a certificate on this site. */
export function codeIn(
  text: string,
  origin: string,
): { readonly code: string } | 'unclear' | 'elsewhere' {
  const inputCode = readCertificateCode(text)
  if (inputCode !== null) return { code: inputCode }
  if (!isUrl(text)) return 'unclear'
  const address = new URL(text)
  const [, codeText = ''] = /^\/c\/([^/]+?)(?:\.(?:json|pdf|png))?\/?$/.exec(address.pathname) ?? []
  const code = readCertificateCode(codeText)
  if (code === null) return 'unclear'
  return address.origin === origin ? { code } : 'elsewhere'
}

/** Maximum number of previous logs that `findLog` loads. */
const previousLogsMax = 20

/**
 * Loads logs until the name in a log's key is `origin`. A restored database has a new log, so a certificate
 * may belong to a previous one. If no log has that origin, returns the current log, whose key then verifies
 * no signature.
 */
export async function findLog(origin: string): Promise<PublishedLog> {
  const current = await loadLog('/log')
  if (isOfOrigin(current, origin)) return current
  for (let number = 1; number <= previousLogsMax; number += 1) {
    const previous = await loadLog(`/log/${number}`).catch(() => null)
    if (previous === null) break
    if (isOfOrigin(previous, origin)) return previous
  }
  return current
}

/** Returns true if a log's key has this name, which is the origin in its checkpoints. */
export function isOfOrigin({ key }: PublishedLog, origin: string): boolean {
  return key?.startsWith(`${origin}+`) ?? false
}

/** Address of the site's policy of witnesses. */
export const policyPath = '/log/policy'

/** Loads the site's policy of witnesses. Returns null if the site has none. Throws if it cannot be loaded. */
export async function findPolicy(): Promise<string | null> {
  const answer = await fetch(policyPath, { credentials: 'omit' })
  if (answer.status === 404) return null
  if (!answer.ok) throw new Error(`${policyPath} answers ${answer.status}`)
  return (await answer.text()).slice(0, policyMaxLength + 1)
}

/** Loads a log's key and current checkpoint. Throws if the key cannot be loaded. */
async function loadLog(address: string): Promise<PublishedLog> {
  const [key, checkpoint] = await Promise.all([
    fetchOrThrow(`${address}/key`).then((answer) => answer.text()),
    fetchOrThrow(`${address}/checkpoint`)
      .then((answer) => answer.text())
      .catch(() => null),
  ])
  const readTile = async (name: string): Promise<Bytes> =>
    new Uint8Array(await (await fetchOrThrow(`${address}/tile/${name}`)).arrayBuffer())
  return { key: key.trim(), checkpoint, readTile }
}

async function fetchOrThrow(address: string): Promise<Response> {
  const answer = await fetch(address, { credentials: 'omit' })
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`)
  return answer
}
