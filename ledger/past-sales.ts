// Books sales of an earlier day, as the demonstration starts with: the postings, places and weeks
// of a reserve and a complete at once. It must never be called for a sale that happens now.
import { kgAccounts, moneyAccounts } from '#ledger/accounts.ts'
import { moveHeldStock } from '#ledger/holds.ts'
import { takePlaces } from '#ledger/places.ts'
import { postKg, postMoney } from '#ledger/postings.ts'
import type { Transaction } from '#platform/database/database.ts'
import { givenRows } from '#platform/database/given-rows.ts'
import { statement } from '#platform/database/statement.ts'

export type BookedSale = {
  readonly purchaseId: string
  readonly batchId: string
  readonly holderId: string
  readonly quantityKg: number
  /** Paid by card, in full. */
  readonly currency: string
  readonly totalMinor: number
  /** The Monday of its week, UTC. */
  readonly weekStart: Date
}

const week = givenRows<BookedSale>({
  batch_id: ['uuid', ({ batchId }) => batchId],
  week_start: ['timestamptz', ({ weekStart }) => weekStart],
  quantity_kg: ['int8', ({ quantityKg }) => quantityKg],
})
const addPastWeeks = statement(
  'add-past-batch-weeks',
  {},
  `insert into batch_weeks (batch_id, week_start, sold_kg)
   select batch_id, (week_start at time zone 'UTC')::date, sum(quantity_kg)::bigint
   from ${week.rows}
   group by 1, 2 order by 1, 2
   on conflict (batch_id, week_start) do update
     set sold_kg = batch_weeks.sold_kg + excluded.sold_kg`,
)

/**
 * `sales` run from the oldest to the newest. Answers the first place of each, by purchase id.
 * Throws (check constraints) where a batch has too little left.
 */
export async function bookPastSales(
  tx: Transaction,
  sales: readonly BookedSale[],
): Promise<Map<string, number>> {
  const { available, held, holder } = kgAccounts
  const { cardClearing, sales: sold } = moneyAccounts
  const holds = sales.map((sale) => ({
    ...sale,
    buyerId: sale.holderId,
    walletParts: [],
    reward: null,
  }))
  const [places] = await Promise.all([
    takePlaces(tx, sales),
    moveHeldStock(tx, holds, -1),
    tx.run(addPastWeeks, week.values(sales)),
    postKg(
      tx,
      sales.flatMap(({ purchaseId, batchId, quantityKg, holderId }) => [
        { purchaseId, batchId, source: available, destination: held, quantityKg },
        { purchaseId, batchId, source: held, destination: holder(holderId), quantityKg },
      ]),
    ),
    postMoney(
      tx,
      sales.map(({ purchaseId, currency, totalMinor: amountMinor }) => {
        return { purchaseId, currency, source: cardClearing, destination: sold, amountMinor }
      }),
    ),
  ])
  return places
}
