// Returns SQL that inserts rows as they are, for tests of statements. No call of the product makes such rows at once.

/** SQL of a value, such as `now()`. */
export type SqlValue = { readonly sql: string }
export type ColumnValue = string | number | boolean | null | SqlValue
/** Values by column. */
export type Row = Readonly<Record<string, ColumnValue>>

function literal(value: ColumnValue): string {
  if (value === null) return 'null'
  if (typeof value === 'object') return value.sql
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}

export function insertSql(table: string, row: Row): string {
  const values = Object.values(row).map(literal)
  return `insert into ${table} (${Object.keys(row).join(', ')}) values (${values.join(', ')});\n`
}

/** A time before the present one, such as `ago('2 hours')`. */
export const ago = (interval: string): SqlValue => ({ sql: `now() - interval '${interval}'` })
/** A time after the present one. */
export const inFuture = (interval: string): SqlValue => ago(`-${interval}`)

/** Returns SQL of a passport. */
export function passportSql(id: string, row: Row = {}): string {
  return insertSql('passports', { id, country: 'GB', currency: 'GBP', ...row })
}

/** Returns SQL of a completed purchase of 10 kg for 1.00, paid by card, unless `row` says otherwise. */
export function purchaseSql(
  { id, projectId }: { readonly id: string; readonly projectId: string },
  row: Row & { readonly id: string; readonly buyer_id: string },
): string {
  return insertSql('purchases', {
    ...{ tx_id: row.id, batch_id: id, project_id: projectId, quantity_kg: 10, first_place: 1 },
    ...{ price_micros: 100_000, batch_currency: 'GBP', currency: 'GBP', rate: 1 },
    ...{ total_minor: 100, wallet_minor: 0, card_minor: 100, holder_id: row.buyer_id },
    ...{ state: 'COMPLETED', card_state: 'CAPTURED', expires_at: ago('1 hour') },
    ...{ completed_at: ago('1 hour'), ...row },
  })
}

/** SQL that removes the foreign keys and triggers of a test's own database. Rows of one table may then be alone. */
export const withoutGuardsSql = `do $$ declare one record; begin
  for one in select conrelid::regclass as owner, conname from pg_constraint
      where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace loop
    execute format('alter table %s drop constraint %I', one.owner, one.conname);
  end loop;
  for one in select c.oid::regclass as owner from pg_class c
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace loop
    execute format('alter table %s disable trigger user', one.owner);
  end loop;
end $$;
`
