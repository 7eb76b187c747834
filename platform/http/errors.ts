// Turns problems and thrown errors into answers (docs/product.md#errors). An answer must not contain
// stack traces, SQL or other people's data.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isDatabaseUnavailable } from '#platform/database/database.ts'
import { TooManyWaiting } from '#platform/database/group-calls.ts'
import { DrawingUnavailable } from '#platform/drawing/drawing-thread.ts'
import { setSpentHeader } from '#platform/http/limits/limit-headers.ts'
import { type generalProblems, type Problem, type ProblemKind, problem } from '#values/problem.ts'

type GeneralProblems = typeof generalProblems

/**
 * All problems of the product, by code. server/problems.ts adds the problems of the features: their
 * types by declaration merging, and their values by decorating the app.
 */
export interface ProblemCatalogue extends GeneralProblems {}
export type ProblemCode = keyof ProblemCatalogue
export type KnownProblem = Problem<ProblemCode>
export type ProblemKinds = Readonly<Record<ProblemCode, ProblemKind>>

export type ProblemAnswer = {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly retryAfterSeconds: number | undefined
}

/**
 * Returns the status and the body of a problem, without the request's id. `kinds` defines the codes. The
 * body of a 400 names the invalid field; null if the problem concerns several fields or none.
 */
export function answerOf<Code extends string>(
  kinds: Readonly<Record<Code, ProblemKind>>,
  { problem: code, text, fields, retryAfterSeconds }: Problem<Code>,
): ProblemAnswer {
  const kind = kinds[code]
  return {
    status: kind.status,
    body: {
      error: text ?? kind.text,
      code,
      ...(kind.status === 400 ? { field: kind.field ?? null } : {}),
      ...fields,
    },
    retryAfterSeconds,
  }
}

export function sendProblem(reply: FastifyReply, refused: KnownProblem): FastifyReply {
  const { status, body, retryAfterSeconds } = answerOf(reply.server.problemKinds, refused)
  reply.request.refusal = refused.problem
  if (retryAfterSeconds !== undefined) {
    const seconds = Math.max(1, Math.ceil(retryAfterSeconds))
    void reply.header('retry-after', seconds)
    if (refused.problem === 'rate_limited') setSpentHeader(reply, seconds)
  }
  // Removes headers that the failed handler set for its unsent answer.
  void reply.removeHeader('etag').removeHeader('vary')
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8')
    .send({ ...body, request_id: reply.request.id })
}

const problemByFastifyCode: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'not_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_request',
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: 'not_json',
  FST_ERR_BAD_URL: 'bad_request',
  // A method that Node's parser knows and no route has, such as DESCRIBE of RTSP.
  FST_ERR_NOT_FOUND: 'not_found',
}

/** Converts a thrown error to a problem. An unknown error becomes `internal`; the caller logs it. */
export function problemOf(error: FastifyError | Error, request: FastifyRequest): KnownProblem {
  if (hasZodFastifySchemaValidationErrors(error)) {
    const { invalidBody = 'bad_request', invalidFields } = request.routeOptions.config
    const [, ...path] = error.validation[0]?.instancePath.split('/') ?? []
    const field = path.join('.')
    const code = invalidFields?.[path[0] ?? ''] ?? invalidBody
    return problem(code, { fields: { field: field === '' ? null : field } })
  }
  const isBusy = error instanceof TooManyWaiting || error instanceof DrawingUnavailable
  if (isBusy || isDatabaseUnavailable(error)) {
    return problem('unavailable', { retryAfterSeconds: 1 })
  }
  const code = 'code' in error ? problemByFastifyCode[String(error.code)] : undefined
  return problem(code ?? 'internal')
}
