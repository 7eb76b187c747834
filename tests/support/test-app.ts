// Starts the whole product in the test's process: real PostgreSQL, sandbox providers, no network.
// Background work runs only when a test calls it, unless the test enables it.
import { openWelcomeProgramme } from '#features/wallet/programmes/open-welcome-programme.ts'
import { openLog } from '#platform/logger.ts'
import { loadBundledRates } from '#providers/exchange-rates/store-rates.ts'
import { type App, buildApp } from '#server/app.ts'
import { startBackground } from '#server/background.ts'
import { openServices } from '#server/open-services.ts'
import type { Services } from '#server/services.ts'
import { readSettings } from '#server/settings/settings.ts'
import { refuseUndescribedAnswers, watchAnswers } from '#tests/support/described-answers.ts'
import { numbersKey } from '#tests/support/number-keys.ts'
import { inboxToken } from '#tests/support/people/person.ts'
import { pooled } from '#tests/support/pool.ts'
import { createTestDatabase, type TestDatabase, timeoutFactor } from '#tests/support/postgres.ts'

export type TestApp = {
  readonly app: App
  readonly services: Services
  readonly url: string
  /** The direct address of the app's database, for the test's own queries and for proxies. */
  readonly databaseUrl: string
  /** Lines that the app logged, oldest first. */
  readonly logged: readonly string[]
  close(): Promise<void>
}

type TestAppOptions = {
  readonly background?: boolean
  /**
   * Returns the address under which the app reaches the database, for example through a proxy. Default:
   * through the run's pool, if it has one (tests/support/pool.ts).
   */
  readonly by?: (url: string) => string | Promise<string>
  /** A migrated database. Default: a new one. */
  readonly database?: TestDatabase
}

/** `TIMEOUT_FACTOR` of tests that wait until the product's call to a hanging provider times out. */
export const hangTimeoutFactor = '3'

const secretKey = '5f'.repeat(32)

/**
 * Starts a second app on the database of the first. It runs no background work, and its `close` does not
 * drop the database.
 */
export const startTestAppBeside = (
  { services, databaseUrl }: TestApp,
  env?: Readonly<Record<string, string>>,
  change?: (services: Services) => Partial<Services>,
) =>
  startTestApp(env, change, {
    background: false,
    by: (url) => services.settings.databaseUrl ?? url,
    database: { url: databaseUrl, drop: async () => undefined },
  })

/**
 * Starts the app. `env` overrides settings, and `change` replaces services. If `background` is false, no
 * background work runs.
 */
export async function startTestApp(
  env: Readonly<Record<string, string>> = {},
  change: (services: Services) => Partial<Services> = () => ({}),
  { background = true, by = pooled, database: existingDatabase }: TestAppOptions = {},
): Promise<TestApp> {
  const database = existingDatabase ?? (await createTestDatabase())
  const url = await by(database.url)
  const settings = readSettings({
    NODE_ENV: 'test',
    PORT: '0',
    DATABASE_URL: url,
    SECRET_KEY: secretKey,
    NUMBERS_KEY: numbersKey,
    DEV_INBOX_TOKEN: inboxToken,
    TIMEOUT_FACTOR: String(timeoutFactor),
    ...env,
  })
  const logged: string[] = []
  const log = openLog('info', { write: (line) => void logged.push(line) })
  const opened = await openServices(settings, url, () => undefined, log)
  const { outbox, close } = opened
  const services = { ...opened.services, ...change(opened.services) }
  await loadBundledRates(services.db)
  const { welcomeCredit, ownProgrammesLineMinor: lineMinor } = settings
  await openWelcomeProgramme(services.db, { isCredited: welcomeCredit, lineMinor })
  const app = await buildApp(services)
  const tasks = background ? startBackground(services, outbox) : undefined
  watchAnswers(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    app,
    services,
    url: app.listeningOrigin,
    databaseUrl: database.url,
    logged,
    async close() {
      await app.close()
      await tasks?.stop()
      await close()
      await database.drop()
      refuseUndescribedAnswers()
    },
  }
}
