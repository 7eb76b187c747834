// Lists the sources of exchange rates that RATES_PROVIDER may name: their settings, and how each is
// opened.
import { z } from 'zod'
import { bundledRatesProvider } from '#providers/exchange-rates/bundled-rates.ts'
import { openEcbRates } from '#providers/exchange-rates/ecb-rates.ts'
import type { RatesProvider } from '#providers/exchange-rates/exchange-rates.ts'

export const ratesShape = {
  RATES_PROVIDER: z.enum(['bundled', 'ecb']).default('bundled'),
  RATES_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml'),
}
const shape = z.object(ratesShape)

export type RatesSettings =
  | { readonly kind: 'bundled' }
  /** `url` is the address of the bank's daily file. */
  | { readonly kind: 'ecb'; readonly url: string }

export function readRates(values: z.infer<typeof shape>): RatesSettings {
  switch (values.RATES_PROVIDER) {
    case 'bundled':
      return { kind: 'bundled' }
    case 'ecb':
      return { kind: 'ecb', url: values.RATES_URL }
  }
}

export function openRates(settings: RatesSettings): RatesProvider {
  switch (settings.kind) {
    case 'bundled':
      return bundledRatesProvider
    case 'ecb':
      return openEcbRates(settings.url)
  }
}
