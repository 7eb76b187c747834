// Which tests vitest runs, and with what under them: the real PostgreSQL, never a browser.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', 'dist/**', 'tests/journeys/**'],
    environment: 'node',
    globalSetup: ['tests/support/postgres.ts'],
    // Much of a test's time is waiting for the database: two at once finish in little more than half.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
