// A signing terminal for a session: its id is stored, its key is derived and handed out once.
import { randomBytes } from 'node:crypto'
import type { Transaction } from '#platform/database/database.ts'
import type { Keys } from '#platform/keys.ts'
import { type Problem, problem } from '#values/problem.ts'
import type { TerminalReply } from './contract.ts'
import { lockSessionForTerminal, writeRetirement, writeTerminals } from './terminal-queries.ts'

/** Calls already on their way carry the old terminal's signature. */
const formerLivesSeconds = 60

/** A code, signing in included, is fresh for this long (docs/product.md#browser-terminals). */
const freshMinutes = 15
/** Each lives 60 s after the next was made. */
const liveTerminalsMax = 5

/**
 * Another key for a session whose browser lost the first. The cookie alone is no proof of who asks:
 * it suffices while the code that opened the session is fresh. Problems: `code_required`,
 * `rate_limited`.
 */
export async function renewTerminal(
  tx: Transaction,
  keys: Keys,
  sessionId: string,
): Promise<TerminalReply | Problem<'code_required' | 'rate_limited'>> {
  const session = await lockSessionForTerminal(tx, sessionId, freshMinutes)
  if (session === null || !session.hasFreshCode) return problem('code_required')
  if (session.liveTerminals >= liveTerminalsMax) {
    return problem('rate_limited', { retryAfterSeconds: formerLivesSeconds })
  }
  await writeRetirement(tx, sessionId, formerLivesSeconds)
  const terminal = makeTerminal(keys)
  await writeTerminals(tx, [{ id: terminal.id, sessionId }])
  return terminal
}

/** For a session that is new, or whose former terminals retire. The caller writes its id. */
export function makeTerminal(keys: Keys): TerminalReply {
  const id = `web_${randomBytes(16).toString('base64url')}`
  return { id, key: keys.terminalKey(id).toString('base64url') }
}
