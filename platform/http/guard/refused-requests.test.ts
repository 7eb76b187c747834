// Tests the refusals before any route: addresses, methods and bytes that are no valid request.
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerClientError } from '#platform/http/client-error.ts'
import { Person } from '#tests/support/people/person.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let test: TestApp
let person: Person
beforeAll(async () => {
  test = await startTestApp()
  person = await new Person(test.url).signIn()
})
afterAll(() => test.close())

/** Sends bytes as they are and answers all that comes back until the server hangs up. */
function sendText(text: string): Promise<string> {
  const socket = connect(Number(new URL(test.url).port), '127.0.0.1')
  socket.write(text)
  return textOf(socket)
}

it.each(['/', '/api/projects', '/health/live', '/nowhere'])(
  'refuses %s with an address of more than 2 KiB',
  async (path) => {
    const addressOf = (length: number) => `${path}?q=`.padEnd(length, 'a')
    const long = await person.get(addressOf(2_049))
    expect(long).toMatchObject({ status: 414, body: { code: 'address_too_long' } })
    expect((await person.get(addressOf(2_048))).status).not.toBe(414)
  },
)

/** Returns the rest of a request whose body `{}` has this coding. */
const chunkedBody = (coding: string) =>
  `Connection: close\r\nTransfer-Encoding: ${coding}\r\n\r\n2\r\n{}\r\n0\r\n\r\n`

