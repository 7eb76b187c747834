// The settings of the real providers: their keys, and where they are asked.
// server/settings.ts reads them with all others; a missing or mismatched one stops the start.
import { z } from 'zod'
import { apiUrl } from '#server/api-url.ts'
import {
  type GoogleWalletSettings,
  googleWalletShape,
  readGoogleWallet,
} from '#server/google-wallet-settings.ts'

/** Twilio's ids are two letters and 32 hexadecimal digits. */
const twilioId = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}[0-9a-f]{32}$`, 'i'), `must be ${prefix} and 32 digits`)

export const providerShape = {
  SMS_PROVIDER: z.enum(['sandbox', 'twilio']).default('sandbox'),
  CARD_PROVIDER: z.enum(['sandbox', 'stripe']).default('sandbox'),
  TWILIO_ACCOUNT_SID: twilioId('AC').optional(),
  TWILIO_AUTH_TOKEN: z.string().min(16).optional(),
  TWILIO_API_KEY_SID: twilioId('SK').optional(),
  TWILIO_API_KEY_SECRET: z.string().min(16).optional(),
  TWILIO_MESSAGING_SERVICE_SID: twilioId('MG').optional(),
  TWILIO_FROM: z
    .string()
    .regex(
      /^(\+\d{10,15}|\d{3,8}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/,
      'must be a number (+ and digits), a short code or a sender name of 1 to 11 characters',
    )
    .optional(),
  TWILIO_API_URL: apiUrl.default('https://api.twilio.com'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, 'must begin with sk_ or rk_, then test_ or live_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/, 'must begin with pk_test_ or pk_live_')
    .optional(),
  STRIPE_API_URL: apiUrl.default('https://api.stripe.com'),
  ...googleWalletShape,
}
const shape = z.object(providerShape)
type Values = z.infer<typeof shape>

export type TwilioSettings = {
  readonly accountSid: string
  /** The two halves of Basic authentication: an API key, else the account itself. */
  readonly username: string
  readonly password: string
  readonly sender: { readonly MessagingServiceSid: string } | { readonly From: string }
  readonly apiUrl: string
}
export type StripeSettings = {
  readonly secretKey: string
  /** No secret: the page hands it to Stripe's own script. */
  readonly publishableKey: string
  readonly apiUrl: string
}

export type ProviderSettings = {
  /** Null: SMS are a sandbox. */
  readonly twilio: TwilioSettings | null
  /** Null: cards are a sandbox. */
  readonly stripe: StripeSettings | null
  /** Null: there are no passes in Google Wallet. */
  readonly googleWallet: GoogleWalletSettings | null
}

/**
 * The settings of the providers that are chosen, or a sentence that names what is missing. Throws a
 * CredentialError for Google's account.
 */
export function readProviders(values: Values): ProviderSettings | string {
  const twilio = values.SMS_PROVIDER === 'twilio' ? readTwilio(values) : null
  const stripe = values.CARD_PROVIDER === 'stripe' ? readStripe(values) : null
  if (typeof twilio === 'string') return twilio
  if (typeof stripe === 'string') return stripe
  return { twilio, stripe, googleWallet: readGoogleWallet(values) }
}

/** What plays the outside world: nothing it does is real (contract 1). */
export function sandboxesOf(values: Values): string[] {
  const isTest = values.STRIPE_SECRET_KEY?.includes('_test_') ?? false
  const names = [
    values.SMS_PROVIDER === 'sandbox' && 'SMS_PROVIDER=sandbox',
    values.CARD_PROVIDER === 'sandbox' && 'CARD_PROVIDER=sandbox',
    values.CARD_PROVIDER === 'stripe' && isTest && 'a test key in STRIPE_SECRET_KEY',
    values.GOOGLE_WALLET_PROVIDER === 'sandbox' && 'GOOGLE_WALLET_PROVIDER=sandbox',
  ]
  return names.filter((name) => name !== false)
}

function readTwilio(values: Values): TwilioSettings | string {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: token } = values
  const { TWILIO_API_KEY_SID: keySid, TWILIO_API_KEY_SECRET: keySecret } = values
  const { TWILIO_MESSAGING_SERVICE_SID: service, TWILIO_FROM: from } = values
  if (accountSid === undefined) return 'TWILIO_ACCOUNT_SID is required with SMS_PROVIDER=twilio.'
  if ((keySid === undefined) !== (keySecret === undefined)) {
    return 'TWILIO_API_KEY_SID and TWILIO_API_KEY_SECRET are required together.'
  }
  const password = keySecret ?? token
  if (password === undefined) {
    return 'SMS_PROVIDER=twilio requires TWILIO_API_KEY_SID and _SECRET, or TWILIO_AUTH_TOKEN.'
  }
  if ((service === undefined) === (from === undefined)) {
    return 'SMS_PROVIDER=twilio requires TWILIO_MESSAGING_SERVICE_SID or TWILIO_FROM, not both.'
  }
  return {
    accountSid,
    username: keySid ?? accountSid,
    password,
    sender: service === undefined ? { From: from ?? '' } : { MessagingServiceSid: service },
    apiUrl: values.TWILIO_API_URL,
  }
}

function readStripe(values: Values): StripeSettings | string {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = values
  if (secretKey === undefined) return 'STRIPE_SECRET_KEY is required with CARD_PROVIDER=stripe.'
  if (publishableKey === undefined) {
    return 'STRIPE_PUBLISHABLE_KEY is required with CARD_PROVIDER=stripe.'
  }
  if (secretKey.includes('_test_') !== publishableKey.includes('_test_')) {
    return 'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must be both test or both live keys.'
  }
  return { secretKey, publishableKey, apiUrl: values.STRIPE_API_URL }
}
