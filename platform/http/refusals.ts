// Which problems a route may answer with, for the description of the API: those that its guard and
// its method bring along, and those that its feature names. Tests compare them with what is answered.
import type { RouteOptions } from 'fastify'
import type { ProblemCode, ProblemKinds } from '#platform/http/errors.ts'
import { accessOf, isSafe } from '#platform/http/request-guard.ts'
import type { Access } from '#platform/http/request-types.ts'

type Described = Pick<RouteOptions, 'method' | 'url' | 'config'>

const ofEveryRoute = ['bad_request', 'address_too_long', 'internal', 'unavailable'] as const
const ofUnsafeMethods = ['wrong_origin', 'body_too_large', 'not_json'] as const
/** Whoever reads in a session is held to platform/http/read-limits.ts. */
const ofReads = ['rate_limited'] as const
const ofSignatures = ['bad_signature', 'stale_signature', 'replayed'] as const
const ofAccess: Readonly<Record<Access, readonly ProblemCode[]>> = {
  public: [],
  session: ['unauthenticated'],
  signed: ['unauthenticated', ...ofSignatures],
  partner: [...ofSignatures, 'key_required'],
  webhook: ['bad_signature', 'stale_signature'],
}

function codesOf({ method, url, config = {} }: Described): ProblemCode[] {
  const methods = [method].flat()
  return [
    ...ofEveryRoute,
    ...(methods.every(isSafe) ? [] : ofUnsafeMethods),
    ...ofAccess[accessOf(url, config)],
    ...(methods.every(isSafe) && accessOf(url, config) === 'session' ? ofReads : []),
    ...(config.invalidBody === undefined ? [] : [config.invalidBody]),
    ...(config.problems ?? []),
  ]
}

/** What a problem looks like to a caller (contract 2); some bring fields of their own. */
export const errorSchema = {
  type: 'object' as const,
  properties: {
    error: { type: 'string' as const, description: 'A sentence for people.' },
    code: { type: 'string' as const, description: 'What went wrong, for programs.' },
    request_id: { type: 'string' as const, format: 'uuid' },
  },
  required: ['error', 'code', 'request_id'],
  additionalProperties: true,
}

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
} as const

/** The answers of a route by status, beside its successes. */
export function refusalsOf(kinds: ProblemKinds, route: Described) {
  const byStatus = new Map<number, ProblemCode[]>()
  for (const code of new Set(codesOf(route))) {
    const { status } = kinds[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const sorted = [...byStatus].sort(([a], [b]) => a - b)
  return Object.fromEntries(
    sorted.map(([status, codes]) => [status, refusal(kinds, status, codes)]),
  )
}

function refusal(kinds: ProblemKinds, status: number, codes: readonly ProblemCode[]) {
  const shape = { $ref: '#/components/schemas/Error' }
  const schema = { allOf: [shape, { properties: { code: { enum: codes } } }] }
  return {
    description: codes.map((code) => `${code}: ${kinds[code].text}`).join('\n'),
    ...(status === 429 || status === 503 ? { headers: retryAfter } : {}),
    content: { 'application/json': { schema } },
  }
}
