// Reads the settings of the chosen providers. server/settings/settings.ts calls it. A missing or
// mismatched setting stops the start.
import { z } from 'zod'
import { type CardSettings, cardProviders, cardShape } from '#providers/cards/card-providers.ts'
import {
  type RatesSettings,
  ratesShape,
  readRates,
} from '#providers/exchange-rates/rates-providers.ts'
import { isSandbox } from '#providers/provider-table.ts'
import type { SandboxSchema } from '#providers/sandbox-schemas.ts'
import { hasFaults, type SettingFaults } from '#providers/setting-faults.ts'
import { type SmsSettings, smsProviders, smsShape } from '#providers/sms/sms-providers.ts'
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

/** Each provider's settings, or their faults. */
export type ReadProviders = {
  readonly [Name in keyof ProviderSettings]: ProviderSettings[Name] | SettingFaults
}

export function readProviders(values: z.infer<typeof shape>): ReadProviders {
  return {
    sms: smsProviders[values.SMS_PROVIDER].read(values),
    cards: cardProviders[values.CARD_PROVIDER].read(values),
    rates: readRates(values),
    googleWallet: readGoogleWallet(values),
  }
}

export function areValid(read: ReadProviders): read is ProviderSettings {
  return !Object.values(read).some(hasFaults)
}

/** Returns the settings that choose a sandbox or a test mode (docs/product.md#sandboxes), as texts. */
export function sandboxesOf({ sms, cards, googleWallet }: ReadProviders): string[] {
  const names = [
    usesSandbox(sms) && 'SMS_PROVIDER=sandbox',
    usesSandbox(cards) && 'CARD_PROVIDER=sandbox',
    isTestMode(cards) && 'a test key in STRIPE_SECRET_KEY',
    usesSandbox(googleWallet) && 'GOOGLE_WALLET_PROVIDER=sandbox',
  ]
  return names.filter((name) => name !== false)
}

/** Returns the schemas of the sandboxes. Without Apple's certificates, pushes go to a sandbox. */
export function sandboxSchemasOf({
  sms,
  cards,
  googleWallet,
  passCertificates,
}: ProviderSettings & { readonly passCertificates: object | undefined }): SandboxSchema[] {
  const schemas = [
    isSandbox(sms) && 'sandbox_sms',
    isSandbox(cards) && 'sandbox_cards',
    isSandbox(googleWallet) && 'sandbox_google_wallet',
    passCertificates === undefined && 'sandbox_push',
  ] as const
  return schemas.filter((schema) => schema !== false)
}

const usesSandbox = (read: { readonly kind: string } | SettingFaults) =>
  !hasFaults(read) && isSandbox(read)
const isTestMode = (read: CardSettings | SettingFaults) =>
  !hasFaults(read) && read.kind === 'stripe' && read.isTest
