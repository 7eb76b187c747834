// Checks whether a database has a table, for commands that meet schemas of other versions.
import type pg from 'pg'

/** `name` is looked for on the search path. */
export async function hasTable(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    'select to_regclass($1) is not null as found',
    [name],
  )
  return rows[0]?.found === true
}
