// Loads Stripe's script once, when card fields or a bank's question need it.
import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { languageOf } from '#values/lists/languages.ts'
import { stripeKey } from './card-field.tsx'

let loading: Promise<Stripe> | undefined

/** Loads Stripe. Rejects if the script cannot be loaded. The next call then loads it again. */
export function openStripe(): Promise<Stripe> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function load(): Promise<Stripe> {
  const locale = languageOf(document.documentElement.lang) ?? 'auto'
  const stripe = await loadStripe(stripeKey() ?? '', { locale })
  if (stripe === null) throw new Error('there is no window')
  return stripe
}

/**
 * Shows the bank's question (3-D Secure). Returns true if the user confirmed the payment. Throws if the
 * bank was not reached.
 */
export async function askBank(clientSecret: string): Promise<boolean> {
  const stripe = await openStripe()
  const result = await stripe.handleNextAction({ clientSecret })
  const intent = result.error ? result.error.payment_intent : result.paymentIntent
  if (intent?.status === 'requires_capture' || intent?.status === 'succeeded') return true
  const isReached = !result.error || result.error.payment_intent !== undefined
  if (isReached || result.error?.code === 'payment_intent_authentication_failure') return false
  throw new Error(result.error?.type)
}
