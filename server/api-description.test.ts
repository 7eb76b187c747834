// Tests that the description of the API is complete: each declared call is served, with its name, words and
// examples, and no other route is.
import { beforeAll, describe, expect, it } from 'vitest'
import { apiDescription } from '#server/api-description.ts'
import { problemKinds } from '#server/problems.ts'
import { everyCall } from '#tests/support/every-call.ts'
import { googleSettings } from '#tests/support/stand-ins/google-account.ts'
import { startTestApp } from '#tests/support/test-app.ts'

type Content = Readonly<Record<string, { readonly schema?: object; readonly example?: unknown }>>
type Operation = {
  readonly operationId?: string
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly security?: readonly object[]
  readonly parameters?: readonly { readonly name: string; readonly required?: boolean }[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<
    Record<string, { readonly headers?: object; readonly content?: Content }>
  >
}

/** Settings that turn on the optional calls. */
const everyOption = {
  ...googleSettings,
  GOOGLE_WALLET_PROVIDER: 'sandbox',
  PUBLIC_URL: 'https://passport.example',
} as const

/** By name, such as `GET /api/batches`. */
const operations = new Map<string, Operation>()
beforeAll(async () => {
  const test = await startTestApp(everyOption, undefined, { background: false })
  const { paths } = JSON.parse(JSON.stringify(test.app.swagger()))
  await test.close()
  for (const [path, methods] of Object.entries<Record<string, Operation>>(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      operations.set(`${method.toUpperCase()} ${path}`, operation)
    }
  }
})

const operation = (name: string) => {
  const found = operations.get(name)
  if (found === undefined) throw new Error(`${name} is not described`)
  return found
}
const inParameters = (name: string, parameter: string) =>
  operation(name).parameters?.find((each) => each.name === parameter)
const headersOf = (name: string, status: number) =>
  Object.keys(operation(name).responses[status]?.headers ?? {})

it('describes each declared call, once, and no other', () => {
  // The staff's console is an app of its own.
  const ofProduct = everyCall.filter(({ path }) => !path.startsWith('/console/'))
  const served = ofProduct.map(({ method, path }) => {
    return `${method} ${path.replace(/:(\w+)/g, '{$1}').replace(/\/$/, '')}`
  })
  expect(served.sort()).toEqual([...operations.keys()].sort())
})

it('gives each call a name of its own, a sentence, a known group and its security', () => {
  const names = [...operations.values()].map(({ operationId }) => operationId)
  expect(new Set(names).size).toBe(operations.size)
  const groups = apiDescription.tags.map(({ name }) => name)
  for (const [name, { summary, tags = [], security }] of operations) {
    expect(summary, name).toMatch(/\.$/)
    expect(groups, name).toContain(tags[0])
    expect(security, name).toBeDefined()
  }
})

it('gives each body and each answer its schema and one example', () => {
  const isReadable = (media: string) => /json|text/.test(media)
  for (const [name, { requestBody, responses }] of operations) {
    const answers = Object.entries(responses).map(
      ([status, { content }]) => [`${name} ${status}`, content ?? {}] as const,
    )
    for (const [where, content] of [[name, requestBody?.content ?? {}] as const, ...answers]) {
      for (const [media, { schema, example }] of Object.entries(content)) {
        expect(schema, where).toBeDefined()
        if (isReadable(media)) expect(example, where).toBeDefined()
      }
    }
    const silent = answers.filter(([, content]) => Object.keys(content).length === 0)
    const statuses = silent.map(([where]) => where.slice(name.length + 1))
    expect(
      statuses.every((status) => status === '204' || status === '304'),
      name,
    ).toBe(true)
  }
})

describe('headers', () => {
  it('of every answer name the request', () => {
    for (const [name, { responses }] of operations) {
      for (const status of Object.keys(responses)) {
        expect(headersOf(name, Number(status)), `${name} ${status}`).toContain('X-Request-Id')
      }
    }
  })

  it('of a repeat and its key are on calls that take a key, which a partner must send', () => {
    const credit = 'POST /api/partner/wallet/credits'
    expect(inParameters(credit, 'Idempotency-Key')).toMatchObject({ required: true })
    expect(headersOf(credit, 201)).toContain('Idempotency-Replayed')
    expect(inParameters('POST /api/tokens/getPin', 'Idempotency-Key')).toMatchObject({
      required: false,
    })
    expect(inParameters('POST /api/notify', 'Idempotency-Key')).toBeUndefined()
    expect(inParameters('GET /api/partner/balance', 'Idempotency-Key')).toBeUndefined()
  })

  it('of limits are on reads and never on sign-in', () => {
    expect(headersOf('GET /api/batches', 200)).toContain('RateLimit')
    expect(headersOf('GET /api/batches', 429)).toContain('RateLimit')
    for (const name of operations.keys()) {
      if (!name.includes('/api/auth/')) continue
      expect(headersOf(name, 200), name).not.toContain('RateLimit')
      expect(headersOf(name, 429), name).not.toContain('RateLimit')
    }
  })

  it('of reads, caches and lists are on refusals too', () => {
    const facts = 'GET /c/{code}.json'
    for (const status of [200, 404, 503]) {
      expect(headersOf(facts, status)).toEqual(
        expect.arrayContaining(['Cache-Control', 'X-Robots-Tag', 'Access-Control-Allow-Origin']),
      )
    }
    expect(headersOf('GET /c/{code}.pdf', 304)).toEqual(expect.arrayContaining(['ETag', 'Vary']))
    expect(headersOf('GET /log/key', 200)).not.toContain('ETag')
  })

  it('of pages and caches are on calls that have them', () => {
    expect(headersOf('GET /api/batches', 200)).toEqual(expect.arrayContaining(['Link', 'ETag']))
    expect(inParameters('GET /api/batches', 'If-None-Match')).toBeDefined()
    expect(headersOf('GET /passport/me', 200)).not.toContain('Link')
  })
})

it('names the access: a session, a session that signs, a partner that signs, any caller', () => {
  const schemes = (name: string) =>
    operation(name).security?.map((needed) => Object.keys(needed).sort())
  const signed = ['nonce', 'signature', 'terminal']
  expect(schemes('GET /api/batches')).toEqual([['session']])
  expect(schemes('POST /api/tokens/getPin')).toEqual([[...signed, 'session'].sort()])
  expect(schemes('GET /api/partner/balance')).toEqual([signed])
  expect(schemes('GET /log/checkpoint')).toEqual([])
})

it('describes the page of a missing certificate, partial tiles, and the events of providers', () => {
  expect(Object.keys(operation('GET /c/{code}').responses[404]?.content ?? {})).toEqual([
    'text/html',
  ])
  for (const log of ['/log', '/log/{number}']) {
    expect(operations.has(`GET ${log}/tile/{level}/{tile}.p/{width}`)).toBe(true)
  }
  expect(operation('POST /webhooks/stripe').security).toEqual([{ stripeSignature: [] }])
  expect(Object.keys(operation('POST /webhooks/twilio').requestBody?.content ?? {})).toEqual([
    'application/x-www-form-urlencoded',
  ])
})

it('lists /api/projects, and explains that the slash makes no difference', () => {
  expect(operations.has('GET /api/projects/')).toBe(false)
  expect(operation('GET /api/projects')).toMatchObject({
    description: expect.stringContaining('`/api/projects/`'),
  })
})

it('every 400 of the catalogue names its field, except those whose field the input decides', () => {
  const without = Object.entries(problemKinds)
    .filter(([, { status, field }]) => status === 400 && field === undefined)
    .map(([code]) => code)
  expect(without.sort()).toEqual(['bad_request', 'card_number_refused', 'card_refused'])
})
