// Issues signing terminals for sessions. It stores a terminal's id, derives its key and returns the key once.
import { randomBytes } from 'node:crypto'
import type { Transaction } from '#platform/database/database.ts'
import type { Keys } from '#platform/keys.ts'
import { type Problem, problem } from '#values/problem.ts'
import type { IssuedTerminal } from './people-calls.ts'
import { lockSessionForTerminal, writeRetirement, writeTerminals } from './terminal-queries.ts'

/** Seconds that the previous terminal stays valid, for calls that were already sent. */
const previousValidSeconds = 60

/**
 * Minutes for which the code that opened the session is fresh (docs/product.md#browser-terminals). Every code
 * opens a new session, so the session's age is the age of its code.
 */
const freshMinutes = 15
/** Maximum number of valid terminals of a session. A terminal stays valid for 60 s after its successor. */
const liveTerminalsMax = 5

/**
 * Issues a new terminal for a session whose browser lost its key. The cookie is enough proof only while the
 * session's code is fresh. Problems: `code_required`, `rate_limited`.
 */
export async function renewTerminal(
  tx: Transaction,
  keys: Keys,
  sessionId: string,
): Promise<IssuedTerminal | Problem<'code_required' | 'rate_limited'>> {
  const session = await lockSessionForTerminal(tx, sessionId, freshMinutes)
  if (session === null || !session.hasFreshCode) return problem('code_required')
  if (session.liveTerminals >= liveTerminalsMax) {
    return problem('rate_limited', { retryAfterSeconds: previousValidSeconds })
  }
  await writeRetirement(tx, sessionId, previousValidSeconds)
  const terminal = generateTerminal(keys)
  await writeTerminals(tx, [{ id: terminal.id, sessionId }])
  return terminal
}

/** Generates a terminal with its key. The caller must store its id. */
export function generateTerminal(keys: Keys): IssuedTerminal {
  const id = `web_${randomBytes(16).toString('base64url')}`
  return { id, key: keys.terminalKey(id).toString('base64url') }
}
