// Types of the product's additions to a request and to a route's configuration.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { KnownProblem, ProblemCode, ProblemKinds } from '#platform/http/errors.ts'
import type { Nonce } from '#platform/http/guard/request-signature.ts'
import type { CallerFields } from '#platform/logger.ts'
import type { Access, Call } from '#values/call.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Default for routes under /api and /passport: a session. */
    access?: Access
    /** Checks a call of a public route before the body is read. Null admits the call. */
    admit?: (request: FastifyRequest) => Promise<KnownProblem | null>
    /**
     * Allows some requests of the route a larger body than `bodyMaxBytes`. It is read only after the check of the
     * caller.
     */
    largeBody?: {
      readonly maxBytes: number
      readonly isAllowed: (request: FastifyRequest) => boolean
    }
    /**
     * Refusals by the route's feature; those by its guard are in platform/http/guard/refusals.ts.
     */
    problems?: readonly ProblemCode[]
    /**
     * If true, pages of any origin may read the answer. The answer must then be the same for every
     * caller.
     */
    anyOrigin?: true
    /** Headers of each answer of the route, including refusals. */
    headers?: Readonly<Record<string, string>>
    /** The call that the route serves (platform/http/serve.ts). */
    call?: Call
    /** The problem of a body or query with an invalid shape. */
    invalidBody?: ProblemCode
    /** Problems of single invalid fields, by field. Other fields have `invalidBody`. */
    invalidFields?: Readonly<Record<string, ProblemCode>>
  }
  interface FastifyInstance {
    /** Status and sentence of every problem that the product knows. */
    problemKinds: ProblemKinds
    /** Hashes a call's body, to detect another body under the same idempotency key. */
    bodyHashOf: (body: string) => Buffer
  }
  interface FastifyRequest {
    /** The caller that the check of the route's access found. Null on public routes. */
    caller: Caller | null
    nonce: Nonce | null
    /** The problem with which the call was refused. */
    refusal: ProblemCode | null
    rawBody: Buffer
    /** The body before validation, which drops unknown fields. */
    sentBody: unknown
  }
}

/** The fields of a caller that the platform needs. The feature that authenticated the call adds others. */
export type Caller = {
  /** Owner of the call's idempotency keys. */
  readonly keyOwnerId: string
  /** The caller's fields in the log. */
  readonly logFields: CallerFields
}

/** An app whose routes get their request types from zod schemas. */
export type Api = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>
