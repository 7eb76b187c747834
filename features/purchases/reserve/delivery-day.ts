// Decides whether a gift may arrive on the day that its giver chose, and when (docs/product.md#day-of-a-gift). Pure.
import { countryOfMessages, dayIn, messageHoursOf } from '#features/messages/message-hours.ts'
import { type Problem, problem } from '#values/problem.ts'
import type { Gift } from './order.ts'

/** The latest day of delivery, in months from the present day. */
const monthsMax = 12

/**
 * Returns the earliest delivery of a gift: the first hour of messages of its day in the receiver's country. Null
 * without a gift or a day. Problem: `invalid_delivery_day`.
 */
export function deliveryOf(
  gift: Pick<Gift, 'recipientPhone' | 'deliverOn'> | null,
  now: Date,
): { readonly deliverAt: Date | null } | Problem<'invalid_delivery_day'> {
  if (gift === null || gift.deliverOn === null) return { deliverAt: null }
  const country = countryOfMessages(gift.recipientPhone)
  const today = Temporal.PlainDate.from(dayIn(country, now))
  const day = Temporal.PlainDate.from(gift.deliverOn)
  const isTooEarly = Temporal.PlainDate.compare(day, today) <= 0
  const isTooLate = Temporal.PlainDate.compare(day, today.add({ months: monthsMax })) > 0
  if (isTooEarly || isTooLate) return problem('invalid_delivery_day')
  return { deliverAt: messageHoursOf(country, gift.deliverOn) }
}
