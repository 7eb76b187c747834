// Serves the SMS providers' webhooks for delivery reports and STOP.
import { webhookRoutes } from '#platform/http/guard/webhook.ts'
import type { Api } from '#platform/http/request-types.ts'
import { webhooksOf } from '#providers/provider-table.ts'
import { type SmsSettings, smsProviders } from '#providers/sms/sms-providers.ts'
import type { Services } from '../message-services.ts'
import { handleSmsReport } from './handle-sms-events.ts'

export function smsWebhookRoutes(
  app: Api,
  services: Services & {
    readonly clock: () => number
    readonly settings: { readonly sms: SmsSettings }
  },
): Promise<void> {
  return webhookRoutes(app, services, {
    webhooks: webhooksOf(smsProviders, services.settings.sms),
    handle: (event) => handleSmsReport(services, event),
    subject: 'SMS',
  })
}
