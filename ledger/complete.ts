// Second phase of a purchase: kilograms get their holder, money becomes sales.
import { kgAccounts, moneyAccounts } from '#ledger/accounts.ts'
import { type Hold, moveHeldMoney, type WalletPart } from '#ledger/holds.ts'
import { type MoneyPosting, postKg, postMoney } from '#ledger/postings.ts'
import { rewardMoneyOf } from '#ledger/reward-budget.ts'
import type { Transaction } from '#platform/database/database.ts'
import { givenRows } from '#platform/database/given-rows.ts'
import { statement } from '#platform/database/statement.ts'

export type Sale = Hold & {
  /** The buyer's currency, in which it was sold. */
  readonly currency: string
  readonly cardMinor: number
  /** Where the kilograms go: a passport, or a gift that waits for its number (null). */
  readonly holderId: string | null
}

const week = givenRows<Sale>({
  batch_id: ['uuid', ({ batchId }) => batchId],
  quantity_kg: ['int8', ({ quantityKg }) => quantityKg],
})
const addWeeks = statement(
  'add-batch-weeks',
  {},
  `insert into batch_weeks (batch_id, week_start, sold_kg)
   select batch_id, date_trunc('week', now() at time zone 'UTC')::date, sum(quantity_kg)::bigint
   from ${week.rows} group by batch_id
   order by batch_id
   on conflict (batch_id, week_start) do update
     set sold_kg = batch_weeks.sold_kg + excluded.sold_kg`,
)

/**
 * The caller has taken the places of the sales (ledger/places.ts), holds the locks of the wallets and
 * ends the purchases itself. All statements are sent at once.
 */
export async function complete(tx: Transaction, sales: readonly Sale[]): Promise<void> {
  await Promise.all([
    moveHeldMoney(tx, sales, { balance: 0, held: -1 }),
    tx.run(addWeeks, week.values(sales)),
    postKg(
      tx,
      sales.map(({ purchaseId, batchId, quantityKg, holderId }) => ({
        purchaseId,
        batchId,
        source: kgAccounts.held,
        destination:
          holderId === null ? kgAccounts.waiting(purchaseId) : kgAccounts.holder(holderId),
        quantityKg,
      })),
    ),
    postMoney(tx, sales.flatMap(moneyOf)),
  ])
}

function moneyOf(sale: Sale): MoneyPosting[] {
  const { purchaseId, currency } = sale
  const card = {
    purchaseId,
    currency,
    source: moneyAccounts.cardClearing,
    destination: moneyAccounts.sales,
    amountMinor: sale.cardMinor,
  }
  return [
    ...sale.walletParts.flatMap((part) => walletMoneyOf(sale, part)),
    ...rewardMoneyOf(sale, moneyAccounts.held(purchaseId), moneyAccounts.sales),
    card,
  ]
}

function walletMoneyOf({ purchaseId, currency }: Sale, part: WalletPart): MoneyPosting[] {
  const held = moneyAccounts.held(purchaseId)
  const { sales, fx, rounding } = moneyAccounts
  if (part.walletCurrency === currency) {
    const amountMinor = part.walletMinor
    return [{ purchaseId, currency, source: held, destination: sales, amountMinor }]
  }
  const foreign = { purchaseId, currency: part.walletCurrency, source: held }
  return [
    { ...foreign, destination: fx, amountMinor: part.walletMinor - part.roundingMinor },
    { ...foreign, destination: rounding, amountMinor: part.roundingMinor },
    { purchaseId, currency, source: fx, destination: sales, amountMinor: part.paidMinor },
  ]
}
