// Serves the webhook for the card provider's events of refunds and disputes. No SQL, no rules.
import type { FastifyInstance } from 'fastify'
import type { Services } from '#features/purchases/purchase-services.ts'
import { webhookRoute } from '#platform/http/guard/webhook.ts'
import { hearCardEvent } from './hear-card-events.ts'

export function cardWebhookRoute(app: FastifyInstance, services: Services): Promise<void> {
  return webhookRoute(app, services, {
    name: 'stripe',
    webhook: services.cards.webhook,
    hear: (event) => hearCardEvent(services, event),
    what: 'card',
    thanks: { received: true },
  })
}
