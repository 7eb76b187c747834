// Makes one move of a reversal in one transaction: kilograms to `returned`, money to its source,
// lower totals and scores, a message to the buyer and the holder of a gift. It must never call a
// provider.
//
//   1. The caller has locked the purchase, for a refund its batch too, and read its reversal.
//   2. Locks: the rewards of buyer and holder where kilograms leave, programmes, wallets,
//      passports.
//   3. Facts that no other purchase carries are removed, scores and totals fall (triggers
//      `passports_touch_wallet_pass`, `passports_move_on_boards`), unredeemed rewards expire.
//   4. The ledger posts from the present batches of the kilograms; an erased buyer's wallet money
//      moves on to its programmes. The purchase moves (trigger `purchases_reversal_moves_on`); a
//      withdrawn waiting gift keeps no name or number (trigger `purchases_lost_gift_names_nobody`).
import { lowerStandings } from '#features/achievements/lower-standings.ts'
import { lockRewardsOf } from '#features/achievements/rewards/expire-rewards.ts'
import { lockPassports } from '#features/people/lock-people.ts'
import { lockHolds } from '#features/purchases/lock-holds.ts'
import { type PresentSegment, readPresentPlaces } from '#features/purchases/present-places.ts'
import type { PurchaseRow } from '#features/purchases/purchase-queries.ts'
import { queueRefundMessages } from '#features/purchases/refund/refund-messages.ts'
import { type Reversal, takesKilograms } from '#features/purchases/refund/reversal.ts'
import { expireWallets, lockExpiry } from '#features/wallet/expire-wallets.ts'
import type { MoneyAccount } from '#ledger/accounts.ts'
import { noteReturns } from '#ledger/log-notices.ts'
import { post } from '#ledger/post.ts'
import type { Transaction } from '#platform/database/database.ts'
import { reversalPostings } from './refund-postings.ts'
import { isErased, type KnownReversal, writeReversal } from './refund-queries.ts'

const placesOf = ({ batchId, firstPlace, kg }: PresentSegment) => ({
  batchId,
  firstPlace,
  lastPlace: firstPlace + kg - 1,
})

export async function moveReversal(
  tx: Transaction,
  row: PurchaseRow,
  before: KnownReversal,
  after: Reversal,
  payer: MoneyAccount | null = null,
): Promise<void> {
  const { id: purchaseId, buyer_id: buyerId, quantity_kg: quantityKg, currency } = row
  const { holderId } = before
  const isTaking = takesKilograms(before, after)
  const people = [buyerId, ...(holderId === null ? [] : [holderId])]
  const fillsWallets = !before.isWalletReturned && after.isWalletReturned
  if (isTaking) await lockRewardsOf(tx, people)
  if (fillsWallets) await lockExpiry(tx, buyerId)
  const [hold] = await lockHolds(tx, [row])
  if (hold === undefined) throw new Error('a purchase vanished')
  if (isTaking) {
    await lockPassports(tx, people)
    await lowerStandings(tx, { purchaseId, buyerId, holderId, quantityKg })
  }
  const segments = isTaking ? await readPresentPlaces(tx, [purchaseId]) : []
  const sold = { ...hold, segments, currency, holderId, isSold: before.isSold }
  await post(tx, reversalPostings(sold, before, after, payer))
  await noteReturns(tx, segments.filter(({ isReplaced }) => isReplaced).map(placesOf))
  if (fillsWallets && (await isErased(tx, buyerId))) await expireWallets(tx, buyerId)
  await writeReversal(tx, purchaseId, before, after)
  await queueRefundMessages(tx, row, holderId, before, after)
}
