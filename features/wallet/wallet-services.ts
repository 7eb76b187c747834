// Declares the type of the services that the code of wallets and rates needs.
import type { Database } from '#platform/database/database.ts'
import type { AcceptedKeys } from '#platform/keys.ts'
import type { Logger } from '#platform/logger.ts'
import type { RatesProvider } from '#providers/exchange-rates/exchange-rates.ts'
import type { RatesSettings } from '#providers/exchange-rates/rates-providers.ts'
import type { CurrencyCode } from '#values/money/currencies.ts'

export type Services = AcceptedKeys & {
  readonly db: Database
  readonly rates: RatesProvider
  readonly log: Logger
  readonly clock: () => number
  readonly settings: {
    readonly production: boolean
    readonly rates: RatesSettings
    /** The card provider's minimum amount by currency, in minor units. */
    readonly cardMinimumMinor: Readonly<Record<CurrencyCode, number>>
  }
}
