// Who calls a command that changes something or looks at somebody, and why: read from `--by` and
// `--reason`, and written to the audit trail with the change or the look.

import { failed } from '#operator/audit/outcomes.ts'
import type { Context, Outcome } from '#operator/commands/command.ts'
import { entryFault } from '#platform/database/audit/audit-trail.ts'

export type Signature = { readonly by: string; readonly reason: string }
type Signed = Pick<Context, 'settings' | 'options'>

/** Outside production nobody has to name themselves; there it is --by, or OPERATOR_NAME. */
function readName({ settings, options }: Signed): string | undefined {
  return options.by ?? settings.operatorName ?? (settings.production ? undefined : 'developer')
}

const nameMissing = failed('--by NAME is required, or OPERATOR_NAME.')

/** Who changes something, and why. A fault is told as the command's outcome. */
export function readSignature(signed: Signed): Signature | Outcome {
  const { reason } = signed.options
  const by = readName(signed)
  if (by === undefined) return nameMissing
  if (reason === undefined) return failed('--reason TEXT is required.')
  const fault = entryFault(by, reason)
  return fault === null ? { by, reason } : failed(fault)
}

/** Who looks at somebody, which needs no reason. A fault is told as the command's outcome. */
export function readLooker(signed: Signed): Pick<Signature, 'by'> | Outcome {
  const by = readName(signed)
  if (by === undefined) return nameMissing
  const fault = entryFault(by, null)
  return fault === null ? { by } : failed(fault)
}

/**
 * Whether a change wants a reason. One that touches money, kilograms or people does; where it only does
 * what a file says, or what the server would do, it may be left out where nothing is at stake, so that
 * trying things is short.
 */
export type Reason = 'wanted' | 'wanted in production' | 'optional'

/** Who changes something, and why, as `reason` says. A fault is told as the command's outcome. */
export function readChange(
  signed: Signed,
  reason: Reason,
): { readonly by: string; readonly reason: string | null } | Outcome {
  const isWanted =
    reason === 'wanted' || (reason === 'wanted in production' && signed.settings.production)
  if (signed.options.reason !== undefined || isWanted) return readSignature(signed)
  const looker = readLooker(signed)
  return 'lines' in looker ? looker : { ...looker, reason: null }
}
