// Starts PgBouncer in front of a run's PostgreSQL if TEST_POOL sets a number of connections per
// database. The product of each test then connects through it; a test's own queries bypass it.
import { rm } from 'node:fs/promises'
import { databaseAccount } from '#embedded-postgres/account.ts'
import { appUrlOfRun, makeTestFolder, timeoutFactor } from '#tests/support/postgres.ts'
import { makePooler } from '#tests/support/servers/pooler.ts'
import { findPrograms } from '#tests/support/servers/server-programs.ts'

/** Variable with PgBouncer's host and port, which the workers' processes read. */
const hostVariable = 'TEST_POOL_HOST'

/** Global setup of a test runner; runs after PostgreSQL's setup. Returns the teardown. */
export default async function startTestPool(): Promise<() => Promise<void>> {
  const { TEST_POOL } = process.env
  if (!TEST_POOL) return async () => undefined
  const size = Number(TEST_POOL)
  if (!Number.isInteger(size) || size < 1) throw new Error('TEST_POOL is a number of connections.')
  const programs = await findPrograms(process.env)
  if (typeof programs === 'string') throw new Error(programs)
  const folder = await makeTestFolder()
  const account = await databaseAccount(programs.pgbouncer, folder, null)
  await account.admit(folder)
  const { username: user, password, port } = new URL(appUrlOfRun())
  const target = { user, password, database: 'postgres' }
  const program = programs.pgbouncer
  const pooler = await makePooler({
    folder,
    program,
    account,
    target,
    isForAll: true,
    size,
    timeoutFactor,
  })
  await pooler.pointTo({ port: Number(port) })
  await pooler.start()
  process.env[hostVariable] = new URL(pooler.url).host
  return async () => {
    await pooler.kill()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Maximum number of concurrent transactions of a test's product; unlimited without PgBouncer. */
export const transactionsMax = Number(process.env.TEST_POOL || Number.POSITIVE_INFINITY)

/** Returns the address under which the product reaches the database: through PgBouncer if it runs. */
export function pooled(url: string): string {
  const host = process.env[hostVariable]
  if (!host) return url
  const changed = new URL(url)
  changed.host = host
  return changed.href
}
