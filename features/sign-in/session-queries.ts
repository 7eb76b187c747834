// SQL of the sessions of a person: which there are, which end, on which device one begins, and with
// which terminals each signs.
import type { DeviceWords } from '#features/sign-in/device-words.ts'
import { sessionIdleDays } from '#features/sign-in/find-session.ts'
import type { Db, Transaction } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'

/** Contract 11: live sessions of one person. */
const sessionsMax = 20

const isLive = `ends_at > now() and last_seen_at > now() - make_interval(days => ${sessionIdleDays})`
const insertSession = statement(
  'insert-session',
  { id: 'uuid' },
  `insert into sessions (token_hash, passport_id, ends_at, browser, system)
   values ($1, $2, now() + make_interval(days => $3), $4, $5) returning id`,
)
/** True for the first device of all too: there is nobody to be told of it. */
const insertDevice = statement(
  'insert-passport-device',
  { is_first: 'bool' },
  `insert into passport_devices (passport_id, device) values ($1, $2)
   on conflict do nothing
   returning not exists (select from passport_devices where passport_id = $1) as is_first`,
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

/** The newest of a person's sessions stay; one that is over takes nobody's place. */
const endOldSessions = statement(
  'end-old-sessions',
  {},
  `delete from sessions where id in (select id from sessions
     where passport_id = $1 order by ends_at > now() desc, created_at desc, id desc offset $2)`,
)
const insertTerminal = statement(
  'insert-terminal',
  {},
  'insert into terminals (id, session_id) values ($1, $2)',
)
/** Whether a session is young enough for a new key. */
const judgeSession = statement(
  'judge-session-for-terminal',
  { has_fresh_code: 'bool' },
  `select created_at > now() - make_interval(mins => $2) as has_fresh_code
   from sessions where id = $1 for update`,
)
const countTerminals = statement(
  'count-live-terminals',
  { count: 'int8' },
  `select count(*) as count from terminals
   where session_id = $1 and (retires_at is null or retires_at > now())`,
)
const retireTerminals = statement(
  'retire-terminals',
  {},
  `update terminals set retires_at = now() + make_interval(secs => $2)
   where session_id = $1 and retires_at is null`,
)
const deleteSession = statement('delete-session', {}, 'delete from sessions where token_hash = $1')

export type SessionRow = RowOf<typeof sessionsOf>

export async function writeSession(
  tx: Db,
  session: {
    readonly tokenHash: Buffer
    readonly passportId: string
    readonly days: number
    readonly words: DeviceWords
  },
): Promise<string> {
  const { tokenHash, passportId, days, words } = session
  const values = [tokenHash, passportId, days, words.browser, words.system]
  const [row] = await tx.run(insertSession, values)
  if (row === undefined) throw new Error('no session was made')
  return row.id
}

/** Whether the passport has had other devices, but never this one. */
export async function writeDevice(
  tx: Db,
  passportId: string,
  { browser, system }: DeviceWords,
): Promise<boolean> {
  const [row] = await tx.run(insertDevice, [passportId, `${browser ?? '-'}/${system ?? '-'}`])
  return row !== undefined && !row.is_first
}

/** The live ones, last used first. */
export function findSessionsOf(db: Db, passportId: string): Promise<SessionRow[]> {
  return db.run(sessionsOf, [passportId])
}

/** False where the person has no such session. */
export async function writeOwnSessionEnd(
  tx: Transaction,
  id: string,
  passportId: string,
): Promise<boolean> {
  return (await tx.run(deleteOne, [id, passportId])).length === 1
}

/** Ends all sessions of a person but one; without exception where `keptId` is null. */
export async function writeOtherSessionEnds(
  tx: Db,
  passportId: string,
  keptId: string | null,
): Promise<void> {
  await tx.run(deleteOthers, [passportId, keptId])
}

/** A right code was typed in this session. */
export async function writeCodeOfSession(tx: Db, sessionId: string): Promise<void> {
  await tx.run(touchCode, [sessionId])
}

/** Seconds since a right code was typed in this session, signing in included. */
export async function findCodeAge(db: Db, sessionId: string): Promise<number> {
  const [row] = await db.run(codeAge, [sessionId])
  return row?.seconds ?? Number.POSITIVE_INFINITY
}

/** Ends a person's oldest sessions beyond those that may be live at once (contract 11). */
export async function writeOldSessionsEnd(tx: Db, passportId: string): Promise<void> {
  await tx.run(endOldSessions, [passportId, sessionsMax])
}

/** Locks the session; null where it has ended. `freshMinutes`: how long its code is a fresh one. */
export async function lockSessionForTerminal(
  tx: Db,
  sessionId: string,
  freshMinutes: number,
): Promise<{ readonly hasFreshCode: boolean; readonly liveTerminals: number } | null> {
  const [row] = await tx.run(judgeSession, [sessionId, freshMinutes])
  if (row === undefined) return null
  // Read after the lock, by a statement of its own, so that what others committed meanwhile is seen.
  const [live] = await tx.run(countTerminals, [sessionId])
  return { hasFreshCode: row.has_fresh_code, liveTerminals: live?.count ?? 0 }
}

export async function writeTerminal(tx: Db, id: string, sessionId: string): Promise<void> {
  await tx.run(insertTerminal, [id, sessionId])
}

export async function writeRetirement(tx: Db, sessionId: string, seconds: number): Promise<void> {
  await tx.run(retireTerminals, [sessionId, seconds])
}

/** Ends a session and, with it, its terminals. */
export async function writeSessionEnd(tx: Db, tokenHash: Buffer): Promise<void> {
  await tx.run(deleteSession, [tokenHash])
}
