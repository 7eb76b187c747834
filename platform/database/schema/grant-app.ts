// Grants the serving processes' role its rights on the tables (database/grants.sql).
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import pg from 'pg'

const file = resolve(import.meta.dirname, '../../../database/grants.sql')

/**
 * Grants the rights. `url` connects as the owner of the tables. If the role carbon_passport_app does not
 * exist, the call has no effect.
 */
export async function grantToApp(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'carbon-passport grants',
  })
  // Without a listener a lost connection would end the process; the running query fails as well.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(await readFile(file, 'utf8'))
  } finally {
    await client.end().catch(() => undefined)
  }
}
