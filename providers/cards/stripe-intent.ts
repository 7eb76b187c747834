// Creates and reads the PaymentIntent of a purchase. It contains the purchase's id for Stripe's pages and
// mails and for the card statement.
import Stripe from 'stripe'
import type { StoredStep } from '#providers/cards/card-provider.ts'
import { type Ask, isRefusal, isReplayed, sendUnderKey } from '#providers/cards/stripe-calls.ts'

export function readIntent({ paymentIntents }: Stripe, ask: Ask, id: string) {
  return ask((options) => paymentIntents.retrieve(id, { expand: ['latest_charge'] }, options))
}

/** Returns the intent of a step, and creates it if there is none. Creating an intent charges no card. */
export async function openIntent(
  stripe: Stripe,
  ask: Ask,
  step: StoredStep,
): Promise<Stripe.PaymentIntent> {
  const intent = await createIntent(stripe, ask, step)
  // Reads the intent again after a replayed answer, which contains it as it was at its creation.
  return isReplayed(intent.lastResponse.headers) ? readIntent(stripe, ask, intent.id) : intent
}

/**
 * Sets the customer of an intent, whose card is or will be kept. The creation does not contain it, because
 * `find` repeats the creation without knowing the customer. Stripe refuses to set a customer twice.
 */
export async function setCustomer(
  { paymentIntents }: Stripe,
  ask: Ask,
  { id, customer: current }: Stripe.PaymentIntent,
  customer: string,
): Promise<void> {
  if (current === customer) return
  await sendUnderKey(ask, `${id}:customer`, (options) =>
    paymentIntents.update(id, { customer }, options),
  )
}

async function createIntent({ paymentIntents }: Stripe, ask: Ask, step: StoredStep) {
  const send = (key: string, params: Stripe.PaymentIntentCreateParams) =>
    sendUnderKey(ask, key, (options) => paymentIntents.create(params, options))
  try {
    return await send(step.stepKey, paramsWithTexts(step))
  } catch (error) {
    // Retries without the texts, because an earlier version of the product created the intent under this
    // key without them.
    if (error instanceof Stripe.errors.StripeIdempotencyError) {
      return send(step.stepKey, paramsWithoutTexts(step))
    }
    // Creates the intent without a statement suffix, which some accounts do not allow.
    const isSuffixFault =
      isRefusal(error) && error.param?.startsWith('statement_descriptor') === true
    if (!isSuffixFault) throw error
    const { statement_descriptor_suffix: _suffix, ...named } = paramsWithTexts(step)
    return send(`${step.stepKey}:no-suffix`, named)
  }
}

function paramsWithoutTexts({ stepKey, amountMinor, currency }: StoredStep) {
  return {
    amount: amountMinor,
    currency: currency.toLowerCase(),
    capture_method: 'manual',
    // Allows only payment methods without a redirect. The fields accept cards only.
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    metadata: { step_key: stepKey },
  } as const satisfies Stripe.PaymentIntentCreateParams
}

function paramsWithTexts(step: StoredStep) {
  const plain = paramsWithoutTexts(step)
  const { txId } = step
  return {
    ...plain,
    description: `Carbon offsets, ${txId}`,
    statement_descriptor_suffix: statementSuffix(txId),
    metadata: { ...plain.metadata, tx_id: txId },
  }
}

/**
 * Maximum length of the suffix. A statement has 22 characters: Stripe's prefix takes up to 10, and `* `
 * follows it.
 */
const suffixMax = 10

/**
 * Returns the statement suffix of a purchase: `CP7K2M9QXF` for `CP-7K2M-9QXF-4HJD`. It has only letters
 * and digits, with at least two letters.
 */
export function statementSuffix(txId: string): string {
  return txId.replace(/[^0-9A-Z]/g, '').slice(0, suffixMax)
}
