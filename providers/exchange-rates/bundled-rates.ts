// Provides the European Central Bank's reference rates of one fixed day, for machines without a network.
// They are examples: their source says so, and the screens too.
import type { DailyRates, RatesProvider } from '#providers/exchange-rates/exchange-rates.ts'
import published from './ecb-2026-04-13.json' with { type: 'json' }

const exampleSource = `${published.source}, example`

export const isExampleSource = (source: string): boolean => source === exampleSource

export const bundledRates: DailyRates = {
  ...published,
  source: exampleSource,
  unitsPerEur: { EUR: '1', ...published.unitsPerEur },
}

export const bundledRatesProvider: RatesProvider = { latest: async () => bundledRates }
