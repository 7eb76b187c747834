// Runs a command and records its outcome in the audit trail. A command that changes something writes its
// row itself, in the transaction of the change. This file writes the rows of refused and failed commands.

import type { Command, Context, Outcome } from '#operator/commands/command.ts'
import { readOperator } from '#operator/signature.ts'
import {
  type AuditEnd,
  type AuditEntry,
  endAudit,
  entryFault,
  startAudit,
  writeAuditOutcome,
} from '#platform/database/audit/audit-trail.ts'
import { keptSubject } from '#platform/database/audit/kept-subject.ts'
import { isRefusedStart } from '#server/start/refused-start.ts'

/** Writes a row to the audit trail, runs `run`, and records its outcome for the row. */
export async function runStarted(
  { db }: Context,
  entry: AuditEntry,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  const id = await startAudit(db, entry)
  try {
    const outcome = await run()
    await quietly(() =>
      endAudit(db, id, auditEndOfRefusal(outcome) ?? { outcome: 'done', detail: null }),
    )
    return outcome
  } catch (error) {
    await quietly(() => endAudit(db, id, auditEndOfFailure(error)))
    throw error
  }
}

/** Runs a command. If a command with `--by` is refused or fails, writes a row to the audit trail. */
export async function runAudited(command: Command, context: Context): Promise<Outcome> {
  const isAudited = command.usage.includes('--by NAME') && !command.keepsSchema
  if (!isAudited || command.writesOutcome) return command.run(context)
  try {
    const outcome = await command.run(context)
    const refusal = auditEndOfRefusal(outcome)
    if (refusal !== null) await quietly(() => writeRefusal(command, context, refusal))
    return outcome
  } catch (error) {
    // Writes no row if settings are invalid, such as a wrong key, because the command did not begin.
    if (!isRefusedStart(error)) {
      await quietly(() => writeRefusal(command, context, auditEndOfFailure(error)))
    }
    throw error
  }
}

/**
 * Writes the row of a refused or failed command. Writes none for a caller without a name, or with a
 * name that the trail does not store.
 */
async function writeRefusal(command: Command, context: Context, end: AuditEnd): Promise<void> {
  const { db, words, options } = context
  const caller = readOperator(context)
  if ('lines' in caller) return
  const subjects = options.phone === undefined ? words : [...words, options.phone]
  const about = subjects.map(keptSubject).filter((subject) => subject !== null)
  const { reason = null } = options
  const isKept = entryFault(caller.by, reason) === null
  const entry = { ...caller, command: command.name, about, reason: isKept ? reason : null }
  await writeAuditOutcome(db, entry, end)
}

/**
 * Returns the refusal of an outcome. Returns null if the command did something, even if a person must
 * act on its result.
 */
function auditEndOfRefusal({ ok, json }: Outcome): AuditEnd | null {
  if (ok) return null
  if ('code' in json) return { outcome: 'refused', detail: String(json.code) }
  if ('error' in json) return { outcome: 'refused', detail: String(json.error) }
  if ('refused' in json) return { outcome: 'refused', detail: [json.refused].flat().join(' ') }
  if (!('faults' in json)) return null
  const [fault] = [json.faults].flat()
  return { outcome: 'refused', detail: faultText(fault) }
}

function faultText(fault: unknown): string | null {
  if (typeof fault !== 'object' || fault === null) return null
  const words = ['file', 'line', 'fault'].map((name) => Reflect.get(fault, name))
  return words.filter((word) => word !== undefined).join(': ')
}

function auditEndOfFailure(error: unknown): AuditEnd {
  const text = error instanceof Error ? error.message : String(error)
  return { outcome: 'failed', detail: text }
}

/** Runs a write and ignores its failure, because the caller must get the command's own result or error. */
async function quietly(write: () => Promise<unknown>): Promise<void> {
  await write().catch(() => undefined)
}
