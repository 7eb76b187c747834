// Charges cards by Stripe. The PaymentIntent is created before the card is charged, so that the step's
// key finds it again (docs/decisions/0018-two-step-card-payments.md). Card numbers reach Stripe's iframe
// only.
import Stripe from 'stripe'
import type { Logger } from '#platform/logger.ts'
import {
  type Authorisation,
  type AuthoriseStep,
  type CardEvent,
  type CardProvider,
  eventsTimeoutMs,
  type PaymentStatus,
  type PaymentStep,
  paymentTimeoutMs,
  type RefundStep,
  type ReturnedPayment,
} from '#providers/cards/card-provider.ts'
import {
  type Ask,
  callsWithin,
  isRefusal,
  type KeyedOptions,
  sendUnderKey,
} from '#providers/cards/stripe-calls.ts'
import { findKeptCard, forgetCustomer, openCustomer } from '#providers/cards/stripe-customer.ts'
import { eventOf, subscribedEvents } from '#providers/cards/stripe-event.ts'
import { openIntent, readIntent, setCustomer } from '#providers/cards/stripe-intent.ts'
import { findNamed, readReport } from '#providers/cards/stripe-lookups.ts'
import {
  authorisationOf,
  chargeOf,
  disputeOf,
  refundOf,
  refusalOf,
  statusOf,
} from '#providers/cards/stripe-payment.ts'
import type { StripeSettings } from '#providers/cards/stripe-settings.ts'

export function openStripe(
  settings: StripeAccess,
  log: Logger,
  timeoutMs = paymentTimeoutMs,
): CardProvider {
  const stripe = openClient(settings)
  const { paymentIntents } = stripe
  const startCalls = () => callsWithin(timeoutMs)
  return {
    async authorise(step) {
      try {
        return await authorise(stripe, startCalls(), step)
      } catch (error) {
        const refused = refusalOf(error)
        if (refused === null) throw error
        const isCardError = error instanceof Stripe.errors.StripeCardError
        if (refused.status === 'declined' && !isCardError) {
          log.error('payment refused by the provider', { error })
        }
        return refused
      }
    },
    capture: (step) =>
      move(stripe, startCalls(), step, (options) =>
        paymentIntents.capture(step.paymentId, {}, options),
      ),
    void: (step) =>
      move(stripe, startCalls(), step, (options) =>
        paymentIntents.cancel(step.paymentId, {}, options),
      ),
    refund: (step) => refund(stripe, startCalls(), step),
    find: (step) => find(stripe, startCalls(), step),
    findReturned: (paymentId) => findReturned(stripe, startCalls(), paymentId),
    readReport: (paymentId) => readReport(stripe, startCalls(), paymentId),
    findNamed: (id) => findNamed(stripe, startCalls(), id),
    eventsSince: (since) => eventsSince(stripe, callsWithin(eventsTimeoutMs), since),
    openCustomer: (stepKey) => openCustomer(stripe, startCalls(), stepKey),
    findKeptCard: (customerId) => findKeptCard(stripe, startCalls(), customerId),
    forgetCustomer: (customerId) => forgetCustomer(stripe, startCalls(), customerId),
    close: async () => undefined,
  }
}

/** The settings of Stripe's client. */
type StripeAccess = Pick<StripeSettings, 'secretKey' | 'apiUrl'>

function openClient({ secretKey, apiUrl }: StripeAccess): Stripe {
  const { protocol, hostname, port } = new URL(apiUrl)
  return new Stripe(secretKey, {
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    ...(port === '' ? {} : { port }),
    telemetry: false,
    // Uses fetch, because Stripe's client over node:http retries a call by itself when a connection
    // closes.
    httpClient: Stripe.createFetchHttpClient(),
  })
}

async function authorise(stripe: Stripe, ask: Ask, step: AuthoriseStep): Promise<Authorisation> {
  const intent = await openIntent(stripe, ask, step)
  if (statusOf(intent) !== 'none') return authorisationOf(intent)
  if (step.cardToken === '') return { status: 'bad_token' }
  return confirm(stripe, ask, intent, step)
}

/**
 * Confirms the intent with the card. The key contains the card token, because a reloaded purchase page
 * may use another card.
 */
async function confirm(
  stripe: Stripe,
  ask: Ask,
  intent: Stripe.PaymentIntent,
  { stepKey, cardToken, customer }: AuthoriseStep,
): Promise<Authorisation> {
  const { id } = intent
  try {
    if (customer !== undefined) await setCustomer(stripe, ask, intent, customer.customerId)
    const options = confirmOptions[customer?.use ?? 'none']
    const card = { payment_method: cardToken, expand: ['latest_charge'], ...options }
    const confirmed = await sendUnderKey(ask, `${stepKey}:confirm:${cardToken}`, (keyed) =>
      stripe.paymentIntents.confirm(id, card, keyed),
    )
    return authorisationOf(confirmed)
  } catch (error) {
    if (!isRefusal(error) || error.code !== 'payment_intent_unexpected_state') throw error
    // A concurrent attempt of this step has confirmed the intent first.
    return authorisationOf(await readIntent(stripe, ask, id))
  }
}

/**
 * Stripe attaches the card to the intent's customer with `setup_future_usage`. A card that was charged once
 * without it can never be attached. Without the cardholder, a bank's question is a decline.
 */
