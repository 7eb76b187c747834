// Whether a purchase's message may be sent at all: not to a number that has stopped, and only so many
// gift messages a day to one number. The kilograms move all the same; the message
// just stops, and nobody is told.
import { isStopped } from '#features/notifications/gathered-queries.ts'
import {
  isWithheld,
  type MessagePurchase,
  writeCounted,
  writeWithheld,
} from '#features/notifications/queries.ts'
import type { Database } from '#platform/database/database.ts'
import { countLimits, holdLimits, type RateLimit } from '#platform/http/rate-limits.ts'

/** Gift messages to one number a day, from one sender and from all. */
const fromOneMax = 3
const fromAllMax = 5
const daySeconds = 86_400

function limitsOf(buyerId: string, phone: string): RateLimit[] {
  const aDay = (bucket: string, max: number) => ({ bucket, windowSeconds: daySeconds, max })
  return [aDay(`gifts/${buyerId}/${phone}`, fromOneMax), aDay(`gifts/all/${phone}`, fromAllMax)]
}

/** Counts a gift's message once, however often it is tried; false where it was withheld. */
export async function takePlace(
  db: Database,
  message: { readonly id: number; readonly template: string },
  { buyer_id }: Pick<MessagePurchase, 'buyer_id'>,
  phone: string,
): Promise<boolean> {
  if (await isStopped(db, phone)) {
    await writeWithheld(db, message.id, 'stopped')
    return false
  }
  if (message.template !== 'gift_success') return true
  return db.transaction(async (tx) => {
    if (!(await writeCounted(tx, message.id))) return !(await isWithheld(tx, message.id))
    const limits = limitsOf(buyer_id, phone)
    if ((await holdLimits(tx, limits)) !== null) {
      await writeWithheld(tx, message.id, 'limit')
      return false
    }
    await countLimits(tx, limits)
    return true
  })
}
