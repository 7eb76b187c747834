// Where the card provider tells of refunds and disputes. No SQL, no rules.
import type { FastifyInstance } from 'fastify'
import { hearCardEvent } from '#features/purchases/refund/hear-card-events.ts'
import type { Services } from '#features/purchases/services.ts'
import { sendProblem } from '#platform/http/errors.ts'
import { webhookRoutes } from '#platform/http/webhook.ts'
import { problem } from '#values/problem.ts'

/** There are none with a provider that tells nothing. */
export async function cardWebhookRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { cards, clock, settings, log } = services
  const { webhook } = cards
  if (webhook === null) return
  await webhookRoutes(app, (scope) => {
    scope.post(
      `/webhooks/${webhook.name}`,
      { config: { access: 'webhook' }, schema: { hide: true } },
      async ({ rawBody: body, headers, url }, reply) => {
        const event = webhook.read({ body, headers, address: settings.publicUrl + url }, clock())
        if (typeof event === 'string') return sendProblem(reply, problem(event))
        try {
          await hearCardEvent(services, event)
        } catch (error) {
          // The provider sends it again, and the poll finds it.
          log.warn('card event not settled yet', { error })
          return sendProblem(reply, problem('unavailable', { retryAfterSeconds: 60 }))
        }
        return { received: true }
      },
    )
  })
}
