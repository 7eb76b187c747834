// SQL of the sessions of a person: which there are, which end, and on which device one begins.

import type { DeviceWords } from '#features/sign-in/device-words.ts'
import { sessionIdleDays } from '#features/sign-in/find-session.ts'
import type { Db, Transaction } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'

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
