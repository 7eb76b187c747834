// Which tests vitest runs, and with what under them: the real PostgreSQL, never a browser.
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** They last longest: begun last, they would keep one worker at work while the others have ended. */
const longest = /(large-import|operator|fail-points|kill-nine|log-kills|reversal-points)\.test\.ts$/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => longest.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    include: ['**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'dist/**', 'tests/journeys/**'],
    environment: 'node',
    sequence: { sequencer: LongestFirst },
    globalSetup: [
      'tests/support/test-libraries.ts',
      'tests/support/compiled-texts.ts',
      'tests/support/built-web-app.ts',
      'tests/support/postgres.ts',
      'tests/support/pool.ts',
    ],
    setupFiles: ['tests/support/judge-answers.ts'],
    // The files share what a worker has loaded: loading it all again costs more than most of their tests.
    // None replaces a module, and each has a database of its own.
    isolate: false,
    // Much of a test's time is waiting: four at once keep two cores at work.
    maxWorkers: 4,
    // As of a journey (playwright.config.ts): a build machine's second try is told as flaky.
    retry: process.env.CI ? 1 : 0,
    // Nothing that passes waits for these: they leave room for a machine that is many times slower.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
