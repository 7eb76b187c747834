// Which tables hold rows. Only their statistics are to be gathered: those of an empty one would have it
// read whole while it fills (decision 144).
import type pg from 'pg'

/** Their names as `analyze` and `vacuum` take them, partitioned ones among them; null where all are empty. */
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
