// Reads Stripe's webhook events: checks the signature and finds the payment. An event is only a
// hint; the payment's state is then read from Stripe.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { type WebhookFault, webhookCall } from '#platform/http/guard/webhook.ts'
import { parseJson } from '#platform/http/json-body.ts'
import type { CardEvent } from '#providers/cards/card-provider.ts'
import type { StripeSettings } from '#providers/cards/stripe-settings.ts'
import type { ProviderWebhook } from '#providers/provider-table.ts'

export const stripeWebhook: ProviderWebhook<StripeSettings, CardEvent> = {
  call: webhookCall(
    {
      id: 'hearStripe',
      path: '/webhooks/stripe',
      summary: 'Receives events of refunds and disputes from Stripe.',
      description:
        'Each event counts once, in any order. Without an answer, or after 503, Stripe sends it again. 404 where Stripe is not set up.',
      secured: {
        scheme: 'stripeSignature',
        header: 'Stripe-Signature',
        description:
          '`t=`, seconds, `,v1=`, and the lower-case hex HMAC-SHA256 of seconds, a point and the body under the secret that Stripe shows for the endpoint. It may be 300 seconds off.',
      },
      bytes: {
        media: 'application/json',
        example: { id: 'evt_1', type: 'charge.refunded', created: 1_763_717_400 },
      },
    },
    { received: true },
  ),
  read: ({ webhookSecret }, { body, headers }, nowMs) =>
    webhookSecret === undefined
      ? 'not_found'
      : readStripeEvent(body, String(headers['stripe-signature'] ?? ''), webhookSecret, nowMs),
}

/**
 * Events that move money back, or may do so. The webhook endpoint in Stripe's dashboard must subscribe
 * to them.
 */
export const subscribedEvents = [
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
  'radar.early_fraud_warning.created',
  'radar.early_fraud_warning.updated',
] as const

/**
 * Allowed age of a signature in seconds, past or future (docs/product.md#webhooks). Stripe's own
 * clients refuse only old ones.
 */
const toleranceSeconds = 300
/**
 * Maximum number of signatures that are checked. While a secret is rotated, the header has one for each
 * secret.
 */
const signaturesMax = 10

/**
 * Shape of Stripe's ids: letters, digits and a few signs. A text such as one with NUL could not be
 * stored.
 */
const stripeId = z.string().regex(/^[\w.:-]{1,255}$/)
/** Ignores a field that is no id. */
const idOrNothing = z
  .union([stripeId, z.object({ id: stripeId }).transform(({ id }) => id)])
  .catch('')
const eventShape = z.object({ id: stripeId, data: z.object({ object: z.unknown() }) })
/**
 * The object of an event. A charge, refund, dispute or warning names its payment; a payment has its own
 * id.
 */
const objectShape = z.object({
  object: z.string().catch(''),
  id: idOrNothing,
  payment_intent: idOrNothing,
  charge: idOrNothing,
})

/** Returns the ids of an event and of its payment or charge, or null if the event has no valid id. */
export function eventOf(event: unknown): CardEvent | null {
  const read = eventShape.safeParse(event).data
  if (read === undefined) return null
  const { object, id, ...related } = objectShape.safeParse(read.data.object).data ?? noIds
  const paymentId = (object === 'payment_intent' ? id : related.payment_intent) || null
  const chargeId = (object === 'charge' ? id : related.charge) || null
  return { id: read.id, paymentId, chargeId: paymentId === null ? chargeId : null }
}

const noIds = { object: '', id: '', payment_intent: '', charge: '' }

/** Checks the signature `header` of the raw bytes, then reads the event. `nowMs` is the wall clock. */
export function readStripeEvent(
  body: Buffer,
  header: string,
  secret: string,
  nowMs: number,
): CardEvent | WebhookFault {
  const parts = header.split(',').map((part) => part.split('=', 2))
  const sentAt = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(sentAt)) return 'bad_signature'
  const expected = createHmac('sha256', secret).update(`${sentAt}.`).update(body).digest()
  const isSigned = parts
    .filter(([name]) => name === 'v1')
    .slice(0, signaturesMax)
    .some(([, signature = '']) => isSame(Buffer.from(signature, 'hex'), expected))
  if (!isSigned) return 'bad_signature'
  if (Math.abs(nowMs / 1_000 - Number(sentAt)) > toleranceSeconds) return 'stale_signature'
  return eventOf(parseJson(body.toString('utf8'))) ?? 'bad_request'
}

function isSame(actual: Buffer, expected: Buffer): boolean {
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
