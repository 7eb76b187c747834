// Stripe as its own OpenAPI file and documentation describe it, as far as the product uses it:
// payments that move through their states, keys that answer again, cards by their token's name.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type ApiStandIn,
  openApiStandIn,
  type StandInAnswer,
  type StandInCall,
} from '#tests/support/api-stand-in.ts'

export type StandInCard = 'pays' | 'declined' | 'lacks_funds' | 'errs' | 'asks'

export type StripeStandIn = ApiStandIn & {
  readonly secretKey: string
  /** What the card fields answer: a PaymentMethod that one payment uses up. */
  tokenise(card: StandInCard): string
  /** What the person answers their bank, given in the browser. */
  answerBank(clientSecret: string, approved: boolean): void
  /** What happened to the money of a step, in order. */
  eventsOf(stepKey: string): string[]
  /** The next calls of an operation fail at Stripe itself, which keeps that answer for their key. */
  failInside(operation: string, times?: number): void
}

type Intent = {
  readonly id: string
  readonly created: Record<string, unknown>
  readonly stepKey: string
  status: string
  token: string | null
  refused: string | null
  isRefunded: boolean
}

const fixtures = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', 'openapi', 'stripe-fixtures.json'), 'utf8'),
).resources

const declines: Readonly<Record<string, Record<string, string>>> = {
  declined: { code: 'card_declined', decline_code: 'generic_decline' },
  lacks_funds: { code: 'card_declined', decline_code: 'insufficient_funds' },
  errs: { code: 'processing_error' },
}

const error = (status: number, body: Record<string, unknown>): StandInAnswer => ({
  status,
  body: { error: { message: 'a message for developers', ...body } },
})
const invalid = (body: Record<string, unknown> = {}, status = 400) =>
  error(status, { type: 'invalid_request_error', ...body })
const unexpected = () => invalid({ code: 'payment_intent_unexpected_state' })
const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

