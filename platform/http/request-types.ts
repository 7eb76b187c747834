// What our hooks add to a request and to a route's configuration. Types only.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Partner } from '#features/partners/partner-guard.ts'
import type { Viewer } from '#features/sign-in/session-guard.ts'
import type { KnownProblem, ProblemCode } from '#platform/http/errors.ts'
import type { Nonce } from '#platform/http/request-signature.ts'

/**
 * Who may call: anybody, a session, a session whose terminal signs the call, or a partner whose
 * terminal does (contract 4).
 */
export type Access = 'public' | 'session' | 'signed' | 'partner'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Routes under /api and /passport that say nothing need a session. */
    access?: Access
    /** What a public route asks before the body is read: null lets the call in. */
    admit?: (request: FastifyRequest) => Promise<KnownProblem | null>
    /** What the route's feature may refuse, besides what its guard may (platform/http/refusals.ts). */
    problems?: readonly ProblemCode[]
    /** The problem that a body or query of the wrong shape is answered with. */
    invalidBody?: ProblemCode
    /** Whether the route wants to know `viewer.signedLately`, which costs a look of its own. */
    asksSignedLately?: boolean
    /** The same for single fields that the catalogue of texts has its own sentence for. */
    invalidFields?: Readonly<Record<string, ProblemCode>>
  }
  interface FastifyRequest {
    viewer: Viewer | null
    partner: Partner | null
    nonce: Nonce | null
    /** What the call was refused with. */
    refusal: ProblemCode | null
    rawBody: Buffer
    /** The body as it came, before a schema dropped its unknown fields. */
    sentBody: unknown
  }
}

/** An app whose routes get their request types from zod schemas. */
export type Api = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>
