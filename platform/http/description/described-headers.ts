// Describes the headers of calls and answers, and how a caller identifies itself
// (docs/product.md#rules-of-the-api).
import type { HeaderScheme, NamedHeader } from '#values/call.ts'
import type { Operation, Parameter, RouteFacts } from './route-facts.ts'

const text = { type: 'string' } as const
const count = { type: 'integer', minimum: 0 } as const

/** Headers that any answer may have. */
const common = {
  'X-Request-Id': {
    description: 'Names the call in our log; errors carry it as `request_id`.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  'Cache-Control': {
    description:
      'Who may keep the answer and for how long (RFC 9111): `no-store` unless the call says more.',
    schema: text,
  },
  'Retry-After': { description: 'Seconds to wait.', schema: count },
  RateLimit: {
    description:
      'Calls that may be made at once, and seconds until the whole quota may: `"reads";r=119;t=1` (draft-ietf-httpapi-ratelimit-headers-10). Absent where no limit applies.',
    schema: text,
  },
  'RateLimit-Policy': {
    description: 'The quota and its window in seconds: `"reads";q=120;w=6`.',
    schema: text,
  },
  'Idempotency-Replayed': {
    description: '`true` where the answer was given before and the call had no second effect.',
    schema: { type: 'string', const: 'true' },
  },
  Link: {
    description:
      'The next page: `</api/batches?limit=100&cursor=…>; rel="next"`. Absent on the last.',
    schema: text,
  },
} as const

/** Headers that only single calls answer with. */
const named = {
  'Access-Control-Allow-Origin': {
    description: '`*`: pages of any origin may read the answer.',
    schema: text,
  },
  'Content-Disposition': { description: 'The name of the file.', schema: text },
  ETag: { description: 'Names this very answer, for `If-None-Match`.', schema: text },
  'Last-Modified': { description: 'For `If-Modified-Since`.', schema: text },
  'Retry-After': common['Retry-After'],
  'Set-Cookie': { description: 'The session, or its end.', schema: text },
  Vary: { description: 'Headers of the call that decide what is answered.', schema: text },
  'X-Robots-Tag': { description: '`noindex`: no search engine lists it.', schema: text },
} as const satisfies Record<NamedHeader, object>

export const headers = { ...named, ...common }

export type HeaderName = keyof typeof headers

export function headerRefs(names: readonly HeaderName[]) {
  return Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/headers/${name}` }] as const),
  )
}

/** Returns the security schemes of the description. `secured` are those of single calls. */
export function securitySchemes(cookie: string, secured: readonly HeaderScheme[]) {
  const inHeader = { type: 'apiKey', in: 'header' } as const
  return {
    session: {
      type: 'apiKey' as const,
      in: 'cookie',
      name: cookie,
      description: 'The session, as `verifyCode` sets it.',
    },
    terminal: { ...inHeader, name: 'X-Terminal-Id', description: 'Whose key signs the call.' },
    nonce: {
      ...inHeader,
      name: 'X-Nonce',
      description:
        'The time in milliseconds, a point, and at least 16 characters of `A-Z a-z 0-9 _ -`, new for each call. A person’s may be 60 seconds old, a partner’s 300.',
    },
    signature: {
      ...inHeader,
      name: 'X-Signature',
      description:
        '`v1=` and the lower-case hex HMAC-SHA256, under the decoded base64url key, of `v1`, the method, the path with its query, the terminal’s id, the nonce, the idempotency key or nothing, and the lower-case hex SHA-256 of the body, joined by line feeds.',
    },
    ...Object.fromEntries(
      secured.map(({ scheme, header: name, description }) => [
        scheme,
        { ...inHeader, name, description },
      ]),
    ),
  }
}

const bySignature = { terminal: [], nonce: [], signature: [] }

export function securityOf({ access, call }: RouteFacts) {
  if (call.secured !== undefined) return [{ [call.secured.scheme]: [] }]
  switch (access) {
    case 'session':
      return [{ session: [] }]
    case 'signed':
      return [{ session: [], ...bySignature }]
    case 'partner':
      return [bySignature]
    case 'public':
    case 'webhook':
      return []
  }
}

/**
 * Returns the parameters of an operation: those of its path and query, its optional headers, and its
 * idempotency key.
 */
export function parametersOf(
  routeParameters: NonNullable<Operation['parameters']>,
  { key, call }: RouteFacts,
): Parameter[] {
  const described = routeParameters
    .filter(({ in: place }) => place !== 'header')
    .map((parameter) => ({ ...descriptionOf(parameter.name), ...parameter }))
  const acceptedHeaders = Object.entries(call.accepts ?? {}).map(([name, description]) => ({
    name,
    in: 'header',
    description,
    schema: text,
  }))
  return [
    ...described,
    ...acceptedHeaders,
    ...(key === 'none' ? [] : [keyParameter(key === 'required')]),
  ]
}

const pagingWords = {
  cursor: 'Where the page begins; `Link` of the page before names it.',
  limit: 'Rows of a page at most; the next one is in `Link`.',
} as const

function descriptionOf(name: string) {
  return name === 'cursor' || name === 'limit' ? { description: pagingWords[name] } : {}
}

function keyParameter(required: boolean) {
  return {
    name: 'Idempotency-Key',
    in: 'header',
    required,
    description:
      'One for each effect. The same key and body get the first answer again for 30 days; another body is 422.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: '3f1f2b9c-8d10-4a52-9c7e-0199c4a05d1e',
  }
}
