// Finds a session by its cookie. It reads the database on each call, so that a revoked session is refused
// immediately. Concurrent calls share a statement.
import { hash, randomBytes } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import { groupCalls } from '#platform/database/group-calls.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import { nonceLifeSeconds } from '#platform/http/guard/request-signature.ts'

/** Lifetime of a session (docs/product.md#sessions). */
export const sessionIdleDays = 7
export const sessionAbsoluteDays = 30
/**
 * Period of `actedLately`, in seconds. No call runs longer, so the call's change is committed by then
 * (docs/product.md#several-machines).
 */
const latelySeconds = 15
/** Minimum minutes between two writes of a session's last use. */
const seenEveryMinutes = 60

export type Viewer = {
  readonly sessionId: string
  readonly passportId: string
  readonly phone: string
  readonly country: string
  readonly currency: string
  readonly language: string
  /**
   * True if the user may have changed data within `latelySeconds`, on any device: by a sign-in, a signed
   * call or a change of the profile.
   */
  readonly actedLately: boolean
  /** True if the terminal in the request's header belongs to this session and may still sign. */
  readonly ownsTerminal: boolean
}

type Credentials = { readonly token: string; readonly terminalId: string | undefined }

const credentials = unnestRows<Credentials>({
  token_hash: ['bytea', ({ token }) => sessionTokenHash(token)],
  terminal_id: ['text', ({ terminalId }) => terminalId ?? null],
})

/**
 * SQL condition: the user of session `s` and passport `p` signed in, changed the profile or signed a call
 * within `latelySeconds`.
 */
const actedLately = `greatest(s.created_at, p.updated_at) > now() - make_interval(secs => ${latelySeconds})
     or exists (select from sessions own join terminals mine on mine.session_id = own.id
       cross join lateral (
         select expires_at from request_nonces where terminal_id = mine.id
         order by nonce desc limit 1) as last_signed
       where own.passport_id = s.passport_id and last_signed.expires_at
         > now() + make_interval(secs => ${nonceLifeSeconds - latelySeconds}))`

/** Columns for the check of a session, which `sqlSessions` selects. */
export const sessionColumns = {
  ordinal: 'int8',
  session_id: 'uuid',
  passport_id: 'uuid',
  owns_terminal: 'bool',
  acted_lately: 'bool',
  is_live: 'bool',
  seen_long_ago: 'bool',
} as const
const personColumns = {
  phone: 'text',
  country: 'bpchar',
  currency: 'bpchar',
  language: 'text',
} as const
const sqlPerson = 'p.phone, p.country, p.currency, p.language'

/**
 * Returns SQL that finds sessions, with `passportColumns` of `passports p`. It finds a session only by its
 * token and computes `is_live` from the row, so that the planner uses one index.
 */
export const sqlSessions = (passportColumns: string) =>
  `select given.ordinal, s.id as session_id, s.passport_id,
     t.id is not null as owns_terminal, (${actedLately}) as acted_lately,
     s.ends_at > now() and s.last_seen_at > now() - make_interval(days => ${sessionIdleDays})
       as is_live,
     s.last_seen_at < now() - make_interval(mins => ${seenEveryMinutes}) as seen_long_ago,
     ${passportColumns}
   from ${credentials.unnest} with ordinality as given (${credentials.names}, ordinal)
   join sessions s on s.token_hash = given.token_hash
   join passports p on p.id = s.passport_id and p.phone is not null
   left join terminals t on t.id = given.terminal_id and t.session_id = s.id
     and (t.retires_at is null or t.retires_at > now())`

const findSessions = statement(
  'find-sessions',
  { ...sessionColumns, ...personColumns },
  sqlSessions(sqlPerson),
)
type FoundSession = RowOf<typeof findSessions>

const touchSession = statement(
  'touch-session',
  {},
  'update sessions set last_seen_at = now() where id = $1',
)

/** Generates a token: 256 random bits as base64url. The database stores only its hash. */
export function newSessionToken(): string {
  return randomBytes(32).toString('base64url')
}

export function sessionTokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

type SessionResult = {
  readonly viewer: Viewer | null
  readonly seenLongAgo: boolean
}
const noSession: SessionResult = { viewer: null, seenLongAgo: false }

/** Returns the user of a session token, or null if the session does not exist or has ended. */
export type FindSession = (credentials: Credentials) => Promise<Viewer | null>

export function createSessionFinder(db: Database): FindSession {
  return createJoinedFinder(
    db,
    (values) => db.run(findSessions, values),
    () => undefined,
  )
}

/**
 * Creates a finder that also loads other columns. `runStatement` runs a statement of `sqlSessions` with these
 * columns. `onViewer` receives each viewer with their row.
 */
export function createJoinedFinder<Found extends FoundSession>(
  db: Database,
  runStatement: (values: readonly unknown[]) => Promise<readonly Found[]>,
  onViewer: (viewer: Viewer, row: Found) => void,
): FindSession {
  const find = groupCalls<Credentials, SessionResult>(
    async (group) => {
      const rows = await runStatement(credentials.values(group))
      const byOrdinal = new Map(rows.map((row) => [row.ordinal, row]))
      return group.map((_, index) => {
        const row = byOrdinal.get(index + 1)
        if (!row?.is_live) return noSession
        const viewer = viewerOf(row)
        onViewer(viewer, row)
        return { viewer, seenLongAgo: row.seen_long_ago }
      })
    },
    { groupMax: 256, waitingMax: 4_096 },
  )
  return async (query) => {
    const { viewer, seenLongAgo } = await find(query)
    if (viewer !== null && seenLongAgo) await db.run(touchSession, [viewer.sessionId])
    return viewer
  }
}

function viewerOf(row: FoundSession): Viewer {
  return {
    sessionId: row.session_id,
    passportId: row.passport_id,
    phone: row.phone,
    country: row.country,
    currency: row.currency,
    language: row.language,
    actedLately: row.acted_lately,
    ownsTerminal: row.owns_terminal,
  }
}
