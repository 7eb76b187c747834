// Describes the API as OpenAPI 3.1: schemas, access, limits and refusals come from the routes;
// names, sentences and examples from the features (described-calls.ts).
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { RouteOptions } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { ProblemKinds } from '#platform/http/errors.ts'
import { errorSchema, keyUse, refusalsOf } from '#platform/http/guard/refusals.ts'
import { accessOf, isSafe } from '#platform/http/guard/request-guard.ts'
import type { Call, HeaderScheme } from '#values/call.ts'
import { describeAnswers } from './describe-answers.ts'
import {
  type CallTag,
  type DescribedCall,
  type DescribedCalls,
  factsKey,
  type Operation,
  type RouteFacts,
} from './described-calls.ts'
import { headers, parametersOf, securityOf, securitySchemes } from './described-headers.ts'

export type ApiDescription = {
  readonly kinds: ProblemKinds
  readonly calls: DescribedCalls
  readonly tags: readonly CallTag[]
  /** The introduction to all calls, in Markdown. */
  readonly text: string
  /** The name of the session's cookie. */
  readonly cookie: string
  /** Schemas of fields that single refusals bring along. */
  readonly refusalFields: Readonly<Record<string, object>>
}

export function describeApi(api: ApiDescription): FastifyDynamicSwaggerOptions {
  const { cookie, kinds, refusalFields, tags, text } = api
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Carbon Passport',
        version: '1',
        description: text,
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
      const { schema } = jsonSchemaTransform(route)
      const path = route.route.config?.call?.path ?? route.url
      const url = path.length > 1 ? path.replace(/\/$/, '') : path
      return { schema: { ...schema, [factsKey]: factsOf(kinds, route.route) }, url }
    },
    transformObject: (described) => {
      if (!('openapiObject' in described)) throw new Error('the API is described as OpenAPI')
      const { openapiObject } = described
      const secured: HeaderScheme[] = []
      for (const [path, methods] of Object.entries(openapiObject.paths ?? {})) {
        for (const [method, operation] of operationsOf(methods)) {
          const call = callOf(operation, api.calls[`${method.toUpperCase()} ${path}`])
          fillIn(operation, call)
          if (call?.secured !== undefined) secured.push(call.secured)
        }
      }
      const schemes = { securitySchemes: securitySchemes(cookie, secured) }
      Object.assign(openapiObject.components ?? {}, schemes)
      return tidied(openapiObject)
    },
  }
}

function operationsOf(methods: object | undefined): [string, Operation][] {
  return Object.entries(methods ?? {})
}

function factsOf(kinds: ProblemKinds, route: RouteOptions): RouteFacts {
  return {
    refusals: refusalsOf(kinds, route),
    access: accessOf(route.url, route.config ?? {}),
    key: keyUse(route),
    isSafe: [route.method].flat().every(isSafe),
    url: route.url,
    call: route.config?.call,
  }
}

/** The words of an operation: those of the call that its route serves, else the listed ones. */
function callOf(
  { [factsKey]: known }: Operation,
  listed: DescribedCall | undefined,
): DescribedCall | undefined {
  return known?.call === undefined ? listed : describedCall(known.call)
}

/** Fills an operation in. One that no feature describes has its schemas and refusals alone. */
function fillIn(operation: Operation, call: DescribedCall | undefined): void {
  const { [factsKey]: known, parameters = [], requestBody } = operation
  if (known === undefined) return
  delete operation[factsKey]
  const given = parametersOf(parameters, known, call)
  const body = requestBody?.content?.['application/json']
  if (body !== undefined && call?.body !== undefined) Object.assign(body, { example: call.body })
  if (call?.bytes !== undefined) {
    const { media, example } = call.bytes
    const content = { [media]: { schema: { type: 'object' }, example } }
    Object.assign(operation, { requestBody: { required: true, content } })
  }
  Object.assign(operation, {
    ...(call === undefined ? {} : wordsOf(call, known)),
    security: securityOf(known, call),
    responses: describeAnswers(operation.responses ?? {}, given, known, call),
  })
  if (given.length > 0) operation.parameters = given
  else delete operation.parameters
}

const describedCall = ({ body: _schema, example, ...call }: Call): DescribedCall => ({
  ...call,
  ...(example === undefined ? {} : { body: example }),
})

function wordsOf(call: DescribedCall, { url }: RouteFacts) {
  const { id: operationId, tag, summary, description } = call
  const alike = url.endsWith('/') ? [`It is \`${url}\` too, with the slash at its end.`] : []
  const text = [...(description === undefined ? [] : [description]), ...alike].join('\n\n')
  return { operationId, tags: [tag], summary, ...(text === '' ? {} : { description: text }) }
}

/**
 * Leaves out the patterns of formats, which are long and differ between libraries, and the promise
 * that no other field follows: answers gain fields within a version.
 */
function tidied<Described extends object>(described: Described): Described {
  return JSON.parse(
    JSON.stringify(described, (_key, value: unknown) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
      const { pattern, additionalProperties, ...rest }: Schema = value
      return {
        ...rest,
        ...(pattern === undefined || 'format' in rest ? {} : { pattern }),
        ...(additionalProperties === undefined || additionalProperties === false
          ? {}
          : { additionalProperties }),
      }
    }),
  )
}
type Schema = { readonly pattern?: unknown; readonly additionalProperties?: unknown }
