// The provider of exchange rates that the settings name.
import { bundledRatesProvider } from '#providers/exchange-rates/bundled-rates.ts'
import { openEcbRates } from '#providers/exchange-rates/ecb-rates.ts'
import type { RatesProvider } from '#providers/exchange-rates/exchange-rates.ts'
import type { Settings } from '#server/settings.ts'

export function openRates({
  ratesProvider,
  ratesUrl,
}: Pick<Settings, 'ratesProvider' | 'ratesUrl'>): RatesProvider {
  return ratesProvider === 'ecb' ? openEcbRates(ratesUrl) : bundledRatesProvider
}
