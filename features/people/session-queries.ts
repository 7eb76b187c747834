// Declares the SQL that inserts, lists and ends sessions, and records devices.

import type { Db, Transaction } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import type { DeviceNames } from './device-words.ts'
import { sessionAbsoluteDays, sessionIdleDays } from './find-session.ts'

/** Maximum number of live sessions of one user (docs/product.md#sessions). */
const sessionsMax = 20

const isLive = `ends_at > now() and last_seen_at > now() - make_interval(days => ${sessionIdleDays})`

export type NewSession = {
  readonly id: string
  readonly tokenHash: Buffer
  readonly passportId: string
  readonly deviceNames: DeviceNames
}
const newSession = unnestRows<NewSession>({
  id: ['uuid', ({ id }) => id],
  token_hash: ['bytea', ({ tokenHash }) => tokenHash],
  passport_id: ['uuid', ({ passportId }) => passportId],
  browser: ['text', ({ deviceNames }) => deviceNames.browser],
  system: ['text', ({ deviceNames }) => deviceNames.system],
})
const insertSessions = statement(
  'insert-sessions',
  {},
  `insert into sessions (${newSession.names}, ends_at)
   select ${newSession.names}, now() + make_interval(days => ${sessionAbsoluteDays})
   from ${newSession.rows}`,
)
type UsedDevice = Pick<NewSession, 'passportId' | 'deviceNames'>
const usedDevice = unnestRows<UsedDevice>({
  passport_id: ['uuid', ({ passportId }) => passportId],
  device: [
    'text',
    ({ deviceNames }) => `${deviceNames.browser ?? '-'}/${deviceNames.system ?? '-'}`,
  ],
})
/**
 * Inserts new devices. `is_first` is true for a passport's first device, of which the user is not notified.
 * The subquery with `limit` prevents a plan that reads all devices, which an `exists` may get.
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

/** Returns the live sessions, last used first. */
export const findSessionsOf = statement(
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
).rows<[passportId: string]>()

/** Ends a session. Returns false if the user has no session with that id. */
export const writeOwnSessionEnd = statement(
  'delete-own-session',
  { id: 'uuid' },
  'delete from sessions where id = $1 and passport_id = $2 returning id',
).found<[id: string, passportId: string], Transaction>()

/** Ends all sessions of a user except `exceptId`. Null ends all. */
export const writeOtherSessionEnds = statement(
  'delete-other-sessions',
  {},
  'delete from sessions where passport_id = $1 and id is distinct from $2',
).effect<[passportId: string, exceptId: string | null]>()

/** Records that a correct code was typed in this session just now. */
export const writeCodeOfSession = statement(
  'note-code-of-session',
  {},
  'update sessions set code_at = now() where id = $1',
).effect<[sessionId: string]>()

const codeAge = statement(
  'code-age-of-session',
  { seconds: 'int4' },
  'select extract(epoch from now() - code_at)::int4 as seconds from sessions where id = $1',
)

/** Deletes each given user's oldest sessions above the maximum, expired ones first. */
const endOldSessions = statement(
  'end-old-sessions',
  {},
  `delete from sessions where id in (select id from unnest($1::uuid[]) as given (passport_id)
     cross join lateral (select id from sessions s where s.passport_id = given.passport_id
       order by (${isLive}) desc, created_at desc, id desc offset ${sessionsMax}) as old)`,
)
const deleteSessions = statement(
  'delete-sessions',
  {},
  `delete from sessions where id in (select id from sessions
     where token_hash = any($1::bytea[]) order by id for update)`,
)

/** Deletes at most $1 sessions that began by $2. The limit keeps locks short. */
const deleteBatch = statement(
  'delete-batch-of-sessions',
  { id: 'uuid' },
  `delete from sessions where id = any(array(select id from sessions where created_at <= $2
     order by id limit $1 for update)) returning id`,
)

/** Ends all sessions with their terminals in one statement. Call it only while no process serves. */
export const writeAllSessionEnds = statement(
  'delete-all-sessions',
  {},
  'delete from sessions',
).effect()

export type SessionRow = RowOf<typeof findSessionsOf>

export async function writeSessions(
  tx: Transaction,
  sessions: readonly NewSession[],
): Promise<void> {
  await tx.run(insertSessions, newSession.values(sessions))
}

/** Stores devices. Returns the passports to which the device is new, except passports without any device. */
export async function writeDevices(
  tx: Transaction,
  used: readonly UsedDevice[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.run(insertDevices, usedDevice.values(used))
  return new Set(rows.filter((row) => !row.is_first).map((row) => row.passport_id))
}

/** Returns the seconds since the last correct code in this session, which may be that of the sign-in. */
export async function findCodeAge(db: Db, sessionId: string): Promise<number> {
  const [row] = await db.run(codeAge, [sessionId])
  return row?.seconds ?? Number.POSITIVE_INFINITY
}

/** Ends each user's oldest sessions above the maximum. */
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
 * Ends at most `max` sessions that began by `startedBefore`, with their terminals. Returns their number.
 */
export async function writeBatchOfSessionEnds(
  db: Db,
  max: number,
  startedBefore: Date,
): Promise<number> {
  return (await db.run(deleteBatch, [max, startedBefore])).length
}
