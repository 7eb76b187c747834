// Points between the statements and provider calls of purchases, commands and background work that a kill is
// tried at by name. Each is passed by the scenarios in its row (fail-points-scenarios.ts), or by the test of
// its command.

type Bought = 'wallet' | 'split' | 'gift' | 'rewarded'
type Carded = 'card' | 'action' | 'declined' | 'cancelled' | 'lapsed' | 'unanswered' | 'refunded'
export type ScenarioName = Bought | Carded | 'returned' | 'sign-in'
type Row = readonly [step: string, point: string, scenarios: readonly ScenarioName[]]

const bought = ['wallet', 'split', 'gift', 'rewarded'] as const
const authorised = ['card', 'split', 'action'] as const
const messaged = ['wallet', 'gift'] as const

/** Points of a purchase, in order. */
export const purchasePoints: readonly Row[] = [
  ['sign-in.opened', 'after:insert-terminals', ['sign-in']],
  ['sign-in.written', 'before:commit of insert-sessions', ['sign-in']],
  ['sign-in.committed', 'after:commit of insert-sessions', ['sign-in']],
  ['claim.written', 'after:rows of claim-reward', ['rewarded']],
  ['claim.committed', 'after:commit of claim-reward', ['rewarded']],
  ['unclaim.released', 'before:lock-own-reward', ['returned']],
  ['unclaim.committed', 'after:commit of lock-own-reward', ['returned']],
  ['reserve.claimed', 'after:reservation-end', bought],
  ['reserve.held', 'before:commit of insert-purchases', bought],
  ['reserve.committed', 'after:commit of insert-purchases', bought],
  ['authorise.asked', 'before:sandbox-cards-authorise', authorised],
  ['authorise.answered', 'after:commit of sandbox-cards-authorise', authorised],
  ['authorise.moved', 'after:move-purchases-to-authorised', ['card', 'split']],
  ['authorise.moved', 'after:move-purchase-to-action', ['action']],
  ['authorise.written', 'before:commit of answer-idempotency-of-effects', authorised],
  ['authorise.committed', 'after:commit of answer-idempotency-of-effects', authorised],
  ['decline.released', 'before:commit of end-purchases', ['declined']],
  ['complete.locked', 'after:find-standings', bought],
  ['complete.redeemed', 'after:rows of redeem-rewards', ['rewarded']],
  ['complete.redeemed', 'before:complete-purchases', ['wallet', 'split', 'gift']],
  ['complete.written', 'before:commit of complete-purchases', ['wallet', 'gift', 'rewarded']],
  ['complete.written', 'before:commit of move-purchases-to-capturing', ['split']],
  ['complete.committed', 'after:commit of complete-purchases', ['wallet', 'gift', 'rewarded']],
  ['action.found', 'before:move-purchase-from-action', ['action']],
  ['action.confirmed', 'after:move-purchase-from-action', ['action']],
  ['capture.decided', 'after:commit of move-purchases-to-capturing', authorised],
  ['capture.asked', 'before:sandbox-cards-move', ['card', 'split']],
  ['capture.answered', 'after:commit of sandbox-cards-move', ['card', 'split']],
  ['capture.answered', 'before:take-places', ['action']],
  ['capture.completed', 'before:commit of complete-purchases', authorised],
  ['capture.committed', 'after:commit of complete-purchases', authorised],
  ['cancel.released', 'before:commit of end-purchases', ['cancelled']],
  ['cancel.committed', 'after:commit of end-purchases', ['cancelled']],
  ['void.found', 'before:sandbox-cards-move', ['cancelled']],
  ['void.answered', 'before:move-card-of-ended-purchase', ['cancelled']],
  ['void.committed', 'after:move-card-of-ended-purchase', ['cancelled']],
  ['refund.owed', 'before:commit of insert-owed-charges', ['refunded']],
  ['expire.locked', 'after:rows of lock-expired-purchases', ['lapsed']],
  ['expire.released', 'before:commit of end-purchases', ['lapsed']],
  ['expire.committed', 'after:commit of end-purchases', ['lapsed']],
  ['reconcile.marked', 'after:mark-purchase-checked', ['unanswered']],
  ['reconcile.found', 'after:sandbox-cards-find', ['unanswered']],
  ['outbox.taken', 'after:rows of take-due-messages', messaged],
  ['outbox.counted', 'after:commit of decide-messages', messaged],
  ['outbox.answered', 'after:sandbox-sms-insert', messaged],
  ['outbox.committed', 'after:mark-message-sent', messaged],
  ['log.found', 'after:rows of find-log-serials', ['wallet']],
  ['log.computed', 'before:insert-log-entries', ['wallet']],
  ['log.sent', 'before:commit of insert-log-entries', ['wallet']],
  ['log.committed', 'after:commit of insert-log-entries', ['wallet']],
]

/** Points of refunds and disputes, and of the events that report them. */
export const reversalPoints = {
  'reversal.lowered': 'before:write-purchase-reversal',
  'reversal.written': 'after:move-purchase-reversal',
  'reversal.recorded': 'before:commit of write-purchase-reversal',
  'reversal.committed': 'after:commit of write-purchase-reversal',
  'reversal.asked': 'before:sandbox-cards-refund',
  'reversal.answered': 'after:commit of sandbox-cards-refund',
  'reversal.found': 'before:write-card-disputes',
  'reversal.settled': 'after:commit of write-card-reading',
  'reversal.heard': 'before:insert-heard-event',
} as const

/** Points of the payment of a failed refund in another way. */
export const paymentPoints = {
  'payment.posted': 'after:move-purchase-reversal',
  'payment.recorded': 'before:commit of insert-refund-payment',
  'payment.committed': 'after:commit of insert-refund-payment',
} as const

export const retirementPoints = {
  'retire.noted': 'before:insert-retirements',
  'retire.written': 'before:commit of insert-retirements',
  'retire.committed': 'after:commit of insert-retirements',
} as const

export const confirmationPoints = {
  'confirm.noted': 'before:insert-retirement-confirmations',
  'confirm.written': 'before:commit of insert-retirement-confirmations',
  'confirm.committed': 'after:commit of insert-retirement-confirmations',
} as const

export const replacementPoints = {
  'replace.withdrawn': 'after:commit of insert-log-notice-of-offer',
  'replace.posted': 'before:drop-present-pieces',
  'replace.written': 'before:commit of insert-purchase-places',
  'replace.committed': 'after:commit of insert-purchase-places',
} as const

export const erasurePoints = {
  'erasure.committed': 'after:commit of insert-erasure',
  'erasure.unfiled': 'before:file append',
  'erasure.filed': 'before:mark-erasures-filed',
} as const
