// Lists the problems that a route may answer with, for the description of the API: those of its
// guard, its method and its feature. Tests compare them with the answers.
import type { RouteOptions } from 'fastify'
import { type HeaderName, headerRefs } from '#platform/http/description/described-headers.ts'
import type { KeyUse } from '#platform/http/description/route-facts.ts'
import { answerOf, type ProblemCode, type ProblemKinds } from '#platform/http/errors.ts'
import { isSignIn } from '#platform/http/limits/limit-headers.ts'
import type { Access } from '#values/call.ts'
import { problem } from '#values/problem.ts'
import { accessOf, isSafe } from './request-guard.ts'

type Described = Pick<RouteOptions, 'method' | 'url' | 'config'>

const ofEveryRoute = ['bad_request', 'address_too_long', 'internal', 'unavailable'] as const
const ofUnsafeMethods = ['wrong_origin', 'body_too_large', 'not_json'] as const
/** Problems of reads with a session (platform/http/limits/read-limits.ts). */
const ofReads = ['rate_limited'] as const
const ofSignatures = ['bad_signature', 'stale_signature', 'replayed'] as const
const ofAccess: Readonly<Record<Access, readonly ProblemCode[]>> = {
  public: [],
  session: ['unauthenticated'],
  signed: ['unauthenticated', ...ofSignatures],
  partner: ofSignatures,
  webhook: [],
}

/**
 * Problems of calls with a body. A webhook needs no origin and accepts any content type, but refuses a
 * missing one.
 */
const ofSending = (access: Access): readonly ProblemCode[] =>
  access === 'webhook' ? ['body_too_large', 'not_json'] : ofUnsafeMethods

function codesOf({ method, url, config = {} }: Described): ProblemCode[] {
  const methods = [method].flat()
  return [
    ...ofEveryRoute,
    ...(methods.every(isSafe) ? [] : ofSending(accessOf(url, config))),
    ...ofAccess[accessOf(url, config)],
    ...(keyUse({ method, url, config }) === 'required' ? (['key_required'] as const) : []),
    ...(methods.every(isSafe) && accessOf(url, config) === 'session' ? ofReads : []),
    ...(config.invalidBody === undefined ? [] : [config.invalidBody]),
    ...(config.problems ?? []),
  ]
}

/** Returns the JSON schema of an error (docs/product.md#errors). Some errors have additional `fields`. */
export const errorSchema = (fields: Readonly<Record<string, object>>) => ({
  type: 'object' as const,
  properties: {
    error: { type: 'string' as const, description: 'A sentence for people.' },
    code: { type: 'string' as const, description: 'What went wrong, for programs.' },
    request_id: { type: 'string' as const, format: 'uuid' },
    field: {
      type: ['string' as const, 'null' as const],
      description: 'Of a 400: what was sent wrong; null where it is no field alone.',
    },
    ...fields,
  },
  required: ['error', 'code', 'request_id'],
})

const exampleRequestId = '0b6f3c1e-5d2a-4c8b-9f10-7a6e5d4c3b2a'

/** Returns whether a call accepts or requires an idempotency key (docs/product.md#retries). */
export function keyUse({ method, url, config = {} }: Described): KeyUse {
  const hasEffect = ![method].flat().every(isSafe)
  if (accessOf(url, config) === 'partner') return hasEffect ? 'required' : 'none'
  return (config.problems ?? []).includes('key_reused') ? 'accepted' : 'none'
}

/** Returns the error answers of a route by status. */
export function refusalsOf(kinds: ProblemKinds, route: Described) {
  const byStatus = new Map<number, ProblemCode[]>()
  for (const code of new Set(codesOf(route))) {
    const { status } = kinds[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const sorted = [...byStatus].sort(([a], [b]) => a - b)
  return Object.fromEntries(
    sorted.map(([status, codes]) => [status, refusal(kinds, route, status, codes)]),
  )
}

function refusal(
  kinds: ProblemKinds,
  { url }: Described,
  status: number,
  codes: readonly ProblemCode[],
) {
  const shape = { $ref: '#/components/schemas/Error' }
  const schema = {
    allOf: [shape, { type: 'object', properties: { code: { type: 'string', enum: codes } } }],
  }
  return {
    description: codes.map((code) => `${code}: ${kinds[code].text}`).join('\n'),
    headers: headerRefs(headersOf(url, status, codes)),
    content: { 'application/json': { schema, example: exampleOf(kinds, codes) } },
  }
}

/** Returns the example of a refusal: its first code other than `bad_request`. */
function exampleOf(kinds: ProblemKinds, codes: readonly ProblemCode[]) {
  const code = codes.find((each) => each !== 'bad_request') ?? 'bad_request'
  const { body } = answerOf(kinds, problem(code))
  return { ...body, request_id: exampleRequestId }
}

function headersOf(
  url: string,
  status: number,
  codes: readonly ProblemCode[],
): readonly HeaderName[] {
  const hasRetryAfter = status === 429 || status === 503 || codes.includes('in_progress')
  const hasLimitHeaders = status === 429 && !isSignIn(url)
  return [
    'X-Request-Id',
    'Cache-Control',
    ...(hasRetryAfter ? (['Retry-After'] as const) : []),
    ...(hasLimitHeaders ? (['RateLimit', 'RateLimit-Policy'] as const) : []),
  ]
}
