// Moves a reversal in one transaction, without a call to a provider. Steps:
//
//   1. The caller has locked the purchase (for a refund its batch too) and read its reversal.
//   2. Locks: the rewards of buyer and holder if kilograms are taken back, then programmes, wallets
//      and passports.
//   3. If kilograms are taken back: facts that no other purchase supports are removed, scores and
//      totals decrease (triggers `passports_touch_wallet_pass`, `passports_move_on_boards`), and
//      unredeemed rewards expire.
//   4. The ledger posts. Wallet money of an erased buyer goes on to its programmes.
//   5. The purchase's reversal moves (trigger `purchases_reversal_moves_on`). The trigger
//      `purchases_lost_gift_names_nobody` erases name and number of a withdrawn waiting gift.
//   6. Messages to the buyer and to the holder of a gift are queued.
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
import { leftOfWallets, paidByWallets } from './part-amounts.ts'
import { findReturnedWallets } from './part-queries.ts'
import { reversalPostings } from './refund-postings.ts'
import { isErased, type KnownReversal, writeReversal } from './refund-queries.ts'

const placesOf = ({ batchId, firstPlace, kg }: PresentSegment) => ({
  batchId,
  firstPlace,
  lastPlace: firstPlace + kg - 1,
})

/** `payer` is the account of a payment without the card. `disputeDay` is described by `ReversedSale`. */
type Movement = { readonly payer?: MoneyAccount; readonly disputeDay?: string | undefined }

/** Moves a reversal by the steps above. */
export async function moveReversal(
  tx: Transaction,
  row: PurchaseRow,
  previous: KnownReversal,
  next: Reversal,
  { payer, disputeDay }: Movement = {},
): Promise<void> {
  const { id: purchaseId, buyer_id: buyerId, quantity_kg: quantityKg, currency } = row
  const { holderId } = previous
  const takesBack = takesKilograms(previous, next)
  const people = [buyerId, ...(holderId === null ? [] : [holderId])]
  const returnsWalletMoney = !previous.isWalletReturned && next.isWalletReturned
  if (takesBack) await lockRewardsOf(tx, people)
  if (returnsWalletMoney) await lockExpiry(tx, buyerId)
  const [hold] = await lockHolds(tx, [row])
  if (hold === undefined) throw new Error('a purchase vanished')
  if (takesBack) {
    await lockPassports(tx, people)
    const leftKg = quantityKg - previous.partKg
    await lowerStandings(tx, { purchaseId, buyerId, holderId, quantityKg: leftKg })
  }
  const segments = takesBack ? await readPresentPlaces(tx, [purchaseId]) : []
  const { isSold } = previous
  const partWallets = previous.partKg > 0 ? await findReturnedWallets(tx, purchaseId) : []
  const walletParts = leftOfWallets(hold.walletParts, partWallets)
  const sale = { ...hold, walletParts, segments, currency, holderId, isSold, disputeDay }
  await post(tx, reversalPostings(sale, previous, next, payer ?? null))
  await noteReturns(tx, segments.filter(({ isNoted }) => isNoted).map(placesOf))
  if (returnsWalletMoney && (await isErased(tx, buyerId))) await expireWallets(tx, buyerId)
  await writeReversal(tx, purchaseId, previous, next)
  const left = { ...row, wallet_minor: paidByWallets(walletParts) }
  const lastPart = partWallets.at(-1)?.part
  const lastWallets = partWallets.filter(({ part }) => part === lastPart)
  await queueRefundMessages(tx, left, holderId, previous, next, paidByWallets(lastWallets))
}
