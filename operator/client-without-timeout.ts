// Opens a database connection without timeouts, because one statement copies a whole table.
import pg from 'pg'
import { isoDates } from '#platform/database/database.ts'

/** Opens the connection. The caller must end it; its errors are reported by its queries. */
export async function openClientWithoutTimeout(
  databaseUrl: string,
  applicationName: string,
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: applicationName,
    options: isoDates,
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}
