// What PostgreSQL says of its own work: commits, rows, bytes of its log, statements. The module
// pg_stat_statements has to be loaded into the server.
import pg from 'pg'

/** What a server counts, from its start on, by name. */
export type Counters = ReadonlyMap<string, number>

export type StatementFigures = {
  /** The beginning of its text. */
  readonly text: string
  readonly calls: number
  readonly rows: number
  /** In the executor, milliseconds. */
  readonly ms: number
}

export type DatabaseFigures = {
  /** The number of the server's first process, whose children its others are. */
  readonly postmaster: number
  /** Begins to count statements anew. */
  forget(): Promise<void>
  counters(): Promise<Counters>
  /** Since `forget`, those first that took longest altogether. */
  statements(): Promise<StatementFigures[]>
  close(): Promise<void>
}

/** A process tells its figures at most once a second, when it has nothing else to do. */
const toldWithinMs = 1_500

/** `url` is the superuser's, of the database that is looked at. */
export async function openDatabaseFigures(url: string): Promise<DatabaseFigures> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('create extension if not exists pg_stat_statements')
  const { rows } = await client.query(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`,
  )
  return {
    postmaster: Number(rows[0]?.pid),
    async forget() {
      await client.query('select pg_stat_statements_reset()')
    },
    async counters() {
      await new Promise((resolve) => setTimeout(resolve, toldWithinMs))
      const { rows } = await client.query<Record<string, string>>(
        `select d.xact_commit as commits, d.tup_inserted as rows_inserted,
           d.tup_updated as rows_updated, d.tup_deleted as rows_deleted, w.wal_records, w.wal_bytes,
           (select sum(fsyncs) from pg_stat_io where object = 'wal') as log_syncs
         from pg_stat_database d, pg_stat_wal w where d.datname = current_database()`,
      )
      return new Map(Object.entries(rows[0] ?? {}).map(([name, text]) => [name, Number(text)]))
    },
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
