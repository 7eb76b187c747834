// The provider for machines without a network: the European Central Bank's euro foreign exchange
// reference rates of one day, as published. They never change and never pretend to be newer.
import type { DailyRates, RatesProvider } from '#providers/exchange-rates/exchange-rates.ts'
import published from './ecb-2026-04-13.json' with { type: 'json' }

export const bundledRates: DailyRates = {
  ...published,
  unitsPerEur: { EUR: '1', ...published.unitsPerEur },
}

export const bundledRatesProvider: RatesProvider = { latest: async () => bundledRates }
