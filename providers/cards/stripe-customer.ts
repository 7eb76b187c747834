// Creates and deletes Stripe's customers, each for one kept card, without any data of its person
// (docs/decisions/0151-one-customer-per-saved-card.md).
import type Stripe from 'stripe'
import type { KeptCard } from '#providers/cards/card-provider.ts'
import { type Ask, isRefusal, sendUnderKey } from '#providers/cards/stripe-calls.ts'

export async function openCustomer(
  { customers }: Stripe,
  ask: Ask,
  stepKey: string,
): Promise<string> {
  const params = { metadata: { step_key: stepKey } }
  const { id } = await sendUnderKey(ask, stepKey, (options) => customers.create(params, options))
  return id
}

export async function findKeptCard(
  { customers }: Stripe,
  ask: Ask,
  customerId: string,
): Promise<KeptCard | null> {
  const params = { type: 'card', limit: 1 } as const
  const methods = await nullIfMissing(
    ask((options) => customers.listPaymentMethods(customerId, params, options)),
  )
  const method = methods?.data[0]
  const card = method?.card
  if (method === undefined || card === undefined) return null
  return {
    methodId: method.id,
    // Stripe returns no fingerprint for some cards. The card then equals no other.
    fingerprint: card.fingerprint ?? method.id,
    brand: card.brand,
    lastFour: card.last4,
    expMonth: card.exp_month,
    expYear: card.exp_year,
  }
}

export async function forgetCustomer(
  { customers }: Stripe,
  ask: Ask,
  customerId: string,
): Promise<void> {
  await nullIfMissing(ask((options) => customers.del(customerId, {}, options)))
}

/** Returns the result of a call, or null if its customer does not exist or is deleted. */
async function nullIfMissing<Result>(call: Promise<Result>): Promise<Result | null> {
  try {
    return await call
  } catch (error) {
    if (isRefusal(error) && error.code === 'resource_missing') return null
    throw error
  }
}
