// Describes the answers of a call for OpenAPI: each status with its sentence, headers, schema and
// one example.

import { isSignIn } from '#platform/http/limits/limit-headers.ts'
import type { CallAnswer } from '#values/call.ts'
import { type HeaderName, headerRefs } from './described-headers.ts'
import type { Parameter, RouteFacts } from './route-facts.ts'

type Contents = { readonly content?: Readonly<Record<string, object>> }

/**
 * Returns the OpenAPI responses of a call: the answers that it declares, and the refusals of its route.
 * `schemas` has the content of the route's responses by status.
 */
export function describeAnswers(
  schemas: Readonly<Record<string, Contents>>,
  parameters: readonly Parameter[],
  facts: RouteFacts,
) {
  const { answers, headers = [] } = facts.call
  const described = Object.entries(answers).map(([status, answer]) => [
    status,
    {
      description: answer.description,
      headers: headerRefs([
        ...headersOf(parameters, facts, Number(status)),
        ...headers,
        ...(answer.headers ?? []),
      ]),
      ...contentOf(schemas[status], answer),
    },
  ])
  return { ...withHeaders(facts.refusals, headers), ...Object.fromEntries(described) }
}

function withHeaders(answers: RouteFacts['refusals'], names: readonly HeaderName[]) {
  const all = Object.entries(answers).map(([status, answer]) => [
    status,
    { ...answer, headers: { ...answer.headers, ...headerRefs(names) } },
  ])
  return Object.fromEntries(all)
}

function contentOf(routeContent: Contents | undefined, { example, media }: CallAnswer) {
  if (media !== undefined) return { content: { [media]: fileOf(media, example) } }
  const schema = routeContent?.content?.['application/json']
  return schema === undefined || example === undefined
    ? {}
    : { content: { 'application/json': { ...schema, example } } }
}

/** Returns the description of a file. A text file has an example, a binary file has none. */
function fileOf(media: string, example: unknown) {
  if (typeof example === 'object') return { schema: { type: 'object' }, example }
  if (example !== undefined) return { schema: { type: 'string' }, example }
  return { schema: { type: 'string', format: 'binary', contentMediaType: media } }
}

function headersOf(
  parameters: readonly Parameter[],
  { access, isSafe, key, url }: RouteFacts,
  status: number,
): HeaderName[] {
  const isPaged = parameters.some(
    ({ in: place, name }) => place === 'query' && isPagingParameter(name),
  )
  const isLimited = isSafe && access !== 'public' && !isSignIn(url)
  const isSuccess = status < 300
  return [
    'X-Request-Id',
    'Cache-Control',
    ...(isLimited ? (['RateLimit', 'RateLimit-Policy'] as const) : []),
    ...(isPaged && isSuccess ? (['Link'] as const) : []),
    ...(key !== 'none' && isSuccess ? (['Idempotency-Replayed'] as const) : []),
  ]
}

const isPagingParameter = (name: string) => name === 'cursor' || name === 'page'
