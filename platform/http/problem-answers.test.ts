// Tests the answer to a problem: status, fields, and the time to wait.
import Fastify from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { generalProblems, type Problem, problem } from '#values/problem.ts'
import { answerOf, type KnownProblem, sendProblem } from './errors.ts'

let refused: KnownProblem
const app = Fastify({ genReqId: () => 'of-this-request' })
app.decorate('problemKinds', Object.assign(Object.create(null), generalProblems))
app.decorateRequest('refusal', null)
app.get('/', (_, reply) =>
  sendProblem(reply.header('etag', '"a"').header('vary', 'cookie'), refused),
)
afterAll(() => app.close())

async function answerTo(sent: KnownProblem) {
  refused = sent
  const { statusCode, headers, body } = await app.inject({ url: '/' })
  return { statusCode, headers, body: JSON.parse(body) }
}

it.each([
  [0, '1'],
  [0.2, '1'],
  [1, '1'],
  [1.01, '2'],
  [59.5, '60'],
  [3_600, '3600'],
])('%s seconds to wait are %s in the answer: never fewer', async (seconds, header) => {
  for (const code of ['unavailable', 'rate_limited'] as const) {
    const { headers } = await answerTo(problem(code, { retryAfterSeconds: seconds }))
    expect(headers['retry-after'], code).toBe(header)
  }
})

it('has the request’s id, and no header of the answer that failed', async () => {
  const { statusCode, headers, body } = await answerTo(problem('not_found'))
  const { status, text } = generalProblems.not_found
  expect([statusCode, body]).toEqual([
    status,
    { error: text, code: 'not_found', request_id: 'of-this-request' },
  ])
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  })
  for (const name of ['etag', 'vary', 'retry-after']) expect(headers[name], name).toBeUndefined()
})

describe('a problem', () => {
  const kinds = {
    wrong: { status: 400, text: 'Wrong.', field: 'kg' },
    unclear: { status: 400, text: 'Unclear.' },
    gone: { status: 410, text: 'Gone.', field: 'kg' },
  } as const
  it.each<[string, Problem<keyof typeof kinds>, object]>([
    ['names the field of its kind', problem('wrong'), { error: 'Wrong.', field: 'kg' }],
    ['has null for no field', problem('unclear'), { error: 'Unclear.', field: null }],
    ['names a field at a 400 only', problem('gone'), { error: 'Gone.' }],
    ['has a text of its own', problem('gone', { text: 'Not here.' }), { error: 'Not here.' }],
    [
      'has the field that was sent wrong, and more',
      problem('wrong', { fields: { field: 'kg.0', max: 5 } }),
      { error: 'Wrong.', field: 'kg.0', max: 5 },
    ],
  ])('%s', (_, sent, body) => {
    expect(answerOf(kinds, sent).body).toEqual({ code: sent.problem, ...body })
  })
})
