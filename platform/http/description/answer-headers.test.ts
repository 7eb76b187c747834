// Tests the headers of every answer for API clients: its id, the invalid field, whether it is a
// repeat, and the limits left (docs/product.md#rules-of-the-api).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { newPartner } from '#tests/support/people/partner.ts'
import { cardOrder, newPhone, Person } from '#tests/support/people/person.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let test: TestApp
let person: Person
beforeAll(async () => {
  test = await startTestApp({ LIMITS_ON_LOOPBACK: '1', WELCOME_CREDIT: '0' })
  person = await new Person(test.url).signIn()
})
afterAll(() => test.close())

it.each([
  '/health/live',
  '/api/batches',
  '/api/batches/none',
  '/api/nowhere',
  '/api/docs',
  '/api/openapi.json',
  '/log/key',
  '/%ff',
  '/',
])('%s has its id in a header', async (path) => {
  const { headers, body } = await person.get(path)
  const id = headers.get('x-request-id')
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  if (body.code !== undefined) expect(body.request_id).toBe(id)
})

it.each([
  ['POST', '/api/auth/request-otp', {}, 'phone'],
  ['POST', '/api/auth/request-otp', { phone: '12' }, 'phone'],
  ['POST', '/api/auth/verify-otp', { phone: newPhone(), code: 5 }, 'code'],
  ['POST', '/api/auth/verify-otp', { phone: newPhone(), code: '000000' }, 'code'],
  ['PATCH', '/api/profile', { nickname: '<b>' }, 'nickname'],
  ['GET', '/api/batches?limit=0', undefined, 'limit'],
  ['GET', '/api/tokens/transaction/fx/latest?from=EUR&to=x', undefined, 'to'],
  ['PATCH', '/api/profile', 'not json', null],
])('%s %s with %j names the invalid field', async (method, path, sent, field) => {
  const { status, body } = await person.call(method, path, sent)
  expect([status, body.field]).toEqual([400, field])
})

it.each([
  [{ batchId: 'none', count: 1 }, 'batchId'],
  [{ count: 0 }, 'count'],
  [{ count: 'one' }, 'count'],
  [{ count: 1, is_gift: 1, telephone: 'x' }, 'telephone'],
  [{ count: 1, is_gift: 1, telephone: '+447400000001', note: 'x'.repeat(256) }, 'note'],
  [{ count: 1, note: 'my card: 4242 4242 4242 4242' }, 'note'],
  [{ count: 1, more: { texts: ['', '4242424242424242'] } }, 'more.texts.1'],
  [{ count: 1, more: { '4242 4242 4242 4242': 1 } }, 'more'],
  [{ count: 1, '4242 4242 4242 4242': 1 }, null],
])('an order with %j names the invalid field', async (wrong, field) => {
  const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
  const order = { ...cardOrder(batch, 1, await person.cardToken()), ...wrong }
  const { status, body } = await person.reserve(order)
  expect([status, body.field]).toEqual([400, field])
})

it('a field within a field is named with its place', async () => {
  const message = { to: person.phone, templateKey: 'purchase_success', variables: {} }
  const { status, body } = await person.signed('/api/notify', message)
  expect([status, body.field]).toEqual([400, 'variables.txId'])
})

it('a repeated answer is marked: of a partner, and of each step of a purchase', async () => {
  const replayed = ({ headers }: { headers: Headers }) => headers.get('idempotency-replayed')
  const partner = await newPartner(test.services, test.url)
  const key = randomUUID()
  const credit = () => partner.credit(person.phone, 5, 'GBP', { key })
  expect([replayed(await credit()), replayed(await credit())]).toEqual([null, 'true'])

  const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
  const order = cardOrder(batch, 100, await person.cardToken())
  const reserve = () => person.reserve(order, { key })
  const reserved = await reserve()
  expect([replayed(reserved), replayed(await reserve())]).toEqual([null, 'true'])
  const { txId } = reserved.body
  const complete = () => person.complete(txId, { key })
  expect([replayed(await complete()), replayed(await complete())]).toEqual([null, 'true'])

  const other = await person.reserve(cardOrder(batch, 100, await person.cardToken()))
  const cancel = () => person.signed('/api/tokens/cancelPin', { txId: other.body.txId }, { key })
  const answers = [await cancel(), await cancel()]
  expect(answers.map(replayed)).toEqual([null, 'true'])
  expect(answers.map(({ status, body }) => [status, body])).toEqual([
    [200, { status: 'EXPIRED' }],
    [200, { status: 'EXPIRED' }],
  ])
})

it('a read reports the reads left, to a person and to a partner; sign-in never does', async () => {
  const limitsOf = ({ headers }: { headers: Headers }) => [
    headers.get('ratelimit-policy'),
    headers.get('ratelimit'),
  ]
  const shape = ['"reads";q=120;w=6', expect.stringMatching(/^"reads";r=\d+;t=[0-6]$/)]
  expect(limitsOf(await person.get('/api/batches'))).toEqual(shape)
  const partner = await newPartner(test.services, test.url)
  expect(limitsOf(await partner.get('/api/partner/balance'))).toEqual(shape)
  expect(limitsOf(await person.get('/api/auth/me'))).toEqual([null, null])
  expect(limitsOf(await person.get('/health/live'))).toEqual([null, null])
})

it('a caller that asks for codes too often is given a time to come again, and no quota', async () => {
  const phone = newPhone()
  const ask = () => person.post('/api/auth/request-otp', { phone })
  const asked = await Promise.all([ask(), ask(), ask(), ask()])
  const held = asked.filter(({ status }) => status === 429)
  expect(held.length).toBeGreaterThan(0)
  for (const { headers } of held) {
    expect(headers.get('retry-after')).toMatch(/^\d+$/)
    expect(headers.get('ratelimit')).toBeNull()
  }
})

it('pages of other origins read the log and a certificate’s facts, and no other answer', async () => {
  const { paths } = (await person.get('/api/openapi.json')).body
  const calls: [string, string][] = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(Object(methods)).map((method): [string, string] => [method.toUpperCase(), path]),
  )
  const pages = ['/', '/verify', '/transparency', '/app', '/dev/messages', '/certificate.css']
  const more = [...pages, '/nowhere', '/log', '/api/nowhere'].map((path): [string, string] => {
    return ['GET', path]
  })
  const opened = new Set<string>()
  for (const [method, path] of [...calls, ...more]) {
    const address = path.replace('{tile}', '000').replaceAll(/{\w+}/g, '0')
    const { status, headers } = await fetch(`${test.url}${address}`, {
      method,
      redirect: 'manual',
      headers: { origin: 'https://other.example', 'sec-fetch-site': 'cross-site' },
    })
    const allowed = headers.get('access-control-allow-origin')
    if (allowed !== null) opened.add(`${method} ${path} ${allowed}`)
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    expect(status).not.toBe(500)
  }
  const log = ['checkpoint', 'key', 'tile/{level}/{tile}', 'tile/{level}/{tile}.p/{width}']
  const open = [...log, ...log.map((each) => `{number}/${each}`)].map((each) => `/log/${each}`)
  expect([...opened].sort()).toEqual(
    [...open, '/log/policy', '/c/{code}.json'].map((each) => `GET ${each} *`).sort(),
  )
  expect(calls.length).toBeGreaterThan(50)
  const head = await fetch(`${test.url}/log/key`, { method: 'HEAD' })
  expect(head.headers.get('access-control-allow-origin')).toBe('*')
  const posted = await fetch(`${test.url}/log/key`, { method: 'POST' })
  expect(posted.headers.get('access-control-allow-origin')).toBeNull()
})
