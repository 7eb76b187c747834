// Makes malformed requests from the API's own description: wrong types, extreme numbers, broken
// text, too deep, too long, keys with a meaning in JavaScript.
import type { Random } from '#tests/support/random.ts'

export type Route = {
  readonly method: string
  readonly path: string
  readonly inPath: readonly string[]
  readonly inQuery: readonly string[]
  /** Null if the route takes no body. */
  readonly fields: Readonly<Record<string, FieldSchema>> | null
}
type FieldSchema = {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly FieldSchema[]
}
type Description = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}
type Operation = {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { schema: { properties?: Record<string, FieldSchema> } }>
    >
  }
}

export type HostileRequest = {
  readonly method: string
  /** The path as described, for reports. */
  readonly route: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

export function routesOf({ paths }: Description): Route[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody }]) => {
      const named = (place: string) =>
        parameters.filter((each) => each.in === place).map(({ name }) => name)
      const schema = requestBody?.content['application/json']?.schema
      return {
        method: method.toUpperCase(),
        path,
        inPath: named('path'),
        inQuery: named('query'),
        fields: schema === undefined ? null : (schema.properties ?? {}),
      }
    }),
  )
}

const texts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u2066',
  '𝕏'.repeat(200),
  'x'.repeat(3_000),
  '__proto__',
  'constructor',
  '1e400',
  '-1',
  "'; drop table passports; --",
  '%00',
  '../../etc/passwd',
  '{"a":1}',
  '9'.repeat(400),
  '2026-02-30T25:61:61Z',
  '+'.repeat(16),
  '+999999999999999',
  'CP-0000-0000-0000',
  '00000000-0000-0000-0000-000000000000',
]
/** Values for an address: invalid texts, and some that parsers read differently. */
const rawTexts = [
  '%00',
  'a%00b',
  '%2500',
  '%',
  '%zz',
  '%u0000',
  '%ff',
  '%c0%80',
  '%ed%a0%80',
  '%f5%80%80%80',
  '..%2f..%2fetc%2fpasswd',
  '%5c..%5c',
  '%0d%0aX:%201',
  ';a=1',
  '%3f%23',
  '//',
  '[]',
  'a[b]=1&a[b]=2',
]
const ranges = [
  '9-1',
  '-',
  '-0',
  'a-b',
  '99999999-',
  '0-',
  '0-0,2-3',
  '-5,-',
  '1-1-1',
  '',
  ' 0 - 1',
]
const dates = ['', '0', 'yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT', `${'9'.repeat(12)}-01-01`]
const tags = ['*', '"', 'W/"', '""', '"a","b"', `"${'x'.repeat(2_000)}"`]
const addresses = [
  '',
  'unknown',
  '127.0.0.1',
  '::1',
  '1.2.3.4:5',
  '[::ffff:1.2.3.4]:80',
  ',,,',
  '-1',
]
const headerTexts = [
  '',
  ' ',
  '\u00ff\u00fe',
  '%00',
  'null',
  '=;=;',
  '"',
  'x'.repeat(3_000),
  '1e400',
  '💩',
]
const headerValues: Readonly<Record<string, readonly string[]>> = {
  range: ranges.flatMap((range) => [`bytes=${range}`, `lines=${range}`, range]),
  'if-range': [...tags, ...dates],
  'if-none-match': tags,
  'if-match': tags,
  'if-modified-since': dates,
  'if-unmodified-since': dates,
  accept: ['text/html', '*/*;q=x', 'text/event-stream', ...headerTexts],
  'accept-encoding': ['br', 'gzip;q=0', 'identity;q=0,*;q=0', 'BR;q=9', ...headerTexts],
  'accept-language': ['de;q=x', 'x-klingon', '-', ...headerTexts],
  'content-type': ['text/plain', 'application/json; charset=utf-16', 'multipart/form-data', ''],
  'content-encoding': ['gzip', 'br', 'x'],
  authorization: ['ApplePass', 'ApplePass %00', 'Basic %%%', 'Bearer ', ...headerTexts],
  cookie: ['session=%00', 'session=%ff', 'language=%00', '__proto__=1', ...headerTexts],
  'idempotency-key': headerTexts,
  'x-terminal-id': headerTexts,
  'x-nonce': ['0.0', `${'9'.repeat(20)}.${'a'.repeat(22)}`, '1e400.x', ...headerTexts],
  'x-signature': ['v1=', 'v1=zz', 'v2=00', ...headerTexts],
  'x-forwarded-for': addresses,
  'x-forwarded-host': ['evil.example', ...headerTexts],
  forwarded: ['for=127.0.0.1', 'for="[::1]:80', ...headerTexts],
  via: headerTexts,
  origin: ['null', 'http://', 'http://[::1', ...headerTexts],
  'sec-fetch-site': ['same-origin', 'cross-site', ...headerTexts],
  'x-http-method-override': ['DELETE'],
}

