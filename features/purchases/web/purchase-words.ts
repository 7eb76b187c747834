// What a trouble says to a person: our own sentence by its code, else the server's, else the one of
// the catalogue (specification 8). It decides nothing.
import { texts } from '#web/texts.ts'
import { formatKg } from '#web/ui/number-format.ts'
import type { Trouble } from './purchase-steps.ts'

export function wordsOf(trouble: Trouble): string {
  const { code, leftKg } = trouble
  switch (code) {
    case 'mismatch':
      return texts.purchases_mismatch()
    case 'invalid_selection':
      return texts.purchases_invalid_selection()
    case 'insufficient_stock':
      return leftKg
        ? texts.purchases_only_left({ left: formatKg(leftKg) })
        : texts.purchases_sold_out()
    case 'card_details_required':
      return texts.purchases_card_required()
    case 'card_refused':
      return texts.purchases_card_refused()
    case 'quote_changed':
      return texts.purchases_price_changed()
    case 'too_many_reservations':
      return texts.purchases_too_many()
    case 'purchase_expired':
      return texts.purchases_expired()
    case 'card_action_required':
      return texts.purchases_bank_first()
    case 'bank_declined':
      return texts.purchases_bank_declined()
    case 'unreached':
      return texts.common_no_connection()
    case 'no_id':
      return texts.purchases_no_id()
    case 'verification_failed':
      return texts.purchases_verification_failed()
    default:
      return trouble.text ?? texts.purchases_failed()
  }
}

/** The words of a trouble that stands at `place`, to be shown there. */
export function troubleAt(trouble: Trouble | null, place: Trouble['at']): string | undefined {
  return trouble?.at === place ? wordsOf(trouble) : undefined
}
