// Compares every answer of a tested app with its OpenAPI description: JSON, and headers for
// caching, paging and cross-origin reads. It is stricter than the description: an undescribed field
// is a difference too, although clients must ignore one.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

import { everyCall } from '#tests/support/every-call.ts'
import type { Call as ServedCall } from '#values/call.ts'

export type AnswerCheck = (
  method: string,
  path: string,
  status: number,
  body: string,
  /** Names in lower case. */
  headers?: readonly string[],
) => string | null
export type Watched = {
  readonly server: Server
  swagger(): { readonly paths?: object | undefined }
}

const found = new Set<string>()
/** Keyed by the description: apps of one process with the same setup compile a schema once. */
const checks = new Map<string, AnswerCheck>()

/** Watches an app's answers from now on. Call it before the first request. */
export function watchAnswers(app: Watched): void {
  let check: AnswerCheck | undefined
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    record(response, (body, headers) => {
      check ??= checkOf(app.swagger())
      const { method = '', url = '' } = request
      if (method === 'HEAD') return
      const difference = check(method, url, response.statusCode, body, headers)
      if (difference !== null) found.add(difference)
      const other = differenceFromCall(method, url, response.statusCode, body)
      if (other !== null) found.add(other)
    })
  })
}

/** How a reply differs from the schema of its call; null where it fits or belongs to no call. */
export function differenceFromCall(
  method: string,
  address: string,
  status: number,
  body: string,
): string | null {
  const call = findCall(method, address)
  const schema = call?.answers[status]?.schema
  if (call === undefined || schema === undefined) return null
  const name = `${status} of ${call.id}`
  if (!isJson(body)) return `${name}: no JSON`
  const { error } = schema.safeParse(JSON.parse(body))
  return error === undefined ? null : `${name}: ${error.message} in ${body.slice(0, 300)}`
}

const callPatterns = everyCall
  .map((call) => ({ call, path: call.path.replace(/\/$/, '') }))
  .sort((a, b) => a.path.split(':').length - b.path.split(':').length)
  .map(({ call, path }) => ({ call, pattern: routePattern(path, /:\w+/g) }))

function findCall(method: string, address: string): ServedCall | undefined {
  const [path = ''] = address.split('?', 1)
  const matches = ({ call, pattern }: (typeof callPatterns)[number]) =>
    call.method === method && pattern.test(path)
  return callPatterns.find(matches)?.call
}

/**
 * The addresses that the router hands to a path with parameters. As in the router, a parameter with
 * text after it holds no line break: such an address belongs to the path without that text.
 */
function routePattern(path: string, parameter: RegExp): RegExp {
  const lineBreak = '%0[AaDd]|%[Ee]2%80%[Aa][89]'
  const fixed = path.split(parameter).map((part) => part.replaceAll('.', '\\.'))
  const [first = '', ...others] = fixed
  const rest = others.map((part) =>
    part === '' || part.startsWith('/') ? `[^/]+${part}` : `(?:(?!${lineBreak})[^/])+${part}`,
  )
  return new RegExp(`^${first}${rest.join('')}/?$`)
}

/** Throws the differences since its last call. */
export function refuseUndescribedAnswers(): void {
  const differences = [...found]
  found.clear()
  if (differences.length === 0) return
  throw new Error(`the description of the API does not say so:\n${differences.join('\n')}`)
}

/** Passes an answer on once it is whole, before the caller gets it. */
function record(
  response: ServerResponse,
  take: (body: string, headers: readonly string[]) => void,
): void {
  const sent = new Headers()
  const chunks: Buffer[] = []
  const keep = (chunk: unknown) => {
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk))
    if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
  }
  const { end, write, writeHead } = response
  Object.assign(response, {
    // Fastify hands its headers over here, where the response keeps no copy of them.
    writeHead(...given: readonly unknown[]) {
      for (const [name, value] of Object.entries(Object(given[1]))) sent.set(name, String(value))
      return Reflect.apply(writeHead, response, given)
    },
    write(...given: readonly unknown[]) {
      keep(given[0])
      return Reflect.apply(write, response, given)
    },
    end(...given: readonly unknown[]) {
      keep(given[0])
      const coding = sent.get('content-encoding') ?? response.getHeader('content-encoding')
      const names = [...sent.keys(), ...response.getHeaderNames()]
      take(decoded(Buffer.concat(chunks), coding), names)
      return Reflect.apply(end, response, given)
    },
  })
}

