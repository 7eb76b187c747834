// Finds a database's tables, for commands that meet schemas of other versions.
import type pg from 'pg'

/** `name` is looked for on the search path. */
export async function hasTable(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    'select to_regclass($1) is not null as found',
    [name],
  )
  return rows[0]?.found === true
}

/**
 * Returns the tables that hold rows. Statistics of an empty table lead to plans that read it whole while
 * it fills (docs/decisions/0040-generic-index-plans.md). The names are as `analyze` and `vacuum` take them, partitioned ones among them; null where all are empty.
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
