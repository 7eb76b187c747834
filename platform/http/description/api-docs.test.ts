// Tests that the API's description names every call with its refusals, and that its page opens for
// every caller. Every test that provokes a refusal also checks that it is described
// (tests/support).
import Fastify from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isLive } from '#platform/http/health-calls.ts'
import { serve } from '#platform/http/serve.ts'
import { checkOf, differenceFromCall } from '#tests/support/described-answers.ts'
import { Person } from '#tests/support/people/person.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { docsPage } from './api-docs-routes.ts'
import { refuseUndescribedRoutes } from './describe-api.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const readDescription = async () => (await new Person(test.url).get('/api/openapi.json')).body

it('describes the calls', async () => {
  const { paths } = await readDescription()
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining([
      '/api/auth/request-otp',
      '/api/auth/verify-otp',
      '/api/tokens/getPin',
      '/api/tokens/validatePin',
      '/api/projects/{id}',
      '/api/rewards/claim',
      '/api/partner/wallet/credits',
      '/api/partner/wallet/debits',
    ]),
  )
  expect(Object.keys(paths)).not.toContain('/dev/messages')
})

it('describes each call in words of its own, and names a contact', async () => {
  const { info, paths } = await readDescription()
  expect(info.contact).toMatchObject({
    name: 'Carbon Passport',
    url: test.services.settings.publicUrl,
  })
  expect(info.contact).not.toHaveProperty('email')
  const operations = Object.values<Record<string, Described>>(paths).flatMap(Object.values)
  expect(operations.length).toBeGreaterThan(60)
  for (const { operationId, summary, description = '' } of operations) {
    expect(description, operationId).toMatch(/^\S[\s\S]{20,}[.]$/)
    expect(description, operationId).not.toBe(summary)
  }
})

it('names the operator as the contact', async () => {
  const seller = { SELLER_NAME: 'Example Ltd', SUPPORT_EMAIL: 'help@passport.example' }
  const other = await startTestApp(seller, undefined, { background: false })
  const { info } = JSON.parse(JSON.stringify(other.app.swagger()))
  await other.close()
  expect(info.contact).toEqual({
    name: 'Example Ltd',
    url: other.services.settings.publicUrl,
    email: 'help@passport.example',
  })
})
type Described = Readonly<Partial<Record<'operationId' | 'summary' | 'description', string>>>

