// Which tests vitest runs, and with what under them: the real PostgreSQL, never a browser.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['node_modules/**', 'dist/**', 'tests/journeys/**'],
    environment: 'node',
    globalSetup: ['tests/support/postgres.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
