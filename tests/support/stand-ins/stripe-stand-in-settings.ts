// Returns the settings with which a product uses the stand-in for Stripe, webhooks included.
import { webhookSecret } from './signed-event.ts'
import type { StripeStandIn } from './stripe-stand-in.ts'

export const stripeSettingsOf = ({ secretKey, url }: StripeStandIn) => ({
  CARD_PROVIDER: 'stripe',
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_PUBLISHABLE_KEY: 'pk_test_page',
  STRIPE_API_URL: url,
  STRIPE_WEBHOOK_SECRET: webhookSecret,
})
