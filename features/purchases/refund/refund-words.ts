// The sentences of a refused refund, for staff.
import type { PaymentProblem } from './pay-otherwise.ts'
import type { PartProblem, RefundProblem } from './refund-purchase.ts'

export const refundSentences = {
  purchase_not_found: 'There is no such purchase.',
  purchase_not_completed:
    'Only a completed purchase is refunded, or one whose card was charged in vain.',
  purchase_is_reward: 'A reward paid for this purchase: there is nothing to refund.',
  purchase_never_charged:
    'No provider charged the card for this purchase: it is a past sale of the demonstration.',
  purchase_disputed: 'The cardholder’s bank disputes this payment; its outcome decides.',
  purchase_retired:
    'Kilograms of this purchase are retired at their registry and stay with their holder. ' +
    'If the kilograms are kept, the money alone goes back.',
  provider_unavailable:
    'The card provider does not answer, so what became of the refund is not known. Try again later.',
  nothing_owed: 'No refund of this purchase failed, so nothing is owed. Refund it as it was paid.',
  refund_pending:
    'A refund is on its way at the card provider. Once it has ended, more is refunded or paid in another way.',
  refund_succeeded: 'The card provider has given the money back: nothing is owed.',
  refund_paid: 'The money was paid in another way already: nothing is owed.',
  purchase_refunded: 'The money of this purchase went back as a whole.',
  part_owed:
    'The refund of an earlier part failed. Try it again without a number of kilograms, or pay it in another way.',
  too_many_kilograms: 'This purchase has fewer kilograms.',
  purchase_given: 'The receiver of this gift holds the kilograms, so they stay.',
  purchase_replaced:
    'Other kilograms replaced those of this purchase, so it is refunded as a whole or not at all.',
  buyer_erased:
    'The buyer has deleted the passport, so there is no wallet. Pay elsewhere, and record the payment.',
} as const satisfies Record<PartProblem | RefundProblem | PaymentProblem, string>
