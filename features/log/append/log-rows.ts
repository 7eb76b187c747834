// Reads and inserts the logs of this database: the current log, and previous logs, which a restore closed. A
// new log has a head and, if there is a previous log, a first entry.

import type { Database, Db } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { ending } from '#platform/database/write.ts'
import { type Growth, leafWrites } from './append-queries.ts'

export const findOpenLog = statement(
  'find-open-log',
  { number: 'int2', origin: 'text', public_key: 'bytea' },
  'select number, origin, public_key from logs where closed_at is null',
).row()

const findLogs = statement(
  'find-logs',
  { number: 'int2', origin: 'text', public_key: 'bytea', checkpoint: 'text', is_open: 'bool' },
  `select l.number, l.origin, l.public_key, h.checkpoint, l.closed_at is null as is_open
   from logs l join log_heads h on h.log_number = l.number order by l.number desc`,
)
const insert = statement(
  'insert-log',
  { number: 'int2' },
  `with begun as (
     insert into logs (number, origin, public_key) values ($1, $2, $3)
     on conflict do nothing returning number
   )
   insert into log_heads (log_number, size, checkpoint) select number, $4, $5 from begun
   returning log_number as number`,
)
export type LogRow = RowOf<typeof findOpenLog>

/** Returns the log with the highest number, and the public keys of all logs; null if there is no log. */
export async function readLatestLog(db: Db) {
  const rows = await db.run(findLogs)
  const [latest] = rows
  return latest === undefined ? null : { ...latest, keys: rows.map((row) => row.public_key) }
}

export type NewLog = Pick<Growth, 'size' | 'checkpoint' | 'entries' | 'tiles'> & {
  readonly number: number
  readonly origin: string
  readonly publicKey: Buffer
}

/** Inserts a log. Does nothing if a concurrent process has begun it. */
export async function insertLog(db: Database, log: NewLog): Promise<void> {
  await db.transaction(async (tx) => {
    const { number, origin, publicKey, size, checkpoint } = log
    const begun = await tx.run(insert, [number, origin, publicKey, size, checkpoint])
    return ending(undefined, begun.length > 0 ? leafWrites(number, log) : [])
  })
}