const confirmOptions = {
  none: { use_stripe_sdk: true },
  keep: { use_stripe_sdk: true, setup_future_usage: 'off_session' },
  on_session: { use_stripe_sdk: true },
  off_session: { off_session: true },
} as const satisfies Record<string, Stripe.PaymentIntentConfirmParams>

/** Sends a step that changes the payment's status once. If Stripe refuses, returns the current status. */
async function move(
  stripe: Stripe,
  ask: Ask,
  { stepKey, paymentId }: PaymentStep,
  send: (options: KeyedOptions) => Promise<Stripe.PaymentIntent>,
): Promise<PaymentStatus> {
  try {
    return statusOf(await sendUnderKey(ask, stepKey, send))
  } catch (error) {
    if (!isRefusal(error)) throw error
    return statusOf(await readIntent(stripe, ask, paymentId))
  }
}

async function refund(
  stripe: Stripe,
  ask: Ask,
  { stepKey, paymentId, amountMinor = null }: RefundStep,
): Promise<PaymentStatus> {
  const isPart = amountMinor !== null
  const refundAmount = isPart
    ? { amount: amountMinor }
    : await refundAmountOf(stripe, ask, paymentId)
  try {
    // The key contains the amount of a rest, since Stripe refuses another amount under the same key. A part has one
    // amount for good.
    const hasPlainKey = isPart || refundAmount.amount === undefined
    const key = hasPlainKey ? stepKey : `${stepKey}:of-${refundAmount.amount}`
    const { status } = await sendUnderKey(ask, key, (options) =>
      stripe.refunds.create(
        { payment_intent: paymentId, metadata: { step_key: stepKey }, ...refundAmount },
        options,
      ),
    )
    // Counts a pending refund as refunded, because Stripe pays it out.
    if (status === 'succeeded' || status === 'pending') return 'refunded'
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
  return statusOf(await readIntent(stripe, ask, paymentId))
}

/**
 * Returns the amount to refund: the rest, less the part that a lost dispute has taken. Without an
 * amount Stripe refunds the whole rest.
 */
async function refundAmountOf(
  stripe: Stripe,
  ask: Ask,
  paymentId: string,
): Promise<{ readonly amount?: number }> {
  const params = { payment_intent: paymentId, limit: pageMax }
  const disputes = await ask((options) => stripe.disputes.list(params, options))
  const convertedDisputes = disputes.data.flatMap((dispute) => disputeOf(dispute) ?? [])
  const lostMinor = convertedDisputes.reduce(
    (sum, { outcome, amountMinor }) => sum + (outcome === 'lost' ? amountMinor : 0),
    0,
  )
  if (lostMinor === 0) return {}
  const { latest_charge: charge } = await readIntent(stripe, ask, paymentId)
  if (typeof charge !== 'object' || charge === null) throw new Error('a payment has no charge')
  const left = charge.amount_captured - charge.amount_refunded - lostMinor
  return left > 0 ? { amount: left } : {}
}

async function find(
  stripe: Stripe,
  ask: Ask,
  step: Parameters<CardProvider['find']>[0],
): ReturnType<CardProvider['find']> {
  try {
    const { paymentId } = step
    const intent = await (paymentId === null
      ? openIntent(stripe, ask, step)
      : readIntent(stripe, ask, paymentId))
    return { status: statusOf(intent), paymentId: intent.id, ...chargeOf(intent) }
  } catch (error) {
    if (!isRefusal(error)) throw error
    // Stripe refuses the id, so there is no such payment.
    return { status: 'none', paymentId: null }
  }
}

/** Number of entries in one page of a list: refunds and disputes of a payment, and events. */
const pageMax = 100

async function findReturned(stripe: Stripe, ask: Ask, id: string): Promise<ReturnedPayment> {
  const params = { payment_intent: id, limit: pageMax }
  const [refunds, disputes] = await Promise.all([
    ask((options) => stripe.refunds.list(params, options)),
    ask((options) => stripe.disputes.list(params, options)),
  ])
  // Reads the charge last, so that its sum includes every successful refund of the list.
  const intent = await readIntent(stripe, ask, id)
  const charge = intent.latest_charge
  if (typeof charge !== 'object' || charge === null) throw new Error('a payment has no charge')
  return {
    capturedMinor: charge.amount_captured,
    currency: charge.currency.toUpperCase(),
    refundedMinor: charge.amount_refunded,
    refunds: refunds.data.map(refundOf),
    disputes: disputes.data.flatMap((dispute) => disputeOf(dispute) ?? []),
  }
}

async function eventsSince(stripe: Stripe, ask: Ask, since: Date): Promise<CardEvent[]> {
  const filter = {
    types: [...subscribedEvents],
    created: { gte: Math.floor(since.getTime() / 1_000) },
    limit: pageMax,
  }
  const events: CardEvent[] = []
  for (let last: string | undefined; ; ) {
    const page = { ...filter, ...(last === undefined ? {} : { starting_after: last }) }
    const { data, has_more } = await ask((options) => stripe.events.list(page, options))
    events.push(...data.flatMap((event) => eventOf(event) ?? []))
    last = data.at(-1)?.id
    if (!has_more || last === undefined) return events
  }
}
