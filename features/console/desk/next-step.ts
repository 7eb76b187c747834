// Decides what staff do next about a case of the desk. Pure.
import type { CaseKind, DeskCase } from './desk-calls.ts'

type Facts = {
  readonly kind: CaseKind
  readonly dueAt: Date | null
  readonly hasEvidence: boolean
  readonly isCardPaid: boolean
}

/** Returns the step in words, and the action that does it. */
export function nextStepOf(
  { kind, dueAt, hasEvidence, isCardPaid }: Facts,
  nowMs: number,
): DeskCase['next'] {
  switch (kind) {
    case 'dispute':
      if (dueAt !== null && dueAt.getTime() <= nowMs) {
        return { words: 'The deadline is over. The bank decides.', action: null }
      }
      return hasEvidence
        ? {
            words: 'The file was made. Send it on the provider’s page, if that is not done.',
            action: 'purchases evidence',
          }
        : {
            words: 'Make the file with the evidence, and send it on the provider’s page.',
            action: 'purchases evidence',
          }
    case 'dispute_at_bank':
      return { words: 'Nothing to do: the bank decides.', action: null }
    case 'refund_failed':
      return {
        words: 'Refund it again, to the wallet, or in another way.',
        action: 'purchases refund',
      }
    case 'reinstated':
      return {
        words: 'The bank gave the money back, and the buyer is owed it: refund it.',
        action: 'purchases refund',
      }
    case 'refund_pending':
      return {
        words: 'The bank has held it for long: ask the provider again.',
        action: 'purchases reconcile',
      }
    case 'fraud_warning':
      return isCardPaid
        ? {
            words: 'Refund it if the cardholder did not buy it. A dispute costs more.',
            action: 'purchases refund',
          }
        : { words: 'Look at the purchase.', action: null }
    case 'refund_under_way':
      return { words: 'Nothing to do: the provider sends the money.', action: null }
  }
}
