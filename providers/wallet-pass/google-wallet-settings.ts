// Reads the settings of Google Wallet, if GOOGLE_WALLET_PROVIDER turns it on. Each fault is a
// sentence that names its setting.
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { apiUrl, hasFaults, type SettingFaults } from '#providers/setting-faults.ts'
import { CredentialError, readCredential } from '#providers/wallet-pass/credential.ts'
import type { GoogleAccount } from '#providers/wallet-pass/google-wallet.ts'

/** Minimum size of an RSA key for RS256 (RFC 7518, section 3.3). */
const keyBitsMin = 2_048

export const googleWalletShape = {
  GOOGLE_WALLET_PROVIDER: z.enum(['none', 'sandbox', 'google']).default('none'),
  GOOGLE_WALLET_ISSUER_ID: z
    .string()
    .regex(/^\d{10,20}$/, 'must be the 10 to 20 digits of an issuer')
    .optional(),
  GOOGLE_WALLET_ACCOUNT: z.email('must be the e-mail address of a service account').optional(),
  GOOGLE_WALLET_KEY: z.string().optional(),
  GOOGLE_WALLET_API_URL: apiUrl.default('https://walletobjects.googleapis.com'),
  GOOGLE_WALLET_TOKEN_URL: apiUrl.default('https://oauth2.googleapis.com'),
}
const shape = z.object(googleWalletShape)

/** The sandbox needs an account too, since it accepts only links that an account has signed. */
type GoogleAccess = {
  readonly account: GoogleAccount
  readonly apiUrl: string
  readonly tokenUrl: string
}
export type GoogleWalletSettings =
  | { readonly kind: 'none' }
  | (GoogleAccess & { readonly kind: 'sandbox' })
  | (GoogleAccess & { readonly kind: 'google' })

export function readGoogleWallet(
  values: z.infer<typeof shape>,
): GoogleWalletSettings | SettingFaults {
  const { GOOGLE_WALLET_PROVIDER: kind, GOOGLE_WALLET_KEY: keySetting } = values
  const { GOOGLE_WALLET_ISSUER_ID: issuerId, GOOGLE_WALLET_ACCOUNT: email } = values
  if (kind === 'none') return { kind }
  const key = keySetting === undefined ? undefined : readKey(keySetting)
  if (issuerId !== undefined && email !== undefined && key !== undefined && !hasFaults(key)) {
    return {
      kind,
      account: { issuerId, email, key },
      apiUrl: values.GOOGLE_WALLET_API_URL,
      tokenUrl: values.GOOGLE_WALLET_TOKEN_URL,
    }
  }
  const missing = [
    issuerId === undefined && 'GOOGLE_WALLET_ISSUER_ID',
    email === undefined && 'GOOGLE_WALLET_ACCOUNT',
    key === undefined && 'GOOGLE_WALLET_KEY',
  ]
  return {
    faults: [
      ...missing
        .filter((name) => name !== false)
        .map((name) => `${name} is required with GOOGLE_WALLET_PROVIDER=${kind}.`),
      ...(key !== undefined && hasFaults(key) ? key.faults : []),
    ],
  }
}

function readKey(value: string): KeyObject | SettingFaults {
  try {
    return keyOf(value)
  } catch (error) {
    if (error instanceof CredentialError) return { faults: [error.message] }
    throw error
  }
}

function keyOf(value: string): KeyObject {
  const key = parseKey(readCredential('GOOGLE_WALLET_KEY', value))
  if (key.asymmetricKeyType !== 'rsa') {
    throw new CredentialError('GOOGLE_WALLET_KEY is not an RSA key, as Google’s accounts have.')
  }
  if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < keyBitsMin) {
    throw new CredentialError(`GOOGLE_WALLET_KEY has less than ${keyBitsMin} bits.`)
  }
  return key
}

function parseKey(bytes: Buffer): KeyObject {
  try {
    return createPrivateKey(bytes)
  } catch (cause) {
    throw new CredentialError('GOOGLE_WALLET_KEY holds no private key.', { cause })
  }
}