export async function openStripeStandIn(): Promise<StripeStandIn> {
  const secretKey = `sk_test_${randomBytes(12).toString('hex')}`
  const intents = new Map<string, Intent>()
  const cards = new Map<string, { card: StandInCard; isUsed: boolean }>()
  const kept = new Map<string, { request: string; answer: StandInAnswer }>()
  const events: { stepKey: string; event: string }[] = []
  const failing: string[] = []

  const tell = ({ stepKey }: Intent, event: string) => events.push({ stepKey, event })
  const intentOf = ({ params }: StandInCall) => intents.get(String(params.intent))

  /** Runs a step once for its key, as Stripe does: the first answer again, whatever it was. */
  const once = (effect: (call: StandInCall) => StandInAnswer) => (call: StandInCall) => {
    const key = String(call.headers['idempotency-key'] ?? newId('none'))
    const request = JSON.stringify([call.operation, call.params, call.body])
    const before = kept.get(key)
    if (before !== undefined) {
      if (before.request !== request) return error(400, { type: 'idempotency_error' })
      return { ...before.answer, headers: { 'idempotent-replayed': 'true' } }
    }
    const index = failing.indexOf(call.operation)
    if (index >= 0) failing.splice(index, 1)
    const answer = index < 0 ? effect(call) : error(500, { type: 'api_error' })
    kept.set(key, { request, answer })
    return index < 0 ? answer : { ...answer, headers: { 'stripe-should-retry': 'false' } }
  }

  function create({ body }: StandInCall): StandInAnswer {
    if (body.amount < 30) return invalid({ code: 'amount_too_small', param: 'amount' })
    const stepKey = body.metadata.step_key
    const created = { amount: body.amount, currency: body.currency, metadata: body.metadata }
    const nothing = { token: null, refused: null, isRefunded: false }
    const intent = { id: newId('pi'), created, stepKey, status: 'requires_payment_method' }
    intents.set(intent.id, { ...intent, ...nothing })
    return { status: 200, body: onWire({ ...intent, ...nothing }) }
  }

  function confirm(call: StandInCall): StandInAnswer {
    const intent = intentOf(call)
    if (intent === undefined) return invalid({ code: 'resource_missing' }, 404)
    if (intent.status !== 'requires_payment_method') return unexpected()
    const token = String(call.body.payment_method)
    const method = cards.get(token)
    const isUnknown = { code: 'resource_missing', param: 'payment_method' }
    if (method === undefined) return invalid(isUnknown)
    if (method.isUsed) return invalid({ param: 'payment_method' })
    method.isUsed = true
    intent.token = token
    const decline = declines[method.card]
    if (decline !== undefined) {
      intent.refused = method.card
      tell(intent, 'declined')
      return error(402, { type: 'card_error', ...decline, payment_intent: onWire(intent) })
    }
    intent.status = method.card === 'asks' ? 'requires_action' : 'requires_capture'
    tell(intent, method.card === 'asks' ? 'action' : 'authorised')
    return { status: 200, body: onWire(intent) }
  }

  const move =
    (from: readonly string[], to: string, event: string) =>
    (call: StandInCall): StandInAnswer => {
      const intent = intentOf(call)
      if (intent === undefined) return invalid({ code: 'resource_missing' }, 404)
      if (!from.includes(intent.status)) return unexpected()
      intent.status = to
      tell(intent, event)
      return { status: 200, body: onWire(intent) }
    }

  function refund({ body }: StandInCall): StandInAnswer {
    const intent = intents.get(String(body.payment_intent))
    if (intent?.status !== 'succeeded') return unexpected()
    if (intent.isRefunded) return invalid({ code: 'charge_already_refunded' })
    intent.isRefunded = true
    tell(intent, 'refunded')
    return { status: 200, body: { ...fixtures.refund, payment_intent: intent.id } }
  }

  function read(call: StandInCall): StandInAnswer {
    const intent = intentOf(call)
    if (intent === undefined) return invalid({ code: 'resource_missing' }, 404)
    return { status: 200, body: onWire(intent) }
  }

  const open = ['requires_payment_method', 'requires_action', 'requires_capture']
  const standIn = await openApiStandIn({
    file: 'stripe-2023-08-16.json',
    securityScheme: 'bearerAuth',
    isKnown: (authorization) => authorization === `Bearer ${secretKey}`,
    unauthorised: invalid({ message: 'Invalid API Key provided' }, 401),
    busy: error(503, { type: 'api_error' }),
    malformed: (reason) => invalid({ message: reason }),
    handlers: {
      PostPaymentIntents: once(create),
      GetPaymentIntentsIntent: read,
      PostPaymentIntentsIntentConfirm: once(confirm),
      PostPaymentIntentsIntentCapture: once(move(['requires_capture'], 'succeeded', 'captured')),
      PostPaymentIntentsIntentCancel: once(move(open, 'canceled', 'voided')),
      PostRefunds: once(refund),
    },
  })
  return {
    ...standIn,
    secretKey,
    tokenise(card) {
      const token = newId('pm')
      cards.set(token, { card, isUsed: false })
      return token
    },
    answerBank(clientSecret, approved) {
      const intent = intents.get(clientSecret.replace(/_secret$/, ''))
      if (intent?.status !== 'requires_action') throw new Error('the bank asks nothing')
      intent.status = approved ? 'requires_capture' : 'requires_payment_method'
      if (!approved) intent.refused = 'declined'
      tell(intent, approved ? 'authorised' : 'declined')
    },
    eventsOf: (stepKey) =>
      events.filter((each) => each.stepKey === stepKey).map(({ event }) => event),
    failInside(operation, times = 1) {
      for (let time = 0; time < times; time += 1) failing.push(operation)
    },
  }
}

/** A payment as Stripe writes it: its own example with what is known of this one. */
function onWire({ id, created, status, refused, token, isRefunded }: Intent) {
  const isCharged = status === 'requires_capture' || status === 'succeeded'
  const isAsked = status === 'requires_action'
  return {
    ...fixtures.payment_intent,
    ...created,
    id,
    client_secret: `${id}_secret`,
    capture_method: 'manual',
    status,
    payment_method: token,
    next_action: isAsked ? { type: 'use_stripe_sdk', use_stripe_sdk: {} } : null,
    last_payment_error: refused === null ? null : { type: 'card_error', ...declines[refused] },
    latest_charge: isCharged ? { ...fixtures.charge, refunded: isRefunded } : null,
  }
}
