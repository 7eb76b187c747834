// Reads every setting of the product once, checked by a schema. No other file reads the
// environment.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { z } from 'zod'
import { type LegalTexts, LegalTextsError, readLegalTexts } from '#features/legal/legal-texts.ts'
import type { WitnessSettings } from '#features/log/log-services.ts'
import { noTax, readTaxRates, type Tax } from '#features/tax/tax-rates.ts'
import { keepKeyFile } from '#platform/key-file.ts'
import { isSandbox } from '#providers/provider-table.ts'
import { hasFaults, type SettingFaults } from '#providers/setting-faults.ts'
import { CredentialError } from '#providers/wallet-pass/credential.ts'
import {
  type PassCertificates,
  readPassCertificates,
} from '#providers/wallet-pass/pass-certificates.ts'
import { refusalsOf } from '#server/start/start-refusals.ts'
import { listWithOr } from '#values/text/list-in-words.ts'
import { utcDayOf } from '#values/text/utc-day.ts'
import { areValid, type ProviderSettings, readProviders } from './provider-settings.ts'
import { environment, type SettingValues } from './settings-shape.ts'
import { readWitnesses } from './witness-settings.ts'

const keyBytes = 32

export type Settings = Readonly<ReturnType<typeof settingsOf>>

/** The error of invalid settings. `message` contains all `faults`; each fault names its setting. */
export class SettingsError extends Error {
  override name = 'SettingsError'
  readonly faults: readonly string[]

  constructor(...faults: readonly string[]) {
    super(
      faults.length === 1
        ? `${faults[0]}`
        : ['These settings forbid a start:', ...faults.map((fault) => `- ${fault}`)].join('\n'),
    )
    this.faults = faults
  }
}

/** Reads and validates the environment. Throws a SettingsError with all faults. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const env = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const { values, faults } = readValues(env)
  const providers = readProviders(values)
  const passes = readPasses(values)
  const legal = readLegal(values)
  const tax = readTax(values, utcDayOf(new Date()))
  const log = readWitnesses(values)
  const furtherFaults = [
    ...refusalsOf(values, providers, Object.keys(env)),
    ...[...Object.values(providers), passes, legal, tax, log].flatMap((read) =>
      hasFaults(read) ? read.faults : [],
    ),
  ]
  // Does not report a setting with an invalid value as missing as well.
  const invalidNames = [...faults.keys()].map((name) => new RegExp(`\\b${name}\\b`))
  const all = [
    ...faults.values(),
    ...furtherFaults.filter((fault) => !invalidNames.some((name) => name.test(fault))),
  ]
  if (
    all.length > 0 ||
    !areValid(providers) ||
    hasFaults(passes) ||
    hasFaults(legal) ||
    hasFaults(tax) ||
    hasFaults(log)
  ) {
    throw new SettingsError(...all)
  }
  return settingsOf(values, providers, passes.certificates, {
    legal: legal.texts,
    tax,
    logWitnesses: log.witnesses,
  })
}

/**
 * Returns the values of valid settings and the defaults of invalid ones, with an error message for each
 * invalid setting.
 */
function readValues(env: Readonly<Record<string, string | undefined>>): {
  readonly values: SettingValues
  readonly faults: ReadonlyMap<string, string>
} {
  const parsed = environment.safeParse(env, { error: faultOfChoice })
  if (parsed.success) return { values: parsed.data, faults: new Map() }
  const faults = new Map(
    parsed.error.issues.map(({ path, message }) => [
      path.join('.'),
      `${path.join('.')}: ${message}`,
    ]),
  )
  const rest = Object.entries(env).filter(([name]) => !faults.has(name))
  return { values: environment.parse(Object.fromEntries(rest)), faults }
}

/** Returns the sentence of a value that is none of a setting's list, and null for other issues. */
const faultOfChoice: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'invalid_value' ? `must be ${listWithOr(issue.values.map(String))}` : null

type PassSettings = { readonly certificates: PassCertificates | undefined } | SettingFaults

function readPasses(values: SettingValues): PassSettings {
  try {
    return { certificates: readPassCertificates(values, new Date()) }
  } catch (error) {
    if (error instanceof CredentialError) return { faults: [error.message] }
    throw error
  }
}

type LegalSettings = { readonly texts: LegalTexts | undefined } | SettingFaults

