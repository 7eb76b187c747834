// Real providers start only with all of their keys, and sandboxes only where that is allowed.
import { describe, expect, it } from 'vitest'
import { readSettings, SettingsError } from '#server/settings.ts'

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
    [{ NODE_ENV: 'production', ...twilio, ...testStripe }, 'a test key in STRIPE_SECRET_KEY'],
    [{ NODE_ENV: 'production', ...twilio }, 'CARD_PROVIDER=sandbox'],
    [{ NODE_ENV: 'production', ...stripe }, 'SMS_PROVIDER=sandbox'],
  ])('do not start with %j', (env, name) => {
    expect(() => readSettings({ SECRET_KEY, ...env })).toThrow(SettingsError)
    expect(() => readSettings({ SECRET_KEY, ...env })).toThrow(name)
  })

  it('start in production with all of their keys', () => {
    const settings = readSettings({ NODE_ENV: 'production', SECRET_KEY, ...twilio, ...stripe })
    expect(settings.twilio).toEqual({
      accountSid: sid('AC'),
      username: sid('SK'),
      password: 'a-secret-of-the-key',
      sender: { MessagingServiceSid: sid('MG') },
      apiUrl: 'https://api.twilio.com',
    })
    expect(settings.stripe).toEqual({
      secretKey: 'rk_live_abc',
      publishableKey: 'pk_live_abc',
      apiUrl: 'https://api.stripe.com',
    })
  })

  it('take the account’s own token where there is no key, and any kind of sender', () => {
    const token = { TWILIO_AUTH_TOKEN: 'a-token-of-the-account' }
    for (const TWILIO_FROM of ['+447700900123', '60070', 'Passport']) {
      const { twilio: read } = readSettings({ SECRET_KEY, ...account, ...token, TWILIO_FROM })
      expect(read).toMatchObject({ username: sid('AC'), sender: { From: TWILIO_FROM } })
    }
  })

  it('are left alone while the sandboxes play them', () => {
    expect(readSettings({ SECRET_KEY, TWILIO_ACCOUNT_SID: sid('AC') })).toMatchObject({
      twilio: null,
      stripe: null,
    })
  })
})
