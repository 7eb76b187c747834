// Reads the operator's name and reason from `--by` and `--reason`, for the audit trail's row of a
// change or a read.

import { misused } from '#operator/audit/outcomes.ts'
import type { Context, Outcome } from '#operator/commands/command.ts'
import { entryFault } from '#platform/database/audit/audit-trail.ts'

export type Signature = { readonly by: string; readonly reason: string }
type SignatureContext = Pick<Context, 'settings' | 'options'>

/** Returns the operator's name from --by or OPERATOR_NAME. It is required in production only. */
function readName({ settings, options }: SignatureContext): string | undefined {
  return options.by ?? settings.operatorName ?? (settings.production ? undefined : 'developer')
}

const nameMissing = misused('--by NAME is required, or OPERATOR_NAME.')

/** Returns name and reason of a change. If one is missing or invalid, returns that as the outcome. */
export function readSignature(context: SignatureContext): Signature | Outcome {
  const { reason } = context.options
  const by = readName(context)
  if (by === undefined) return nameMissing
  if (reason === undefined) return misused('--reason TEXT is required.')
  const fault = entryFault(by, reason)
  return fault === null ? { by, reason } : misused(fault)
}

/**
 * Returns the name of an operator who reads personal data, without a reason. If it is missing or
 * invalid, returns that as the outcome.
 */
export function readOperator(context: SignatureContext): Pick<Signature, 'by'> | Outcome {
  const by = readName(context)
  if (by === undefined) return nameMissing
  const fault = entryFault(by, null)
  return fault === null ? { by } : misused(fault)
}

/**
 * States whether a change needs a reason. Changes of money, kilograms or people always need one.
 * Changes that only import a file, or do the server's work, need one in production only.
 */
export type Reason = 'wanted' | 'wanted in production' | 'optional'

/**
 * Returns name and reason of a change, which `reason` may require. If one is missing or invalid,
 * returns that as the outcome.
 */
export function readChange(
  context: SignatureContext,
  reason: Reason,
): { readonly by: string; readonly reason: string | null } | Outcome {
  const isRequired =
    reason === 'wanted' || (reason === 'wanted in production' && context.settings.production)
  if (context.options.reason !== undefined || isRequired) return readSignature(context)
  const operator = readOperator(context)
  return 'lines' in operator ? operator : { ...operator, reason: null }
}