function decoded(bytes: Buffer, coding: unknown): string {
  if (bytes.length === 0) return ''
  if (coding === 'br') return brotliDecompressSync(bytes).toString()
  return (coding === 'gzip' ? gunzipSync(bytes) : bytes).toString()
}

export function checkOf(description: object): AnswerCheck {
  const text = JSON.stringify(description)
  const known = checks.get(text)
  if (known !== undefined) return known
  const made = makeCheck(JSON.parse(text))
  checks.set(text, made)
  return made
}

function makeCheck({ components, paths }: Description): AnswerCheck {
  const ajv = new Ajv2020({ strict: false, validateSchema: false })
  formats.default(ajv)
  const compiled = new Map<object, ValidateFunction>()
  const validatorOf = (schema: object) => {
    const made = compiled.get(schema) ?? ajv.compile({ ...closed(schema), components })
    compiled.set(schema, made)
    return made
  }
  const callOf = callFinder(paths)
  return (method, address, status, body, headers = []) => {
    const call = callOf(method, address)
    if (call === undefined) return null
    const name = `${status} of ${call.name}`
    const answer = call.responses[status]
    // Pages, files and answers without a body are no JSON, with any status.
    const isText = !isJson(body)
    if (isText && answer === undefined) return `${name}: no such answer`
    const silent = headers.filter((header) => isSilent(header, answer))
    if (silent.length > 0) return `${name}: ${silent.join(', ')}`
    if (isText) return null
    const schema = answer?.content?.['application/json']?.schema
    if (schema === undefined) return `${name}: no JSON`
    const isDescribed = validatorOf(schema)
    if (isDescribed(JSON.parse(body))) return null
    const [{ instancePath = '', message = '', params = {} } = {}] = isDescribed.errors ?? []
    return `${name}: ${instancePath} ${message} ${JSON.stringify(params)} in ${body.slice(0, 300)}`
  }
}
const told = ['access-control-allow-origin', 'cache-control', 'etag', 'vary', 'x-robots-tag']

/** Whether the answer sends a header that its description lacks. */
function isSilent(header: string, answer: Answer | undefined): boolean {
  if (answer === undefined || !told.includes(header)) return false
  return !Object.keys(answer.headers ?? {}).some((name) => name.toLowerCase() === header)
}

type Answer = {
  readonly headers?: object
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>
}
type Call = { readonly name: string; readonly responses: Readonly<Record<string, Answer>> }
type Description = {
  readonly components?: object
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<Call, 'name'>>>>>
}

/** The call of an address. A path without parameters wins over one with parameters. */
function callFinder(paths: Description['paths']) {
  const patterns = Object.keys(paths)
    .sort((a, b) => a.split('{').length - b.split('{').length)
    .map((path) => ({ path, pattern: routePattern(path, /\{\w+\}/g) }))
  return (method: string, address: string): Call | undefined => {
    const [asked = ''] = address.split('?', 1)
    const path = patterns.find(({ pattern }) => pattern.test(asked))?.path ?? ''
    const described = paths[path]?.[method.toLowerCase()]
    return described === undefined ? undefined : { ...described, name: `${method} ${path}` }
  }
}

function isJson(body: string): boolean {
  try {
    return typeof JSON.parse(body) === 'object'
  } catch {
    return false
  }
}

/** The same without undescribed fields. */
function closed(schema: object, isPart = false): object {
  const entries = Object.entries(schema).map(([word, value]): [string, unknown] => {
    if (word === 'properties') return [word, closedFields(value)]
    if (word === 'items') return [word, closed(value)]
    if (word === 'anyOf') return [word, value.map((each: object) => closed(each))]
    if (word === 'allOf') return [word, value.map((each: object) => closed(each, true))]
    return [word, value]
  })
  const named = 'properties' in schema || 'allOf' in schema
  const isOpen = isPart || !named || 'additionalProperties' in schema
  return { ...Object.fromEntries(entries), ...(isOpen ? {} : { unevaluatedProperties: false }) }
}

const closedFields = (fields: Readonly<Record<string, object>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, closed(field)]))
