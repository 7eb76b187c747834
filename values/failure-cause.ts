// Names the cause of a failed call to another service in words for operators. `fetch` rejects with
// "fetch failed" only, and nests the cause.

const late = 'it did not answer in time'
const ended = 'it broke the connection off'
const unreached = 'this machine has no route to it'
const untrusted = 'no authority that this machine trusts has signed its certificate'

/** Words by the code of Node.js, OpenSSL or undici, which is the client of `fetch`. */
const wordsByCode: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name has no address in DNS',
  EAI_AGAIN: 'the DNS server of this machine does not answer',
  ECONNREFUSED: 'nothing accepts connections there',
  ECONNRESET: ended,
  EPIPE: ended,
  UND_ERR_SOCKET: ended,
  EHOSTUNREACH: unreached,
  ENETUNREACH: unreached,
  EADDRNOTAVAIL: unreached,
  ETIMEDOUT: late,
  ABORT_ERR: late,
  UND_ERR_CONNECT_TIMEOUT: late,
  UND_ERR_HEADERS_TIMEOUT: late,
  UND_ERR_BODY_TIMEOUT: late,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet, or the clock of this machine is slow',
  CERT_REVOKED: 'its certificate was revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS there',
}

/** Maximum depth of nested causes, in case one contains itself. */
const depthMax = 8

/**
 * Returns words for the cause whose code is known, with that code. Otherwise the first message that says
 * something.
 */
export function failureWords(error: unknown): string {
  const message = causesOf(error)
    .map((each) => each.message)
    .find((each) => !saysNothing(each))
  return knownWords(error) ?? message ?? failureCode(error) ?? String(error)
}

/** Returns true for a message that names no cause, such as that of `fetch`. */
export const saysNothing = (message: string) => /^(?:fetch failed)?$/.test(message)

/** Returns words for the first cause whose code is known, with that code. */
function knownWords(error: unknown): string | undefined {
  const known = causesOf(error)
    .map(codeOf)
    .find((code) => code !== undefined && wordsByCode[code] !== undefined)
  return known === undefined ? undefined : `${wordsByCode[known]} (${known})`
}

/**
 * Returns the failure for a stored row: words for a known cause, otherwise the error's name and code. Without
 * its message, which may contain personal data.
 */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = failureCode(error)
  return knownWords(error) ?? (code === undefined ? error.name : `${error.name} (${code})`)
}

/** Returns the first code of an error and its causes, such as `ECONNREFUSED`. Undefined without one. */
export function failureCode(error: unknown): string | undefined {
  return causesOf(error)
    .map(codeOf)
    .find((code) => code !== undefined)
}

function codeOf(error: Error): string | undefined {
  // The `code` of a DOMException is a number.
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'ETIMEDOUT'
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Returns the error, then its `cause`, the first of several addresses' errors, or Stripe's `detail`. */
function causesOf(error: unknown): readonly Error[] {
  const chain: Error[] = []
  let next = error
  while (next instanceof Error && chain.length < depthMax) {
    chain.push(next)
    const [first] = next instanceof AggregateError ? next.errors : []
    const detail = 'detail' in next ? next.detail : undefined
    next = [next.cause, first, detail].find((each) => each instanceof Error)
  }
  return chain
}
