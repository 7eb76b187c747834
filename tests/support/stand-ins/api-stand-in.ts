// Simulates a provider's API from its OpenAPI file: it refuses requests that the file does not
// allow and keeps them for the test. It also simulates network faults.
import { readFileSync } from 'node:fs'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { join } from 'node:path'
import { installTool, testLibraries } from '#scripts/install.mjs'
import type { Context, OpenAPIBackend } from '#tools/test-libraries/openapi.ts'

export type StandInCall = {
  readonly operation: string
  readonly params: Readonly<Record<string, string | string[]>>
  // biome-ignore lint/suspicious/noExplicitAny: checked against the provider's file before it is read
  readonly body: any
  readonly query: Readonly<Record<string, string | string[]>>
  readonly headers: IncomingMessage['headers']
}
export type StandInAnswer = {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** The fault of the next calls of an operation on their way there or back. */
export type NetworkFault = 'lost before' | 'lost after' | 'hang' | keyof typeof refusals

/** The status of an overloaded provider's answer. */
const refusals = { busy: 503, 'key in use': 409, 'too often': 429 } as const

type Options = {
  /** The name of a file in tests/openapi. */
  readonly file: string
  readonly securityScheme: string
  readonly isKnown: (authorization: string) => boolean
  readonly handlers: Readonly<Record<string, (call: StandInCall) => StandInAnswer>>
  readonly unauthorised: StandInAnswer
  /** The fault contains its status. */
  readonly busy: StandInAnswer
  readonly malformed: (reason: string) => StandInAnswer
}

export type ApiStandIn = {
  readonly url: string
  /** The reasons of requests that the OpenAPI file refuses; a test ends without unintended ones. */
  readonly malformed: string[]
  readonly calls: StandInCall[]
  fail(operation: string, fault: NetworkFault, times?: number): void
  close(): Promise<void>
}

export async function openApiStandIn(options: Options): Promise<ApiStandIn> {
  const definition = JSON.parse(
    readFileSync(join(import.meta.dirname, '../..', 'openapi', options.file), 'utf8'),
  )
  refuseUnknownFields(definition, Object.keys(options.handlers))
  const malformed: string[] = []
  const calls: StandInCall[] = []
  const faults: { operation: string; fault: NetworkFault }[] = []
  await installTool(testLibraries)
  const { OpenAPIBackend, qs } = await import('#tools/test-libraries/openapi.ts')
  const api = new OpenAPIBackend({
    definition,
    quick: true,
    ajvOpts: { coerceTypes: true, strict: false, logger: false },
  })
  api.registerSecurityHandler(options.securityScheme, ({ request }: Context) =>
    options.isKnown(String(request.headers.authorization ?? '')),
  )
  api.register('unauthorizedHandler', () => options.unauthorised)
  api.register('notFound', ({ request }) => refuse(`no ${request.method} ${request.path}`))
  api.register('validationFail', ({ validation, operation }) => {
    const [error] = validation.errors ?? []
    const { params = {} } = error ?? {}
    return refuse(
      `${operation?.operationId}${error?.instancePath} ${error?.message} ${JSON.stringify(params)}`,
    )
  })
  for (const [operation, handle] of Object.entries(options.handlers)) {
    api.register(operation, ({ request }) => {
      const { params, requestBody: body, query, headers } = request
      const call = { operation, params, body, query, headers }
      const index = faults.findIndex((each) => each.operation === operation)
      const [found] = index < 0 ? [] : faults.splice(index, 1)
      if (found?.fault === 'lost before' || found?.fault === 'hang') return found.fault
      if (found !== undefined && found.fault !== 'lost after') {
        return { ...options.busy, status: refusals[found.fault] }
      }
      calls.push(call)
      const answer = handle(call)
      return found?.fault === 'lost after' ? found.fault : answer
    })
  }
  await api.init()
  // A check takes a second or more to compile: within the first call, a client might give up.
  for (const operation of Object.keys(options.handlers)) {
    api.validator.getRequestValidatorsForOperation(operation)
  }

  function refuse(reason: string): StandInAnswer {
    malformed.push(reason)
    return options.malformed(reason)
  }

  const server = await listen((request, response) => void answer(api, qs.parse, request, response))
  return {
    ...server,
    malformed,
    calls,
    fail(operation, fault, times = 1) {
      for (let time = 0; time < times; time += 1) faults.push({ operation, fault })
    },
  }
}

async function answer(
  api: OpenAPIBackend,
  parse: (form: string) => object,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [path = '', query = ''] = (request.url ?? '').split('?')
  let text = ''
  for await (const chunk of request) text += chunk
  const answered: StandInAnswer | 'hang' | 'lost before' | 'lost after' = await api.handleRequest({
    method: request.method ?? '',
    path,
    // As text: it reads nested fields by the file's own styles.
    query,
    headers: plain(request.headers),
    ...(text === '' ? {} : { body: parse(text) }),
  })
  if (answered === 'hang') return
  if (typeof answered === 'string') {
    request.socket.destroy()
    return
  }
  const headers = { 'content-type': 'application/json', ...answered.headers }
  response.writeHead(answered.status, headers).end(JSON.stringify(answered.body))
}

async function listen(handle: RequestListener) {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A misspelt field is a fault of ours even if the provider would ignore it. */
function refuseUnknownFields(
  // biome-ignore lint/suspicious/noExplicitAny: a provider's file, in the shape of OpenAPI
  definition: { readonly paths: Readonly<Record<string, any>> },
  operations: readonly string[],
): void {
  for (const { post } of Object.values(definition.paths)) {
    if (!operations.includes(post?.operationId)) continue
    const { schema } = post.requestBody.content['application/x-www-form-urlencoded']
    schema.additionalProperties ??= false
  }
}

/** In openapi-backend's form of headers: texts and lists of texts. */
function plain(given: object): Record<string, string | string[]> {
  const entries = Object.entries(given).map(([name, value]): [string, string | string[]] => [
    name,
    Array.isArray(value) ? value.map(String) : String(value),
  ])
  return Object.fromEntries(entries)
}
