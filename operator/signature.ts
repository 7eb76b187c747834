// Returns the author and the reason of a command, for the row of the audit trail.
import { type Author, authorOf } from '#operator/actor.ts'
import { misused } from '#operator/audit/outcomes.ts'
import type { Context, Outcome } from '#operator/commands/command.ts'
import { reasonFault } from '#platform/database/audit/audit-trail.ts'

export type Signature = Author & { readonly reason: string }
type SignatureContext = Pick<Context, 'settings' | 'options' | 'actor'>

/** Returns author and reason of a change. If the reason is missing or invalid, returns that as the outcome. */
export function readSignature(context: SignatureContext): Signature | Outcome {
  const { reason } = context.options
  if (reason === undefined) return misused('--reason TEXT is required.')
  const fault = reasonFault(reason)
  return fault === null ? { ...authorOf(context.actor), reason } : misused(fault)
}

/**
 * States whether a change needs a reason. Changes of money, kilograms or people always need one.
 * Changes that only import a file, or do the server's work, need one in production only.
 */
export type Reason = 'wanted' | 'wanted in production' | 'optional'

/**
 * Returns author and reason of a change, which `reason` may require. If it is missing or invalid,
 * returns that as the outcome.
 */
export function readChange(
  context: SignatureContext,
  reason: Reason,
): (Author & { readonly reason: string | null }) | Outcome {
  const isRequired =
    reason === 'wanted' || (reason === 'wanted in production' && context.settings.production)
  if (context.options.reason !== undefined || isRequired) return readSignature(context)
  return { ...authorOf(context.actor), reason: null }
}
