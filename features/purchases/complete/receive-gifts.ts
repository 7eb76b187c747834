// Moves waiting gifts to the passports of their phone numbers, at sign-in and on their day of delivery. The caller
// has locked the phone numbers.
import { addHoldings } from '#features/achievements/raise-standings.ts'
import { lockPassports } from '#features/people/lock-people.ts'
import { readPresentPlaces } from '#features/purchases/present-places.ts'
import { postWrites } from '#ledger/post.ts'
import type { Transaction } from '#platform/database/database.ts'
import { inOrder } from '#platform/database/in-order.ts'
import { send } from '#platform/database/write.ts'
import { handOverPostings } from './complete-postings.ts'
import { lockWaitingGifts, receiptWrites } from './complete-queries.ts'

export type Receiver = { readonly passportId: string; readonly phone: string }

/**
 * Posts the kilograms of the receivers' waiting gifts, writes the gifts' holders and updates scores.
 * Returns the number of gifts. No two receivers share a phone number.
 */
export async function receiveGifts(
  tx: Transaction,
  receivers: readonly Receiver[],
): Promise<number> {
  const waiting = await lockWaitingGifts(
    tx,
    receivers.map(({ phone }) => phone),
  )
  const giftsByPhone = Map.groupBy(waiting, ({ phone }) => phone)
  const gifts = receivers.flatMap(({ passportId, phone }) =>
    (giftsByPhone.get(phone) ?? []).map((gift) => ({ ...gift, passportId })),
  )
  await handOver(tx, gifts)
  return gifts.length
}

/** A waiting gift, which its transaction has locked, and the passport that receives it. */
export type ReceivedGift = {
  readonly purchaseId: string
  readonly passportId: string
  readonly quantityKg: number
  readonly isReward: boolean
}

/**
 * Posts the kilograms of locked waiting gifts to their receivers, writes the gifts' holders and updates scores. The
 * caller has locked the receivers' phone numbers.
 */
export async function handOver(tx: Transaction, gifts: readonly ReceivedGift[]): Promise<void> {
  if (gifts.length === 0) return
  await lockPassports(
    tx,
    gifts.map(({ passportId }) => passportId),
  )
  const present = await readPresentPlaces(
    tx,
    gifts.map(({ purchaseId }) => purchaseId),
  )
  const segmentsByGift = Map.groupBy(present, ({ purchaseId }) => purchaseId)
  const segments = gifts.flatMap(({ purchaseId, passportId }) =>
    (segmentsByGift.get(purchaseId) ?? []).map((segment) => ({ ...segment, passportId })),
  )
  await inOrder({
    postings: send(tx, [...postWrites(handOverPostings(segments)), ...receiptWrites(gifts)]),
    standings: addHoldings(tx, gifts),
  })
}
