// A signing terminal for a session: its id is stored, its key is derived and handed out once.
import { randomBytes } from 'node:crypto'
import type { TerminalReply } from '#features/sign-in/contract.ts'
import { writeRetirement, writeTerminal } from '#features/sign-in/queries.ts'
import type { Db } from '#platform/database/database.ts'
import type { Keys } from '#platform/keys.ts'

/** Contract 3: calls already on their way still carry the old terminal's signature. */
const formerLivesSeconds = 60

/** Any terminal that the session had lives 60 s more. */
export async function issueTerminal(tx: Db, keys: Keys, sessionId: string): Promise<TerminalReply> {
  const id = `web_${randomBytes(16).toString('base64url')}`
  await writeRetirement(tx, sessionId, formerLivesSeconds)
  await writeTerminal(tx, id, sessionId)
  return { id, key: keys.terminalKey(id).toString('base64url') }
}
