// Reads the operator's name and reason from `--by` and `--reason`, for the audit trail's row of a
// change or a read.

import { failed } from '#operator/audit/outcomes.ts'
import type { Context, Outcome } from '#operator/commands/command.ts'
import { entryFault } from '#platform/database/audit/audit-trail.ts'

export type Signature = { readonly by: string; readonly reason: string }
type Signed = Pick<Context, 'settings' | 'options'>

/** A name is optional outside of production; in production it is --by or OPERATOR_NAME. */
function readName({ settings, options }: Signed): string | undefined {
  return options.by ?? settings.operatorName ?? (settings.production ? undefined : 'developer')
}

const nameMissing = failed('--by NAME is required, or OPERATOR_NAME.')

/** Returns name and reason of a change. A fault is the command's outcome. */
export function readSignature(signed: Signed): Signature | Outcome {
  const { reason } = signed.options
  const by = readName(signed)
  if (by === undefined) return nameMissing
  if (reason === undefined) return failed('--reason TEXT is required.')
  const fault = entryFault(by, reason)
  return fault === null ? { by, reason } : failed(fault)
}

/**
 * Returns the name of a reader of personal data, without a reason. A fault is the command's
 * outcome.
 */
export function readLooker(signed: Signed): Pick<Signature, 'by'> | Outcome {
  const by = readName(signed)
  if (by === undefined) return nameMissing
  const fault = entryFault(by, null)
  return fault === null ? { by } : failed(fault)
}

/**
 * Whether a change needs a reason. One that touches money, kilograms or people does. Outside of
 * production, a change that only follows a file, or does the server's work, does not.
 */
export type Reason = 'wanted' | 'wanted in production' | 'optional'

/** Returns name and reason of a change, as `reason` requires. A fault is the command's outcome. */
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
