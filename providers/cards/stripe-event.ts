// What Stripe tells of its own accord: which events are of use, which payment one is about, and whether
// Stripe has signed it. An event is a hint only: the payment is asked about, never read from here.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { WebhookFault } from '#platform/http/webhook.ts'
import type { CardEvent } from '#providers/cards/card-provider.ts'

/** What moves money back, or may; the address in Stripe's dashboard is subscribed to these. */
export const toldEvents = [
  'charge.refunded',
  'charge.refund.updated',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
] as const

/** Either way (contract 12): Stripe's own clients refuse only what is too old. */
const toleranceSeconds = 300
/** Signatures that are looked at: one a secret, while a secret is being rotated. */
const signaturesMax = 10

const eventShape = z.object({
  id: z.string().min(1).max(255),
  data: z.object({ object: z.unknown() }),
})
/** A charge, a refund or a dispute names its payment; a payment is one itself. */
const aboutShape = z.object({
  object: z.string().optional(),
  id: z.string().max(255).optional(),
  payment_intent: z.string().max(255).nullish(),
})

/** The payment that an event's object belongs to; null where it names none. */
export function paymentOf(object: unknown): string | null {
  const about = aboutShape.safeParse(object).data
  if (about?.object === 'payment_intent') return about.id ?? null
  return about?.payment_intent ?? null
}

/** Reads an event whose signature `header` is over the raw bytes. `nowMs` is the wall clock. */
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
  const event = eventShape.safeParse(parsed(body)).data
  if (event === undefined) return 'bad_request'
  return { id: event.id, paymentId: paymentOf(event.data.object) }
}

function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
