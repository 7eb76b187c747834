// Tests that real providers start only with all of their keys, and sandboxes only where that is
// allowed.
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { demonstration } from '#tests/support/demonstration.ts'
import { googleAccount, googleSettings } from '#tests/support/stand-ins/google-account.ts'
import { sandboxSchemasOf } from './provider-settings.ts'
import { readSettings, SettingsError } from './settings.ts'

const SECRET_KEY = 'ab'.repeat(32)
const sid = (prefix: string) => `${prefix}${'1f'.repeat(16)}`
const account = { SMS_PROVIDER: 'twilio', TWILIO_ACCOUNT_SID: sid('AC') }
const apiKey = { TWILIO_API_KEY_SID: sid('SK'), TWILIO_API_KEY_SECRET: 'a-secret-of-the-key' }
const service = { TWILIO_MESSAGING_SERVICE_SID: sid('MG') }
const twilio = { ...account, ...apiKey, ...service }
const stripe = {
  CARD_PROVIDER: 'stripe',
  STRIPE_SECRET_KEY: 'rk_live_abc',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_abc',
}
const testStripe = {
  CARD_PROVIDER: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_abc',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_abc',
}

const googleWallet = { GOOGLE_WALLET_PROVIDER: 'google', ...googleSettings }
const pemOf = (key: KeyObject) => String(key.export({ type: 'pkcs8', format: 'pem' }))
const curve = pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)
const short = pemOf(generateKeyPairSync('rsa', { modulusLength: 1_024 }).privateKey)

