// Lists the limits, actions and reasons of monthly plans (docs/product.md#monthly-plans). Pure.

export const plansMax = 3
/** Days of a month on which a plan may run. Every month has them. */
export const planDays = { first: 1, last: 28 } as const

/** The featured project of the profile's country, in place of a project's id. */
export const featuredProject = 'featured'

/** Changes of a plan by its owner, apart from its end. */
export const planActions = ['confirm', 'pause', 'resume', 'skip', 'change'] as const

/** Reasons for which the product pauses a plan. The owner gets one message. */
const stopReasons = [
  'declined',
  'insufficient_stock',
  'insufficient_wallet',
  'card_missing',
  'amount_too_small',
  'not_offered',
  'currency_changed',
  'disputed',
  'refunded',
  'blocked',
] as const
export type StopReason = (typeof stopReasons)[number]

/** Reasons of a paused plan. `paused`: its owner paused it. `restored`: the database is from a backup. */
export const pauseReasons = ['paused', 'restored', ...stopReasons] as const
export type PauseReason = (typeof pauseReasons)[number]

/**
 * Reasons of a run without a purchase. `missed`: it was a week late. `not_completed`: no attempt of a week
 * completed, although the card was not declined. `not_confirmed`: the bank asked for the owner, who did not pay
 * in the checkout.
 */
export const runReasons = [
  ...pauseReasons,
  'skipped',
  'changed',
  'ended',
  'missed',
  'not_completed',
  'not_confirmed',
] as const
export type RunReason = (typeof runReasons)[number]
