// Returns the text of a problem: our text for its code, otherwise the server's text, otherwise the general
// text of this kind of purchase (docs/product.md#text-catalogue).
import { problemWords } from '#web/api/problem-words.ts'
import { texts } from '#web/texts.ts'
import { formatTime } from '#web/ui/number-format.ts'
import type { Release } from './purchase-requests.ts'
import type { AckState, PurchaseKind, PurchaseProblem } from './purchase-steps.ts'

/** Texts that differ between the kinds of purchases. */
const textsOfKind = {
  buy: {
    mismatch: texts.purchases_mismatch,
    failed: texts.purchases_failed,
    no_id: texts.purchases_no_id,
    verification_failed: texts.purchases_verification_failed,
  },
  gift: {
    mismatch: texts.gifts_mismatch,
    failed: texts.gifts_not_started,
    no_id: texts.gifts_no_id,
    verification_failed: texts.gifts_failed,
  },
  reward: {
    mismatch: texts.purchases_mismatch,
    failed: texts.rewards_claim_failed,
    no_id: texts.rewards_no_id,
    verification_failed: texts.rewards_verification_failed,
  },
} as const

/** Texts by problem code that are the same for every kind of purchase. */
const commonTexts: Readonly<Record<string, () => string>> = {
  invalid_selection: texts.purchases_invalid_selection,
  not_offered: texts.purchases_not_offered,
  invalid_recipient: texts.gifts_recipient_required,
  note_too_long: texts.gifts_note_too_long,
  invalid_from_name: texts.leaderboards_nickname_wrong,
  invalid_delivery_day: texts.gifts_day_wrong,
  nickname_wrong: texts.leaderboards_nickname_wrong,
  nickname_not_saved: texts.leaderboards_save_failed,
  gift_incomplete: texts.gifts_incomplete,
  card_details_required: texts.purchases_card_required,
  quote_changed: texts.purchases_price_changed,
  too_many_reservations: texts.purchases_too_many,
  purchase_expired: texts.purchases_expired,
  card_action_required: texts.purchases_bank_first,
  bank_declined: texts.purchases_bank_declined,
  unreached: texts.common_no_connection,
}

/** Texts of a refused card by the name of the wrong field. */
const cardFields: Readonly<Record<string, () => string>> = {
  cardnumber: texts.purchases_card_check_number,
  'exp-date': texts.purchases_card_check_expiry,
  cvc: texts.purchases_card_check_cvv,
}

export function problemText(problem: PurchaseProblem, kind: PurchaseKind): string {
  const { code, leftKg, field = '' } = problem
  switch (code) {
    case 'insufficient_stock':
      return leftKg ? texts.purchases_only_left({ left: leftKg }) : texts.purchases_sold_out()
    case 'card_refused':
      return (cardFields[field] ?? texts.purchases_card_refused)()
    case 'mismatch':
    case 'no_id':
      return textsOfKind[kind][code]()
    case 'verification_failed':
      // A purchase for oneself always shows this text. The other kinds show the reason if there is one.
      return (kind !== 'buy' && reasonOf(problem, kind)) || textsOfKind[kind][code]()
    default:
      return commonTexts[code]?.() ?? problemWords(code, problem.text) ?? textsOfKind[kind].failed()
  }
}

function reasonOf({ reason }: PurchaseProblem, kind: PurchaseKind): string | undefined {
  return reason && problemText({ at: 'form', ...reason }, kind)
}

/**
 * Returns the text below a problem: its reason or a next step. Returns undefined if the problem's own text
 * is enough.
 */
export function hintOf(problem: PurchaseProblem, kind: PurchaseKind): string | undefined {
  if (problem.hint === 'no_answer') return texts.purchases_no_answer()
  if (problem.hint === 'unverified') return texts.purchases_unverified()
  return kind === 'buy' ? reasonOf(problem, kind) : undefined
}

/** Returns the text of a problem if the problem is shown at `field`, otherwise undefined. */
export function problemAt(
  problem: PurchaseProblem | null,
  field: PurchaseProblem['at'],
  kind: PurchaseKind,
): string | undefined {
  return problem?.at === field ? problemText(problem, kind) : undefined
}

/** Returns the sentence with the time until which a reservation can be completed. */
export const reservationText = ({ pending }: AckState): string =>
  texts.purchases_waits({ time: formatTime(pending.expiresAt) })

/** The notice about a reservation after Cancel. */
export const releaseTexts: Readonly<Record<Release, () => string>> = {
  released: texts.purchases_cancelled,
  kept: texts.purchases_cancel_failed,
  completed: texts.problems_purchase_completed,
}
