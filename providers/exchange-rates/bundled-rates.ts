// Provides the European Central Bank's reference rates of one fixed day, for machines without a network.
import type { DailyRates, RatesProvider } from '#providers/exchange-rates/exchange-rates.ts'
import published from './ecb-2026-04-13.json' with { type: 'json' }

export const bundledRates: DailyRates = {
  ...published,
  unitsPerEur: { EUR: '1', ...published.unitsPerEur },
}

export const bundledRatesProvider: RatesProvider = { latest: async () => bundledRates }
