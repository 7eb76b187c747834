// What happens when purchases complete, in order: what their buyers did, places and postings, holders,
// scores and achievements, rewards, messages, states; all of it in the caller's one transaction.
import {
  type Activity,
  openStandings,
  raiseStandings,
} from '#features/achievements/raise-standings.ts'
import { type QueuedMessage, queueMessages } from '#features/notifications/outbox.ts'
import { findRecipients, writeCompletions } from '#features/purchases/complete/queries.ts'
import { lockHolds } from '#features/purchases/lock-holds.ts'
import type { PurchaseRow } from '#features/purchases/queries.ts'
import { redeemRewards } from '#features/rewards/redeem-rewards.ts'
import { complete, type Sale } from '#ledger/complete.ts'
import { lockPassports } from '#ledger/locks.ts'
import { takePlaces } from '#ledger/places.ts'
import type { Transaction } from '#server/database.ts'
import { failAt } from '#server/fail-point.ts'

/**
 * `rows` are locked, open, in time and, where a card pays, captured. What is written travels with
 * the transaction's commit.
 */
export async function completeTogether(
  tx: Transaction,
  rows: readonly PurchaseRow[],
): Promise<void> {
  if (rows.length === 0) return
  const phones = rows.flatMap(({ recipient_phone }) => recipient_phone ?? [])
  const recipients = await findRecipients(tx, phones)
  const recipientOf = ({ recipient_phone }: PurchaseRow) =>
    recipient_phone === null ? null : (recipients.get(recipient_phone) ?? null)
  const holderOf = (row: PurchaseRow) => (row.is_gift ? recipientOf(row) : row.buyer_id)
  const people = rows.flatMap((row) => [row.buyer_id, holderOf(row) ?? []].flat())

  const [places, holds, , standings] = await Promise.all([
    takePlaces(tx, rows.map(soldOf)),
    lockHolds(tx, rows),
    lockPassports(tx, people),
    openStandings(
      tx,
      people,
      rows.flatMap((row) => activitiesOf(row, holderOf(row))),
    ),
  ])
  failAt('complete.locked')
  const sales = holds.map((hold, index): Sale => {
    const row = rows[index]
    if (row === undefined) throw new Error('a hold without a purchase')
    return { ...hold, currency: row.currency, cardMinor: row.card_minor, holderId: holderOf(row) }
  })
  await redeemRewards(
    tx,
    rows.flatMap((row) => (row.reward_id === null ? [] : [row.id])),
  )
  failAt('complete.redeemed')
  const completions = rows.map((row) => ({
    id: row.id,
    firstPlace: placeOf(places, row),
    holderId: holderOf(row),
    recipientId: recipientOf(row),
  }))
  const gains = sales.flatMap(({ holderId, quantityKg, reward }) =>
    holderId === null ? [] : [{ passportId: holderId, quantityKg, isReward: reward !== null }],
  )
  tx.withCommit(() =>
    Promise.all([
      complete(tx, sales),
      writeCompletions(tx, completions),
      raiseStandings(tx, standings, gains),
      queueMessages(tx, rows.flatMap(messagesOf)),
    ]),
  )
  failAt('complete.written')
}

/** What a purchase counts as. A reward counts as nothing; a gift to oneself is no gift. */
function activitiesOf(row: PurchaseRow, holderId: string | null): Activity[] {
  if (row.reward_id !== null) return []
  const isGift = row.is_gift && holderId !== row.buyer_id
  const recipientPhone = isGift ? row.recipient_phone : null
  return [{ passportId: row.buyer_id, projectId: row.project_id, recipientPhone }]
}

const soldOf = ({ id, batch_id, quantity_kg }: PurchaseRow) => ({
  purchaseId: id,
  batchId: batch_id,
  quantityKg: quantity_kg,
})

function placeOf(places: ReadonlyMap<string, number>, { id }: PurchaseRow): number {
  const place = places.get(id)
  if (place === undefined) throw new Error('a completed purchase got no place')
  return place
}

function messagesOf({ id, is_gift }: PurchaseRow): QueuedMessage[] {
  const own = { template: 'purchase_success' as const, subject: id, recipient: 'buyer' }
  const gift = { template: 'gift_success' as const, subject: id, recipient: 'recipient' }
  return is_gift ? [gift] : [own]
}
