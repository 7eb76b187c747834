// Tests each setting alone: it changes its own value and no other, in its own unit and within its own limits.
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { purchaseMaxKg } from '#values/money/order-limits.ts'
import { providerShape } from './provider-settings.ts'
import { readSettings, SettingsError } from './settings.ts'
import { settingNames } from './settings-shape.ts'

const key = (byte: number) => Buffer.alloc(32, byte)
const base = { SECRET_KEY: key(1).toString('hex'), NUMBERS_KEY: key(2).toString('hex') }

/** Returns the values that differ with a setting from those without it. */
function changedBy(env: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
  const usual: Readonly<Record<string, unknown>> = readSettings(base)
  const changed = Object.entries(readSettings({ ...base, ...env }))
  return Object.fromEntries(
    changed.filter(([name, value]) => !isDeepStrictEqual(value, usual[name])),
  )
}

const usualSeller = readSettings(base).seller
const usualMinimum = readSettings(base).cardMinimumMinor
const usualBudgets = readSettings(base).smsBudgets

/** A text of each setting, and what it changes. */
const changes: Readonly<Record<string, readonly [text: string, changed: object]>> = {
  PORT: [
    '4100',
    {
      port: 4100,
      publicUrl: 'http://localhost:4100',
      consolePort: 4101,
      logOrigin: 'localhost:4100/log',
    },
  ],
  HOST: ['0.0.0.0', { host: '0.0.0.0' }],
  PUBLIC_URL: [
    'http://passport.example',
    {
      publicUrl: 'http://passport.example',
      publicUrlIsDefault: false,
      logOrigin: 'passport.example/log',
      logOriginIsChosen: true,
    },
  ],
  CONSOLE_PORT: ['4200', { consolePort: 4200, consolePortIsChosen: true }],
  CONSOLE_URL: ['https://console.example', { consoleUrlSetting: 'https://console.example' }],
  WEB_CONCURRENCY: ['3', { processes: 3 }],
  TRUSTED_PROXIES: ['2', { trustedProxies: 2 }],
  CONNECTIONS_MAX: ['900', { connectionsMax: 900 }],
  CONNECTIONS_PER_ADDRESS: ['90', { connectionsPerAddress: 90 }],
  DATABASE_URL: ['postgres://one/x', { databaseUrl: 'postgres://one/x' }],
  DATABASE_REPLICA_URL: [
    'postgres://one/x,postgres://two/x',
    { databaseReplicaUrls: ['postgres://one/x', 'postgres://two/x'] },
  ],
  OPERATOR_DATABASE_URL: ['postgres://three/x', { operatorDatabaseUrl: 'postgres://three/x' }],
  DATABASE_CONNECTIONS: ['20', { databaseConnections: 20 }],
  TIMEOUT_FACTOR: ['5', { timeoutFactor: 5 }],
  MIGRATE_ON_START: ['0', { migratesOnStart: false }],
  DATA_DIR: ['/data', { dataDir: '/data', erasuresFile: '/data/erasures' }],
  SECRET_KEY_PREVIOUS: [key(3).toString('base64url'), { previousSecretKey: key(3) }],
  LOG_KEY: [key(4).toString('hex'), { logKey: key(4) }],
  LOG_ORIGIN: ['log.example/one', { logOrigin: 'log.example/one', logOriginIsChosen: true }],
  METRICS_HOST: ['10.0.0.7', { metricsHost: '10.0.0.7' }],
  METRICS_PORT: ['9100', { metricsPort: 9100 }],
  ERASURES_FILE: ['/elsewhere/erasures', { erasuresFile: '/elsewhere/erasures' }],
  BACKUPS_DIR: ['/backups', { backupsDir: '/backups' }],
  LOG_LEVEL: ['error', { logLevel: 'error' }],
  SMS_ALLOWED_CALLING_CODES: ['44,90', { allowedCallingCodes: ['44', '90'] }],
  SMS_HOUR_MAX: ['7', { smsBudgets: { ...usualBudgets, hourMax: 7 } }],
  SMS_DAY_MAX: ['8', { smsBudgets: { ...usualBudgets, dayMax: 8 } }],
  SMS_COUNTRY_HOUR_MAX: ['9', { smsBudgets: { ...usualBudgets, countryHourMax: 9 } }],
  APNS_URL: ['https://push.example', { apnsUrl: 'https://push.example' }],
  IMAGE_HOSTS: ['a.example,b.example:8443', { imageHosts: ['a.example', 'b.example:8443'] }],
  SELLER_NAME: ['Seller', { seller: { ...usualSeller, name: 'Seller' } }],
  SELLER_ADDRESS: ['1 Road', { seller: { ...usualSeller, address: '1 Road' } }],
  SELLER_VAT_NUMBER: ['GB1', { seller: { ...usualSeller, vatNumber: 'GB1' } }],
  SELLER_TAX_NUMBER: ['12/345', { seller: { ...usualSeller, taxNumber: '12/345' } }],
  SELLER_REGISTER: ['HRB 1', { seller: { ...usualSeller, register: 'HRB 1' } }],
  SUPPORT_EMAIL: ['a@b.example', { seller: { ...usualSeller, email: 'a@b.example' } }],
  SELLER_COUNTRY: ['IE', { sellerCountry: 'IE' }],
  SELLER_CURRENCY: ['TRY', { sellerCurrency: 'TRY' }],
  DEV_INBOX_PASSWORD: ['long enough for it', { devInboxPassword: 'long enough for it' }],
  DEV_INBOX_TOKEN: ['a_token-of-letters', { devInboxToken: 'a_token-of-letters' }],
  LIMITS_ON_LOOPBACK: ['1', { exemptsLoopback: false }],
  DEMO_CATALOGUE: ['0', { demoCatalogue: false }],
  WELCOME_CREDIT: ['0', { welcomeCredit: false }],
  PRICE_BAND: ['0.01-2', { priceBand: { lowMicros: 10_000, highMicros: 2_000_000 } }],
  OPEN_RESERVATIONS_MAX: ['6', { openReservationsMax: 6 }],
  OPEN_KG_MAX: ['190000', { openKgMax: 190_000 }],
  RETIREMENT_DAYS: ['30', { retirementDays: 30 }],
  REWARDS_BUDGET: ['20', { rewardsBudgetMinor: 2_000 }],
  CARD_MINIMUM_EUR: ['61', { cardMinimumMinor: { ...usualMinimum, EUR: 61 } }],
  CARD_MINIMUM_GBP: ['62', { cardMinimumMinor: { ...usualMinimum, GBP: 62 } }],
  CARD_MINIMUM_TRY: ['63', { cardMinimumMinor: { ...usualMinimum, TRY: 63 } }],
  CARD_MINIMUM_USD: ['64', { cardMinimumMinor: { ...usualMinimum, USD: 64 } }],
  APPROVALS: ['off', { hasApprovals: false }],
  APPROVE_REFUND: ['12.34', { approveRefundMinor: 1_234 }],
  APPROVE_CREDIT: ['0.29', { approveCreditMinor: 29 }],
  PARTNER_CREDIT_MAX: ['21', { partnerCreditMaxMinor: 21 }],
  OWN_PROGRAMMES_LINE: ['22', { ownProgrammesLineMinor: 2_200 }],
  PARTNER_ROTATION_HOURS: ['24', { partnerRotationHours: 24 }],
}

