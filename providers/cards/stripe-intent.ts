// Makes and reads the PaymentIntent of a purchase. It carries the purchase's id for Stripe's pages,
// its mails and the cardholder's statement.
import Stripe from 'stripe'
import type { SoughtStep } from '#providers/cards/card-provider.ts'
import { type Ask, isRefusal, isRepeated, underKey } from '#providers/cards/stripe-calls.ts'

export function readIntent({ paymentIntents }: Stripe, ask: Ask, id: string) {
  return ask((options) => paymentIntents.retrieve(id, { expand: ['latest_charge'] }, options))
}

/** Returns the intent of a step, which it makes if there is none. An intent alone tries no card. */
export async function openIntent(
  stripe: Stripe,
  ask: Ask,
  step: SoughtStep,
): Promise<Stripe.PaymentIntent> {
  const intent = await createIntent(stripe, ask, step)
  // A replayed answer contains the intent as it was at its creation.
  return isRepeated(intent.lastResponse.headers) ? readIntent(stripe, ask, intent.id) : intent
}

async function createIntent({ paymentIntents }: Stripe, ask: Ask, step: SoughtStep) {
  const send = (key: string, params: Stripe.PaymentIntentCreateParams) =>
    underKey(ask, key, (options) => paymentIntents.create(params, options))
  try {
    return await send(step.stepKey, namedParams(step))
  } catch (error) {
    // An earlier version of the product made an intent under this key without these fields.
    if (error instanceof Stripe.errors.StripeIdempotencyError) {
      return send(step.stepKey, plainParams(step))
    }
    // Some accounts allow no suffix of statements. They get an intent without one.
    const isOfSuffix = isRefusal(error) && error.param?.startsWith('statement_descriptor') === true
    if (!isOfSuffix) throw error
    const { statement_descriptor_suffix: _suffix, ...named } = namedParams(step)
    return send(`${step.stepKey}:no-suffix`, named)
  }
}

function plainParams({ stepKey, amountMinor, currency }: SoughtStep) {
  return {
    amount: amountMinor,
    currency: currency.toLowerCase(),
    capture_method: 'manual',
    // Only methods without a redirect; the fields take cards alone.
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    metadata: { step_key: stepKey },
  } as const satisfies Stripe.PaymentIntentCreateParams
}

function namedParams(step: SoughtStep) {
  const plain = plainParams(step)
  const { txId } = step
  return {
    ...plain,
    description: `Carbon offsets, ${txId}`,
    statement_descriptor_suffix: statementSuffix(txId),
    metadata: { ...plain.metadata, tx_id: txId },
  }
}

/** A statement has 22 characters: Stripe's own prefix takes up to 10, and `* ` follows it. */
const suffixMax = 10

/** `CP7K2M9QXF` of `CP-7K2M-9QXF-4HJD`: letters and digits only, at least two letters. */
export function statementSuffix(txId: string): string {
  return txId.replace(/[^0-9A-Z]/g, '').slice(0, suffixMax)
}
