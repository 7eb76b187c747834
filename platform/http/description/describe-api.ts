// Describes the API as OpenAPI 3.1: schemas, access, limits and refusals come from the routes; names,
// sentences and examples from their calls (values/call.ts).
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { ProblemKinds } from '#platform/http/errors.ts'
import { errorSchema, keyUse, refusalsOf } from '#platform/http/guard/refusals.ts'
import { accessOf, isSafe } from '#platform/http/guard/request-guard.ts'
import type { Call, HeaderScheme } from '#values/call.ts'
import { describeAnswers } from './describe-answers.ts'
import { headers, parametersOf, securityOf, securitySchemes } from './described-headers.ts'
import { type CallTag, factsKey, type Operation, type RouteFacts } from './route-facts.ts'

export type ApiDescription = {
  readonly kinds: ProblemKinds
  readonly tags: readonly CallTag[]
  /** The introduction to all calls, in Markdown. */
  readonly text: string
  readonly contact: { readonly name: string; readonly url: string; readonly email?: string }
  /** Name of the session's cookie. */
  readonly cookie: string
  /** Schemas of extra fields in the refusals of some calls. */
  readonly refusalFields: Readonly<Record<string, object>>
}

/**
 * Makes the app throw for each later route without a declared call, except for hidden routes such as
 * pages and files.
 */
export function refuseUndescribedRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', ({ config, method, schema, url }) => {
    if (config?.call !== undefined || schema?.hide === true) return
    throw new Error(`${method} ${url} serves no call (platform/http/serve.ts)`)
  })
}

export function describeApi(api: ApiDescription): FastifyDynamicSwaggerOptions {
  const { contact, cookie, kinds, refusalFields, tags, text } = api
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Carbon Passport',
        version: '1',
        description: text,
        contact,
        license: { name: 'All rights reserved', identifier: 'LicenseRef-All-rights-reserved' },
      },
      servers: [{ url: '/', description: 'The server that this description comes from.' }],
      tags: [...tags],
      components: {
        schemas: { Error: errorSchema(refusalFields) },
        headers,
      },
    },
    transform: (route) => {
      const { schema, url } = jsonSchemaTransform(route)
      const { call } = route.route.config ?? {}
      if (call === undefined) return { schema, url }
      const facts = factsOf(kinds, route.route, call)
      return { schema: { ...schema, [factsKey]: facts }, url: call.path.replace(/\/$/, '') }
    },
    transformObject: (described) => {
      if (!('openapiObject' in described)) throw new Error('the API is described as OpenAPI')
      const { openapiObject } = described
      const secured: HeaderScheme[] = []
      for (const operation of Object.values(openapiObject.paths ?? {}).flatMap(operationsOf)) {
        const { call } = fillIn(operation)
        if (call.secured !== undefined) secured.push(call.secured)
      }
      const schemes = { securitySchemes: securitySchemes(cookie, secured) }
      Object.assign(openapiObject.components ?? {}, schemes)
      return simplify(openapiObject)
    },
  }
}

function operationsOf(methods: object | undefined): Operation[] {
  return Object.values(methods ?? {})
}

function factsOf(kinds: ProblemKinds, route: RouteOptions, call: Call): RouteFacts {
  return {
    call,
    refusals: refusalsOf(kinds, route),
    access: accessOf(route.url, route.config ?? {}),
    key: keyUse(route),
    isSafe: [route.method].flat().every(isSafe),
    url: route.url,
  }
}

/** Completes an operation with the facts of its route, and returns these facts. */
function fillIn(operation: Operation): RouteFacts {
  const { [factsKey]: facts, parameters = [], requestBody, responses = {} } = operation
  if (facts === undefined) throw new Error('an operation has no facts of its route')
  delete operation[factsKey]
  const { bytes, example } = facts.call
  const allParameters = parametersOf(parameters, facts)
  const body = requestBody?.content?.['application/json']
  if (body !== undefined && example !== undefined) Object.assign(body, { example })
  if (bytes !== undefined) {
    const content = { [bytes.media]: { schema: { type: 'object' }, example: bytes.example } }
    Object.assign(operation, { requestBody: { required: true, content } })
  }
  Object.assign(operation, {
    ...textsOf(facts),
    security: securityOf(facts),
    responses: describeAnswers(responses, allParameters, facts),
  })
  if (allParameters.length > 0) operation.parameters = allParameters
  else delete operation.parameters
  return facts
}

function textsOf({ call, url }: RouteFacts) {
  const { id: operationId, tag, summary, description } = call
  const slashNote = url.endsWith('/') ? [`It is \`${url}\` too, with the slash at its end.`] : []
  const text = [description, ...slashNote].join('\n\n')
  return { operationId, tags: [tag], summary, description: text }
}

/**
 * Removes the patterns of formats, which are long and differ between libraries, and those that need the
 * flag `u`, which a schema cannot set. Also removes `additionalProperties: false`, because answers gain
 * fields within a version.
 */
function simplify<Described extends object>(described: Described): Described {
  return JSON.parse(
    JSON.stringify(described, (_key, value: unknown) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
      const { pattern, additionalProperties, ...rest }: Schema = value
      return {
        ...rest,
        ...(typeof pattern !== 'string' || 'format' in rest || needsUnicode.test(pattern)
          ? {}
          : { pattern }),
        ...(additionalProperties === undefined || additionalProperties === false
          ? {}
          : { additionalProperties }),
      }
    }),
  )
}
/** Matches classes of letters, and code points beyond four hexadecimal digits. */
const needsUnicode = /\\[pP]\{|\\u\{/
type Schema = { readonly pattern?: unknown; readonly additionalProperties?: unknown }
