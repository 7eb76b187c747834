// Declares the SQL of completion: start of a capture, failed completions, and holders of gifts. The
// caller has locked the purchases.
import { lockNumbers } from '#features/people/lock-people.ts'
import {
  sqlHasArrived,
  sqlInForce,
  sqlMove,
  sqlStage,
  sqlState,
} from '#features/purchases/states/state-sql.ts'
import type { Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'
import type { Write } from '#platform/database/write.ts'

const findByPhone = statement(
  'find-passports-by-phone',
  { id: 'uuid', phone: 'text' },
  'select id, phone from passports where phone = any($1::text[])',
)
const capture = sqlMove('READY AUTHORISED', 'COMPLETING CAPTURING')
/** Starts captures of unexpired purchases. These can then neither expire nor be cancelled. */
const startCapture = statement(
  'move-purchases-to-capturing',
  {},
  `update purchases set ${capture.set}, card_checked_at = now()
   where id = any($1::uuid[]) and ${capture.at} and expires_at > now()`,
)
const countFailure = statement(
  'count-completion-failure',
  { completion_failures: 'int2' },
  `update purchases set completion_failures = least(completion_failures + 1, 1000)
   where id = $1 and state = ${sqlState('COMPLETING')} returning completion_failures`,
)

export type PurchaseCompletion = {
  readonly id: string
  readonly firstPlace: number
  readonly holderId: string | null
  readonly recipientId: string | null
}

const completion = unnestRows<PurchaseCompletion>({
  id: ['uuid', ({ id }) => id],
  first_place: ['int8', ({ firstPlace }) => firstPlace],
  holder_id: ['uuid', ({ holderId }) => holderId],
  recipient_id: ['uuid', ({ recipientId }) => recipientId],
})
const byCard = sqlStage('COMPLETED CAPTURED')
const withoutCard = sqlStage('COMPLETED NONE')
const completePurchases = statement(
  'complete-purchases',
  {},
  `update purchases p set state = ${byCard.state}, completed_at = now(),
     card_state = case when p.card_minor > 0 then ${byCard.cardState}
       else ${withoutCard.cardState} end,
     first_place = given.first_place, holder_id = given.holder_id, recipient_id = given.recipient_id,
     delivered_at = case when p.deliver_on is not null and given.holder_id is not null then now() end
   from ${completion.rows}
   where p.id = given.id`,
)

const lockWaiting = statement(
  'lock-waiting-gifts',
  { id: 'uuid', recipient_phone: 'text', quantity_kg: 'int4', is_reward: 'bool' },
  `select id, recipient_phone, quantity_kg - refunded_kg as quantity_kg, is_reward from purchases
   where recipient_phone = any($1::text[]) and is_gift and holder_id is null and ${sqlInForce('purchases')}
     and ${sqlHasArrived('purchases')}
   order by id for update`,
)
/** The receipt of a waiting gift by its receiver's passport. */
export type GiftReceipt = { readonly purchaseId: string; readonly passportId: string }
const receipt = unnestRows<GiftReceipt>({
  id: ['uuid', ({ purchaseId }) => purchaseId],
  holder_id: ['uuid', ({ passportId }) => passportId],
})
/**
 * Writes the holders of received gifts. If the giver was erased, also erases the receiver's number. A gift that arrives
 * on its day is received once its receiver opens the app (mark-gifts-received.ts).
 */
const writeHolders = statement(
  'write-gift-holders',
  {},
  `update purchases p set holder_id = given.holder_id, recipient_id = given.holder_id,
     received_at = case when ${sqlHasArrived()} then now() end,
     recipient_phone = case when giver.erased_at is null then p.recipient_phone end
   from ${receipt.rows}, passports giver where p.id = given.id and giver.id = p.buyer_id`,
)

/** Returns the writes that start captures. A purchase whose capture has started stays unchanged. */
export function captureWrites(ids: readonly string[]): Write[] {
  return ids.length === 0 ? [] : [{ statement: startCapture, values: [ids] }]
}

/** Counts a failed completion. Returns the number of failures, or 0 if the purchase has ended. */
export async function writeCompletionFailure(tx: Transaction, id: string): Promise<number> {
  const [row] = await tx.run(countFailure, [id])
  return row?.completion_failures ?? 0
}

export function completionWrites(completions: readonly PurchaseCompletion[]): Write[] {
  return completion.writes(completePurchases, completions)
}

/**
 * Locks phone numbers and returns their passports. Without the lock, a concurrent first sign-in of a
 * number would miss the gift.
 */
export async function lockRecipients(
  tx: Transaction,
  phones: readonly string[],
): Promise<Map<string, string>> {
  if (phones.length === 0) return new Map()
  await lockNumbers(tx, phones)
  const rows = await tx.run(findByPhone, [phones])
  return new Map(rows.map((row) => [row.phone, row.id]))
}

/**
 * Locks and returns the waiting gifts of phone numbers. Leaves out gifts that were taken back, and those whose day
 * of delivery has not come.
 */
export async function lockWaitingGifts(tx: Transaction, phones: readonly string[]) {
  const rows = await tx.run(lockWaiting, [phones])
  return rows.map((row) => ({
    purchaseId: row.id,
    phone: row.recipient_phone,
    quantityKg: row.quantity_kg,
    isReward: row.is_reward,
  }))
}

export function receiptWrites(receipts: readonly GiftReceipt[]): Write[] {
  return receipt.writes(writeHolders, receipts)
}