describe('the real providers', () => {
  it.each([
    [{ SMS_PROVIDER: 'twilio' }, 'TWILIO_ACCOUNT_SID'],
    [{ ...account, TWILIO_ACCOUNT_SID: 'AC12' }, 'TWILIO_ACCOUNT_SID'],
    [{ ...account, ...service }, 'TWILIO_AUTH_TOKEN'],
    [{ ...account, ...service, TWILIO_API_KEY_SID: sid('SK') }, 'TWILIO_API_KEY_SECRET'],
    [{ ...account, ...apiKey }, 'TWILIO_FROM'],
    [{ ...twilio, TWILIO_FROM: '+447700900123' }, 'not both'],
    [{ ...account, ...apiKey, TWILIO_FROM: 'A name that is long' }, 'TWILIO_FROM'],
    [{ ...twilio, TWILIO_API_URL: 'http://api.twilio.com' }, 'TWILIO_API_URL'],
    [{ CARD_PROVIDER: 'stripe' }, 'STRIPE_SECRET_KEY'],
    [{ ...stripe, STRIPE_PUBLISHABLE_KEY: '' }, 'STRIPE_PUBLISHABLE_KEY'],
    [{ ...stripe, STRIPE_PUBLISHABLE_KEY: 'sk_live_abc' }, 'STRIPE_PUBLISHABLE_KEY'],
    [{ ...stripe, STRIPE_PUBLISHABLE_KEY: 'pk_test_abc' }, 'both test or both live'],
    [{ ...stripe, STRIPE_API_URL: 'http://example.com' }, 'STRIPE_API_URL'],
    [{ ...stripe, APPLE_PAY_DOMAIN_FILE: '/no/such/file' }, 'the path of a readable file'],
    // A web page, as of a download that failed.
    [{ ...stripe, APPLE_PAY_DOMAIN_FILE: 'web/index.html' }, 'not the file that Apple'],
    [{ NODE_ENV: 'production', ...twilio, ...testStripe }, 'a test key in STRIPE_SECRET_KEY'],
    [{ NODE_ENV: 'production', ...twilio }, 'CARD_PROVIDER=sandbox'],
    [{ NODE_ENV: 'production', ...stripe }, 'SMS_PROVIDER=sandbox'],
    [{ GOOGLE_WALLET_PROVIDER: 'apple' }, 'GOOGLE_WALLET_PROVIDER'],
    [{ GOOGLE_WALLET_PROVIDER: 'sandbox' }, 'GOOGLE_WALLET_ISSUER_ID is required'],
    [{ ...googleWallet, GOOGLE_WALLET_ISSUER_ID: 'BCR2DN' }, 'digits of an issuer'],
    [{ ...googleWallet, GOOGLE_WALLET_ACCOUNT: '' }, 'GOOGLE_WALLET_ACCOUNT is required'],
    [{ ...googleWallet, GOOGLE_WALLET_ACCOUNT: 'somebody' }, 'must be the e-mail address'],
    [{ ...googleWallet, GOOGLE_WALLET_KEY: '' }, 'GOOGLE_WALLET_KEY is required'],
    [{ ...googleWallet, GOOGLE_WALLET_KEY: '/no/such/file' }, 'the path of a readable file'],
    [{ ...googleWallet, GOOGLE_WALLET_KEY: '-----BEGIN nothing' }, 'holds no private key'],
    [{ ...googleWallet, GOOGLE_WALLET_KEY: curve }, 'GOOGLE_WALLET_KEY is not an RSA key'],
    [{ ...googleWallet, GOOGLE_WALLET_KEY: short }, 'less than 2048 bits'],
    [{ ...googleWallet, GOOGLE_WALLET_API_URL: 'http://example.com' }, 'GOOGLE_WALLET_API_URL'],
    [
      {
        NODE_ENV: 'production',
        ...twilio,
        ...stripe,
        ...googleSettings,
        GOOGLE_WALLET_PROVIDER: 'sandbox',
      },
      'GOOGLE_WALLET_PROVIDER=sandbox must not be used in production',
    ],
  ])('do not start with %j', (env, name) => {
    expect(() => readSettings({ SECRET_KEY, ...env })).toThrow(SettingsError)
    expect(() => readSettings({ SECRET_KEY, ...env })).toThrow(name)
  })

  it('start in production with all of their keys', () => {
    const keys = { SECRET_KEY, NUMBERS_KEY: SECRET_KEY }
    const settings = readSettings({
      ...demonstration,
      DATABASE_URL: 'postgres://localhost/x',
      ALLOW_SANDBOX: '0',
      ...keys,
      ...twilio,
      ...stripe,
    })
    expect(settings.exemptsLoopback).toBe(false)
    expect(settings.sms).toEqual({
      kind: 'twilio',
      accountSid: sid('AC'),
      username: sid('SK'),
      password: 'a-secret-of-the-key',
      sender: { MessagingServiceSid: sid('MG') },
      apiUrl: 'https://api.twilio.com',
    })
    expect(settings.cards).toEqual({
      kind: 'stripe',
      isTest: false,
      secretKey: 'rk_live_abc',
      publishableKey: 'pk_live_abc',
      apiUrl: 'https://api.stripe.com',
    })
  })

  it('take the account’s own token where there is no key, and any kind of sender', () => {
    const token = { TWILIO_AUTH_TOKEN: 'a-token-of-the-account' }
    for (const TWILIO_FROM of ['+447700900123', '60070', 'Passport']) {
      const { sms: read } = readSettings({ SECRET_KEY, ...account, ...token, TWILIO_FROM })
      expect(read).toMatchObject({ username: sid('AC'), sender: { From: TWILIO_FROM } })
    }
  })

  it('sign in by the key, also with the account’s token, which checks Twilio’s own calls', () => {
    const TWILIO_AUTH_TOKEN = 'a-token-of-the-account'
    const { sms: read } = readSettings({ SECRET_KEY, ...twilio, TWILIO_AUTH_TOKEN })
    expect(read).toMatchObject({
      username: sid('SK'),
      password: 'a-secret-of-the-key',
      authToken: TWILIO_AUTH_TOKEN,
    })
  })

  it('take Google’s account, its key in one line as in Google’s JSON file too', () => {
    const GOOGLE_WALLET_KEY = googleSettings.GOOGLE_WALLET_KEY.replaceAll('\n', '\\n')
    const read = readSettings({ SECRET_KEY, ...googleWallet, GOOGLE_WALLET_KEY }).googleWallet
    if (read.kind !== 'google') throw new Error(`${read.kind} keeps the passes`)
    expect(read.account).toMatchObject({
      issuerId: googleAccount.issuerId,
      email: googleAccount.email,
    })
    expect(read.account.key.equals(googleAccount.key)).toBe(true)
    expect(read).toMatchObject({
      apiUrl: 'https://walletobjects.googleapis.com',
      tokenUrl: 'https://oauth2.googleapis.com',
    })
  })

  it('exempt this machine from limits, and have schemas, while they are sandboxes', () => {
    const played = readSettings({ SECRET_KEY })
    expect(played.exemptsLoopback).toBe(true)
    expect(readSettings({ SECRET_KEY, LIMITS_ON_LOOPBACK: '1' }).exemptsLoopback).toBe(false)
    expect(sandboxSchemasOf(played)).toEqual(['sandbox_sms', 'sandbox_cards', 'sandbox_push'])
    const google = readSettings({ SECRET_KEY, ...googleWallet, GOOGLE_WALLET_PROVIDER: 'sandbox' })
    expect(sandboxSchemasOf(google)).toContain('sandbox_google_wallet')
  })

  it('are ignored while sandboxes are used', () => {
    expect(
      readSettings({ SECRET_KEY, TWILIO_ACCOUNT_SID: sid('AC'), GOOGLE_WALLET_KEY: curve }),
    ).toMatchObject({
      sms: { kind: 'sandbox' },
      cards: { kind: 'sandbox' },
      googleWallet: { kind: 'none' },
    })
  })
})
