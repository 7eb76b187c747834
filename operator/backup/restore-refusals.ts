// Refuses a restore by a role without the rights, into a database with another schema or in use, or from
// a backup under another NUMBERS_KEY. Each refusal throws and changes no row.
import type pg from 'pg'
import { hasTable } from '#platform/database/schema/has-table.ts'
import { serverName } from '#server/open-services.ts'
import { otherNumbersKey } from '#server/start/own-number-keys.ts'
import { BackupError, type Head } from './backup-file.ts'

/**
 * Tables that users and imports fill. Rates and programmes are left out, because the first start adds
 * them.
 */
const filledInUse = ['passports', 'projects', 'partner_terminals', 'purchases', 'money_postings']

/** Throws if the role does not own the database. A restore empties tables and adds foreign keys. */
export async function assertOwner(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select has_schema_privilege('public', 'create') and coalesce(
       (select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('migrations')),
       true) as owns`,
  )
  if (rows[0]?.owns === true) return
  throw new BackupError('Only the owner of the database may restore: see deploy/roles.sql.')
}

/**
 * Throws if the backup was written under another key, since erasures could not be repeated. Backups of
 * early versions have no key and pass.
 */
export async function assertKey(client: pg.Client, fingerprint: string): Promise<void> {
  if (!(await hasTable(client, 'number_key_fingerprints'))) return
  const { rows } = await client.query('select fingerprint from number_key_fingerprints')
  if (rows.some((row) => row.fingerprint !== fingerprint)) throw otherNumbersKey()
}

/**
 * Throws if a server is connected to the database. It would show and sell data that is still to be
 * erased, and has read rows that are about to change.
 */
export async function refuseWhileServed(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name = $1`,
    [serverName],
  )
  if (rows[0]?.count === 0) return
  throw new BackupError('A server runs on this database: stop it first.')
}

export async function refuseOtherSchema(client: pg.Client, { migrations }: Head): Promise<void> {
  const { rows } = await client.query('select number, name, sha256 from migrations order by number')
  if (JSON.stringify(rows) === JSON.stringify(migrations)) return
  throw new BackupError(
    'The schema of this database is not the one of the backup: restore into a new database.',
  )
}

export async function refuseNonEmpty(client: pg.Client): Promise<void> {
  for (const table of filledInUse) {
    const { rows } = await client.query(`select exists (select from ${table}) as used`)
    if (rows[0]?.used === true) {
      throw new BackupError(
        `The database is not empty (${table}): restore into a new one. Nothing was changed.`,
      )
    }
  }
}
