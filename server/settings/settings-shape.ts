// Defines the names, allowed values and defaults of all settings. .env.example documents the same,
// which a test compares.
import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/max'
import { z } from 'zod'
import { type PriceBand, usualBand } from '#features/catalogue/import/price-judgement.ts'
import { keyNameForm } from '#features/log/tree/signed-note.ts'
import { type CurrencyCode, currencies } from '#values/money/currencies.ts'
import { purchaseMaxKg } from '#values/money/order-limits.ts'
import { holdsUnwritable } from '#values/text/paper-letters.ts'
import { providerShape } from './provider-settings.ts'

/** Addresses separated by commas. A comma inside an address must be percent-encoded. */
const postgresUrls = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(z.url({ protocol: /^postgres(ql)?$/ })))

const originMessage = 'must be an origin without a path, such as https://passport.example'
/** An origin in the notation of browsers: lower case, ASCII, without the default port. */
const origin = z
  .url({ protocol: /^https?$/ })
  .refine((text) => /^https?:\/\/[^/?#@]+\/*$/i.test(text), originMessage)
  .transform((text) => new URL(text).origin)

const flag = z.enum(['0', '1']).transform((value) => value === '1')
const port = z.coerce.number().int().min(0).max(65_535)
const key32 = z
  .string()
  .regex(/^([0-9a-f]{64}|[A-Za-z0-9_-]{43}=?)$/i, 'must be 32 bytes as hex or base64url')
  .transform((text) => Buffer.from(text, text.length === 64 ? 'hex' : 'base64url'))

const bandForm = /^(\d{1,6}(?:\.\d{1,6})?) *(?:-|–|,|:|to) *(\d{1,6}(?:\.\d{1,6})?)$/
const bandMessage = 'must be two prices in US dollars, the lower first, such as 0.0005-1.00'
const microsOf = (units: string) => Math.round(Number(units) * 1_000_000)
const priceBand = z
  .string()
  .regex(bandForm, bandMessage)
  .transform((text): PriceBand => {
    const [, low = '', high = ''] = bandForm.exec(text) ?? []
    return { lowMicros: microsOf(low), highMicros: microsOf(high) }
  })
  .refine(({ lowMicros, highMicros }) => 0 < lowMicros && lowMicros < highMicros, bandMessage)

const cardMinimum = (minor: number) => z.coerce.number().int().min(1).default(minor)
const cardMinimumShape = {
  CARD_MINIMUM_EUR: cardMinimum(50),
  CARD_MINIMUM_GBP: cardMinimum(30),
  CARD_MINIMUM_TRY: cardMinimum(2_000),
  CARD_MINIMUM_USD: cardMinimum(50),
} as const satisfies Record<`CARD_MINIMUM_${CurrencyCode}`, z.ZodType<number>>

function secondsOfWitness(text: string): [name: string, seconds: number] {
  const [name = '', seconds] = text.split('=')
  return [name.trim(), Number(seconds)]
}

/** A text on receipts. A letter that their typefaces lack would be left out of a tax document. */
const paperText = (max: number) =>
  z
    .string()
    .max(max)
    .refine(
      (text) => !holdsUnwritable(text),
      'must be in Latin, Greek or Cyrillic letters, because the typefaces of receipts lack others',
    )

export const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  CONSOLE_PORT: port.optional(),
  CONSOLE_URL: origin.optional(),
  WEB_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(1),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(8).default(0),
  CONNECTIONS_MAX: z.coerce.number().int().min(10).max(1_000_000).optional(),
  CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(6).max(1_000_000).default(200),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_REPLICA_URL: postgresUrls.optional(),
  OPERATOR_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(100).default(10),
  TIMEOUT_FACTOR: z.coerce.number().int().min(1).max(100).default(1),
  MIGRATE_ON_START: flag.default(true),
  DATA_DIR: z.string().min(1).default('./.data'),
  SECRET_KEY: key32.optional(),
  SECRET_KEY_PREVIOUS: key32.optional(),
  LOG_KEY: key32.optional(),
  LOG_ORIGIN: z
    .string()
    .max(200)
    .regex(keyNameForm, 'must have no blank and no +, such as passport.example/log')
    .optional(),
  LOG_WITNESSES: z.string().min(1).max(1_000).optional(),
  LOG_WITNESS_SECONDS: z
    .string()
    .max(4_000)
    .regex(/^[^=,]+=\d{1,5}(,[^=,]+=\d{1,5})*$/, 'must be such as one=60,two=3600')
    .transform((text) => new Map(text.split(',').map(secondsOfWitness)))
    .optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  NUMBERS_KEY: key32.optional(),
  ERASURES_FILE: z.string().min(1).optional(),
  BACKUPS_DIR: z.string().min(1).optional(),
  METRICS_PORT: port.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).optional(),
  ...providerShape,
  SMS_ALLOWED_CALLING_CODES: z
    .string()
    .regex(/^\d{1,3}(,\d{1,3})*$/, 'must be calling codes separated by commas, such as 1,44')
    .transform((text) => text.split(','))
    .optional(),
  SMS_HOUR_MAX: z.coerce.number().int().min(2).max(10_000_000).default(500),
  SMS_DAY_MAX: z.coerce.number().int().min(2).max(100_000_000).default(3_000),
  SMS_COUNTRY_HOUR_MAX: z.coerce.number().int().min(2).max(10_000_000).default(200),
  PASS_CERTIFICATE: z.string().optional(),
  PASS_KEY: z.string().optional(),
  PASS_KEY_PASSPHRASE: z.string().optional(),
  PASS_WWDR_CERTIFICATE: z.string().optional(),
  PASS_TYPE_ID: z
    .string()
    .regex(/^pass\.[\w.-]+$/, 'must begin with pass.')
    .optional(),
  PASS_TEAM_ID: z
    .string()
    .regex(/^[A-Z0-9]{10}$/, 'must be 10 capitals and digits')
    .optional(),
  APNS_URL: z.url({ protocol: /^https$/ }).default('https://api.push.apple.com'),
  IMAGE_HOSTS: z
    .string()
    .regex(/^[a-z0-9.-]+(:\d+)?(,[a-z0-9.-]+(:\d+)?)*$/, 'must be hosts separated by commas')
    .transform((text) => text.split(','))
    .optional(),
  SELLER_NAME: paperText(200).optional(),
  SELLER_ADDRESS: paperText(300).optional(),
  SELLER_VAT_NUMBER: paperText(40).optional(),
  SELLER_TAX_NUMBER: paperText(40).optional(),
  SELLER_REGISTER: paperText(300).optional(),
  SELLER_COUNTRY: z
    .custom<CountryCode>(
      (text) => typeof text === 'string' && isSupportedCountry(text),
      'must be the ISO code of a country that has phone numbers, such as GB',
    )
    .optional(),
  SELLER_CURRENCY: z.enum(currencies).default('GBP'),
  SUPPORT_EMAIL: z.email().optional(),
  LEGAL_DIR: z.string().min(1).optional(),
  TAX: z.string().min(1).max(1_000).optional(),
  ALLOW_SANDBOX: flag.default(false),
  ALLOW_EMBEDDED_DATABASE: flag.default(false),
  ALLOW_HTTP: flag.default(false),
  ALLOW_BUNDLED_RATES: flag.default(false),
  ALLOW_NO_LEGAL: flag.default(false),
  DEV_INBOX_PASSWORD: z.string().min(12).optional(),
  DEV_INBOX_TOKEN: z
    .string()
    .regex(/^[A-Za-z0-9_-]{16,100}$/, 'must be 16 to 100 letters, digits, hyphens and underscores')
    .optional(),
  LIMITS_ON_LOOPBACK: flag.default(false),
  DEMO_CATALOGUE: flag.optional(),
  WELCOME_CREDIT: flag.optional(),
  PRICE_BAND: priceBand.default(usualBand),
  OPEN_RESERVATIONS_MAX: z.coerce.number().int().min(1).max(1_000).default(3),
  OPEN_KG_MAX: z.coerce.number().int().min(purchaseMaxKg).max(1e12).default(purchaseMaxKg),
  RETIREMENT_DAYS: z.coerce.number().int().min(1).max(3_650).default(90),
  REWARDS_BUDGET: z.coerce.number().int().min(0).max(1_000_000_000).default(10_000),
  ...cardMinimumShape,
  APPROVALS: z
    .enum(['on', 'off'])
    .default('on')
    .transform((value) => value === 'on'),
  APPROVE_REFUND: z.coerce.number().min(0).max(1_000_000_000).default(100),
  APPROVE_CREDIT: z.coerce.number().min(0).max(1_000_000_000).default(50),
  PARTNER_CREDIT_MAX: z.coerce.number().int().min(1).max(1_000_000_000).default(1_000_000),
  OWN_PROGRAMMES_LINE: z.coerce.number().int().min(0).max(1_000_000_000).default(1_000_000),
  PARTNER_ROTATION_HOURS: z.coerce.number().int().min(0).max(2_160).default(72),
})

export type SettingValues = z.infer<typeof environment>

/** Settings of previous versions, each with the error message of a refused start. */
export const removedSettings: ReadonlyMap<string, string> = new Map([
  [
    'PARTNER_CREDIT_LINE',
    'PARTNER_CREDIT_LINE is gone: a new programme has a line of 0, and `programmes line` and ' +
      '`programmes fund` say what each may give. Remove it.',
  ],
])

export const settingNames: readonly string[] = Object.keys(environment.shape)
