// Declares the SQL of terminals, with which sessions sign calls.
import type { Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { unnestRows, type WholeColumns } from '#platform/database/unnest-rows.ts'

export type NewTerminal = { readonly id: string; readonly sessionId: string }
const newTerminal = unnestRows<NewTerminal>({
  id: ['text', ({ id }) => id],
  session_id: ['uuid', ({ sessionId }) => sessionId],
} satisfies WholeColumns<NewTerminal>)
const insertTerminals = statement(
  'insert-terminals',
  {},
  `insert into terminals (${newTerminal.names}) select ${newTerminal.names} from ${newTerminal.rows}`,
)

/** Locks the session. `has_fresh_code`: the code that opened it is fresh enough for a new terminal. */
const lockSession = statement(
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

/** Makes the session's terminals invalid after `seconds`. */
export const writeRetirement = statement(
  'retire-terminals',
  {},
  `update terminals set retires_at = now() + make_interval(secs => $2)
   where session_id = $1 and retires_at is null`,
).effect<[sessionId: string, seconds: number]>()

/**
 * Locks the session and returns its state, or null if it has ended. `freshMinutes` is the time for which its
 * code is fresh.
 */
export async function lockSessionForTerminal(
  tx: Transaction,
  sessionId: string,
  freshMinutes: number,
): Promise<{ readonly hasFreshCode: boolean; readonly liveTerminals: number } | null> {
  const [row] = await tx.run(lockSession, [sessionId, freshMinutes])
  if (row === undefined) return null
  // A second statement counts after the lock, so that it sees the commits of concurrent calls.
  const [live] = await tx.run(countTerminals, [sessionId])
  return { hasFreshCode: row.has_fresh_code, liveTerminals: live?.count ?? 0 }
}

export async function writeTerminals(
  tx: Transaction,
  terminals: readonly NewTerminal[],
): Promise<void> {
  await tx.run(insertTerminals, newTerminal.values(terminals))
}
