// Serves the SMS provider's webhook for delivery reports and STOP. No SQL, no rules.
import type { FastifyInstance } from 'fastify'
import { webhookRoute } from '#platform/http/guard/webhook.ts'
import { webhookName } from '#providers/sms/twilio.ts'
import type { Services } from '../message-services.ts'
import { hearSmsTold } from './hear-sms-events.ts'

export function smsWebhookRoute(
  app: FastifyInstance,
  services: Services & { readonly clock: () => number },
): Promise<void> {
  return webhookRoute(app, services, {
    name: webhookName,
    webhook: services.sms.webhook,
    hear: (told) => hearSmsTold(services, told),
    what: 'SMS',
    thanks: null,
  })
}
