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
  /** The address of its database, for queries of the test itself and for proxies in front of it. */
  readonly databaseUrl: string
  /** Lines that the process logged. */
  readonly logged: readonly string[]
  close(): Promise<void>
}

type TestAppOptions = {
  readonly background?: boolean
  readonly by?: (url: string) => string | Promise<string>
  /** A migrated database to use instead of a new one. */
  readonly database?: TestDatabase
}

/** `TIMEOUT_FACTOR` for tests that wait until the product gives up a provider that hangs. */
export const hangTimeoutFactor = '3'

const secretKey = '5f'.repeat(32)

/**
 * Another process on the rows of `app`; it leaves the background work and the database to the
 * first.
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
 * `env` overrides the settings of a development machine; `change` replaces services. Without
 * `background` only the test's calls have effects. `by` is the path to the database, such as a
 * proxy; default: the run's own (tests/support/pool.ts).
 */
export async function startTestApp(
  env: Readonly<Record<string, string>> = {},
  change: (services: Services) => Partial<Services> = () => ({}),
  { background = true, by = pooled, database: given }: TestAppOptions = {},
): Promise<TestApp> {
  const database = given ?? (await createTestDatabase())
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
