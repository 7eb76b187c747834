// Tests over HTTP the checks before every route: origin, size, type, signature, body.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Person } from '#tests/support/people/person.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let test: TestApp
let person: Person
beforeAll(async () => {
  test = await startTestApp()
  person = await new Person(test.url).signIn()
})
afterAll(() => test.close())

const unknown = 'CP-2222-2222-2222'

describe('the origin of an unsafe call', () => {
  it.each([
    [{ 'sec-fetch-site': 'same-origin' }, 204],
    [{ 'sec-fetch-site': 'none' }, 204],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{}, 204],
  ])('%j answers %d', async (headers, status) => {
    const answer = await new Person(test.url).call('POST', '/api/auth/logout', undefined, headers)
    expect(answer.status).toBe(status)
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('is required with %s', async (method) => {
    const headers = { 'sec-fetch-site': 'cross-site' }
    for (const path of ['/api/profile', '/api/nothing', '/passkit/v1/log']) {
      const answer = await person.call(method, path, undefined, headers)
      expect(answer).toMatchObject({ status: 403, body: { code: 'wrong_origin' } })
    }
  })

  it.each(['GET', 'HEAD', 'OPTIONS'])('is not required with %s', async (method) => {
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect((await person.call(method, '/api/auth/me', undefined, headers)).status).not.toBe(403)
  })

  it('may be localhost or 127.0.0.1 on our own port, and no other port', async () => {
    const { port } = new URL(test.url)
    const from = async (origin: string) =>
      (await new Person(test.url).call('POST', '/api/auth/logout', undefined, { origin })).status
    expect(await from(`http://localhost:${port}`)).toBe(204)
    expect(await from(`http://127.0.0.1:${port}`)).toBe(204)
    expect(await from('http://localhost:1')).toBe(403)
    expect(await from(`https://localhost:${port}`)).toBe(403)
  })
})

describe('the order of checks', () => {
  const path = '/api/tokens/cancelPin'
  const own = { 'sec-fetch-site': 'same-origin' }

  it('is the one of the first failed check', async () => {
    const shape = JSON.stringify({ txId: 5 })
    const stranger = new Person(test.url)
    const long = `${path}?x=${'y'.repeat(2_100)}`
    const big = ' '.repeat(20_000)
    const text = { ...own, 'content-type': 'text/plain' }
    const nonce = `${Date.now()}.${randomUUID()}`
    const signed = (body: string, key?: string) =>
      person.signedText(path, body, { nonce, ...(key === undefined ? {} : { key }) })
    const answers = [
      await stranger.call('POST', long, big, { ...text, 'sec-fetch-site': 'cross-site' }),
      await stranger.call('POST', long, big, text),
      await stranger.call('POST', path, big, text),
      await stranger.call('POST', path, big, own),
      await stranger.call('POST', path, '{', own),
      await person.call('POST', path, '{', own),
      await signed(shape, 'k'.repeat(256)),
      await signed(shape),
    ]
    expect(answers.map(({ body }) => body.code)).toEqual([
      'wrong_origin',
      'address_too_long',
      'not_json',
      'body_too_large',
      'unauthenticated',
      'bad_signature',
      'bad_request',
      'replayed',
    ])
  })
})

describe('size, type and shape', () => {
  it('refuses more than 16 KiB', async () => {
    const answer = await person.post('/api/auth/request-otp', { phone: 'x'.repeat(17_000) })
    expect(answer).toMatchObject({ status: 413, body: { code: 'body_too_large' } })
  })

  it('takes 16 KiB to the byte, addresses of 2 KiB and keys of 255 characters', async () => {
    const profile = (bytes: number) => `{"nickname":null${' '.repeat(bytes - 17)}}`
    const change = (bytes: number) => person.call('PATCH', '/api/profile', profile(bytes))
    expect([(await change(16_384)).status, (await change(16_385)).status]).toEqual([200, 413])
    const path = '/api/projects/?q='
    const find = (length: number) => person.get(path.padEnd(length, 'x'))
    expect([(await find(2_048)).status, (await find(2_049)).status]).toEqual([400, 414])
    const claim = (key: string) => person.complete(unknown, { key })
    expect((await claim('k'.repeat(255))).status).toBe(404)
    expect((await claim('k'.repeat(256))).status).toBe(400)
  })

  it('refuses a body that is not JSON', async () => {
    const headers = { 'content-type': 'text/plain' }
    const answer = await person.call('POST', '/api/auth/request-otp', '{}', headers)
    expect(answer).toMatchObject({ status: 415, body: { code: 'not_json' } })
  })

  it.each([
    '{',
    '[1',
    '"\\ud800',
    '{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":1}}}}}}}}}',
    '\u0000',
    '{"a":"\\ud800"}',
    '{"\\u0000":1}',
  ])('refuses %s', async (body) => {
    const answer = await person.call('PATCH', '/api/profile', body)
    expect(answer.status).toBe(400)
  })

  it.each(['/api/projects/?q=%00', '/api/projects/%zz', '/dev/messages?to=a&to=b'])(
    'refuses %s in the shape of errors',
    async (path) => {
      const answer = await person.get(path)
      expect(answer).toMatchObject({ status: 400, body: { code: 'bad_request' } })
    },
  )

  it('ignores unknown fields, prototypes included', async () => {
    const body = '{"nickname":"Grace","__proto__":{"admin":true},"constructor":1}'
    const answer = await person.call('PATCH', '/api/profile', body)
    expect(answer.body.nickname).toBe('Grace')
  })

  it('answers unknown addresses in the shape of errors', async () => {
    const answer = await person.get('/api/nothing')
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(Object.keys(answer.body).sort()).toEqual(['code', 'error', 'request_id'])
  })
})

describe('the body of a signed call', () => {
  const refusal = { status: 400, body: { code: 'bad_request' } }

  it.each([
    `{"txId":"${unknown}","txId":"CP-3333-3333-3333"}`,
    `{"txId":"${unknown}","\\u0074xId":"CP-3333-3333-3333"}`,
    `{"txId":"${unknown}","more":[{"a":1,"b":{"c":1, "c" :2}}]}`,
    `{"txId":"${unknown}","__proto__":1,"__proto__":2}`,
  ])('has no name twice: %s', async (text) => {
    expect(await person.signedText('/api/tokens/validatePin', text)).toMatchObject(refusal)
  })

  it.each([
    `{"txId":"${unknown}","more":[{"a":1},{"a":2}]}`,
    `{"txId":"${unknown}","a":"\\"a\\":1,","b":["a:",":"],"c":{}}`,
  ])('may use one name in two places: %s', async (text) => {
    expect((await person.signedText('/api/tokens/validatePin', text)).status).toBe(404)
  })

  it('is accepted once: the same bytes again are a replay', async () => {
    const nonce = `${Date.now()}.${'c'.repeat(22)}`
    const send = () => person.signedText('/api/tokens/validatePin', '{"txId":', { nonce })
    expect(await send()).toMatchObject(refusal)
    expect(await send()).toMatchObject({ status: 401, body: { code: 'replayed' } })
  })
})

describe('a signature', () => {
  it('is valid for its own request', async () => {
    expect((await person.complete(unknown)).status).toBe(404)
  })

  it.each([
    ['x-terminal-id', 'web_other'],
    ['x-nonce', `${Date.now()}.${'a'.repeat(22)}`],
    ['x-nonce', 'soon'],
    ['x-signature', `v1=${'0'.repeat(64)}`],
    ['x-signature', ''],
    ['idempotency-key', 'another'],
  ])('is refused with another %s', async (name, value) => {
    const answer = await person.complete(unknown, {
      key: randomUUID(),
      tamper: (headers) => {
        headers[name] = value
      },
    })
    expect(answer.status).toBe(401)
    expect(answer.body.code).toBe('bad_signature')
  })

  it('is refused for another path, method and body', async () => {
    const signedHeaders = async (path: string, body: unknown) => {
      const signed: Record<string, string> = {}
      await person.signed(path, body, {
        tamper(headers) {
          Object.assign(signed, headers)
          // A request with a wrong signature does not use up its nonce.
          headers['x-signature'] = `v1=${'0'.repeat(64)}`
        },
      })
      return signed
    }
    const body = { txId: unknown }
    const text = JSON.stringify(body)
    const own = '/api/tokens/validatePin'
    const plan = { id: 'PL-2222-2222-2222' }
    for (const [method, path, sent, signed] of [
      ['POST', '/api/tokens/cancelPin', text, await signedHeaders(own, body)],
      ['POST', `${own}?x=1`, text, await signedHeaders(own, body)],
      ['POST', own, text.replace('2', '3'), await signedHeaders(own, body)],
      ['DELETE', '/api/plans', JSON.stringify(plan), await signedHeaders('/api/plans', plan)],
    ] as const) {
      const answer = await person.call(method, path, sent, signed)
      expect([path, answer.status]).toEqual([path, 401])
      expect([path, answer.body.code]).toEqual([path, 'bad_signature'])
    }
    const unchanged = await person.call('POST', own, text, await signedHeaders(own, body))
    expect(unchanged.status).toBe(404)
  })

  it.each([
    [-61_000, 'stale_signature'],
    [11_000, 'stale_signature'],
  ])('of %d ms is refused', async (offset, code) => {
    const nonce = `${Date.now() + offset}.${'c'.repeat(22)}`
    expect((await person.complete(unknown, { nonce })).body.code).toBe(code)
  })

  it.each([-45_000, 7_000])('of %d ms is valid', async (offset) => {
    const nonce = `${Date.now() + offset}.${randomUUID()}`
    expect((await person.complete(unknown, { nonce })).status).toBe(404)
  })

  it('is used up by a request that is refused for another reason', async () => {
    const refused = (nonce: string) => person.reserve({ is_reward: 1, batchId: null }, { nonce })
    const misshapen = (nonce: string) =>
      person.signed('/api/tokens/cancelPin', { txId: 5 }, { nonce })
    for (const [ask, status] of [
      [refused, 403],
      [misshapen, 400],
    ] as const) {
      const nonce = `${Date.now()}.${randomUUID()}`
      expect((await ask(nonce)).status).toBe(status)
      expect((await ask(nonce)).body.code).toBe('replayed')
    }
  })

  it('is refused with the terminal of another session', async () => {
    const other = await new Person(test.url).signIn()
    other.terminal = person.terminal
    expect((await other.complete(unknown)).body.code).toBe('bad_signature')
  })
})

describe('headers', () => {
  it.each(['/health/live', '/api/auth/me', '/passport/me', '/api/nothing', '/dev/messages'])(
    'of %s',
    async (path) => {
      const { headers } = await person.get(path)
      const policy = headers.get('content-security-policy')?.split(';')
      for (const ours of ['script-src', 'style-src', 'connect-src', 'form-action']) {
        expect(policy).toContain(`${ours} 'self'`)
      }
      for (const nobodys of ['default-src', 'base-uri', 'frame-ancestors']) {
        expect(policy).toContain(`${nobodys} 'none'`)
      }
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('cache-control')).toBe('no-store')
    },
  )
})

describe('an address that is no text, or has an endless part', () => {
  it.each(['/%ff', '/api/%zz', '/passport/pass/%ff', `/passkit/v1/passes/p/${'9'.repeat(300)}`])(
    'is refused as any other: %s',
    async (path) => {
      const { status, body, headers } = await new Person(test.url).get(path)
      expect([400, 401]).toContain(status)
      expect(body).toMatchObject({ error: expect.any(String), request_id: expect.any(String) })
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    },
  )

  it('gets 401 without a session', async () => {
    const { status } = await new Person(test.url).get(`/api/batches/${'9'.repeat(300)}`)
    expect(status).toBe(401)
    expect((await person.get(`/api/batches/${'9'.repeat(300)}`)).status).toBe(404)
  })
})
