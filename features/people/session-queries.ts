// Declares the SQL of a user's sessions: their list, their ends, and their devices.

import type { Db, Transaction } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import type { DeviceWords } from './device-words.ts'
import { sessionAbsoluteDays, sessionIdleDays } from './find-session.ts'

/** Maximum number of live sessions of one user (docs/product.md#sessions). */
const sessionsMax = 20

const isLive = `ends_at > now() and last_seen_at > now() - make_interval(days => ${sessionIdleDays})`
export type NewSession = {
  readonly id: string
  readonly tokenHash: Buffer
  readonly passportId: string
  readonly words: DeviceWords
}
const newSession = unnestRows<NewSession>({
  id: ['uuid', ({ id }) => id],
  token_hash: ['bytea', ({ tokenHash }) => tokenHash],
  passport_id: ['uuid', ({ passportId }) => passportId],
  browser: ['text', ({ words }) => words.browser],
  system: ['text', ({ words }) => words.system],
})
const insertSessions = statement(
  'insert-sessions',
  {},
  `insert into sessions (${newSession.names}, ends_at)
   select ${newSession.names}, now() + make_interval(days => ${sessionAbsoluteDays})
   from ${newSession.rows}`,
)
type UsedDevice = Pick<NewSession, 'passportId' | 'words'>
const usedDevice = unnestRows<UsedDevice>({
  passport_id: ['uuid', ({ passportId }) => passportId],
  device: ['text', ({ words }) => `${words.browser ?? '-'}/${words.system ?? '-'}`],
})
/**
 * Inserts new devices. `is_first` is true for a passport's first device, which needs no notice. The
 * `limit` keeps the planner from reading all devices for an `exists`.
 */
const insertDevices = statement(
  'insert-passport-devices',
  { passport_id: 'uuid', is_first: 'bool' },
  `insert into passport_devices as fresh (${usedDevice.names})
   select ${usedDevice.names} from ${usedDevice.rows}
   on conflict do nothing
   returning fresh.passport_id, (select true from passport_devices d
     where d.passport_id = fresh.passport_id limit 1) is null as is_first`,
)
const sessionsOf = statement(
  'sessions-of-passport',
  {
    id: 'uuid',
    browser: 'text?',
    system: 'text?',
    created_at: 'timestamptz',
    last_seen_at: 'timestamptz',
  },
  `select id, browser, system, created_at, last_seen_at from sessions
   where passport_id = $1 and ${isLive} order by last_seen_at desc, id desc`,
)
const deleteOne = statement(
  'delete-own-session',
  { id: 'uuid' },
  'delete from sessions where id = $1 and passport_id = $2 returning id',
)
const deleteOthers = statement(
  'delete-other-sessions',
  {},
  'delete from sessions where passport_id = $1 and id is distinct from $2',
)
const touchCode = statement(
  'note-code-of-session',
  {},
  'update sessions set code_at = now() where id = $1',
)
const codeAge = statement(
  'code-age-of-session',
  { seconds: 'int4' },
  'select extract(epoch from now() - code_at)::int4 as seconds from sessions where id = $1',
)

/** Deletes a user's oldest sessions beyond the maximum. An expired one does not count. */
const endOldSessions = statement(
  'end-old-sessions',
  {},
  `delete from sessions where id in (select id from unnest($1::uuid[]) as given (passport_id)
     cross join lateral (select id from sessions s where s.passport_id = given.passport_id
       order by ends_at > now() desc, created_at desc, id desc offset ${sessionsMax}) as old)`,
)
const deleteSessions = statement(
  'delete-sessions',
  {},
  `delete from sessions where id in (select id from sessions
     where token_hash = any($1::bytea[]) order by id for update)`,
)
/** Deletes at most $1 sessions that began by $2, so that no row is locked for long. */
const deleteBatch = statement(
  'delete-batch-of-sessions',
  { id: 'uuid' },
  `delete from sessions where id in (select id from sessions where created_at <= $2
     order by id limit $1 for update) returning id`,
)

const deleteAll = statement('delete-all-sessions', {}, 'delete from sessions')

export type SessionRow = RowOf<typeof sessionsOf>

export async function writeSessions(
  tx: Transaction,
  sessions: readonly NewSession[],
): Promise<void> {
  await tx.run(insertSessions, newSession.values(sessions))
}

/** Stores devices. Returns the passports that have had other devices, but never this one. */
export async function writeDevices(
  tx: Transaction,
  used: readonly UsedDevice[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.run(insertDevices, usedDevice.values(used))
  return new Set(rows.filter((row) => !row.is_first).map((row) => row.passport_id))
}

/** Returns the live sessions, last used first. */
export function findSessionsOf(db: Db, passportId: string): Promise<SessionRow[]> {
  return db.run(sessionsOf, [passportId])
}

/** Ends a session. Returns false where the user has no such session. */
export async function writeOwnSessionEnd(
  tx: Transaction,
  id: string,
  passportId: string,
): Promise<boolean> {
  return (await tx.run(deleteOne, [id, passportId])).length === 1
}

/** Ends all sessions of a user except one; all where `keptId` is null. */
export async function writeOtherSessionEnds(
  tx: Db,
  passportId: string,
  keptId: string | null,
): Promise<void> {
  await tx.run(deleteOthers, [passportId, keptId])
}

/** Stores that a right code was typed in this session. */
export async function writeCodeOfSession(tx: Db, sessionId: string): Promise<void> {
  await tx.run(touchCode, [sessionId])
}

/** Returns the seconds since a right code was typed in this session. The code of the sign-in counts. */
export async function findCodeAge(db: Db, sessionId: string): Promise<number> {
  const [row] = await db.run(codeAge, [sessionId])
  return row?.seconds ?? Number.POSITIVE_INFINITY
}

/** Ends each user's oldest sessions beyond the maximum. */
export async function writeOldSessionEnds(
  tx: Transaction,
  passportIds: readonly string[],
): Promise<void> {
  if (passportIds.length > 0) await tx.run(endOldSessions, [passportIds])
}

/** Ends sessions and their terminals. */
export async function writeSessionEnds(db: Db, tokenHashes: readonly Buffer[]): Promise<void> {
  if (tokenHashes.length > 0) await db.run(deleteSessions, [tokenHashes])
}

/**
 * Ends at most `max` of the sessions that began by `until`, with their terminals. Returns their
 * count.
 */
export async function writeBatchOfSessionEnds(db: Db, max: number, until: Date): Promise<number> {
  return (await db.run(deleteBatch, [max, until])).length
}

/** Ends every session with its terminals, in one statement. Call it only while no process serves. */
export async function writeAllSessionEnds(db: Db): Promise<void> {
  await db.run(deleteAll)
}
