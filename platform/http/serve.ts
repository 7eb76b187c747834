// Registers a call as a Fastify route. The route's path, access, problems and schemas come from the call.
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify'
import type { StoredAnswer } from '#platform/database/idempotency.ts'
import { type KnownProblem, type ProblemCode, sendProblem } from '#platform/http/errors.ts'
import type { Api } from '#platform/http/request-types.ts'
import type { Answered, Call, CallProblem, HandlerReply, ParsedInput } from '#values/call.ts'
import type { Problem } from '#values/problem.ts'

/** A call whose problems are in the product's catalogue. */
type KnownCall = Call & {
  readonly problems?: readonly ProblemCode[]
  readonly invalidInput?: ProblemCode
  readonly invalidFields?: Readonly<Record<string, ProblemCode>>
}

/**
 * Problems of any route (guard/refusals.ts). A session may end after its check, for example by a deletion of the
 * passport.
 */
type OfEveryRoute = 'bad_request' | 'unavailable' | 'unauthenticated'

/**
 * Results of signed calls only: the refusal of a replayed nonce, and the stored answer of an
 * idempotency key.
 */
type OfSignedCall<C extends Call> = C extends { readonly access: 'signed' | 'partner' }
  ? Problem<'replayed'> | StoredAnswer
  : never

/** The reply of a handler that sends a file, kept bytes or 304 itself and then returns the reply. */
type SentByHandler<C extends Call> = C['answers'][keyof C['answers']] extends {
  readonly schema: unknown
}
  ? never
  : FastifyReply

type HandlerResult<C extends Call> =
  | HandlerReply<C>
  | Problem<CallProblem<C> | OfEveryRoute>
  | OfSignedCall<C>
  | SentByHandler<C>

type Handler<C extends Call> = (
  request: FastifyRequest & ParsedInput<C>,
  reply: FastifyReply,
) => HandlerResult<C> | Promise<HandlerResult<C>>

/** A handler without the call's types. As a method it accepts the narrower parameter types. */
type AnyHandler = { handle(request: FastifyRequest, reply: FastifyReply): unknown }

/** The options of a route that its call does not declare. */
type RouteConfig = Omit<
  FastifyContextConfig,
  'access' | 'call' | 'problems' | 'invalidBody' | 'invalidFields'
> & {
  /** The address of the route, if it matches more than the path of its call. */
  readonly url?: string
}

export function serve<C extends KnownCall>(
  app: Api,
  call: C,
  handler: Handler<C>,
  { url = call.path, ...config }: RouteConfig = {},
): void {
  const { access, problems, invalidInput, invalidFields, params, query, body } = call
  const { handle }: AnyHandler = { handle: handler }
  app.route({
    method: call.method,
    url,
    ...(config.largeBody === undefined ? {} : { bodyLimit: config.largeBody.maxBytes }),
    config: {
      ...config,
      call,
      ...(access === undefined ? {} : { access }),
      ...(problems === undefined ? {} : { problems }),
      ...(invalidInput === undefined ? {} : { invalidBody: invalidInput }),
      ...(invalidFields === undefined ? {} : { invalidFields }),
    },
    schema: {
      ...(params === undefined ? {} : { params }),
      ...(query === undefined ? {} : { querystring: query }),
      ...(body === undefined ? {} : { body }),
      response: responsesOf(call),
    },
    handler: async (request, reply) => {
      const handled: unknown = await handle(request, reply)
      if (isKnownProblem(handled)) return sendProblem(reply, handled)
      return isAnswered(handled) ? sendAnswered(reply, handled) : handled
    },
  })
}

/** Sends an answer. A stored refusal contains the request id of the first call. */
function sendAnswered(
  reply: FastifyReply,
  { answered: status, body, isRepeat = false }: Answered<number, unknown>,
): FastifyReply {
  if (isRepeat) void reply.header('idempotency-replayed', 'true')
  void reply.code(status)
  if (status < 400) return reply.send(body)
  const { request_id = reply.request.id, ...rest } = Object(body)
  return reply.send({ ...rest, request_id })
}

/** Returns the JSON schemas of the answers. The description adds the other answers. */
function responsesOf({ answers }: Call) {
  const schemas = Object.entries(answers).map(([status, { schema }]) => [status, schema] as const)
  return Object.fromEntries(schemas.filter(([, schema]) => schema !== undefined))
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function isKnownProblem(handled: unknown): handled is KnownProblem {
  return isObject(handled) && 'problem' in handled
}

function isAnswered(handled: unknown): handled is Answered<number, unknown> {
  return isObject(handled) && 'answered' in handled
}
