// Moves the clock of a test's database. Every `now()` of our statements and column defaults uses that
// clock, so weeks pass and claims expire by the product's own SQL.
import pg from 'pg'
import type { TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const answer = statement('test-clock-answer', {}, 'select 1')

export type MovedClock = {
  /** Moves the clock on by a PostgreSQL interval, such as `8 days`. Sessions stay valid. */
  move(interval: string): Promise<void>
  close(): Promise<void>
}

export async function moveClockOf({ services, databaseUrl }: TestApp): Promise<MovedClock> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  await client.connect()
  const database = new URL(databaseUrl).pathname.slice(1)
  await client.query(`create table test_clock as select interval '0' as ahead`)
  await client.query(
    `create function public.now() returns timestamptz stable language sql
     return pg_catalog.now() + (select ahead from public.test_clock)`,
  )
  const { rows } = await client.query(
    `select format('alter table %I alter column %I set default %s', table_name, column_name,
       replace(column_default, 'now()', 'public.now()')) as change
     from information_schema.columns
     where table_schema = 'public' and column_default like '%now()%'`,
  )
  for (const { change: sql } of rows) await client.query(sql)
  await client.query(`alter database ${database} set search_path = public, pg_catalog`)
  // Only new connections find the replaced function. This ends the idle connections of the product and
  // of a pool in front of it.
  await client.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and state = 'idle'`,
  )
  // The pool drops an ended connection when a statement on it fails. The loop ends once 20 succeed.
  for (let isEmptied = false; !isEmptied; ) {
    const calls = Array.from({ length: 20 }, () => services.db.run(answer))
    isEmptied = (await Promise.allSettled(calls)).every(({ status }) => status === 'fulfilled')
  }
  return {
    async move(interval) {
      await client.query('update test_clock set ahead = ahead + $1::interval', [interval])
      await client.query(
        `update sessions set last_seen_at = public.now(),
           ends_at = public.now() + interval '30 days'`,
      )
    },
    close: () => client.end(),
  }
}
