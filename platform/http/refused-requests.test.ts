// What is refused before any route looks at it: addresses, methods and bytes that are no request.
import { connect } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { Person } from '#tests/support/person.ts'

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

it.each([
  [`GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(17_000)}\r\n\r\n`, 431, 'headers_too_large'],
  ['this is no request\r\n\r\n', 400, 'bad_request'],
])('refuses what never becomes a request in the shape of errors', async (text, status, code) => {
  const [head = '', body = ''] = (await sendText(text)).split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(head).toContain('cache-control: no-store')
  expect(JSON.parse(body)).toEqual({
    error: expect.any(String),
    code,
    request_id: expect.any(String),
  })
})

it.each([
  ['GET', '/api/tokens/getPin', 'POST'],
  ['PUT', '/api/projects/', 'GET, HEAD'],
  ['DELETE', '/api/profile', 'PATCH'],
  ['OPTIONS', '/passport/me', 'GET, HEAD'],
])('refuses %s %s and names %s', async (method, path, allowed) => {
  const answer = await person.call(method, path)
  expect(answer).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } })
  expect(answer.headers.get('allow')).toBe(allowed)
})

it('refuses a question (QUERY) that does not say what it holds', async () => {
  const answer = await person.call('QUERY', '/api/batches')
  expect(answer).toMatchObject({ status: 415, body: { code: 'not_json' } })
})
