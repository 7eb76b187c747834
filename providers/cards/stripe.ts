// Cards by Stripe: a PaymentIntent for each purchase, made before its card is tried, so that it is
// found again by the step's key alone (docs/decisions). Card numbers reach Stripe's frame only.
import Stripe from 'stripe'
import {
  type Authorisation,
  type AuthoriseStep,
  type CardProvider,
  type PaymentStatus,
  type PaymentStep,
  paymentTimeoutMs,
  type SoughtStep,
} from '#providers/cards/card-provider.ts'
import {
  type Ask,
  askingFor,
  type CallOptions,
  isRefusal,
  isRepeated,
  underKey,
} from '#providers/cards/stripe-calls.ts'
import { declineSentence, processingError } from '#providers/cards/stripe-declines.ts'
import { OutcomeUnknown } from '#providers/with-timeout.ts'
import type { Logger } from '#server/log.ts'
import type { StripeSettings } from '#server/provider-settings.ts'

const { StripeCardError } = Stripe.errors

export function openStripe(
  { secretKey, apiUrl }: StripeSettings,
  log: Logger,
  timeoutMs = paymentTimeoutMs,
): CardProvider {
  const { protocol, hostname, port } = new URL(apiUrl)
  const { paymentIntents, refunds } = new Stripe(secretKey, {
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    ...(port === '' ? {} : { port }),
    telemetry: false,
    // Its client over node:http sends once more of its own accord when a connection closes.
    httpClient: Stripe.createFetchHttpClient(),
  })
  const begin = () => askingFor(timeoutMs)
  const read = (ask: Ask, id: string) =>
    ask((options) => paymentIntents.retrieve(id, { expand: ['latest_charge'] }, options))

  /** The intent of a step; made now where there is none yet. Making one asks nothing of a card. */
  async function open(ask: Ask, { stepKey, amountMinor, currency }: SoughtStep) {
    const intent = await underKey(ask, stepKey, (options) =>
      paymentIntents.create(
        {
          amount: amountMinor,
          currency: currency.toLowerCase(),
          capture_method: 'manual',
          // Whatever needs no page of its own to come back from; the fields take cards alone.
          automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
          metadata: { step_key: stepKey },
        },
        options,
      ),
    )
    // A repeated answer tells how it was when it was made.
    return isRepeated(intent.lastResponse.headers) ? read(ask, intent.id) : intent
  }

  /** Tries the card. The key names it: after a reload the same purchase may come with another. */
  async function confirm(ask: Ask, id: string, { stepKey, cardToken }: AuthoriseStep) {
    try {
      const card = { payment_method: cardToken, use_stripe_sdk: true }
      const intent = await underKey(ask, `${stepKey}:confirm:${cardToken}`, (options) =>
        paymentIntents.confirm(id, card, options),
      )
      return authorisationOf(intent)
    } catch (error) {
      if (!isRefusal(error) || error.code !== 'payment_intent_unexpected_state') throw error
      // Another try of this step was faster.
      return authorisationOf(await read(ask, id))
    }
  }

  async function authorise(step: AuthoriseStep): Promise<Authorisation> {
    const ask = begin()
    try {
      const intent = await open(ask, step)
      if (statusOf(intent) !== 'none') return authorisationOf(intent)
      if (step.cardToken === '') return { status: 'bad_token' }
      return await confirm(ask, intent.id, step)
    } catch (error) {
      const refused = refusalOf(error)
      if (refused === null) throw error
      const isOurFault = refused.status === 'declined' && !(error instanceof StripeCardError)
      if (isOurFault) log.error('payment refused by the provider', { error })
      return refused
    }
  }

  /** Moves a payment once; where Stripe says no, it is what it already was. */
  async function move(
    { stepKey, paymentId }: PaymentStep,
    send: (options: CallOptions & { idempotencyKey: string }) => Promise<Stripe.PaymentIntent>,
  ): Promise<PaymentStatus> {
    const ask = begin()
    try {
      return statusOf(await underKey(ask, stepKey, send))
    } catch (error) {
      if (!isRefusal(error)) throw error
      return statusOf(await read(ask, paymentId))
    }
  }

  async function refund({ stepKey, paymentId }: PaymentStep): Promise<PaymentStatus> {
    const ask = begin()
    try {
      const { status } = await underKey(ask, stepKey, (options) =>
        refunds.create({ payment_intent: paymentId }, options),
      )
      // A pending refund is on its way: Stripe owes it now, not we.
      if (status === 'succeeded' || status === 'pending') return 'refunded'
      throw new Error(`a refund is ${status}`)
    } catch (error) {
      if (!isRefusal(error)) throw error
      return statusOf(await read(ask, paymentId))
    }
  }

  return {
    authorise,
    capture: (step) => move(step, (options) => paymentIntents.capture(step.paymentId, {}, options)),
    void: (step) => move(step, (options) => paymentIntents.cancel(step.paymentId, {}, options)),
    refund,
    async find(step) {
      const ask = begin()
      try {
        const { paymentId } = step
        const intent = await (paymentId === null ? open(ask, step) : read(ask, paymentId))
        return { status: statusOf(intent), paymentId: intent.id }
      } catch (error) {
        if (!isRefusal(error)) throw error
        // Stripe takes no such payment, so it has none.
        return { status: 'none', paymentId: null }
      }
    },
    close: async () => undefined,
  }
}

/** Throws where Stripe itself does not know yet. */
function statusOf(intent: Stripe.PaymentIntent): PaymentStatus {
  switch (intent.status) {
    case 'requires_payment_method':
      return intent.last_payment_error === null ? 'none' : 'declined'
    case 'requires_confirmation':
      return 'none'
    case 'requires_action':
      return 'action'
    case 'requires_capture':
      return 'authorised'
    case 'succeeded': {
      const charge = intent.latest_charge
      const isRefunded = typeof charge === 'object' && charge !== null && charge.refunded
      return isRefunded ? 'refunded' : 'captured'
    }
    case 'canceled':
      return 'voided'
    default:
      throw new OutcomeUnknown(`a payment is ${intent.status}`)
  }
}

function authorisationOf(intent: Stripe.PaymentIntent): Authorisation {
  const { id: paymentId, client_secret, last_payment_error } = intent
  const status = statusOf(intent)
  switch (status) {
    case 'authorised':
    case 'captured':
      return { status: 'authorised', paymentId }
    case 'action': {
      const action = { type: 'three_d_secure', client_secret: client_secret ?? '' }
      return { status, paymentId, action }
    }
    case 'none':
      throw new OutcomeUnknown('a card was not tried')
    default:
      return { status: 'declined', sentence: declineSentence(last_payment_error ?? {}) }
  }
}

/** What a final no means for the person, or null where the outcome is not known. */
function refusalOf(error: unknown): Authorisation | null {
  const { StripeAuthenticationError, StripePermissionError } = Stripe.errors
  if (error instanceof StripeCardError) {
    return { status: 'declined', sentence: declineSentence(error) }
  }
  if (isRefusal(error)) {
    if (error.param === 'payment_method') return { status: 'bad_token' }
    return { status: 'declined', sentence: processingError }
  }
  const isOurs =
    error instanceof StripeAuthenticationError || error instanceof StripePermissionError
  return isOurs ? { status: 'declined', sentence: processingError } : null
}
