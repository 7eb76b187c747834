// Which tests vitest runs, and with what under them: the real PostgreSQL, never a browser.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'dist/**', 'tests/journeys/**'],
    environment: 'node',
    globalSetup: [
      'tests/support/compiled-texts.ts',
      'tests/support/built-web-app.ts',
      'tests/support/postgres.ts',
    ],
    // The files share what a worker has loaded: loading it all again costs more than most of their tests.
    // None replaces a module, and each has a database of its own.
    isolate: false,
    // Much of a test's time is waiting for the database: three at once keep two cores at work.
    maxWorkers: 3,
    // Nothing that passes waits for these: they leave room for a machine that is many times slower.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
