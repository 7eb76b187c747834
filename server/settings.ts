// Every setting of the product: read once, checked by a schema, named in .env.example. No other
// file reads the environment.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { keyNameForm } from '#features/log/tree/signed-note.ts'
import type { Seller } from '#features/receipts/services.ts'
import { isFailPoint } from '#platform/fail-point.ts'
import { keepKeyFile } from '#platform/key-file.ts'
import { isSandbox } from '#providers/provider-kind.ts'
import { CredentialError } from '#providers/wallet-pass/credential.ts'
import {
  type PassCertificates,
  readPassCertificates,
} from '#providers/wallet-pass/pass-certificates.ts'
import {
  type ProviderSettings,
  providerShape,
  readProviders,
  sandboxesOf,
} from '#server/provider-settings.ts'
import type { CurrencyCode } from '#values/currencies.ts'
import { purchaseMaxKg } from '#values/order-limits.ts'

const keyBytes = 32
const flag = z.enum(['0', '1']).transform((value) => value === '1')
const port = z.coerce.number().int().min(0).max(65_535)
const key32 = z
  .string()
  .regex(/^([0-9a-f]{64}|[A-Za-z0-9_-]{43}=?)$/i, 'must be 32 bytes as hex or base64url')
  .transform((text) => Buffer.from(text, text.length === 64 ? 'hex' : 'base64url'))

const cardMinimum = (usual: number) => z.coerce.number().int().min(1).default(usual)
const cardMinimumShape = {
  CARD_MINIMUM_EUR: cardMinimum(50),
  CARD_MINIMUM_GBP: cardMinimum(30),
  CARD_MINIMUM_TRY: cardMinimum(2_000),
  CARD_MINIMUM_USD: cardMinimum(50),
} as const satisfies Record<`CARD_MINIMUM_${CurrencyCode}`, z.ZodType<number>>

const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  WEB_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(1),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(8).default(0),
  CONNECTIONS_MAX: z.coerce.number().int().min(10).max(1_000_000).optional(),
  CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(6).max(1_000_000).default(200),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(100).default(10),
  PATIENCE: z.coerce.number().int().min(1).max(100).default(1),
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
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  NUMBERS_KEY: key32.optional(),
  ERASURES_FILE: z.string().min(1).optional(),
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
  SELLER_NAME: z.string().max(200).optional(),
  SELLER_ADDRESS: z.string().max(300).optional(),
  SELLER_VAT_NUMBER: z.string().max(40).optional(),
  SUPPORT_EMAIL: z.email().optional(),
  ALLOW_SANDBOX: flag.default(false),
  DEV_INBOX_PASSWORD: z.string().min(8).optional(),
  LIMITS_ON_LOOPBACK: flag.default(false),
  DEMO_CATALOGUE: flag.optional(),
  WELCOME_CREDIT: flag.optional(),
  OPERATOR_NAME: z.string().min(1).max(120).optional(),
  FAIL_AT: z
    .string()
    .refine((text) => isFailPoint(text), {
      message: 'must be a point of platform/fail-point.ts',
    })
    .optional(),
  OPEN_RESERVATIONS_MAX: z.coerce.number().int().min(1).max(1_000).default(3),
  OPEN_KG_MAX: z.coerce.number().int().min(purchaseMaxKg).max(1e12).default(purchaseMaxKg),
  REWARDS_BUDGET: z.coerce.number().int().min(0).max(1_000_000_000).default(10_000),
  ...cardMinimumShape,
  PARTNER_CREDIT_MAX: z.coerce.number().int().min(1).max(1_000_000_000).default(1_000_000),
  PARTNER_CREDIT_LINE: z.coerce.number().int().min(0).max(1e13).default(100_000_000),
  PARTNER_ROTATION_HOURS: z.coerce.number().int().min(0).max(2_160).default(72),
})

/** The names of all settings, for the test that compares .env.example with them. */
export const settingNames = Object.keys(environment.shape)

