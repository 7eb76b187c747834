// One entry of the activity in words: for whom it was, how it was paid, what became of it.
import { texts } from '#web/texts.ts'
import { formatAmount } from '#web/ui/number-format.ts'
import type { ActivityEntry } from '../contract.ts'

const sources = {
  wallet: texts.activity_paid_wallet,
  card: texts.activity_paid_card,
  'wallet+card': texts.activity_paid_both,
  reward: texts.activity_paid_reward,
} as const

export function isReceivedGift(entry: ActivityEntry): boolean {
  return entry.is_gift && entry.from_user !== null
}

/** 'For yourself', 'Gift to …', 'Gift from …' or 'Reward'. */
export function forWhom(entry: ActivityEntry): string {
  const { is_gift, is_reward, from_user, to_user, to_name } = entry
  if (from_user !== null && is_gift) return texts.activity_gift_from({ name: giverName(from_user) })
  if (is_gift && to_user) {
    return texts.activity_gift_to({ name: to_name ? `${to_name} (${to_user})` : to_user })
  }
  if (is_gift) return texts.activity_gift_sent()
  return is_reward ? texts.activity_reward() : texts.activity_for_yourself()
}

/** A giver of whom nothing is left is `Somebody` on the wire. */
function giverName(fromUser: string): string {
  return fromUser === 'Somebody' ? texts.activity_somebody() : fromUser
}

/** The second line under the project's name. */
export function detailsOf(entry: ActivityEntry): string {
  const parts = [forWhom(entry)]
  if (quietStatus(entry)) return `${forWhom(entry)} · ${texts.activity_nothing_bought()}`
  if (entry.gift_status === 'waiting') parts.push(texts.activity_gift_waiting())
  if (entry.gift_status === 'received') parts.push(texts.activity_gift_received())
  // How a giver paid is the giver's own affair.
  const isSaid = isReceivedGift(entry) || entry.payment_source === 'reward'
  if (!isSaid) parts.push(sources[entry.payment_source]())
  return parts.join(' · ')
}

/** What stands under the kilograms. */
export function amountOf(entry: ActivityEntry): string {
  if (isReceivedGift(entry)) return texts.activity_gift()
  if (entry.is_reward) return texts.activity_reward()
  return formatAmount(entry.total, entry.total_currency)
}

/** The quiet word beside an entry that came to nothing; undefined for the others. */
export function quietStatus({ status }: ActivityEntry): string | undefined {
  if (status === 'EXPIRED') return texts.activity_expired()
  return status === 'FAILED' ? texts.activity_failed_one() : undefined
}
