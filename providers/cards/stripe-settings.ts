// Reads Stripe's settings: two keys of one mode, the webhook's secret, the API's address and Apple Pay's file.
import { z } from 'zod'
import { readDomainFile } from '#providers/cards/apple-pay-domain.ts'
import { apiUrl, hasFaults, type SettingFaults } from '#providers/setting-faults.ts'

export const stripeShape = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, 'must begin with sk_ or rk_, then test_ or live_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/, 'must begin with pk_test_ or pk_live_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S{16,}$/, 'must begin with whsec_')
    .optional(),
  STRIPE_API_URL: apiUrl.default('https://api.stripe.com'),
  APPLE_PAY_DOMAIN_FILE: z.string().optional(),
}
const shape = z.object(stripeShape)

export type StripeSettings = {
  readonly kind: 'stripe'
  readonly secretKey: string
  /** The publishable key, which is no secret: the page passes it to Stripe's script. */
  readonly publishableKey: string
  readonly apiUrl: string
  /**
   * The secret of Stripe's webhook signatures. Undefined: no event is accepted, and only the poll
   * finds changes.
   */
  readonly webhookSecret: string | undefined
  /** True in Stripe's test mode, in which no money moves. */
  readonly isTest: boolean
  /** Text of the file by which Apple verifies the domain. Undefined: the sheet has no Apple Pay. */
  readonly applePayDomain: string | undefined
}

export function readStripe(values: z.infer<typeof shape>): StripeSettings | SettingFaults {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = values
  if (secretKey === undefined || publishableKey === undefined) {
    const missing = [
      ...(secretKey === undefined ? ['STRIPE_SECRET_KEY'] : []),
      ...(publishableKey === undefined ? ['STRIPE_PUBLISHABLE_KEY'] : []),
    ]
    return { faults: missing.map((name) => `${name} is required with CARD_PROVIDER=stripe.`) }
  }
  const isTest = secretKey.includes('_test_')
  if (isTest !== publishableKey.includes('_test_')) {
    const fault =
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be both test or both live keys.'
    return { faults: [fault] }
  }
  const { STRIPE_API_URL: apiUrl, STRIPE_WEBHOOK_SECRET: webhookSecret } = values
  const { APPLE_PAY_DOMAIN_FILE: path } = values
  const domain = path === undefined ? { text: undefined } : readDomainFile(path)
  if (hasFaults(domain)) return domain
  const applePayDomain = domain.text
  return {
    kind: 'stripe',
    secretKey,
    publishableKey,
    apiUrl,
    webhookSecret,
    isTest,
    applePayDomain,
  }
}
