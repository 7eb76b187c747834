// Describes the answers of a call for OpenAPI: each status with its sentence, headers, schema and
// one example.

import { isSignIn } from '#platform/http/limits/limit-headers.ts'
import type { DescribedAnswer, DescribedCall, Parameter, RouteFacts } from './described-calls.ts'
import { type HeaderName, headerRefs } from './described-headers.ts'

type Contents = { readonly content?: Readonly<Record<string, object>> }

/** `given` are the schemas of the routes; the feature describes the other answers of a call. */
export function describeAnswers(
  given: Readonly<Record<string, Contents>>,
  parameters: readonly Parameter[],
  facts: RouteFacts,
  call: DescribedCall | undefined,
) {
  const described = Object.entries(call?.answers ?? {}).map(([status, answer]) => [
    status,
    {
      description: answer.is,
      headers: headerRefs([
        ...headersOf(parameters, facts, Number(status)),
        ...(call?.headers ?? []),
        ...(answer.headers ?? []),
      ]),
      ...contentOf(given[status], answer),
    },
  ])
  if (call === undefined) return { ...given, ...facts.refusals }
  return { ...withHeaders(facts.refusals, call.headers), ...Object.fromEntries(described) }
}

function withHeaders(answers: RouteFacts['refusals'], names: readonly HeaderName[] = []) {
  const all = Object.entries(answers).map(([status, answer]) => [
    status,
    { ...answer, headers: { ...answer.headers, ...headerRefs(names) } },
  ])
  return Object.fromEntries(all)
}

function contentOf(given: Contents | undefined, { example, media }: DescribedAnswer) {
  if (media !== undefined) return { content: { [media]: fileOf(media, example) } }
  const schema = given?.content?.['application/json']
  return schema === undefined || example === undefined
    ? {}
    : { content: { 'application/json': { ...schema, example } } }
}

/** Text is its own example; a picture has none. */
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
  const isPaged = parameters.some(({ in: place, name }) => place === 'query' && isPlace(name))
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

const isPlace = (name: string) => name === 'cursor' || name === 'page'
