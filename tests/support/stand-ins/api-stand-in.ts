// Simulates a provider's API from its OpenAPI file. It refuses requests that the file does not allow,
// and records all requests for the test. It also simulates network faults.
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

/** A fault of a call: `lost before` the provider handles it, `lost after`, without an answer, or refused. */
export type NetworkFault = 'lost before' | 'lost after' | 'hang' | keyof typeof refusals

/** The status with which a provider refuses a call for a temporary reason. */
const refusals = { busy: 503, 'key in use': 409, 'too often': 429 } as const

type Options = {
  /** The name of a file in tests/openapi. */
  readonly file: string
  readonly securityScheme: string
  readonly isKnown: (authorization: string) => boolean
  readonly handlers: Readonly<Record<string, (call: StandInCall) => StandInAnswer>>
  readonly unauthorised: StandInAnswer
  /** The answer to a temporarily refused call. The fault's status replaces its own. */
  readonly busy: StandInAnswer
  readonly malformed: (reason: string) => StandInAnswer
}

export type ApiStandIn = {
  readonly url: string
  /** Reasons for which the OpenAPI file refused requests. A test expects this list to be empty. */
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
      const [plannedFault] = index < 0 ? [] : faults.splice(index, 1)
      if (plannedFault?.fault === 'lost before' || plannedFault?.fault === 'hang')
        return plannedFault.fault
      if (plannedFault !== undefined && plannedFault.fault !== 'lost after') {
        return { ...options.busy, status: refusals[plannedFault.fault] }
      }
      calls.push(call)
      const answer = handle(call)
      return plannedFault?.fault === 'lost after' ? plannedFault.fault : answer
    })
  }
  await api.init()
  // Compiles the checks now. That takes a second or more each, and a client might time out in its first call.
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
      for (let count = 0; count < times; count += 1) faults.push({ operation, fault })
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
  const reply: StandInAnswer | 'hang' | 'lost before' | 'lost after' = await api.handleRequest({
    method: request.method ?? '',
    path,
    // The query stays text, so that the library reads nested fields by the styles that the file declares.
    query,
    headers: toPlainHeaders(request.headers),
    ...(text === '' ? {} : { body: parse(text) }),
  })
  if (reply === 'hang') return
  if (typeof reply === 'string') {
    request.socket.destroy()
    return
  }
  const headers = { 'content-type': 'application/json', ...reply.headers }
  response.writeHead(reply.status, headers).end(JSON.stringify(reply.body))
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

/** Changes the definition so that it refuses unknown form fields, which would be misspelt ones. */
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

/** Returns headers in openapi-backend's form: texts and lists of texts. */
function toPlainHeaders(headers: object): Record<string, string | string[]> {
  const entries = Object.entries(headers).map(([name, value]): [string, string | string[]] => [
    name,
    Array.isArray(value) ? value.map(String) : String(value),
  ])
  return Object.fromEntries(entries)
}
