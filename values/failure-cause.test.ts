// Tests that each way in which a call to another service fails is named, on connections that fail so.
import { once } from 'node:events'
import { createServer as createSecureServer, get } from 'node:https'
import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { issueCertificate, newKeyPair } from '#providers/wallet-pass/issue-certificate.ts'
import { failureCode, failureReason, failureWords } from './failure-cause.ts'

const dayMs = 86_400_000
const servers: Server[] = []
let closedPort: number
beforeAll(async () => {
  closedPort = await portOf(createServer())
  servers.pop()?.close()
})
afterAll(() => {
  for (const server of servers) server.close()
})

async function portOf(server: Server): Promise<number> {
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Returns the error of a fetch from a server that does this with each connection. */
async function errorOf(answer: (socket: Socket) => void, timeoutMs?: number): Promise<unknown> {
  const port = await portOf(createServer(answer))
  return failedFetch(`http://127.0.0.1:${port}`, timeoutMs)
}

async function failedFetch(address: string, timeoutMs = 30_000): Promise<unknown> {
  return fetch(address, { signal: AbortSignal.timeout(timeoutMs) }).then(
    () => 'it answered',
    (error: unknown) => error,
  )
}

/** Returns the error of a call to a server with a self-signed certificate, which is trusted or not. */
async function certificateError(endsInDays: number, isTrusted: boolean): Promise<unknown> {
  const { publicKey, privateKey } = await newKeyPair()
  const name = { CN: 'elsewhere.example' }
  const now = Date.now()
  const certificate = await issueCertificate({
    subject: name,
    publicKey,
    issuer: { name, privateKey },
    isAuthority: true,
    from: new Date(now - 30 * dayMs),
    to: new Date(now + endsInDays * dayMs),
  })
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', privateKey)).toString('base64')
  const key = `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----\n`
  const port = await portOf(createSecureServer({ cert: certificate, key }))
  const request = get(`https://127.0.0.1:${port}`, isTrusted ? { ca: certificate } : {})
  const [error] = await once(request, 'error')
  return new TypeError('fetch failed', { cause: error })
}

it.each([
  [
    'no server',
    () => failedFetch(`http://127.0.0.1:${closedPort}`),
    'ECONNREFUSED',
    /^nothing accepts/,
  ],
  [
    'an unknown name',
    () => failedFetch('http://rates.invalid'),
    'ENOTFOUND',
    /^its name has no address/,
  ],
  [
    'no answer in time',
    () => errorOf(() => undefined, 100),
    'ETIMEDOUT',
    /^it did not answer in time/,
  ],
  [
    'a connection that breaks',
    () => errorOf((socket) => socket.resetAndDestroy()),
    'ECONNRESET',
    /^it broke/,
  ],
  [
    'a connection that ends',
    () => errorOf((socket) => socket.end()),
    'UND_ERR_SOCKET',
    /^it broke/,
  ],
  [
    'an expired certificate',
    () => certificateError(-1, true),
    'CERT_HAS_EXPIRED',
    /^its certificate has expired/,
  ],
  [
    'a certificate for another name',
    () => certificateError(30, true),
    'ERR_TLS_CERT_ALTNAME_INVALID',
    /^its certificate is for another name/,
  ],
  [
    'a certificate of its own',
    () => certificateError(30, false),
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    /^no authority/,
  ],
])('%s is named with its code', async (_, failure, code, words) => {
  const error = await failure()
  expect(failureWords(error)).toMatch(words)
  expect(failureWords(error)).toContain(`(${code})`)
  expect(failureCode(error)).toBe(code)
})

it('the first of several addresses is named, where the error itself has no message', () => {
  const refused = Object.assign(new Error(''), { code: 'ECONNREFUSED' })
  const error = new TypeError('fetch failed', { cause: new AggregateError([refused]) })
  expect(failureWords(error)).toBe('nothing accepts connections there (ECONNREFUSED)')
})

it('the sentence of another error stays, whatever caused it', () => {
  const error = new Error('The file has no rates.', { cause: new SyntaxError('Unexpected token') })
  expect(failureWords(error)).toBe('The file has no rates.')
  expect(failureCode(error)).toBeUndefined()
  expect(failureWords('a text')).toBe('a text')
})

it('a stored reason names a known cause, otherwise kind and code, and has no message', () => {
  const refused = Object.assign(new Error('to +447400100200'), { code: 'ECONNREFUSED' })
  const unknown = new Error('no answer', { cause: refused })
  expect(failureReason(unknown)).toBe('nothing accepts connections there (ECONNREFUSED)')
  const answered = Object.assign(new Error('to +447400100200'), { code: '21211' })
  answered.name = 'MessageRefused'
  expect(failureReason(answered)).toBe('MessageRefused (21211)')
  expect(failureReason(new TypeError('to +447400100200'))).toBe('TypeError')
  expect(failureReason('+447400100200')).toBe('unknown')
})

it('a cause that contains itself ends', () => {
  const error = new Error('fetch failed')
  error.cause = error
  expect(failureWords(error)).toBe('Error: fetch failed')
})