it('has no pattern that needs a flag, which a schema cannot set', async () => {
  const patterns: string[] = []
  JSON.stringify(await readDescription(), (key, value) => {
    if (key === 'pattern' && typeof value === 'string') patterns.push(value)
    return value
  })
  expect(patterns.length).toBeGreaterThan(3)
  for (const pattern of patterns) {
    expect(pattern).not.toMatch(/\\[pP]\{/)
    expect(() => new RegExp(pattern, 'u')).not.toThrow()
  }
})

it('refuses a route that serves no call, except for a hidden one', () => {
  const app = Fastify().withTypeProvider<ZodTypeProvider>()
  refuseUndescribedRoutes(app)
  expect(() => app.get('/api/other', () => 'x')).toThrow('GET /api/other serves no call')
  expect(() => app.get('/page', { schema: { hide: true } }, () => 'x')).not.toThrow()
  expect(() => serve(app, isLive, () => ({ status: 'live' as const }))).not.toThrow()
})

it('describes the refusals of each call: access, format, and those of its feature', async () => {
  const { components, paths } = await readDescription()
  expect(components.schemas.Error.required).toEqual(['error', 'code', 'request_id'])
  const codesOf = (path: string, method: string, status: number) =>
    paths[path][method].responses[status]?.content['application/json'].schema.allOf[1].properties
      .code.enum
  expect(codesOf('/api/tokens/validatePin', 'post', 401)).toEqual([
    'unauthenticated',
    'bad_signature',
    'stale_signature',
    'replayed',
  ])
  expect(codesOf('/api/tokens/validatePin', 'post', 410)).toEqual(['purchase_expired'])
  expect(codesOf('/api/partner/wallet/credits', 'post', 400)).toContain('key_required')
  expect(codesOf('/api/partner/wallet/credits', 'post', 401)).not.toContain('unauthenticated')
  expect(codesOf('/api/batches', 'get', 401)).toEqual(['unauthenticated'])
  expect(codesOf('/api/batches', 'get', 403)).toBeUndefined()
  expect(codesOf('/api/auth/request-otp', 'post', 401)).toBeUndefined()
  expect(codesOf('/api/auth/request-otp', 'post', 403)).toEqual(['wrong_origin'])
})

it('shows a caller when to ask again', async () => {
  const { components, paths } = await readDescription()
  const { responses } = paths['/api/auth/request-otp'].post
  const { $ref: reference } = responses[429].headers['Retry-After']
  expect(reference).toBe('#/components/headers/Retry-After')
  expect(components.headers['Retry-After'].schema).toEqual({ type: 'integer', minimum: 0 })
})

it('is compared with the JSON that calls answer: status, refusal, each field', async () => {
  const check = checkOf(await readDescription())
  const found = (method: string, path: string, status: number, body: unknown) =>
    check(method, path, status, JSON.stringify(body))?.replace(/ in \{.*$/, '')
  const refused = { error: 'No.', code: 'batch_not_found', request_id: crypto.randomUUID() }
  const batch = '/api/batches/0b6f3c1e'
  expect(found('GET', batch, 404, refused)).toBeUndefined()
  expect(found('GET', `${batch}/?x=1`, 404, { ...refused, code: 'project_not_found' })).toContain(
    '404 of GET /api/batches/{id}: /code must be equal to one of the allowed values',
  )
  expect(found('GET', batch, 404, { ...refused, extra: 1 })).toContain('"extra"')
  expect(found('GET', batch, 404, { error: 'No.' })).toContain("must have required property 'code'")
  expect(found('GET', batch, 418, refused)).toBe('418 of GET /api/batches/{id}: no JSON')
  const sent = { expires_in_seconds: 300, resend_in_seconds: 30 }
  expect(found('POST', '/api/auth/request-otp', 200, sent)).toBeUndefined()
  expect(found('POST', '/api/auth/request-otp', 200, { ...sent, code: '123456' })).toContain('code')
  expect(found('GET', '/dev/messages', 200, [])).toBeUndefined()
  const headers = (path: string, names: readonly string[]) =>
    check('GET', path, 200, 'no JSON', names)
  expect(headers('/c/7K2M9QXF4HJD5RTV.pdf', ['etag', 'vary', 'date'])).toBeNull()
  expect(headers('/log/checkpoint', ['cache-control', 'etag'])).toBe(
    '200 of GET /log/checkpoint: etag',
  )
  expect(check('GET', '/log/checkpoint', 304, '')).toBe(
    '304 of GET /log/checkpoint: no such answer',
  )
})

it('shows the calls on a page that is readable without its only script', async () => {
  const { status, body, headers } = await new Person(test.url).get('/api/docs')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toContain('text/html')
  expect(body).toContain('POST /api/tokens/getPin')
  expect(body).toContain('409 insufficient_<wbr>stock: Too little is left in this batch.')
  expect(body).toContain('<strong>Versions.</strong> This is version 1.')
  expect(body).toContain('announced 12 months ahead by <code>Deprecation</code>')
  expect(body.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/api-docs.js">'])
  expect(body).not.toMatch(/(src|href)="(https?:)?\/\//)
})

it('offers signed calls for trying only where sandboxes run', async () => {
  const description = await readDescription()
  const calls = (canSign: boolean) => docsPage(description, { guide: '', canSign })
  const formOf = (path: string) => `data-path="${path}"`
  for (const path of ['/api/tokens/getPin', '/api/partner/balance', '/api/profile/sessions/{id}']) {
    expect(calls(true)).toContain(formOf(path))
    expect(calls(false)).not.toContain(formOf(path))
  }
  expect(calls(false)).toContain(formOf('/api/wallet/me'))
  expect(calls(false)).not.toContain('partner-secret')
  expect((await new Person(test.url).get('/api/docs')).body).toContain('partner-secret')
})

it('compares each JSON success with the schema of its call', () => {
  const found = (path: string, body: string) => differenceFromCall('GET', path, 200, body)
  const rate = { from: 'EUR', to: 'GBP', rate: 0.87, as_of: '2026-11-20', source: 'ECB' }
  const path = '/api/tokens/transaction/fx/latest?from=EUR&to=GBP'
  expect(found(path, JSON.stringify(rate))).toBeNull()
  expect(found(path, JSON.stringify({ ...rate, rate: '0.87' }))).toContain('getExchangeRate')
  expect(found(path, 'no JSON')).toBe('200 of getExchangeRate: no JSON')
  expect(found('/api/projects/featured', '{}')).toContain('listFeaturedProjects')
  expect(found('/dev/messages', '{}')).toBeNull()
})
