// Decides the order of a plan's run: its batch, its kilograms and who pays, or the reason for none.
import { randomUUIDv7 } from 'node:crypto'
import { readProjectOffer } from '#features/catalogue/project-offer.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import type { Order } from '#features/purchases/reserve/order.ts'
import { currentRates, rateBetween } from '#features/wallet/rates/rates.ts'
import { readSpendable } from '#features/wallet/read-spendable.ts'
import { reachOf } from '#features/wallet/wallet-split.ts'
import type { StopReason } from '#values/lists/plans.ts'
import { newTransactionId } from '#values/text/transaction-id.ts'
import { choosePlanOrder } from './plan-order.ts'
import { findRunOwner, type PlanRow, type RunRow } from './plans-queries.ts'

/** Returns the order, the reason to pause the plan, or `later` if an exchange rate is missing. */
export async function decidePlanOrder(
  { db }: Services,
  plan: PlanRow,
  run: Pick<RunRow, 'purchase_id'>,
): Promise<Order | StopReason | 'later'> {
  const { passport_id: passportId, currency, amount_minor: amountMinor } = plan
  const owner = await findRunOwner(db, plan.id)
  if (owner === null || owner.phone === null) return 'blocked'
  if (owner.is_disputed) return 'disputed'
  if (owner.currency !== currency) return 'currency_changed'
  if (!owner.is_project_offered) return 'not_offered'
  const offer = await readProjectOffer(db, plan.project_id, owner.country)
  if (offer === null) return 'not_offered'
  const rates = await currentRates(db)
  const rateOf = (from: string) => rateBetween(rates, from, currency)
  const choice = choosePlanOrder({ ...offer, amountMinor, rateOf })
  if (choice === 'rate_unknown') return 'later'
  if (typeof choice === 'string') return choice
  const wallets = await readSpendable(db, passportId, currency, rateOf)
  if (reachOf(wallets) < choice.totalMinor) return 'insufficient_wallet'
  const { batch, quantityKg } = choice
  return {
    purchaseId: run.purchase_id ?? randomUUIDv7(),
    txId: newTransactionId(),
    buyer: { passportId, currency, sessionId: null },
    batchId: batch.id,
    quantityKg,
    priceMicros: batch.price_micros,
    batchCurrency: batch.currency,
    method: 'wallet',
    walletMinor: null,
    cardMinor: null,
    quote: null,
    isQuoteRefused: false,
    cardToken: null,
    savedCard: null,
    savesCard: false,
    gift: null,
    note: null,
    rewardId: null,
    isPlanned: true,
  }
}
