// Holds translated texts for the error codes of any call, since the server's error texts are English
// (docs/product.md#errors). A feature with more specific texts shows its own.
import { locale, texts } from '../texts.ts'

const words: Readonly<Record<string, () => string>> = {
  rate_limited: texts.problem_rate_limited,
  unavailable: texts.problem_unavailable,
  internal: texts.problem_internal,
  in_progress: texts.problem_in_progress,
  forbidden: texts.problem_forbidden,
  not_found: texts.problem_not_found,
  bad_request: texts.problem_refused,
  bad_signature: texts.problem_refused,
  stale_signature: texts.problem_refused,
  replayed: texts.problem_refused,
  wrong_origin: texts.problem_refused,
  method_not_allowed: texts.problem_refused,
  body_too_large: texts.problem_refused,
  address_too_long: texts.problem_refused,
  headers_too_large: texts.problem_refused,
  request_timeout: texts.problem_refused,
  not_json: texts.problem_refused,
  key_reused: texts.problem_refused,
  not_offered: texts.purchases_not_offered,
  code_required: texts.problem_code_required,
  cannot_sign: texts.problem_cannot_sign,
  card_number_refused: texts.problem_card_number_refused,
  card_minimum: texts.problem_card_minimum,
  card_declined: texts.problem_card_declined,
  batch_not_found: texts.problem_batch_not_found,
  project_not_found: texts.projects_none_found,
  purchase_not_found: texts.problem_purchase_not_found,
  purchase_completed: texts.problem_purchase_completed,
  purchase_failed: texts.problem_purchase_failed,
  purchase_refunded: texts.problem_purchase_refunded,
  refunded: texts.problem_refunded,
  payment_unknown: texts.problem_payment_unknown,
  reward_not_claimed: texts.problem_reward_not_claimed,
  reward_being_redeemed: texts.problem_reward_being_redeemed,
  rewards_exhausted: texts.problem_rewards_exhausted,
  own_number: texts.problem_own_number,
  badge_not_giftable: texts.problem_badge_not_giftable,
  reward_not_found: texts.rewards_claim_failed,
  already_claimed: texts.problem_already_claimed,
  reward_not_paid_for: texts.problem_reward_not_paid_for,
  already_redeemed: texts.problem_already_redeemed,
}

/**
 * Returns the text for an error with `code`, or undefined. In English it prefers the server's text,
 * which may contain an amount.
 */
export function problemWords(code: string, serverText: string | undefined): string | undefined {
  if (locale === 'en' && serverText) return serverText
  return words[code]?.() ?? serverText
}