function readLegal({ LEGAL_DIR: folder }: SettingValues): LegalSettings {
  try {
    return { texts: folder === undefined ? undefined : readLegalTexts(resolve(folder)) }
  } catch (error) {
    if (error instanceof LegalTextsError) return { faults: error.faults }
    throw error
  }
}

/** The largest file of tax rates that is read, in bytes. */
const taxFileBytesMax = 1_048_576

/** Reads the file of tax rates. `today` is a day in UTC. */
function readTax({ TAX: path }: SettingValues, today: string): Tax | SettingFaults {
  if (path === undefined || path === 'none') return noTax
  try {
    const bytes = readFileSync(path)
    if (bytes.length > taxFileBytesMax) return { faults: [`TAX: ${path} is larger than 1 MiB.`] }
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const read = readTaxRates(text, today)
    if ('rates' in read) return read
    return { faults: read.faults.map((fault) => `TAX: ${path}: ${fault}`) }
  } catch (error) {
    const reason = error instanceof TypeError ? 'is not in UTF-8' : 'cannot be read'
    return { faults: [`TAX: the file ${path} ${reason}. TAX is a file of rates, or none.`] }
  }
}

function settingsOf(
  values: SettingValues,
  providers: ProviderSettings,
  passCertificates: PassCertificates | undefined,
  {
    legal,
    tax,
    logWitnesses,
  }: {
    readonly legal: LegalTexts | undefined
    readonly tax: Tax
    readonly logWitnesses: WitnessSettings | undefined
  },
) {
  const production = values.NODE_ENV === 'production'
  const dataDir = resolve(values.DATA_DIR)
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`
  return {
    production,
    port: values.PORT,
    host: values.HOST,
    /** The origin for links, messages, passes and the origin check, without a closing slash. */
    publicUrl,
    publicUrlIsDefault: values.PUBLIC_URL === undefined,
    /** The port of the staff's console; undefined in production until it is set. */
    consolePort: values.CONSOLE_PORT ?? (production ? undefined : consolePortBeside(values)),
    consolePortIsChosen: values.CONSOLE_PORT !== undefined,
    /** The origin of the console, without a closing slash; undefined: localhost on its port. */
    consoleUrlSetting: values.CONSOLE_URL,
    processes: values.WEB_CONCURRENCY,
    trustedProxies: values.TRUSTED_PROXIES,
    /** Maximum number of HTTP connections of a process. Default: derived from its limit of open files. */
    connectionsMax: values.CONNECTIONS_MAX,
    connectionsPerAddress: values.CONNECTIONS_PER_ADDRESS,
    databaseUrl: values.DATABASE_URL,
    /** Replicas for reads that may be slightly stale. Default: none. */
    databaseReplicaUrls: values.DATABASE_REPLICA_URL ?? [],
    /** The database's address without a pooler, for the operator's long commands. */
    operatorDatabaseUrl: values.OPERATOR_DATABASE_URL,
    databaseConnections: values.DATABASE_CONNECTIONS,
    /** Factor applied to every timeout. */
    timeoutFactor: values.TIMEOUT_FACTOR,
    dataDir,
    secretKey: values.SECRET_KEY ?? localKey(dataDir, 'secret-key'),
    previousSecretKey: values.SECRET_KEY_PREVIOUS,
    /** The private key of the public log; undefined: kept in a file under `dataDir`. */
    logKey: values.LOG_KEY,
    logOrigin: values.LOG_ORIGIN ?? `${publicUrl.replace(/^https?:\/\//, '')}/log`,
    /** True if LOG_ORIGIN or PUBLIC_URL sets the origin; false for the default. */
    logOriginIsChosen: values.LOG_ORIGIN !== undefined || values.PUBLIC_URL !== undefined,
    /** The witnesses that the log asks for cosignatures. Default: none. */
    logWitnesses,
    metricsHost: values.METRICS_HOST,
    /** The key of phone hashes, never changed once it is in use. */
    numbersKey: values.NUMBERS_KEY ?? localKey(dataDir, 'numbers-key'),
    /** The folder of the backups, whose free space is measured; undefined: it is not measured. */
    backupsDir: values.BACKUPS_DIR,
    /** The file outside of the database with the ids of erased people. */
    erasuresFile: resolve(values.ERASURES_FILE ?? join(dataDir, 'erasures')),
    metricsPort: values.METRICS_PORT,
    logLevel: values.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    ...providers,
    /**
     * Apple's certificates for wallet passes; undefined for development certificates, which are created
     * under `dataDir`.
     */
    passCertificates,
    allowedCallingCodes: values.SMS_ALLOWED_CALLING_CODES,
    /** Maximum number of SMS: in an hour, in a day, and in an hour to one country. */
    smsBudgets: {
      hourMax: values.SMS_HOUR_MAX,
      dayMax: values.SMS_DAY_MAX,
      countryHourMax: values.SMS_COUNTRY_HOUR_MAX,
    },
    apnsUrl: values.APNS_URL,
    /** Hosts that pages may load pictures from over https, besides their own. */
    imageHosts: values.IMAGE_HOSTS ?? [],
    /** The seller on receipts. */
    seller: {
      name: values.SELLER_NAME,
      address: values.SELLER_ADDRESS,
      vatNumber: values.SELLER_VAT_NUMBER,
      taxNumber: values.SELLER_TAX_NUMBER,
      register: values.SELLER_REGISTER,
      email: values.SUPPORT_EMAIL,
    },
    /** Privacy policy, terms, imprint and help; undefined: their pages have a title only. */
    legal,
    /** The tax rates of TAX. Default: none. */
    tax,
    devInboxPassword: values.DEV_INBOX_PASSWORD,
    /**
     * Token that opens the sandbox's inbox to browsers outside production. Default: the start generates
     * one.
     */
    devInboxToken: values.DEV_INBOX_TOKEN,
    /**
     * If true, only the limits per phone number apply to calls from this machine
     * (docs/product.md#rate-limits).
     */
    exemptsLoopback: isSandbox(providers.sms) && !values.LIMITS_ON_LOOPBACK,
    /** If true, a start and the operator's commands migrate the schema. */
    migratesOnStart: values.MIGRATE_ON_START,
    demoCatalogue: values.DEMO_CATALOGUE ?? !production,
    welcomeCredit: values.WELCOME_CREDIT ?? !production,
    /** Prices of a kilogram that need no confirmation, in micros of a US dollar. */
    priceBand: values.PRICE_BAND,
    openReservationsMax: values.OPEN_RESERVATIONS_MAX,
    /** Maximum kilograms of one batch in the open reservations of one user. */
    openKgMax: values.OPEN_KG_MAX,
    /** Number of days within which a completely sold tonne is retired, as /transparency promises. */
    retirementDays: values.RETIREMENT_DAYS,
    /** Maximum total cost of rewards in each currency, in its minor units. */
    rewardsBudgetMinor: values.REWARDS_BUDGET * 100,
    /** The card provider's minimum amount by currency, in minor units. */
    cardMinimumMinor: {
      EUR: values.CARD_MINIMUM_EUR,
      GBP: values.CARD_MINIMUM_GBP,
      TRY: values.CARD_MINIMUM_TRY,
      USD: values.CARD_MINIMUM_USD,
    },
    /** Maximum amount of one credit, in minor units of any currency. */
    partnerCreditMaxMinor: values.PARTNER_CREDIT_MAX,
    /** How far below zero the balances of the product's own programmes may fall, in minor units. */
    ownProgrammesLineMinor: values.OWN_PROGRAMMES_LINE * 100,
    /** The country in which a national phone number is read first. */
    sellerCountry: values.SELLER_COUNTRY,
    /** The currency of the limits of a programme that `partners create` creates. */
    sellerCurrency: values.SELLER_CURRENCY,
    /** Hours for which a rotated terminal of a partner may sign after its successor was created. */
    partnerRotationHours: values.PARTNER_ROTATION_HOURS,
    /** False if no second person has to approve anything. */
    hasApprovals: values.APPROVALS,
    /** Refunds above it need a second person, in minor units of the seller's currency. */
    approveRefundMinor: Math.round(values.APPROVE_REFUND * 100),
    /** Credits above it need a second person, in minor units of the seller's currency. */
    approveCreditMinor: Math.round(values.APPROVE_CREDIT * 100),
  }
}

/** Returns the console's port in development: the next one, or 0 for any free one. */
function consolePortBeside({ PORT, METRICS_PORT }: SettingValues): number {
  const next = PORT + 1
  return PORT === 0 || next > 65_535 || next === METRICS_PORT ? 0 : next
}

/**
 * Returns the key of a development machine. The first call creates its file, readable by its owner
 * only.
 */
function localKey(dataDir: string, name: string): Buffer {
  const file = join(dataDir, name)
  keepKeyFile(file, randomBytes(keyBytes))
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
  if (key.length !== keyBytes) throw new SettingsError(`${file} does not hold a key of 32 bytes.`)
  return key
}