export type Settings = ProviderSettings & {
  readonly production: boolean
  readonly port: number
  readonly host: string
  /** The origin for links, messages, passes and the origin check, without a closing slash. */
  readonly publicUrl: string
  readonly publicUrlIsDefault: boolean
  readonly processes: number
  readonly trustedProxies: number
  /** Connections that a process holds; undefined: as many as its descriptors allow. */
  readonly connectionsMax: number | undefined
  readonly connectionsPerAddress: number
  readonly databaseUrl: string | undefined
  readonly databaseConnections: number
  /** How many times longer than usual a call may wait for the database, and for this process. */
  readonly patience: number
  /** Whether a start and operator's commands bring the schema up to date by themselves. */
  readonly migratesOnStart: boolean
  readonly dataDir: string
  readonly secretKey: Buffer
  readonly previousSecretKey: Buffer | undefined
  /** The private key of the public log; undefined: kept in a file under `dataDir`. */
  readonly logKey: Buffer | undefined
  readonly logOrigin: string
  /** Whether somebody chose the origin, as LOG_ORIGIN or PUBLIC_URL. */
  readonly logOriginIsChosen: boolean
  readonly metricsHost: string
  /** Stands for numbers that must not be kept; never changed once it is in use. */
  readonly numbersKey: Buffer
  /** Where the ids of erased people stand outside the database. */
  readonly erasuresFile: string
  readonly metricsPort: number | undefined
  readonly logLevel: string
  readonly allowedCallingCodes: readonly string[] | undefined
  /** How many SMS may leave: in all an hour and a day, and to one country an hour. */
  readonly smsBudgets: {
    readonly hourMax: number
    readonly dayMax: number
    readonly countryHourMax: number
  }
  /** Apple's for wallet passes; undefined: development certificates made under `dataDir`. */
  readonly passCertificates: PassCertificates | undefined
  readonly apnsUrl: string
  /** Hosts that pages may load pictures from over https, besides their own. */
  readonly imageHosts: readonly string[]
  /** Who sells, as receipts say it. */
  readonly seller: Seller
  readonly devInboxPassword: string | undefined
  /** Whether this machine itself is free of the limits that are no phone's (contract 2). */
  readonly exemptsLoopback: boolean
  /** Who gives the operator's commands, where they do not say so themselves. */
  readonly operatorName: string | undefined
  readonly demoCatalogue: boolean
  readonly welcomeCredit: boolean
  /** Where a test build stops itself (fail-point.ts); never in production. */
  readonly failAt: string | undefined
  readonly openReservationsMax: number
  /** Kilograms of one batch that one person's open reservations may hold. */
  readonly openKgMax: number
  /** What all rewards of a currency together may cost, in minor units of it. */
  readonly rewardsBudgetMinor: number
  /** The card provider's least amount by currency, minor units. */
  readonly cardMinimumMinor: Readonly<Record<CurrencyCode, number>>
  /** The most that one credit may be, in minor units of whatever currency. */
  readonly partnerCreditMaxMinor: number
  /** How far below zero a new programme's balances may fall, in minor units. */
  readonly partnerCreditLineMinor: number
  /** How long a rotated terminal of a partner signs beside its successor. */
  readonly partnerRotationHours: number
}

