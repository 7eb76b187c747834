// Configures the tests of the pure rules alone: without a database, so that each of many hundred
// faults takes a moment.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'values/**/*.test.ts',
      'features/purchases/reserve/reserve-decision.test.ts',
      'features/wallet/wallet-split.test.ts',
      'features/achievements/standing.test.ts',
      'features/boards/score-counts.test.ts',
    ],
  },
})