const numbers = [
  '0',
  '-0',
  '-1',
  '0.1',
  '0.30000000000000004',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  '1e308',
  '-1e308',
  '1e400',
  '5e-324',
]
const others = [
  'null',
  'true',
  '[]',
  '{}',
  '[null]',
  '{"__proto__":{"isAdmin":true}}',
  `${'['.repeat(7)}${']'.repeat(7)}`,
  `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`,
  `[${'[],'.repeat(3_000)}[]]`,
]
const wholeBodies = [
  '',
  'null',
  '[]',
  '"text"',
  '1',
  '{',
  '{"a":}',
  '\u0000',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{"a":1}}}',
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  `{"a":"${'x'.repeat(16 * 1024)}"}`,
  '{"a":1,"a":2}',
  '\ufeff{}',
]

/** Addresses outside the API's description: pages, files, the sandboxes' addresses, health. */
export function undescribedRoutes(files: readonly string[]): Route[] {
  const pages = ['/', '/app', '/app/{rest}', '/privacy', '/{rest}', '/assets/{rest}']
  const others = ['/health/live', '/health/ready', '/dev/messages', '/dev/{rest}', '/api/{rest}']
  return [...pages, ...others, ...files].flatMap((path) =>
    ['GET', 'HEAD'].map((method) => ({
      method,
      path,
      inPath: path.includes('{rest}') ? ['rest'] : [],
      inQuery: ['language', 'to'],
      fields: null,
    })),
  )
}

/** `known` are existing values, so that some requests pass the first check. */
export function hostileRequest(
  random: Random,
  route: Route,
  known: readonly string[],
): HostileRequest {
  const pathText = () => {
    if (random.next() < 0.2) return random.pick(rawTexts)
    return encode(random.pick(random.next() < 0.5 ? known : texts))
  }
  let path = route.path
  for (const name of route.inPath) path = path.replace(`{${name}}`, pathText() || '-')
  const query = route.inQuery
    .filter(() => random.next() < 0.6)
    .flatMap((name) => Array(random.next() < 0.1 ? 2 : 1).fill(`${name}=${pathText()}`))
  return {
    method: route.method,
    route: `${route.method} ${route.path}`,
    path: query.length === 0 ? path : `${path}?${query.join('&')}`,
    headers: random.next() < 0.6 ? {} : hostileHeaders(random),
    body: route.fields === null ? undefined : hostileBody(random, route.fields, known),
  }
}

function hostileHeaders(random: Random): Record<string, string> {
  const names = Object.keys(headerValues)
  const pairs = Array.from({ length: random.between(1, 3) }, () => {
    const name = random.pick(names)
    return [name, Buffer.from(random.pick(headerValues[name] ?? [])).toString('latin1')] as const
  })
  return Object.fromEntries(pairs)
}

function hostileBody(
  random: Random,
  fields: NonNullable<Route['fields']>,
  known: readonly string[],
): string {
  if (random.next() < 0.1) return random.pick(wholeBodies)
  const pairs = Object.entries(fields).flatMap(([name, schema]) => {
    const chance = random.next()
    if (chance < 0.1) return []
    const value = chance < 0.6 ? fitting(random, schema, known) : hostile(random)
    const pair = `${JSON.stringify(name)}:${value}`
    return chance > 0.97 ? [pair, `${JSON.stringify(name)}:${hostile(random)}`] : [pair]
  })
  if (random.next() < 0.05) pairs.push(`"__proto__":${hostile(random)}`)
  if (random.next() < 0.05) pairs.push(`"more":${hostile(random)}`)
  return `{${pairs.join(',')}}`
}

function fitting(random: Random, schema: FieldSchema, known: readonly string[]): string {
  if (schema.anyOf !== undefined) return fitting(random, random.pick(schema.anyOf), known)
  if (schema.enum !== undefined) return JSON.stringify(random.pick(schema.enum))
  if (schema.type === 'number' || schema.type === 'integer') return String(random.between(0, 120))
  if (schema.type === 'boolean') return String(random.next() < 0.5)
  if (schema.type === 'object') return `{"txId":${JSON.stringify(random.pick(known))},"kg":1}`
  return JSON.stringify(random.pick(known))
}

function hostile(random: Random): string {
  const kind = random.next()
  if (kind < 0.4) return JSON.stringify(random.pick(texts))
  return random.pick(kind < 0.75 ? numbers : others)
}

/** An address cannot contain lone surrogates, but their replacement by a browser. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).slice(0, 2_500)
}
