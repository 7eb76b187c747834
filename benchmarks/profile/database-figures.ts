// Reads PostgreSQL's counters of commits, rows, bytes of WAL and statements. The server must load the
// module pg_stat_statements.
import pg from 'pg'

/** Counters of a server since its start, by name. */
export type Counters = ReadonlyMap<string, number>

/** Wait before counters are read, because an idle process reports its counters within a second. */
const reportedWithinMs = 1_500

/** Connects to the measured database. `url` must be the superuser's. */
export async function openDatabaseFigures(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('create extension if not exists pg_stat_statements')
  const { rows } = await client.query(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`,
  )
  return {
    /** The id of the server's first process, the parent of the others. */
    postmaster: Number(rows[0]?.pid),
    /** Resets the counters of statements. */
    async resetStatements() {
      await client.query('select pg_stat_statements_reset()')
    },
    async counters(): Promise<Counters> {
      await new Promise((resolve) => setTimeout(resolve, reportedWithinMs))
      const { rows } = await client.query<Record<string, string>>(
        `select d.xact_commit as commits, d.tup_inserted as rows_inserted,
           d.tup_updated as rows_updated, d.tup_deleted as rows_deleted, w.wal_records, w.wal_bytes,
           (select sum(fsyncs) from pg_stat_io where object = 'wal') as log_syncs
         from pg_stat_database d, pg_stat_wal w where d.datname = current_database()`,
      )
      return new Map(Object.entries(rows[0] ?? {}).map(([name, text]) => [name, Number(text)]))
    },
    /** Returns the statements since `resetStatements`, with the greatest total time first. `ms` are those in the executor. */
    async statements() {
      const { rows } = await client.query<Record<string, string>>(
        `select regexp_replace(left(s.query, 400), '\\s+', ' ', 'g') as text, s.calls, s.rows,
           s.total_exec_time as ms
         from pg_stat_statements s join pg_database d on d.oid = s.dbid
         where d.datname = current_database() and s.query not like '%pg_stat%'
         order by s.total_exec_time desc`,
      )
      return rows.map(({ text = '', calls, rows, ms }) => ({
        text,
        calls: Number(calls),
        rows: Number(rows),
        ms: Number(ms),
      }))
    },
    close: () => client.end(),
  }
}
