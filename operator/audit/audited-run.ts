// Runs a command and records its outcome in the audit trail. A command that changes something writes its
// row itself, in the transaction of the change. This file writes the rows of refused and failed commands.

import { actionOf } from '#operator/access.ts'
import { type Author, authorOf, type RefusedActor } from '#operator/actor.ts'
import { failed, misused } from '#operator/audit/outcomes.ts'
import type { Command, Context, Outcome } from '#operator/commands/command.ts'
import {
  type AuditEnd,
  type AuditEntry,
  endAudit,
  reasonFault,
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

const errorsWithRow = new WeakSet<object>()
const hasRow = (error: unknown) => error instanceof Error && errorsWithRow.has(error)

/** Marks an error whose row has been written, so that there is one row. */
export function markRecorded(error: unknown): void {
  if (error instanceof Error) errorsWithRow.add(error)
}

/**
 * Runs a command for its actor. If a command that changes data or reads a person is refused or fails, writes a row
 * to the audit trail. Any other read of a member of staff is a row, too.
 */
export async function runAudited(command: Command, context: Context): Promise<Outcome> {
  const { access, recordsRead = false, keepsSchema = false, writesOutcome = false } = command
  const isRead = access.kind === 'read' || access.kind === 'free'
  if (isRead && !recordsRead) return runRead(command, context)
  const isUnexplained = lacksReason(command, context)
  if ((keepsSchema || writesOutcome) && !isUnexplained) return command.run(context)
  try {
    if (isUnexplained) return misused('--reason TEXT is required.')
    const outcome = await command.run(context)
    const refusal = outcome.isRecorded === true ? null : auditEndOfRefusal(outcome)
    if (refusal !== null)
      await quietly(() => writeRefusal(command, context, refusal, authorOf(context.actor)))
    return outcome
  } catch (error) {
    // Writes no row if settings are invalid, such as a wrong key, because the command did not begin.
    if (!isRefusedStart(error) && !hasRow(error)) {
      await quietly(() =>
        writeRefusal(command, context, auditEndOfFailure(error), authorOf(context.actor)),
      )
    }
    throw error
  }
}

/** Returns true if a member of staff gives no reason for an action that needs one. */
function lacksReason({ access }: Command, { actor, options, flags }: Context): boolean {
  if (actor.kind !== 'member' || options.reason !== undefined || flags.has('preview')) return false
  return access.kind === 'action' && access.actions.every((name) => actionOf(name).needsReason)
}

/**
 * Runs a command that reads. The row of a member of staff comes first. It has the names of the filters, not their
 * values.
 */
async function runRead(command: Command, context: Context): Promise<Outcome> {
  const { servingDb, actor, options, flags } = context
  if (actor.kind === 'member' && command.access.kind === 'read') {
    const about = [...Object.keys(options).filter((name) => name !== 'by'), ...flags]
    const entry = { ...authorOf(actor), command: command.name, about, reason: null }
    await writeAuditOutcome(servingDb, entry, { outcome: 'read', detail: null })
  }
  return command.run(context)
}

/** Refuses a command whose actor is unknown or may not run it. The row has the sentence. */
export async function refuseCaller(
  command: Command,
  context: RefusedContext,
  { error, author, isMisuse }: RefusedActor,
): Promise<Outcome> {
  if (author !== null) {
    const end = { outcome: 'refused', detail: error } as const
    await quietly(() => writeRefusal(command, context, end, author))
  }
  return isMisuse ? misused(error) : failed(error)
}

type RefusedContext = Pick<Context, 'db' | 'words' | 'options'>

/** Writes the row of a refused or failed command. */
async function writeRefusal(
  command: Command,
  { db, words, options }: RefusedContext,
  end: AuditEnd,
  author: Author,
): Promise<void> {
  const subjects = options.phone === undefined ? words : [...words, options.phone]
  const about = subjects.map(keptSubject).filter((subject) => subject !== null)
  const { reason = null } = options
  const isKept = reason === null || reasonFault(reason) === null
  const entry = { ...author, command: command.name, about, reason: isKept ? reason : null }
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
