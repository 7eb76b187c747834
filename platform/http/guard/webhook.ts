// Receives webhooks. The provider signs their bytes, so they need no origin, session or JSON
// (docs/product.md#webhooks). The bytes must not be parsed before the check of their signature.
import type { IncomingHttpHeaders } from 'node:http'
import type { Api } from '#platform/http/request-types.ts'
import { serve } from '#platform/http/serve.ts'
import type { Logger } from '#platform/logger.ts'
import { type Call, empty } from '#values/call.ts'
import { problem } from '#values/problem.ts'

const webhookMaxBytes = 256 * 1024

export type WebhookRequest = {
  readonly body: Buffer
  readonly headers: IncomingHttpHeaders
  /** The full address that the provider calls, with its query. */
  readonly address: string
}

/** `not_found`: the provider is not configured, or its signature key is missing. */
export type WebhookFault = 'bad_signature' | 'stale_signature' | 'bad_request' | 'not_found'

type WebhookTexts = Pick<Call, 'id' | 'path' | 'summary' | 'description'> &
  Required<Pick<Call, 'secured' | 'bytes'>>

/**
 * Declares the call of a webhook. `reply` is the JSON of the answer to a handled event; null for an
 * answer without a body.
 */
export const webhookCall = (words: WebhookTexts, reply: object | null) =>
  ({
    ...words,
    method: 'POST',
    access: 'webhook',
    tag: 'Webhooks',
    problems: ['bad_signature', 'stale_signature', 'not_found'],
    answers:
      reply === null
        ? { 204: empty(handled) }
        : { 200: { description: handled, media: 'application/json', example: reply } },
  }) as const satisfies Call
const handled = 'The event is handled.'

export type Webhook<Event> = {
  readonly call: ReturnType<typeof webhookCall>
  /** Returns the event of a request with a valid signature; `nowMs` is the wall clock. */
  readonly read: (request: WebhookRequest, nowMs: number) => Event | WebhookFault
}

type WebhookOptions<Event extends object> = {
  readonly webhooks: readonly Webhook<Event>[]
  /** Handles an event. If it throws, the error answer makes the provider send the event again. */
  readonly handle: (event: Event) => Promise<void>
  /** The events' name in the log, such as `card`. */
  readonly subject: string
}

type Services = {
  readonly clock: () => number
  readonly log: Logger
  readonly settings: { readonly publicUrl: string }
}

/** Adds a route for each webhook. The body of any content type is kept as bytes. */
export async function webhookRoutes<Event extends object>(
  app: Api,
  { clock, log, settings }: Services,
  { webhooks, handle, subject }: WebhookOptions<Event>,
): Promise<void> {
  await app.register(async (scope: Api) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: webhookMaxBytes },
      (request, body: Buffer, done) => {
        request.rawBody = body
        done(null, undefined)
      },
    )
    for (const { call, read } of webhooks) {
      serve(scope, call, async ({ rawBody: body, headers, url }, reply) => {
        const event = read({ body, headers, address: settings.publicUrl + url }, clock())
        if (typeof event === 'string') return problem(event)
        try {
          await handle(event)
        } catch (error) {
          // The provider sends the event again, or the next poll finds it.
          log.warn(`${subject} event not settled yet`, { error })
          return problem('unavailable', { retryAfterSeconds: 60 })
        }
        return 204 in call.answers ? reply.code(204).send() : reply.send(call.answers[200].example)
      })
    }
  })
}
