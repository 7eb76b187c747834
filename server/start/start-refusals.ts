// Returns the reasons why well-formed settings forbid a start: required settings that are missing, and
// values that production refuses (docs/product.md#production). Every reason names its setting.
import { type ReadProviders, sandboxesOf } from '#server/settings/provider-settings.ts'
import { findResembling } from '#server/settings/resembling-settings.ts'
import {
  removedSettings,
  type SettingValues,
  settingNames,
} from '#server/settings/settings-shape.ts'

/**
 * Returns the reasons against a start. `names` are all environment variables: removed settings are
 * refused always, misspelled ones in production.
 */
export function refusalsOf(
  values: SettingValues,
  providers: ReadProviders,
  names: readonly string[],
): string[] {
  const isProduction = values.NODE_ENV === 'production'
  const needsKey = isProduction || values.DATABASE_URL !== undefined
  return [
    ...names.flatMap((name) => removedSettings.get(name) ?? []),
    ...(needsKey && values.SECRET_KEY === undefined
      ? [
          'SECRET_KEY is required in production and with DATABASE_URL: 32 bytes as hex or base64url.',
        ]
      : []),
    ...refusalsOfPorts(values),
    ...(isProduction ? refusalsOfProduction(values, providers, names) : []),
  ]
}

/** Each listener needs a port of its own. Port 0 is any free one. */
function refusalsOfPorts(values: SettingValues): string[] {
  const names = ['PORT', 'CONSOLE_PORT', 'METRICS_PORT'] as const
  return names.flatMap((name, place) => {
    const port = values[name]
    const earlier = names.slice(0, place).find((other) => values[other] === port)
    return port === undefined || port === 0 || earlier === undefined
      ? []
      : [`${name} must have another port than ${earlier}.`]
  })
}

/** Settings without which no receipt may be written (docs/product.md#tax). */
const sellerSettings = [
  'SELLER_NAME',
  'SELLER_ADDRESS',
  'SELLER_COUNTRY',
  'SELLER_CURRENCY',
  'SUPPORT_EMAIL',
] as const satisfies readonly (keyof SettingValues)[]

function refusalsOfProduction(
  values: SettingValues,
  providers: ReadProviders,
  names: readonly string[],
): string[] {
  const refusals: string[] = []
  if (values.NUMBERS_KEY === undefined) {
    refusals.push(
      'NUMBERS_KEY is required in production: 32 bytes as hex or base64url, never changed again.',
    )
  }
  if (values.DATABASE_URL === undefined && !values.ALLOW_EMBEDDED_DATABASE) {
    refusals.push(
      'DATABASE_URL is required in production: the embedded database is there to try things out, ' +
        'unless ALLOW_EMBEDDED_DATABASE=1.',
    )
  }
  if (!values.PUBLIC_URL?.startsWith('https:') && !values.ALLOW_HTTP) {
    refusals.push('PUBLIC_URL must begin with https in production, unless ALLOW_HTTP=1.')
  }
  if (values.CONSOLE_PORT !== undefined || values.CONSOLE_URL !== undefined) {
    refusals.push(...refusalsOfConsole(values))
  }
  if (values.RATES_PROVIDER === 'bundled' && !values.ALLOW_BUNDLED_RATES) {
    refusals.push(
      'RATES_PROVIDER=bundled must not be used in production, since its rates are of one day for ' +
        'ever, unless ALLOW_BUNDLED_RATES=1.',
    )
  }
  if (values.LEGAL_DIR === undefined && !values.ALLOW_NO_LEGAL) {
    refusals.push(
      'LEGAL_DIR is required in production: the folder of privacy policy, terms, imprint and help, unless ' +
        'ALLOW_NO_LEGAL=1.',
    )
  }
  if (!values.ALLOW_SANDBOX) {
    for (const sandbox of sandboxesOf(providers)) {
      refusals.push(`${sandbox} must not be used in production, unless ALLOW_SANDBOX=1.`)
    }
  }
  for (const name of sellerSettings) {
    if (!names.includes(name)) {
      refusals.push(`${name} is required in production: receipts and credit notes contain it.`)
    }
  }
  if (values.TAX === undefined) {
    refusals.push(
      'TAX is required in production: the path of a file of tax rates, or none where no tax is due.',
    )
  }
  for (const { name, similar } of findResembling(names, settingNames)) {
    refusals.push(`${name} is no setting. Is ${similar} meant? Correct or remove it.`)
  }
  return refusals
}

/** The console has a host of its own, so that a page of the product can never act in it. */
function refusalsOfConsole({ CONSOLE_URL, PUBLIC_URL, ALLOW_HTTP }: SettingValues): string[] {
  if (CONSOLE_URL === undefined) {
    return ['CONSOLE_URL is required with CONSOLE_PORT, such as https://console.passport.example.']
  }
  const refusals: string[] = []
  if (PUBLIC_URL !== undefined && new URL(CONSOLE_URL).hostname === new URL(PUBLIC_URL).hostname) {
    refusals.push('CONSOLE_URL must have another host than PUBLIC_URL.')
  }
  if (!CONSOLE_URL.startsWith('https:') && !ALLOW_HTTP) {
    refusals.push('CONSOLE_URL must begin with https in production, unless ALLOW_HTTP=1.')
  }
  return refusals
}
