// Finds the tables of a database whose schema may be of another version.
import type pg from 'pg'

/** Returns true if the search path has a table of this name. */
export async function hasTable(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    'select to_regclass($1) is not null as found',
    [name],
  )
  return rows[0]?.found === true
}

/**
 * Returns a comma-separated list of the tables that hold rows, for `analyze` and `vacuum`; null if all
 * are empty. Partitioned tables are included. Statistics of an empty table lead to plans that read it
 * whole while it fills (docs/decisions/0040-generic-index-plans.md).
 */
export async function filledTables(client: pg.ClientBase): Promise<string | null> {
  const filled = await client.query<{ tables: string | null }>(
    `select string_agg(oid::regclass::text, ', ') as tables from pg_class
     where relkind in ('r', 'p')
       and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
       and (pg_relation_size(oid) > 0
         or exists (select from pg_partition_tree(oid) where pg_relation_size(relid) > 0))`,
  )
  return filled.rows[0]?.tables ?? null
}
