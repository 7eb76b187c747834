// SQL of gifts: whom a number belongs to, and what waits for it.
import type { WaitingGift } from '#ledger/hand-over.ts'
import { lockNumbers } from '#ledger/locks.ts'
import type { Db } from '#server/database.ts'
import { statement } from '#server/statement.ts'

const findByPhone = statement(
  'find-passports-by-phone',
  { id: 'uuid', phone: 'text' },
  'select id, phone from passports where phone = any($1::text[])',
)

const lockWaiting = statement(
  'lock-waiting-gifts',
  { id: 'uuid', batch_id: 'uuid', quantity_kg: 'int4', is_reward: 'bool' },
  `select id, batch_id, quantity_kg, is_reward from purchases
   where recipient_phone = $1 and is_gift and holder_id is null and state = 'COMPLETED'
   order by id for update`,
)
const writeHolder = statement(
  'write-gift-holder',
  {},
  `update purchases set holder_id = $2, recipient_id = $2, received_at = now()
   where id = any($1::uuid[])`,
)

/**
 * The passports of numbers, held against a first sign-in of the same number, which would otherwise
 * miss a gift that is being given to it.
 */
export async function findRecipients(
  tx: Db,
  phones: readonly string[],
): Promise<Map<string, string>> {
  if (phones.length === 0) return new Map()
  await lockNumbers(tx, phones)
  const rows = await tx.run(findByPhone, [phones])
  return new Map(rows.map((row) => [row.phone, row.id]))
}

/** Completed gifts to a number that have no holder yet. */
export async function lockWaitingGifts(
  tx: Db,
  phone: string,
): Promise<(WaitingGift & { readonly isReward: boolean })[]> {
  const rows = await tx.run(lockWaiting, [phone])
  return rows.map((row) => ({
    purchaseId: row.id,
    batchId: row.batch_id,
    quantityKg: row.quantity_kg,
    isReward: row.is_reward,
  }))
}

export async function writeReceipt(
  tx: Db,
  purchaseIds: readonly string[],
  passportId: string,
): Promise<void> {
  await tx.run(writeHolder, [purchaseIds, passportId])
}
