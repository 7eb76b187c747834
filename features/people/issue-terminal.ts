// Issues a signing terminal for a session: stores its id, derives its key and returns the key once.
import { randomBytes } from 'node:crypto'
import type { Transaction } from '#platform/database/database.ts'
import type { Keys } from '#platform/keys.ts'
import { type Problem, problem } from '#values/problem.ts'
import type { IssuedTerminal } from './people-calls.ts'
import { lockSessionForTerminal, writeRetirement, writeTerminals } from './terminal-queries.ts'

/** Seconds that the previous terminal stays valid for calls already on their way. */
const previousLivesSeconds = 60

/**
 * Minutes in which the code that opened the session is fresh (docs/product.md#browser-terminals). Each
 * later code opens a session of its own, so the session's age is the age of its code.
 */
const freshMinutes = 15
/** Maximum number of live terminals of a session. A terminal lives 60 s after the next one was made. */
const liveTerminalsMax = 5

/**
 * Issues a new key for a session whose browser lost its key. The cookie alone proves the user only
 * while the session's code is fresh. Problems: `code_required`, `rate_limited`.
 */
export async function renewTerminal(
  tx: Transaction,
  keys: Keys,
  sessionId: string,
): Promise<IssuedTerminal | Problem<'code_required' | 'rate_limited'>> {
  const session = await lockSessionForTerminal(tx, sessionId, freshMinutes)
  if (session === null || !session.hasFreshCode) return problem('code_required')
  if (session.liveTerminals >= liveTerminalsMax) {
    return problem('rate_limited', { retryAfterSeconds: previousLivesSeconds })
  }
  await writeRetirement(tx, sessionId, previousLivesSeconds)
  const terminal = makeTerminal(keys)
  await writeTerminals(tx, [{ id: terminal.id, sessionId }])
  return terminal
}

/** Generates a terminal with its key. The caller must store its id. */
export function makeTerminal(keys: Keys): IssuedTerminal {
  const id = `web_${randomBytes(16).toString('base64url')}`
  return { id, key: keys.terminalKey(id).toString('base64url') }
}
