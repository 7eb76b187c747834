// Takes back the newest kilograms of a purchase with their money, in one transaction, without a call to a provider.
// Steps:
//
//   1. The caller has locked the purchase and its batch, and read its reversal.
//   2. Locks: the rewards of buyer and holder, then programmes, wallets and passports.
//   3. Scores and totals decrease. Facts stay, because the purchase keeps kilograms. Unredeemed rewards
//      expire if their achievement is no longer reached.
//   4. The ledger posts, and the log gets a notice of the returned places.
//   5. The reversal and the part are written, and a message to the buyer is queued.
import { lowerStandings } from '#features/achievements/lower-standings.ts'
import { lockRewardsOf } from '#features/achievements/rewards/expire-rewards.ts'
import { lockPassports } from '#features/people/lock-people.ts'
import { lockHolds } from '#features/purchases/lock-holds.ts'
import type { PurchaseRow } from '#features/purchases/purchase-queries.ts'
import { expireWallets, lockExpiry } from '#features/wallet/expire-wallets.ts'
import { noteReturns } from '#ledger/log-notices.ts'
import { post } from '#ledger/post.ts'
import type { Transaction } from '#platform/database/database.ts'
import { leftOfWallets, type Payment, paidByWallets, partAmountsOf } from './part-amounts.ts'
import { findReturnedWallets, type NewestPlaces, writePart } from './part-queries.ts'
import { queuePartMessage } from './refund-messages.ts'
import { partPostings } from './refund-postings.ts'
import { isErased, type KnownReversal, writeReversal } from './refund-queries.ts'
import { refundPart } from './reversal.ts'

/** Takes back `places` by the steps above. Returns the money of the part. */
export async function takePart(
  tx: Transaction,
  row: PurchaseRow,
  previous: KnownReversal,
  places: NewestPlaces,
): Promise<Payment> {
  const { id: purchaseId, buyer_id: buyerId, currency } = row
  const { holderId } = previous
  const kg = places.lastPlace - places.firstPlace + 1
  const people = [buyerId, ...(holderId === null ? [] : [holderId])]
  await lockRewardsOf(tx, people)
  await lockExpiry(tx, buyerId)
  const [hold] = await lockHolds(tx, [row])
  if (hold === undefined) throw new Error('a purchase vanished')
  await lockPassports(tx, people)
  await lowerStandings(tx, { purchaseId, buyerId, holderId, quantityKg: kg, keepsFacts: true })
  const part = partAmountsOf(
    { kg: row.quantity_kg, cardMinor: row.card_minor, walletParts: hold.walletParts },
    {
      kg: row.quantity_kg - row.refunded_kg,
      cardMinor: row.card_minor - previous.partMinor,
      walletParts: leftOfWallets(hold.walletParts, await findReturnedWallets(tx, purchaseId)),
    },
    kg,
  )
  const walletParts = part.walletParts.filter(
    ({ walletMinor, paidMinor }) => walletMinor + paidMinor > 0,
  )
  const next = refundPart(previous, { kg, cardMinor: part.cardMinor })
  const segments = [{ batchId: places.batchId, kg }]
  const sale = { ...hold, walletParts, segments, currency, holderId, isSold: previous.isSold }
  await post(tx, partPostings(sale, previous, next))
  await noteReturns(tx, [places])
  if (walletParts.length > 0 && (await isErased(tx, buyerId))) await expireWallets(tx, buyerId)
  await writeReversal(tx, purchaseId, previous, next)
  await writePart(tx, purchaseId, part, places.previousPostingId)
  await queuePartMessage(tx, row, next, paidByWallets(walletParts))
  return { ...part, walletParts }
}