/** Settings that are read together with others, or only allow a start; settings.test.ts has them. */
const elsewhere = [
  ...Object.keys(providerShape),
  ...settingNames.filter((name) => /^(ALLOW_|PASS_|LOG_WITNESS)/.test(name)),
  ...['NODE_ENV', 'SECRET_KEY', 'NUMBERS_KEY', 'LEGAL_DIR', 'TAX'],
]

describe('a setting', () => {
  it('is in one of the two lists', () => {
    expect([...Object.keys(changes), ...elsewhere].sort()).toEqual([...settingNames].sort())
  })

  it.each(Object.entries(changes))('%s changes its own value only', (name, [text, changed]) => {
    expect(changedBy({ [name]: text })).toEqual(changed)
  })

  it.each([
    ['PORT', 0, 65_535],
    ['CONSOLE_PORT', 0, 65_535],
    ['METRICS_PORT', 0, 65_535],
    ['WEB_CONCURRENCY', 1, 64],
    ['TRUSTED_PROXIES', 0, 8],
    ['CONNECTIONS_MAX', 10, 1_000_000],
    ['CONNECTIONS_PER_ADDRESS', 6, 1_000_000],
    ['DATABASE_CONNECTIONS', 2, 100],
    ['TIMEOUT_FACTOR', 1, 100],
    ['SMS_HOUR_MAX', 2, 10_000_000],
    ['SMS_DAY_MAX', 2, 100_000_000],
    ['SMS_COUNTRY_HOUR_MAX', 2, 10_000_000],
    ['OPEN_RESERVATIONS_MAX', 1, 1_000],
    ['OPEN_KG_MAX', purchaseMaxKg, 1e12],
    ['RETIREMENT_DAYS', 1, 3_650],
    ['REWARDS_BUDGET', 0, 1_000_000_000],
    ['APPROVE_REFUND', 0, 1_000_000_000],
    ['APPROVE_CREDIT', 0, 1_000_000_000],
    ['PARTNER_CREDIT_MAX', 1, 1_000_000_000],
    ['OWN_PROGRAMMES_LINE', 0, 1_000_000_000],
    ['PARTNER_ROTATION_HOURS', 0, 2_160],
  ])('%s is from %d to %d', (name, least, greatest) => {
    for (const value of [least, greatest]) readSettings({ ...base, [name]: String(value) })
    for (const value of [least - 1, greatest + 1]) {
      const read = () => readSettings({ ...base, [name]: String(value) })
      expect(read, String(value)).toThrow(SettingsError)
      expect(read, String(value)).toThrow(`${name}: `)
    }
  })

  it.each([
    ['SELLER_NAME', 200],
    ['SELLER_ADDRESS', 300],
    ['SELLER_VAT_NUMBER', 40],
    ['SELLER_TAX_NUMBER', 40],
    ['SELLER_REGISTER', 300],
  ])('%s is a text of at most %d letters that paper can hold', (name, greatest) => {
    readSettings({ ...base, [name]: 'é'.repeat(greatest) })
    for (const text of ['é'.repeat(greatest + 1), '北京市']) {
      expect(() => readSettings({ ...base, [name]: text })).toThrow(`${name}: `)
    }
  })
})

describe('the address of the product', () => {
  it('is that of this machine until it is set', () => {
    const { publicUrl, publicUrlIsDefault, logOrigin } = readSettings(base)
    expect([publicUrl, publicUrlIsDefault, logOrigin]).toEqual([
      'http://localhost:3000',
      true,
      'localhost:3000/log',
    ])
  })
})
