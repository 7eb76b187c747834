// Configures Vitest for mutation tests of pure rules. These tests need no database, so that each of many
// hundred mutants is tested quickly.
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