it.each([
  [`GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(17_000)}\r\n\r\n`, 431, 'headers_too_large'],
  ['this is no request\r\n\r\n', 400, 'bad_request'],
  ['GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'bad_request'],
  ['GET / HTTP/1.1\r\nHost: x\r\nhost: y\r\nConnection: close\r\n\r\n', 400, 'bad_request'],
  ['GET / HTTP/1.0\r\nHost: x\r\nHost: x\r\n\r\n', 400, 'bad_request'],
  ['GET / HTTP/0.9\r\nHost: x\r\nConnection: close\r\n\r\n', 400, 'bad_request'],
  ['GET / HTTP/0.9\r\nConnection: close\r\n\r\n', 400, 'bad_request'],
  ['GET /\r\n\r\n', 400, 'bad_request'],
  ['GET / HTTP/2.0\r\nHost: x\r\nConnection: close\r\n\r\n', 400, 'bad_request'],
  ['GET * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 400, 'bad_request'],
  ['GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400, 'bad_request'],
  ['GET / HTTP/1.1\r\nHost: user@x\r\nConnection: close\r\n\r\n', 400, 'bad_request'],
  ['GET / HTTP/1.1\r\nHost: x/y\r\nConnection: close\r\n\r\n', 400, 'bad_request'],
  [`POST / HTTP/1.1\r\nHost: x\r\n${chunkedBody('gzip, chunked')}`, 400, 'bad_request'],
  [`POST / HTTP/1.0\r\nHost: x\r\n${chunkedBody('chunked')}`, 400, 'bad_request'],
  ['DESCRIBE / RTSP/1.0\r\nHost: x\r\nConnection: close\r\n\r\n', 404, 'not_found'],
  ['GET /api/nowhere HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'bad_request'],
])('answers bytes that are no request in the shape of errors', async (text, status, code) => {
  const [head = '', body = ''] = (await sendText(text)).split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(head).toContain('cache-control: no-store')
  const refusal = JSON.parse(body)
  expect(refusal).toMatchObject({ error: expect.any(String), code })
  expect(head).toContain(`x-request-id: ${refusal.request_id}`)
})

it.each(['gzip', 'identity', 'xchunked', 'chunked;x=1', '"chunked"'])(
  'answers a body in the coding %s once and hangs up, whatever follows it',
  async (coding) => {
    const next = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n'
    const head = `POST /api/auth/logout HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: ${coding}\r\n\r\n`
    const answers = await sendText(head + next)
    expect(answers.match(/^HTTP\/1\.1 .*$/gm)).toEqual(['HTTP/1.1 400 Bad Request'])
    expect(answers).toMatch(/^connection: close\r$/im)
  },
)

it.each(['x', 'a_b.example:8080', '[::1]:3000', '127.0.0.1', ''])(
  'answers the host %j, with a body in chunks',
  async (host) => {
    const head = `POST /api/auth/logout HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n`
    expect(await sendText(head + chunkedBody('Chunked'))).toMatch(/^HTTP\/1\.1 204 /)
  },
)

it.each(['//', '//?language=nl', '//evil.example/', '/?language=%FF'])(
  'answers the odd address %s as a page',
  async (address) => {
    const answer = await sendText(`GET ${address} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 (200|302|400|404) /)
  },
)

it.each([
  ['GET', '/api/tokens/getPin', 'POST'],
  ['PUT', '/api/projects/', 'GET, HEAD'],
  ['PUT', '/api/profile', 'DELETE, PATCH'],
  ['OPTIONS', '/passport/me', 'GET, HEAD'],
])('refuses %s %s and names %s', async (method, path, allowed) => {
  const answer = await person.call(method, path)
  expect(answer).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } })
  expect(answer.headers.get('allow')).toBe(allowed)
})

it.each(['gzip', 'br', 'compress, gzip', 'identity, gzip', ''])(
  'refuses a body with the coding "%s", and changes nothing',
  async (coding) => {
    const headers = { 'content-encoding': coding }
    const answer = await person.call('PATCH', '/api/profile', { nickname: 'Coded' }, headers)
    expect(answer).toMatchObject({ status: 415, body: { code: 'not_json' } })
    expect((await person.get('/passport/me')).body.nickname).not.toBe('Coded')
  },
)

it('takes a body whose coding is named as none', async () => {
  const headers = { 'content-encoding': 'Identity' }
  const answer = await person.call('PATCH', '/api/profile', { nickname: 'Plain' }, headers)
  expect(answer).toMatchObject({ status: 200, body: { nickname: 'Plain' } })
})

it('refuses a QUERY without a content type', async () => {
  const answer = await person.call('QUERY', '/api/batches')
  expect(answer).toMatchObject({ status: 415, body: { code: 'not_json' } })
})

describe('an address with a NUL or an invalid encoding', () => {
  it.each([
    '/passkit/v1/devices/a%00b/registrations/pass.example.passport',
    '/api/projects/%00',
    '/api/batches/a%00',
    '/passport/pass/%00',
    '/c/%00',
    '/assets/%00.js',
    '/app/%00',
    '/?language=%00',
    '/api/projects/?q=a%00',
    '/api/projects/%ff',
    '/app/%c0%80',
    '/%',
  ])('%s is refused before any route reads it', async (path) => {
    expect(await person.get(path)).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  })
})

it.each([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408, 'request_timeout'],
  ['HPE_HEADER_OVERFLOW', 431, 'headers_too_large'],
  ['HPE_INVALID_METHOD', 400, 'bad_request'],
])('bytes that are no request for %s are answered %i %s', async (why, status, code) => {
  const server = createServer((socket) =>
    answerClientError(Object.assign(new Error(), { code: why }), socket),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const [answer] = await once(connect(port, '127.0.0.1'), 'data')
  expect(String(answer)).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*"code":"${code}"`))
  server.close()
})

it('a slow client has as much time as the limits allow, and no more', () => {
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = test.app.server
  expect([headersTimeout, requestTimeout, timeout]).toEqual([5_000, 15_000, 30_000])
  // Longer than a proxy keeps its own: it never sends into one that closes.
  expect(keepAliveTimeout).toBe(65_000)
})

it('a range request of a file gets the whole file', async () => {
  const whole = await person.get('/plain.css')
  expect(whole.status).toBe(200)
  const ranges = [
    '9-1',
    '-',
    '-0',
    'a-b',
    '99999999-',
    '0-1',
    '0-0,2-3',
    '-5,-',
    '0-1,'.repeat(400),
  ]
  for (const range of ranges.map((each) => `bytes=${each}`)) {
    const answer = await person.call('GET', '/plain.css', undefined, { range })
    expect([range, answer.status]).toEqual([range, 200])
    expect(answer.body).toBe(whole.body)
  }
})

it('a file is refused to a client with If-Match, and has no date to compare with', async () => {
  const get = (headers: Record<string, string>) =>
    person.call('GET', '/plain.css', undefined, headers)
  const refused = await get({ 'if-match': '"a"' })
  expect(refused).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  const since = { 'if-unmodified-since': new Date(0).toUTCString() }
  expect((await get(since)).status).toBe(200)
})

it('an upload that breaks off is no fault of the server', async () => {
  const socket = connect(Number(new URL(test.url).port), '127.0.0.1')
  const head = 'POST /api/auth/request-otp HTTP/1.1\r\nHost: x\r\nContent-Type: application/json'
  socket.write(`${head}\r\nContent-Length: 40\r\n\r\n{"phone":`)
  const [request] = await once(test.app.server, 'request')
  const isOver = new Promise((resolve) => request.once('close', resolve))
  socket.destroy()
  await isOver
  expect((await person.get('/api/auth/me')).status).toBe(200)
  expect(test.logged.filter((line) => /"level":(50|60)/.test(line))).toEqual([])
})
