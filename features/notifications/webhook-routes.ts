// Where the SMS provider tells what became of messages, and who wants none. No SQL, no rules.
import type { FastifyInstance } from 'fastify'
import { hearSmsTold } from '#features/notifications/hear-sms-events.ts'
import type { Services } from '#features/notifications/services.ts'
import { sendProblem } from '#platform/http/errors.ts'
import { webhookRoutes } from '#platform/http/webhook.ts'
import { problem } from '#values/problem.ts'

/** There are none with a provider that tells nothing. */
export async function smsWebhookRoutes(
  app: FastifyInstance,
  services: Services & { readonly clock: () => number },
): Promise<void> {
  const { sms, clock, settings, log } = services
  const { webhook } = sms
  if (webhook === null) return
  await webhookRoutes(app, (scope) => {
    scope.post(
      `/webhooks/${webhook.name}`,
      { config: { access: 'webhook' }, schema: { hide: true } },
      async ({ rawBody: body, headers, url }, reply) => {
        const told = webhook.read({ body, headers, address: settings.publicUrl + url }, clock())
        if (typeof told === 'string') return sendProblem(reply, problem(told))
        try {
          await hearSmsTold(services, told)
        } catch (error) {
          log.warn('SMS event not settled yet', { error })
          return sendProblem(reply, problem('unavailable', { retryAfterSeconds: 60 }))
        }
        return reply.code(204).send()
      },
    )
  })
}
