// Compares every answer of a tested app with its OpenAPI description: JSON bodies, and headers for
// caching, paging and cross-origin reads. It is stricter than the description. It reports an
// undescribed field, which clients must ignore, as a difference too.
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
export type WatchedApp = {
  readonly server: Server
  swagger(): { readonly paths?: object | undefined }
}

const foundDifferences = new Set<string>()
/** Compiled checks by the text of their description, so that equal apps of a process share one. */
const checks = new Map<string, AnswerCheck>()

/** Compares all later answers of an app and stores the differences. Call it before the first request. */
export function watchAnswers(app: WatchedApp): void {
  let check: AnswerCheck | undefined
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    record(response, (body, headers) => {
      check ??= checkOf(app.swagger())
      const { method = '', url = '' } = request
      if (method === 'HEAD') return
      const difference = check(method, url, response.statusCode, body, headers)
      if (difference !== null) foundDifferences.add(difference)
      const schemaDifference = differenceFromCall(method, url, response.statusCode, body)
      if (schemaDifference !== null) foundDifferences.add(schemaDifference)
    })
  })
}

/** Returns how a reply differs from the schema of its call; null if it fits or belongs to no call. */
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
 * Returns a pattern of the addresses that the router passes to a path with parameters. As in the router,
 * a parameter followed by text contains no line break. An address with one belongs to the path without
 * that text.
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

/** Throws an error that lists the differences since its last call, if there are any. */
export function refuseUndescribedAnswers(): void {
  const differences = [...foundDifferences]
  foundDifferences.clear()
  if (differences.length === 0) return
  throw new Error(`the description of the API does not say so:\n${differences.join('\n')}`)
}

/** Calls `onAnswer` with a whole answer before its last part is sent. */
function record(
  response: ServerResponse,
  onAnswer: (body: string, headers: readonly string[]) => void,
): void {
  const sent = new Headers()
  const chunks: Buffer[] = []
  const collect = (chunk: unknown) => {
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk))
    if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
  }
  const { end, write, writeHead } = response
  Object.assign(response, {
    // Fastify passes its headers to this call, and the response stores no copy of them.
    writeHead(...args: readonly unknown[]) {
      for (const [name, value] of Object.entries(Object(args[1]))) sent.set(name, String(value))
      return Reflect.apply(writeHead, response, args)
    },
    write(...args: readonly unknown[]) {
      collect(args[0])
      return Reflect.apply(write, response, args)
    },
    end(...args: readonly unknown[]) {
      collect(args[0])
      const coding = sent.get('content-encoding') ?? response.getHeader('content-encoding')
      const names = [...sent.keys(), ...response.getHeaderNames()]
      onAnswer(decodeBody(Buffer.concat(chunks), coding), names)
      return Reflect.apply(end, response, args)
    },
  })
}

function decodeBody(bytes: Buffer, coding: unknown): string {
  if (bytes.length === 0) return ''
  if (coding === 'br') return brotliDecompressSync(bytes).toString()
  return (coding === 'gzip' ? gunzipSync(bytes) : bytes).toString()
}

export function checkOf(description: object): AnswerCheck {
  const text = JSON.stringify(description)
  const cached = checks.get(text)
  if (cached !== undefined) return cached
  const made = makeCheck(JSON.parse(text))
  checks.set(text, made)
  return made
}

function makeCheck({ components, paths }: Description): AnswerCheck {
  const ajv = new Ajv2020({ strict: false, validateSchema: false })
  formats.default(ajv)
  const compiled = new Map<object, ValidateFunction>()
  const validatorOf = (schema: object) => {
    const made =
      compiled.get(schema) ?? ajv.compile({ ...withoutUndescribedFields(schema), components })
    compiled.set(schema, made)
    return made
  }
  const callOf = callFinder(paths)
  return (method, address, status, body, headers = []) => {
    const call = callOf(method, address)
    if (call === undefined) return null
    const name = `${status} of ${call.name}`
    const answer = call.responses[status]
    // Pages, files and empty answers are not JSON. Only their status must be described.
    const isText = !isJson(body)
    if (isText && answer === undefined) return `${name}: no such answer`
    const undescribed = headers.filter((header) => isUndescribed(header, answer))
    if (undescribed.length > 0) return `${name}: ${undescribed.join(', ')}`
    if (isText) return null
    const schema = answer?.content?.['application/json']?.schema
    if (schema === undefined) return `${name}: no JSON`
    const isDescribed = validatorOf(schema)
    if (isDescribed(JSON.parse(body))) return null
    const [{ instancePath = '', message = '', params = {} } = {}] = isDescribed.errors ?? []
    return `${name}: ${instancePath} ${message} ${JSON.stringify(params)} in ${body.slice(0, 300)}`
  }
}
const comparedHeaders = [
  'access-control-allow-origin',
  'cache-control',
  'etag',
  'vary',
  'x-robots-tag',
]

/** Returns true if the header is a compared one that the answer's description lacks. */
function isUndescribed(header: string, answer: Answer | undefined): boolean {
  if (answer === undefined || !comparedHeaders.includes(header)) return false
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

/** Returns a search for the call of an address. Paths with fewer parameters take precedence. */
function callFinder(paths: Description['paths']) {
  const patterns = Object.keys(paths)
    .sort((a, b) => a.split('{').length - b.split('{').length)
    .map((path) => ({ path, pattern: routePattern(path, /\{\w+\}/g) }))
  return (method: string, address: string): Call | undefined => {
    const [requestPath = ''] = address.split('?', 1)
    const path = patterns.find(({ pattern }) => pattern.test(requestPath))?.path ?? ''
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

/** Returns a copy of the schema that refuses undescribed fields. */
function withoutUndescribedFields(schema: object, isPart = false): object {
  const entries = Object.entries(schema).map(([word, value]): [string, unknown] => {
    if (word === 'properties') return [word, fieldsWithoutUndescribed(value)]
    if (word === 'items') return [word, withoutUndescribedFields(value)]
    if (word === 'anyOf') return [word, value.map((each: object) => withoutUndescribedFields(each))]
    if (word === 'allOf')
      return [word, value.map((each: object) => withoutUndescribedFields(each, true))]
    return [word, value]
  })
  const declaresFields = 'properties' in schema || 'allOf' in schema
  const isOpen = isPart || !declaresFields || 'additionalProperties' in schema
  return { ...Object.fromEntries(entries), ...(isOpen ? {} : { unevaluatedProperties: false }) }
}

const fieldsWithoutUndescribed = (fields: Readonly<Record<string, object>>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, withoutUndescribedFields(field)]),
  )
