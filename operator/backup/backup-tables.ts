// Reads the tables, foreign keys and sequences of the product from the database's catalogue. Names
// are quoted for SQL.
import type pg from 'pg'
import type { BackupTable } from './backup-file.ts'

/** A table of the product; its partitions are a part of it. */
export type OwnTable = Pick<BackupTable, 'table' | 'columns'> & { readonly partitioned: boolean }

/**
 * Returns the tables of the product, without those of extensions. It omits `migrations` of each schema,
 * which a migration fills.
 */
export async function ownTables(client: pg.Client): Promise<OwnTable[]> {
  const { rows } = await client.query<OwnTable>(
    `select format('%I.%I', n.nspname, c.relname) as table, c.relkind = 'p' as partitioned,
       array_agg(quote_ident(a.attname)::text order by a.attnum)
         filter (where a.attgenerated = '') as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
       and c.relname <> 'migrations'
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     group by 1, 2 order by 1`,
  )
  return rows
}

export type ForeignKey = {
  readonly table: string
  readonly name: string
  readonly definition: string
}

export async function foreignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select format('%I.%I', n.nspname, c.relname) as table, quote_ident(f.conname) as name,
       pg_get_constraintdef(f.oid) as definition
     from pg_constraint f
     join pg_class c on c.oid = f.conrelid
     join pg_namespace n on n.oid = c.relnamespace
     where f.contype = 'f' and f.conparentid = 0 and n.nspname !~ '^pg_'
     order by 1, 2`,
  )
  return rows
}
