// Tests that a served call answers as its value says, and that a handler which answers anything else does not
// compile (checked by `npm run check`).
import Fastify from 'fastify'
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { afterAll, expect, it } from 'vitest'
import { z } from 'zod'
import type { StoredAnswer } from '#platform/database/idempotency.ts'
import { answered, call, empty, file, json } from '#values/call.ts'
import { generalProblems, problem } from '#values/problem.ts'
import { serve } from './serve.ts'

const kilograms = z.object({ kg: z.number() })
const common = { tag: 'Test', summary: 'A call.', description: 'For a test.' } as const
const app = Fastify().withTypeProvider<ZodTypeProvider>()
app.setValidatorCompiler(validatorCompiler)
app.setSerializerCompiler(() => JSON.stringify)
afterAll(() => app.close())
// Only the code that the test provokes needs a row.
app.decorate('problemKinds', Object.assign(Object.create(null), generalProblems))

const read = call({
  ...common,
  id: 'read',
  method: 'GET',
  path: '/kilograms/:id',
  params: z.object({ id: z.string() }),
  query: z.object({ more: z.coerce.number<number>().default(0) }),
  problems: ['not_found'],
  answers: { 200: json(kilograms, 'Some.', { kg: 1 }) },
})
const write = call({
  ...common,
  id: 'write',
  method: 'POST',
  path: '/kilograms',
  body: z.object({ kg: z.number() }),
  example: { kg: 1 },
  answers: {
    200: json(kilograms, 'As before.', { kg: 1 }),
    201: json(kilograms, 'New.', { kg: 1 }),
    204: empty('Nothing.'),
  },
})
const picture = call({
  ...common,
  id: 'picture',
  method: 'GET',
  path: '/picture',
  answers: { 200: file('image/png', 'A picture.') },
})
const signed = call({
  ...common,
  id: 'signed',
  method: 'POST',
  path: '/signed',
  access: 'signed',
  body: z.object({ answer: z.enum(['new', 'repeated', 'stored', 'refused', 'replayed']) }),
  example: { answer: 'new' },
  problems: ['key_reused'],
  answers: { 201: json(kilograms, 'New.', { kg: 1 }) },
})
const stored = (status: number, body: object): StoredAnswer => ({
  ...answered(status, body),
  isRepeat: true,
})

serve(app, read, ({ params, query }) =>
  params.id === 'none' ? problem('not_found') : { kg: params.id.length + query.more },
)
serve(app, write, ({ body: { kg } }) => {
  if (kg === 0) return answered(204, undefined)
  return kg > 1 ? answered(201, { kg }) : { kg }
})
serve(app, signed, ({ body: { answer } }) => {
  switch (answer) {
    case 'new':
      return answered(201, { kg: 1 })
    case 'repeated':
      return { ...answered(201, { kg: 1 }), isRepeat: true }
    case 'stored':
      return stored(201, { kg: 1 })
    case 'refused':
      return stored(402, { code: 'card_declined', request_id: 'of the first call' })
    case 'replayed':
      return problem('replayed')
  }
})
serve(app, picture, (_request, reply) => reply.type('image/png').send(Buffer.from('bytes')))

it.each([
  ['GET', '/kilograms/abc', undefined, 200, { kg: 3 }],
  ['GET', '/kilograms/abc?more=2', undefined, 200, { kg: 5 }],
  ['POST', '/kilograms', { kg: 1 }, 200, { kg: 1 }],
  ['POST', '/kilograms', { kg: 2 }, 201, { kg: 2 }],
] as const)('%s %s with %j is %d', async (method, url, payload, status, body) => {
  const answer = await app.inject({ method, url, ...(payload ? { payload } : {}) })
  expect([answer.statusCode, answer.json()]).toEqual([status, body])
})

it('answers a declared problem, an empty success, and what the handler sent itself', async () => {
  const missing = await app.inject('/kilograms/none')
  expect([missing.statusCode, missing.json().code]).toEqual([404, 'not_found'])
  const nothing = await app.inject({ method: 'POST', url: '/kilograms', payload: { kg: 0 } })
  expect([nothing.statusCode, nothing.body]).toEqual([204, ''])
  const sent = await app.inject('/picture')
  expect([sent.headers['content-type'], sent.body]).toEqual(['image/png', 'bytes'])
})

it.each([
  ['new', 201, undefined, { kg: 1 }],
  ['repeated', 201, 'true', { kg: 1 }],
  ['stored', 201, 'true', { kg: 1 }],
  ['refused', 402, 'true', { code: 'card_declined', request_id: 'of the first call' }],
] as const)('a signed call sends its %s answer and marks a repeat', async (kind, ...sent) => {
  const payload = { answer: kind }
  const answer = await app.inject({ method: 'POST', url: '/signed', payload })
  const { statusCode, headers } = answer
  expect([statusCode, headers['idempotency-replayed'], answer.json()]).toEqual(sent)
})

it('a signed call answers a nonce that was used', async () => {
  const payload = { answer: 'replayed' }
  const answer = await app.inject({ method: 'POST', url: '/signed', payload })
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'replayed'])
})

it('refuses input of another shape', async () => {
  const refused = await app.inject({ method: 'POST', url: '/kilograms', payload: { kg: 'x' } })
  expect(refused.statusCode).toBe(400)
})

it('takes neither another body, another status, an undeclared problem, nor another field', () => {
  const neverRuns = () => {
    // @ts-expect-error The body has another type.
    serve(app, read, () => ({ kg: '1' }))
    // @ts-expect-error The call declares no such status.
    serve(app, read, () => answered(202, { kg: 1 }))
    // @ts-expect-error The status has another body.
    serve(app, write, () => answered(201, {}))
    // @ts-expect-error The call does not declare this problem.
    serve(app, read, () => problem('rate_limited'))
    // @ts-expect-error A call of JSON alone is not sent by its handler.
    serve(app, read, (_request, reply) => reply.send({ kg: 1 }))
    // @ts-expect-error A call without a signature has no stored answer.
    serve(app, read, () => stored(200, { kg: 1 }))
    // @ts-expect-error A call without a signature has no nonce.
    serve(app, read, () => problem('replayed'))
    // @ts-expect-error A new answer of a signed call has another body.
    serve(app, signed, () => answered(201, {}))
    // @ts-expect-error There is no such parameter.
    serve(app, read, ({ params }) => ({ kg: params.other }))
    // @ts-expect-error A call has no such field.
    call({ ...read, problem: ['not_found'] })
    // @ts-expect-error The example does not fit the schema.
    json(kilograms, 'Some.', { kg: '1' })
  }
  expect(neverRuns).toBeTypeOf('function')
})
