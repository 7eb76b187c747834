// Gifts that waited for a number arrive with its sign-in: their kilograms move from waiting to the
// passport. The caller holds the number's lock and its transaction.
import { addHoldings } from '#features/achievements/raise-standings.ts'
import { handOverPostings } from '#features/purchases/complete/postings.ts'
import { lockWaitingGifts, writeReceipt } from '#features/purchases/complete/queries.ts'
import { lockPassports } from '#features/purchases/lock-people.ts'
import { readPresentPlaces } from '#features/purchases/present-places.ts'
import { post } from '#ledger/post.ts'
import type { Transaction } from '#platform/database/database.ts'

/** Answers how many gifts arrived. */
export async function receiveGifts(
  tx: Transaction,
  passportId: string,
  phone: string,
): Promise<number> {
  const gifts = await lockWaitingGifts(tx, phone)
  if (gifts.length === 0) return 0
  await lockPassports(tx, [passportId])
  const pieces = await readPresentPlaces(
    tx,
    gifts.map(({ purchaseId }) => purchaseId),
  )
  await Promise.all([
    post(tx, handOverPostings(pieces, passportId)),
    writeReceipt(
      tx,
      gifts.map((gift) => gift.purchaseId),
      passportId,
    ),
    addHoldings(
      tx,
      gifts.map(({ quantityKg, isReward }) => ({ passportId, quantityKg, isReward })),
    ),
  ])
  return gifts.length
}
