// Who calls a command that changes something, and why: read from `--by` and `--reason`, and written to the
// audit trail with the change.
import { type AuditEntry, entryFault } from '#features/operations/audit-trail.ts'
import type { Context, Outcome } from '#operator/command.ts'

export type Signature = Pick<AuditEntry, 'by' | 'reason'>

export const failed = (error: string) => ({ ok: false, lines: [error], json: { ok: false, error } })

/** Outside production nobody has to name themselves. A fault is told as the command's outcome. */
export function readSignature({
  settings,
  options,
}: Pick<Context, 'settings' | 'options'>): Signature | Outcome {
  const { reason } = options
  const by = options.by ?? settings.operatorName ?? (settings.production ? undefined : 'developer')
  if (by === undefined) return failed('--by NAME is required, or OPERATOR_NAME.')
  if (reason === undefined) return failed('--reason TEXT is required.')
  const fault = entryFault(by, reason)
  return fault === null ? { by, reason } : failed(fault)
}
