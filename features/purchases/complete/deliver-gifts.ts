// Delivers gifts on the day that their givers chose, in the hours of messages of the receiver's country
// (docs/product.md#day-of-a-gift). Any number of processes may run it concurrently: a gift is locked and delivered
// once, and its message is queued in the same transaction.
import {
  countryOfMessages,
  messageHoursOf,
  nextMessageHour,
} from '#features/messages/message-hours.ts'
import { messageWrites } from '#features/messages/outbox.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import { send } from '#platform/database/write.ts'
import { lockRecipients } from './complete-queries.ts'
import {
  type DueGift,
  deliveredWrites,
  findDueGifts,
  lockDueGifts,
  postponedWrites,
} from './delivery-queries.ts'
import { handOver } from './receive-gifts.ts'

/** Maximum number of gifts in a transaction. */
const roundMax = 100

/**
 * Delivers the gifts that are due at `at`, by default the database's time, at most 100. Returns the number of gifts
 * that were delivered or postponed.
 */
export async function deliverGifts(
  { db, wakeOutbox }: Pick<Services, 'db' | 'wakeOutbox'>,
  at: Date | null = null,
): Promise<number> {
  const due = await findDueGifts(db, at, roundMax)
  if (due.length === 0) return 0
  await db.transaction(async (tx) => {
    const passports = await lockRecipients(
      tx,
      due.map(({ recipient_phone }) => recipient_phone),
    )
    const ids = due.map(({ id }) => id)
    const locked = await lockDueGifts(tx, ids, at)
    const now = locked[0]?.now
    if (now === undefined) return
    const open = locked.map((gift) => ({ ...gift, opening: openingOf(gift, now) }))
    const arriving = open.filter(({ opening }) => opening <= now)
    await handOver(
      tx,
      arriving.flatMap(({ id, recipient_phone, quantity_kg, is_reward }) => {
        const passportId = passports.get(recipient_phone)
        return passportId === undefined
          ? []
          : [{ purchaseId: id, passportId, quantityKg: quantity_kg, isReward: is_reward }]
      }),
    )
    await send(tx, [
      ...postponedWrites(open.filter(({ opening }) => opening > now)),
      ...deliveredWrites(
        arriving.map(({ id }) => id),
        now,
      ),
      ...messageWrites(
        arriving.map(({ id }) => ({
          template: 'gift_success',
          subject: id,
          recipient: 'recipient',
        })),
      ),
    ])
  })
  wakeOutbox()
  return due.length
}

/** Returns when a gift may arrive: `now`, or the first hour of messages of its day or of the next days. */
function openingOf({ recipient_phone, deliver_on }: DueGift, now: Date): Date {
  const country = countryOfMessages(recipient_phone)
  const opening = messageHoursOf(country, deliver_on)
  return opening > now ? opening : nextMessageHour(country, now)
}
