// Which providers are chosen, out of the lists that stand beside them. server/settings.ts reads this
// with all other settings; a missing or mismatched one stops the start.
import { z } from 'zod'
import { type CardSettings, cardShape, readCards } from '#providers/cards/card-providers.ts'
import {
  type RatesSettings,
  ratesShape,
  readRates,
} from '#providers/exchange-rates/rates-providers.ts'
import { isSandbox } from '#providers/provider-kind.ts'
import { readSms, type SmsSettings, smsShape } from '#providers/sms/sms-providers.ts'
import {
  type GoogleWalletSettings,
  googleWalletShape,
  readGoogleWallet,
} from '#providers/wallet-pass/google-wallet-settings.ts'

export const providerShape = { ...smsShape, ...cardShape, ...ratesShape, ...googleWalletShape }
const shape = z.object(providerShape)

export type ProviderSettings = {
  readonly sms: SmsSettings
  readonly cards: CardSettings
  readonly rates: RatesSettings
  readonly googleWallet: GoogleWalletSettings
}

/**
 * The settings of the providers that are chosen, or a sentence that names what is missing. Throws a
 * CredentialError for Google's account.
 */
export function readProviders(values: z.infer<typeof shape>): ProviderSettings | string {
  const sms = readSms(values)
  const cards = readCards(values)
  if (typeof sms === 'string') return sms
  if (typeof cards === 'string') return cards
  return { sms, cards, rates: readRates(values), googleWallet: readGoogleWallet(values) }
}

/** What plays the outside world: nothing it does is real (contract 1). */
export function sandboxesOf({ sms, cards, googleWallet }: ProviderSettings): string[] {
  const names = [
    isSandbox(sms) && 'SMS_PROVIDER=sandbox',
    isSandbox(cards) && 'CARD_PROVIDER=sandbox',
    cards.kind === 'stripe' && cards.isTest && 'a test key in STRIPE_SECRET_KEY',
    isSandbox(googleWallet) && 'GOOGLE_WALLET_PROVIDER=sandbox',
  ]
  return names.filter((name) => name !== false)
}
