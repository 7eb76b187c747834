// How the journeys run: in the system's Chromium, on a phone's screen. No server is started here;
// each worker starts the product by a fixture, on a database of its own.
import { defineConfig } from '@playwright/test'
import { chromiumArguments, findChromium } from '#scripts/chromium.ts'

const executablePath = findChromium()
/** Its processes inherit it: they choose the same journeys (tests/support/some-of.ts). */
process.env.JOURNEY_SEED ??= String(Math.floor(Math.random() * 2 ** 31))

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '**/*.journey.ts',
  globalSetup: './tests/support/postgres.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // One more than cores that a small machine has: much of a journey is waiting for an answer.
  workers: 3,
  // A journey that passes on the second attempt has failed. On a build machine it is reported as
  // flaky, and the change may land.
  retries: process.env.CI ? 1 : 0,
  // A passing journey is far quicker: these limits are for a much slower machine.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // Blocks service workers, because one would answer requests before the routes of a test. Only the
    // offline tests allow them.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    // Records no trace, since recording every test takes a fifth more time. A failed test leaves a
    // screenshot, its accessibility tree and its console; `playwright test --trace=on` records the rest.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      args: [...chromiumArguments],
      ...(executablePath === null ? {} : { executablePath }),
    },
  },
})
