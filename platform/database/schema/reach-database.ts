// Waits until a database server answers, and checks its version. After a start of the machine, the
// database may be ready later than this process.
import pg from 'pg'
import { isDatabaseUnavailable, sqlState } from '#platform/database/database.ts'
import { failureWords } from '#values/failure-cause.ts'

/** Maximum wait of a start for its database, in milliseconds (docs/faults.md#processes). */
export const databaseWaitMs = 60_000

/**
 * `server_version_num` of the oldest PostgreSQL with everything that the schema needs, such as
 * uuidv7().
 */
const versionMin = 180_000
const tryEveryMs = 1_000
const connectWaitMs = 5_000

/** The server's PostgreSQL is too old. The message names the setting and the version. A retry fails too. */
export class OldDatabaseError extends Error {
  override name = 'OldDatabaseError'
}

/** The server did not answer. The message names the setting and the reason. A retry may succeed. */
export class UnreachableDatabaseError extends Error {
  override name = 'UnreachableDatabaseError'
  readonly code = 'unreachable'
}

type Reach = {
  /** The name of the setting that holds the address. Default DATABASE_URL. */
  readonly setting?: string
  readonly waitMs: number
  readonly say: (sentence: string) => void
  /** Factor applied to the timeout of one attempt. Default 1. */
  readonly timeoutFactor?: number
}

/**
 * Resolves once the server of `url`, which `setting` names, has answered. While it is unreachable,
 * retries for `waitMs` and logs that once. Throws an OldDatabaseError or an UnreachableDatabaseError.
 */
export async function reachDatabase(
  url: string,
  { setting = 'DATABASE_URL', waitMs, say, timeoutFactor = 1 }: Reach,
): Promise<void> {
  const end = performance.now() + waitMs
  for (let isReported = false; ; isReported = true) {
    try {
      assertVersion(setting, await readVersion(url, connectWaitMs * timeoutFactor))
      return
    } catch (error) {
      if (error instanceof OldDatabaseError) throw error
      const sentence = `The database of ${setting} (${new URL(url).host}) ${reasonOf(error)}.`
      if (!isRetryable(error) || performance.now() + tryEveryMs > end) {
        throw new UnreachableDatabaseError(sentence, { cause: error })
      }
      if (!isReported) say(`${sentence} Trying again for ${Math.ceil(waitMs / 1_000)} s…`)
      await new Promise((resolve) => setTimeout(resolve, tryEveryMs))
    }
  }
}

type Version = { readonly number: number; readonly text: string }

async function readVersion(url: string, withinMs: number): Promise<Version> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
    application_name: 'carbon-passport reach',
  })
  // Without a listener a lost connection would end the process; the running query fails as well.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ number: number; text: string }>(
      `select current_setting('server_version_num')::int as number,
         current_setting('server_version') as text`,
    )
    return rows[0] ?? { number: 0, text: 'unknown' }
  } finally {
    await client.end().catch(() => undefined)
  }
}

function assertVersion(setting: string, { number, text }: Version): void {
  if (number >= versionMin) return
  throw new OldDatabaseError(
    `${setting} names a PostgreSQL ${text}, and Carbon Passport needs 18 or newer.`,
  )
}

/**
 * Returns true for errors after which a retry may succeed. Refusals by PostgreSQL, such as for a wrong
 * password, are final.
 */
function isRetryable(error: unknown): boolean {
  return sqlState(error) === undefined || isDatabaseUnavailable(error)
}

/** Returns the reason of a failed connection. */
function reasonOf(error: unknown): string {
  const state = sqlState(error)
  const isUnreachable = state === undefined || isDatabaseUnavailable(error)
  return `${isUnreachable ? 'cannot be reached' : 'refuses us'}: ${failureWords(error)}`
}
