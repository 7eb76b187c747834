// What our hooks add to a request and to a route's configuration. Types only.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { KnownProblem, ProblemCode, ProblemKinds } from '#platform/http/errors.ts'
import type { Nonce } from '#platform/http/guard/request-signature.ts'
import type { CallerFields } from '#platform/log.ts'

/**
 * Who may call: anybody, a session, a session whose terminal signs the call, a partner whose terminal
 * does (docs/product.md#signed-calls), or a provider whose signature the route checks itself
 * (docs/product.md#webhooks).
 */
export type Access = 'public' | 'session' | 'signed' | 'partner' | 'webhook'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Routes under /api and /passport that say nothing need a session. */
    access?: Access
    /** What a public route asks before the body is read: null lets the call in. */
    admit?: (request: FastifyRequest) => Promise<KnownProblem | null>
    /**
     * What the route's feature may refuse, besides what its guard may (platform/http/guard/refusals.ts).
     */
    problems?: readonly ProblemCode[]
    /** Whether pages of any origin may read the answer, which then must be the same to everybody. */
    anyOrigin?: true
    /** What each of its answers tells browsers and caches, refusals by its guard among them. */
    headers?: Readonly<Record<string, string>>
    /** The path in the description of the API, where the route's own cannot stand there. */
    describedAs?: string
    /** The problem that a body or query of the wrong shape is answered with. */
    invalidBody?: ProblemCode
    /** The same for single fields that the catalogue of texts has its own sentence for. */
    invalidFields?: Readonly<Record<string, ProblemCode>>
  }
  interface FastifyInstance {
    /** Status and sentence of every problem that the product knows. */
    problemKinds: ProblemKinds
    /** What is kept in the place of a call's body, so that another one under its key is noticed. */
    bodyHashOf: (body: string) => Buffer
  }
  interface FastifyRequest {
    /** Who calls, as the check of the route's access found out; null on public routes. */
    caller: Caller | null
    nonce: Nonce | null
    /** What the call was refused with. */
    refusal: ProblemCode | null
    rawBody: Buffer
    /** The body as it came, before a schema dropped its unknown fields. */
    sentBody: unknown
  }
}

/** What the platform needs to know of a caller. The feature that checked it knows who it is. */
export type Caller = {
  /** Whose idempotency keys the call's are. */
  readonly keyOwnerId: string
  /** How the log names the caller. */
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
