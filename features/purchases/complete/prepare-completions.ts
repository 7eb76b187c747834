// Completes purchases in one transaction, without a call to a provider. Locks follow the ledger's order
// (docs/ledger.md). All steps of a completion, in order:
//
// Before the transaction
//   1. validatePin locks the purchase and decides the next step (complete-group.ts): complete, capture,
//      or read the bank's answer, after which step 1 runs again. A purchase without a card part
//      continues in the same transaction.
//   2. A purchase with a card part becomes COMPLETING, committed with the call's idempotency key.
//      From here on it cannot expire.
//   3. The card provider captures (finish-capture.ts). If it does not reply, the reconciler asks later.
//
// In the transaction (`prepareCompletions`; the writes from 7 on are sent with the commit)
//   4. Locks: the phone numbers of gift receivers, places, wallets, passports.
//   5. Each purchase gets its places of the batch. The buyer's new facts (week, project,
//      goals, receiver) are written to `passport_facts`.
//   6. A reward that pays is redeemed (trigger `rewards_redemption_is_final` refuses a second
//      redemption).
//   7. The ledger: held wallet money becomes sales, held kilograms go to their holder, and the
//      batch's sales of the week increase.
//   8. The purchase is COMPLETED, with its places and holder (trigger `purchases_end_is_final`
//      refuses every move that state.ts lacks).
//   9. Passports: kilograms, scores and leagues increase. Two triggers follow each change:
//      `passports_touch_wallet_pass` marks the wallet pass as changed, then
//      `passports_move_on_boards` writes the moves on the leaderboards.
//  10. New achievements, and the rewards that they earn.
//  11. The message to the buyer or the receiver is queued. A gift with a day of delivery has neither a holder nor
//      a message before that day (deliver-gifts.ts).
//  12. For a purchase without a card part, the answer is stored under the call's idempotency key
//      (complete-group.ts). Commit.
//
// After the transaction
//  13. The outbox worker wakes and sends the message (features/messages/).
//  14. About a second later the sale enters the public log (features/log/append/append-entries.ts).
//  15. The leaderboards show the change from the commit on. A task adds it to their counts within a
//      minute (features/boards/).
//  16. Two seconds later the changed passes are pushed to Apple and Google
//      (features/passes/push-changes.ts).
import {
  type Activity,
  standingWrites,
  writeFactsOfPurchases,
} from '#features/achievements/raise-standings.ts'
import { redeemRewards } from '#features/achievements/rewards/redeem-rewards.ts'
import { messageWrites, type QueuedMessage } from '#features/messages/outbox.ts'
import { lockPassports } from '#features/people/lock-people.ts'
import { lockHolds } from '#features/purchases/lock-holds.ts'
import type { PurchaseRow } from '#features/purchases/purchase-queries.ts'
import { takePlaces } from '#ledger/places.ts'
import { postWrites } from '#ledger/post.ts'
import type { Transaction } from '#platform/database/database.ts'
import { inOrder } from '#platform/database/in-order.ts'
import type { Write } from '#platform/database/write.ts'
import { getOrThrow } from '#values/get-or-throw.ts'
import { completePostings, type Sale } from './complete-postings.ts'
import { completionWrites, lockRecipients } from './complete-queries.ts'

/**
 * Takes the locks and places, and returns the writes that complete the purchases. `rows` are locked, open
 * and unexpired, and their card parts are captured.
 */
export async function prepareCompletions(
  tx: Transaction,
  rows: readonly PurchaseRow[],
): Promise<Write[]> {
  if (rows.length === 0) return []
  const phones = rows.flatMap(({ recipient_phone }) => recipient_phone ?? [])
  const recipients = await lockRecipients(tx, phones)
  const recipientOf = ({ recipient_phone }: PurchaseRow) =>
    recipient_phone === null ? null : (recipients.get(recipient_phone) ?? null)
  const holderOf = (row: PurchaseRow) => {
    if (!row.is_gift) return row.buyer_id
    return isDeliveredLater(row, recipientOf(row)) ? null : recipientOf(row)
  }
  const people = rows.flatMap((row) => [row.buyer_id, holderOf(row)]).filter((id) => id !== null)

  const { places, holds, standings } = await inOrder({
    places: takePlaces(tx, rows.map(saleOf)),
    holds: lockHolds(tx, rows),
    passports: lockPassports(tx, people),
    standings: writeFactsOfPurchases(
      tx,
      people,
      rows.flatMap((row) => activitiesOf(row, recipientOf(row))),
    ),
  })
  const rowById = new Map(rows.map((row) => [row.id, row]))
  const sales = holds.map((hold): Sale => {
    const row = getOrThrow(rowById, hold.purchaseId, 'a hold without a purchase')
    return { ...hold, currency: row.currency, cardMinor: row.card_minor, holderId: holderOf(row) }
  })
  await redeemRewards(
    tx,
    rows.flatMap((row) => (row.reward_id === null ? [] : [row.id])),
  )
  const completions = rows.map((row) => ({
    id: row.id,
    firstPlace: getOrThrow(places, row.id, 'a completed purchase got no place'),
    holderId: holderOf(row),
    recipientId: holderOf(row) === null ? null : recipientOf(row),
  }))
  const gains = sales.flatMap(({ holderId, quantityKg, reward }) =>
    holderId === null ? [] : [{ passportId: holderId, quantityKg, isReward: reward !== null }],
  )
  return [
    ...postWrites(completePostings(sales)),
    ...completionWrites(completions),
    ...standingWrites(standings, gains),
    ...messageWrites(
      rows.flatMap((row) => (isDeliveredLater(row, recipientOf(row)) ? [] : messagesOf(row))),
    ),
  ]
}

/** Returns true for a gift that waits for its day. A gift to the buyer's own number arrives at once. */
function isDeliveredLater(row: PurchaseRow, recipientId: string | null): boolean {
  return row.deliver_on !== null && recipientId !== row.buyer_id
}

/**
 * Returns the buyer's activities in a purchase, from which scores follow. A reward has none. A gift to
 * the buyer's own number counts as a purchase.
 */
function activitiesOf(row: PurchaseRow, recipientId: string | null): Activity[] {
  if (row.reward_id !== null) return []
  const isGift = row.is_gift && recipientId !== row.buyer_id
  const recipientKey = isGift ? row.recipient_key : null
  return [{ passportId: row.buyer_id, projectId: row.project_id, recipientKey }]
}

const saleOf = ({ id, batch_id, quantity_kg }: PurchaseRow) => ({
  causeId: id,
  batchId: batch_id,
  quantityKg: quantity_kg,
})

function messagesOf({ id, is_gift }: PurchaseRow): QueuedMessage[] {
  const own = { template: 'purchase_success' as const, subject: id, recipient: 'buyer' }
  const gift = { template: 'gift_success' as const, subject: id, recipient: 'recipient' }
  return is_gift ? [gift] : [own]
}
