// Returns the words of plans: who pays, reasons, past months and problems.

import type { SavedCard } from '#features/purchases/saved-cards/saved-cards-calls.ts'
import { cardName } from '#features/purchases/web/card/saved-card-words.ts'
import type { PurchaseProblem } from '#features/purchases/web/purchase-steps.ts'
import type { RunReason } from '#values/lists/plans.ts'
import { readPlanPay } from '#values/money/plan-pay.ts'
import { ApiError, isUnreached } from '#web/api/api.ts'
import { problemWords } from '#web/api/problem-words.ts'
import { texts } from '#web/texts.ts'
import { formatAmount, formatKg, formatMonth } from '#web/ui/number-format.ts'
import type { WirePlan, WireRun } from '../plans-calls.ts'

/** Returns who pays, such as `Wallet, then Visa ending in 4242`. */
export function payText(pay: string, cards: readonly SavedCard[]): string {
  const { usesWallet, cardId } = readPlanPay(pay) ?? { usesWallet: false, cardId: null }
  if (cardId === null) return texts.wallet_title()
  const saved = cards.find(({ id }) => id === cardId)
  if (!saved) return texts.plans_card_gone()
  const card = cardName(saved)
  return usesWallet ? texts.plans_wallet_then({ card }) : card
}

const reasonTexts: Readonly<Record<RunReason, () => string>> = {
  ...texts.plan_reasons,
  declined: texts.sms_plan_declined,
  insufficient_stock: texts.sms_plan_insufficient_stock,
  insufficient_wallet: texts.sms_plan_insufficient_wallet,
  card_missing: texts.sms_plan_card_missing,
  amount_too_small: texts.sms_plan_amount_too_small,
  not_offered: texts.sms_plan_not_offered,
  currency_changed: texts.sms_plan_currency_changed,
  disputed: texts.sms_plan_disputed,
  refunded: texts.sms_plan_refunded,
  blocked: texts.sms_plan_blocked,
}

export const reasonText = (reason: RunReason): string => reasonTexts[reason]()

/** Returns the name of a month such as `2026-11`. */
export const monthText = (period: string): string => formatMonth(`${period}-15T12:00:00Z`)

/** Returns the text of a checkout that did not open. */
export function checkoutProblemText({ code, text }: PurchaseProblem): string {
  if (code === 'plan_checkout_over' || code === 'plan_is_paused') return texts.plans_checkout_over()
  return problemWords(code, text) ?? texts.plans_not_done()
}

/** Returns what a run bought, such as `200 kg for £5.00`, or an empty text. */
export function boughtText({ kg, total }: WireRun, currency: string): string {
  if (kg === null || total === null) return ''
  return texts.plans_bought({ kg: formatKg(kg), amount: formatAmount(total, currency) })
}

/** Returns the outcome of a month. */
export function runText(run: WireRun, currency: string): string {
  switch (run.state) {
    case 'COMPLETED':
      return boughtText(run, currency)
    case 'PAYING':
    case 'CHECKOUT':
      return texts.plans_paying({ bought: boughtText(run, currency) })
    case 'OPEN':
    case 'CONFIRMATION_NEEDED':
      return texts.plans_trying()
    case 'REVERSED':
    case 'NONE':
      return run.reason === null ? '' : reasonText(run.reason)
  }
}

/** Returns the sentence about a purchase that a change no longer stops. Empty if there is none. */
export function stillPaidText({ last_run: run, currency }: WirePlan): string {
  if (run?.state !== 'PAYING' || run.tx_id === null) return ''
  return texts.plans_still_paid({ txId: run.tx_id, bought: boughtText(run, currency) })
}

/** A problem, and the name of the field that shows it, or '' for the whole form. */
export type PlanProblem = { readonly at: string; readonly text: string }

export function planProblem(error: unknown): PlanProblem {
  if (isUnreached(error)) return { at: '', text: texts.common_no_connection() }
  if (!(error instanceof ApiError)) return { at: '', text: texts.plans_not_done() }
  const { code } = error
  // An answer that is not the product's may lack a text.
  const message = error.message || undefined
  switch (code) {
    case 'invalid_plan_amount':
      return { at: 'amount', text: problemWords(code, message) ?? texts.plans_amount_wrong() }
    case 'invalid_selection':
    case 'not_offered':
      return { at: 'project', text: texts.sms_plan_not_offered() }
    case 'card_details_required':
      return { at: 'pay', text: texts.sms_plan_card_missing() }
    case 'too_many_plans':
      return { at: '', text: texts.plans_full() }
    case 'plan_expired':
      return { at: '', text: texts.plans_expired() }
    default:
      return { at: '', text: problemWords(code, message) ?? texts.plans_not_done() }
  }
}
