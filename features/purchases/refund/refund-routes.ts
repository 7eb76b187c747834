// Serves the card providers' webhooks for refunds and disputes.
import type { Services } from '#features/purchases/purchase-services.ts'
import { webhookRoutes } from '#platform/http/guard/webhook.ts'
import type { Api } from '#platform/http/request-types.ts'
import { type CardSettings, cardProviders } from '#providers/cards/card-providers.ts'
import { webhooksOf } from '#providers/provider-table.ts'
import { handleCardEvent } from './handle-card-events.ts'

export function cardWebhookRoutes(
  app: Api,
  services: Services & { readonly settings: { readonly cards: CardSettings } },
): Promise<void> {
  return webhookRoutes(app, services, {
    webhooks: webhooksOf(cardProviders, services.settings.cards),
    handle: (event) => handleCardEvent(services, event),
    subject: 'card',
  })
}
