// Where the card provider tells of refunds and disputes. No SQL, no rules.
import type { FastifyInstance } from 'fastify'
import { hearCardEvent } from '#features/purchases/refund/hear-card-events.ts'
import type { Services } from '#features/purchases/services.ts'
import { webhookRoute } from '#platform/http/webhook.ts'

export function cardWebhookRoute(app: FastifyInstance, services: Services): Promise<void> {
  return webhookRoute(app, services, {
    name: 'stripe',
    webhook: services.cards.webhook,
    hear: (event) => hearCardEvent(services, event),
    what: 'card',
    thanks: { received: true },
  })
}