/** A setting is missing or wrong; `message` is the sentence that names it. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

/** Reads and checks the environment. Throws a SettingsError that names what is wrong. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const sentences = parsed.error.issues.map(
      (issue) => `${issue.path.join('.')}: ${issue.message}`,
    )
    throw new SettingsError(`These settings are wrong. ${sentences.join('; ')}.`)
  }
  const values = parsed.data
  const production = values.NODE_ENV === 'production'
  const providers = providersOf(values)
  if (production && !values.ALLOW_SANDBOX) refuseSandboxes(providers)
  if (production && values.FAIL_AT !== undefined) {
    throw new SettingsError('FAIL_AT is for tests and must not be set in production.')
  }
  const dataDir = resolve(values.DATA_DIR)
  const publicUrl = (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, '')
  return {
    production,
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    publicUrlIsDefault: values.PUBLIC_URL === undefined,
    processes: values.WEB_CONCURRENCY,
    trustedProxies: values.TRUSTED_PROXIES,
    connectionsMax: values.CONNECTIONS_MAX,
    connectionsPerAddress: values.CONNECTIONS_PER_ADDRESS,
    databaseUrl: values.DATABASE_URL,
    databaseConnections: values.DATABASE_CONNECTIONS,
    patience: values.PATIENCE,
    dataDir,
    secretKey: secretKeyOf(values, dataDir),
    previousSecretKey: values.SECRET_KEY_PREVIOUS,
    logKey: values.LOG_KEY,
    logOrigin: values.LOG_ORIGIN ?? `${publicUrl.replace(/^https?:\/\//, '')}/log`,
    logOriginIsChosen: values.LOG_ORIGIN !== undefined || values.PUBLIC_URL !== undefined,
    metricsHost: values.METRICS_HOST,
    numbersKey: numbersKeyOf(values, dataDir),
    erasuresFile: resolve(values.ERASURES_FILE ?? join(dataDir, 'erasures')),
    metricsPort: values.METRICS_PORT,
    logLevel: values.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    ...providers,
    passCertificates: passCertificatesOf(values),
    allowedCallingCodes: values.SMS_ALLOWED_CALLING_CODES,
    smsBudgets: {
      hourMax: values.SMS_HOUR_MAX,
      dayMax: values.SMS_DAY_MAX,
      countryHourMax: values.SMS_COUNTRY_HOUR_MAX,
    },
    apnsUrl: values.APNS_URL,
    imageHosts: values.IMAGE_HOSTS ?? [],
    seller: {
      name: values.SELLER_NAME,
      address: values.SELLER_ADDRESS,
      vatNumber: values.SELLER_VAT_NUMBER,
      email: values.SUPPORT_EMAIL,
    },
    devInboxPassword: values.DEV_INBOX_PASSWORD,
    exemptsLoopback: isSandbox(providers.sms) && !values.LIMITS_ON_LOOPBACK,
    operatorName: values.OPERATOR_NAME,
    migratesOnStart: values.MIGRATE_ON_START,
    demoCatalogue: values.DEMO_CATALOGUE ?? !production,
    welcomeCredit: values.WELCOME_CREDIT ?? !production,
    failAt: values.FAIL_AT,
    openReservationsMax: values.OPEN_RESERVATIONS_MAX,
    openKgMax: values.OPEN_KG_MAX,
    rewardsBudgetMinor: values.REWARDS_BUDGET * 100,
    cardMinimumMinor: {
      EUR: values.CARD_MINIMUM_EUR,
      GBP: values.CARD_MINIMUM_GBP,
      TRY: values.CARD_MINIMUM_TRY,
      USD: values.CARD_MINIMUM_USD,
    },
    partnerCreditMaxMinor: values.PARTNER_CREDIT_MAX,
    partnerCreditLineMinor: values.PARTNER_CREDIT_LINE,
    partnerRotationHours: values.PARTNER_ROTATION_HOURS,
  }
}

function refuseSandboxes(providers: ProviderSettings): void {
  const sandboxes = sandboxesOf(providers)
  if (sandboxes.length === 0) return
  throw new SettingsError(
    `${sandboxes.join(' and ')} must not be used in production, unless ALLOW_SANDBOX=1.`,
  )
}

/** What those outside are asked with. */
function providersOf(values: z.infer<typeof environment>): ProviderSettings {
  const providers = sayingWhatIsWrong(() => readProviders(values))
  if (typeof providers === 'string') throw new SettingsError(providers)
  return providers
}

function passCertificatesOf(values: z.infer<typeof environment>): PassCertificates | undefined {
  return sayingWhatIsWrong(() => readPassCertificates(values, new Date()))
}

/** A credential that cannot be read stops the start like any other wrong setting. */
function sayingWhatIsWrong<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof CredentialError)) throw error
    throw new SettingsError(error.message)
  }
}

function secretKeyOf(values: z.infer<typeof environment>, dataDir: string): Buffer {
  const { SECRET_KEY, NODE_ENV, DATABASE_URL } = values
  if (SECRET_KEY !== undefined) return SECRET_KEY
  if (NODE_ENV === 'production' || DATABASE_URL !== undefined) {
    throw new SettingsError(
      'SECRET_KEY is required in production and with DATABASE_URL: 32 bytes as hex or base64url.',
    )
  }
  return localKey(dataDir, 'secret-key')
}

function numbersKeyOf(values: z.infer<typeof environment>, dataDir: string): Buffer {
  const { NUMBERS_KEY, NODE_ENV } = values
  if (NUMBERS_KEY !== undefined) return NUMBERS_KEY
  if (NODE_ENV === 'production') {
    throw new SettingsError(
      'NUMBERS_KEY is required in production: 32 bytes as hex or base64url, never changed again.',
    )
  }
  return localKey(dataDir, 'numbers-key')
}

/** The key of a development machine: made once, readable by its owner alone. */
function localKey(dataDir: string, name: string): Buffer {
  const file = join(dataDir, name)
  keepKeyFile(file, randomBytes(keyBytes))
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
  if (key.length !== keyBytes) throw new SettingsError(`${file} does not hold a key of 32 bytes.`)
  return key
}
