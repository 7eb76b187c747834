// Returns the texts of an entry of the activity: its receiver, payment and outcome.
import type { ActivityEntry } from '#features/purchases/activity-calls.ts'
import type { ListedState } from '#features/purchases/states/state.ts'
import { texts } from '#web/texts.ts'
import { formatAmount, formatCount, formatDate } from '#web/ui/number-format.ts'

const plannedTexts = {
  wallet: texts.activity_pays_wallet,
  card: texts.activity_pays_card,
  'wallet+card': texts.activity_paid_both,
  reward: texts.activity_paid_reward,
} as const

const paidTexts = {
  wallet: texts.activity_paid_wallet,
  card: texts.activity_paid_card,
  'wallet+card': texts.activity_paid_both,
  reward: texts.activity_paid_reward,
} as const

export function isReceivedGift(entry: ActivityEntry): boolean {
  return entry.is_gift && entry.from_user !== null
}

/** Returns true for a given gift of which its receiver may know: it does not wait for its day. */
export function mayBeShared(entry: ActivityEntry): boolean {
  return isSentGift(entry) && isCompleted(entry) && !entry.deliver_on
}

/** Returns the kilograms that refunds in part have left. */
export function remainingKg({ kg, refunded_kg = 0 }: ActivityEntry): number {
  return kg - refunded_kg
}

/** Returns true for a gift that the user sent, whether or not the receiver has it. */
export function isSentGift(entry: ActivityEntry): boolean {
  return entry.is_gift && entry.from_user === null
}

/** Returns 'For yourself', 'Gift to …', 'Gift from …' or 'Reward'. */
export function receiverText(entry: ActivityEntry): string {
  const { is_gift, is_reward, from_user, to_user, to_name } = entry
  if (from_user !== null && is_gift) return texts.activity_gift_from({ name: giverName(from_user) })
  if (is_gift && to_user) return texts.activity_gift_to({ name: receiverName(to_user, to_name) })
  if (is_gift) return texts.activity_gift_sent()
  return is_reward ? texts.activity_reward() : texts.activity_for_yourself()
}

/** Returns the receiver's name as the giver typed it, with the masked phone number. */
function receiverName(masked: string, typed: string | null | undefined): string {
  return typed ? `${typed} (${masked})` : masked
}

/** Returns the giver's name. Translates `Somebody`, which the API sends for a giver without a name. */
function giverName(fromUser: string): string {
  return fromUser === 'Somebody' ? texts.activity_somebody() : fromUser
}

/** Returns the parts of the line below the project's name. */
export function detailPartsOf(entry: ActivityEntry): string[] {
  const parts = [receiverText(entry)]
  const outcome = outcomeOf(entry)
  if (outcome !== undefined) return [...parts, outcome]
  if (entry.deliver_on) {
    parts.push(texts.activity_gift_arrives({ day: formatDate(entry.deliver_on) }))
  } else if (entry.gift_status === 'waiting') parts.push(texts.activity_gift_waiting())
  if (entry.gift_status === 'received') {
    parts.push(entry.is_thanked ? texts.activity_gift_thanked() : texts.activity_gift_received())
  }
  // The receiver of a gift must not see its payment, and the line of a reward already says `Reward`.
  const hidesPayment = isReceivedGift(entry) || entry.payment_source === 'reward'
  // A pending purchase is not paid yet.
  const sourceTexts = isPending(entry) ? plannedTexts : paidTexts
  if (!hidesPayment) parts.push(sourceTexts[entry.payment_source]())
  return parts
}

const refundWords = {
  on_its_way: texts.activity_money_on_its_way,
  paid: texts.activity_money_back,
  failed: texts.activity_refund_failed,
  owed: texts.activity_refund_owed,
} as const

/**
 * Returns the outcome of an expired, failed, refunded, disputed or partly refunded entry; undefined for other entries.
 */
export function outcomeOf({
  status,
  refund_status,
  refunded_kg,
}: ActivityEntry): string | undefined {
  switch (status) {
    case 'EXPIRED':
    case 'FAILED':
      return refund_status === undefined
        ? texts.activity_nothing_bought()
        : `${texts.activity_nothing_bought()}, ${refundWords[refund_status]()}`
    case 'REFUNDED':
      return refundWords[refund_status ?? 'paid']()
    case 'DISPUTED':
      return texts.activity_bank_asks()
    case 'COMPLETED':
      return partWordsOf(refunded_kg, refund_status)
    case 'PENDING':
      return undefined
  }
}

/** Only the buyer reads what became of the money. */
function partWordsOf(
  refundedKg: number | undefined,
  status: ActivityEntry['refund_status'],
): string | undefined {
  if (refundedKg === undefined) return undefined
  const kilograms = texts.activity_part_refunded({ kg: formatCount(refundedKg) })
  return status === undefined ? kilograms : `${kilograms}, ${refundWords[status]()}`
}

/** Returns the text below the kilograms. */
export function amountOf(entry: ActivityEntry): string {
  if (entry.status === 'DISPUTED') return texts.activity_disputed()
  if (isReceivedGift(entry)) return texts.activity_gift()
  if (entry.is_reward) return texts.activity_reward()
  return formatAmount(entry.total, entry.total_currency)
}

/**
 * Returns the status of an expired, failed or refunded entry, which is greyed out; undefined for other
 * entries.
 */
export function greyedOutStatus({ status, is_cancelled }: ActivityEntry): string | undefined {
  switch (status) {
    case 'EXPIRED':
      return is_cancelled ? texts.activity_cancelled() : texts.activity_expired()
    case 'FAILED':
      return texts.activity_failed_one()
    case 'REFUNDED':
      return texts.activity_refunded()
    case 'PENDING':
    case 'COMPLETED':
    case 'DISPUTED':
      return undefined
  }
}

type Outcome = 'open' | 'bought' | 'nothing'
type WithStatus = { readonly status: ListedState }

/** Groups the statuses of entries. The type makes a new status without a group a compile error. */
const outcomes = {
  PENDING: 'open',
  COMPLETED: 'bought',
  REFUNDED: 'bought',
  DISPUTED: 'bought',
  FAILED: 'nothing',
  EXPIRED: 'nothing',
} as const satisfies Record<ListedState, Outcome>

/** Returns true for an unpaid entry that can be resumed or cancelled. */
export const isPending = ({ status }: WithStatus): boolean => outcomes[status] === 'open'

/** Returns true for an entry that expired, was cancelled or failed. */
export const isUnsuccessful = ({ status }: WithStatus): boolean => outcomes[status] === 'nothing'

/** Returns true for an entry with kilograms to show, including a refunded one. */
export const hasKilograms = ({ status }: WithStatus): boolean => outcomes[status] === 'bought'

/** Returns true for a completed entry that is neither refunded nor disputed. */
export const isCompleted = ({ status }: WithStatus): boolean => status === 'COMPLETED'
