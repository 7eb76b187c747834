// Receives webhooks, whose bytes the provider signs: no origin, no session, no JSON
// (docs/product.md#webhooks). The bytes mean nothing before the check of their signature.
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { sendProblem } from '#platform/http/errors.ts'
import type { Logger } from '#platform/log.ts'
import { problem } from '#values/problem.ts'

const webhookMaxBytes = 256 * 1024

export type WebhookCall = {
  readonly body: Buffer
  readonly headers: IncomingHttpHeaders
  /** The address as the provider was given it, with its query. */
  readonly address: string
}

export type WebhookFault = 'bad_signature' | 'stale_signature' | 'bad_request'

/** Reads the events that a provider sends. */
export type Webhook<Told> = {
  /** Returns the event of a call with a valid signature; `nowMs` is the wall clock. */
  readonly read: (call: WebhookCall, nowMs: number) => Told | WebhookFault
}

type Served<Told extends object> = {
  /** The last part of its address: `/webhooks/<name>`. */
  readonly name: string
  /** Null where the configured provider sends no events: the address then answers 404. */
  readonly webhook: Webhook<Told> | null
  /** Does what follows. Where it throws, the provider is asked to tell it again. */
  readonly hear: (told: Told) => Promise<void>
  /** The name of its events in the log: `card`. */
  readonly what: string
  /** The body of the answer once the event is handled; null for an empty one. */
  readonly thanks: object | null
}

type Services = {
  readonly clock: () => number
  readonly log: Logger
  readonly settings: { readonly publicUrl: string }
}

/** Adds the webhook's route. Its bodies stay bytes, for every content type. */
export async function webhookRoute<Told extends object>(
  app: FastifyInstance,
  { clock, log, settings }: Services,
  { name, webhook, hear, what, thanks }: Served<Told>,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: webhookMaxBytes },
      (request, body: Buffer, done) => {
        request.rawBody = body
        done(null, undefined)
      },
    )
    scope.post(
      `/webhooks/${name}`,
      { config: { access: 'webhook', problems: ['not_found'] } },
      async ({ rawBody: body, headers, url }, reply) => {
        if (webhook === null) return sendProblem(reply, problem('not_found'))
        const told = webhook.read({ body, headers, address: settings.publicUrl + url }, clock())
        if (typeof told === 'string') return sendProblem(reply, problem(told))
        try {
          await hear(told)
        } catch (error) {
          // The provider sends it again, and the poll finds it.
          log.warn(`${what} event not settled yet`, { error })
          return sendProblem(reply, problem('unavailable', { retryAfterSeconds: 60 }))
        }
        return thanks === null ? reply.code(204).send() : thanks
      },
    )
  })
}
