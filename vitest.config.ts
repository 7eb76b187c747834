// Which tests vitest runs, and with what under them: the real PostgreSQL, never a browser.
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { browserCalls } from './scripts/browser-calls.ts'

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
  plugins: [browserCalls()],
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
    setupFiles: ['tests/support/judge-api-answers.ts'],
    // The files share what a worker has loaded: loading it again takes longer than most of their tests.
    // No test replaces a module, and each file has its own database.
    isolate: false,
    // Much of a test's time is waiting: four at once keep two cores at work.
    maxWorkers: 4,
    // As for journeys (playwright.config.ts): a build machine reports a second attempt as flaky.
    retry: process.env.CI ? 1 : 0,
    // A passing test is far quicker: these limits are for a much slower machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
