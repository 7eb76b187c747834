// Decides the order of a plan's run: its batch, its kilograms and who pays, or the reason for none.
import { randomUUIDv7 } from 'node:crypto'
import { type ProjectOffer, readProjectOffer } from '#features/catalogue/project-offer.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import type { Order } from '#features/purchases/reserve/order.ts'
import { keepsCard } from '#features/purchases/saved-cards/saved-cards.ts'
import { makeQuote, type Quote } from '#features/wallet/quote.ts'
import { currentRates, rateBetween } from '#features/wallet/rates/rates.ts'
import { readSpendable } from '#features/wallet/read-spendable.ts'
import { cardMinimumOf, reachOf } from '#features/wallet/wallet-split.ts'
import type { StopReason } from '#values/lists/plans.ts'
import { choosePlanOrder } from '#values/money/plan-order.ts'
import { type PlanPay, readPlanPay } from '#values/money/plan-pay.ts'
import { newTransactionId } from '#values/text/transaction-id.ts'
import type { RunRow } from './plan-run-queries.ts'
import { findRunOwner, type PlanRow } from './plans-queries.ts'

/**
 * Returns the order, the reason to pause the plan, or `later` if an exchange rate is missing. `sessionId` is of
 * the owner in the checkout, and null without them.
 */
export async function decidePlanOrder(
  { db, settings }: Services,
  plan: PlanRow,
  run: Pick<RunRow, 'purchase_id' | 'pay'>,
  sessionId: string | null,
): Promise<Order | StopReason | 'later'> {
  const { passport_id: passportId, currency, amount_minor: amountMinor } = plan
  const planOffer = await readOffer(db, plan)
  if (typeof planOffer === 'string') return planOffer
  const { phone, ...offer } = planOffer
  const pay = readPlanPay(run.pay)
  if (pay === null) return 'card_missing'
  const rates = await currentRates(db)
  const rateOf = (from: string) => rateBetween(rates, from, currency)
  const wallets = pay.usesWallet ? await readSpendable(db, passportId, currency, rateOf) : []
  const reachMinor = reachOf(wallets)
  const cardMinimumMinor = cardMinimumOf(settings.cardMinimumMinor, currency)
  const leastMinor = pay.cardId === null ? 0 : cardMinimumMinor
  const isPayable = (totalMinor: number) => totalMinor <= reachMinor || totalMinor >= leastMinor
  const choice = choosePlanOrder({ ...offer, amountMinor, rateOf, isPayable })
  if (choice === 'rate_unknown') return 'later'
  if (typeof choice === 'string') return choice
  const { batch, quantityKg } = choice
  const quote = makeQuote(
    {
      passportId,
      programmeId: null,
      batchCurrency: batch.currency,
      currency,
      rate: rateOf(batch.currency) ?? '1',
      totalMicros: batch.price_micros * quantityKg,
      wallets,
      cardMinimumMinor,
    },
    Date.now(),
  )
  if (quote.cardMinor > 0) {
    if (pay.cardId === null) return 'insufficient_wallet'
    if (!(await keepsCard(db, pay.cardId, passportId))) return 'card_missing'
  }
  return orderOf(plan, run, sessionId, { phone, pay, batch, quantityKg, quote })
}

type Figures = {
  /** The owner's phone number. Null for a purchase that is reserved already. */
  readonly phone: string | null
  readonly pay: PlanPay
  readonly batch: {
    readonly id: string
    readonly currency: string
    readonly price_micros: number | null
  }
  readonly quantityKg: number
  readonly quote: Quote | null
}

/** Returns the order of a run's purchase. */
export function orderOf(
  { passport_id: passportId, currency }: PlanRow,
  run: Pick<RunRow, 'purchase_id'>,
  sessionId: string | null,
  { phone, pay: { usesWallet, cardId }, batch, quantityKg, quote }: Figures,
): Order {
  const withCard = usesWallet ? 'wallet+card' : 'card'
  return {
    purchaseId: run.purchase_id ?? randomUUIDv7(),
    txId: newTransactionId(),
    buyer: { passportId, phone, currency, sessionId },
    batchId: batch.id,
    quantityKg,
    priceMicros: batch.price_micros,
    batchCurrency: batch.currency,
    method: cardId === null ? 'wallet' : withCard,
    walletMinor: null,
    cardMinor: null,
    quote: usesWallet ? quote : null,
    isQuoteRefused: false,
    cardToken: null,
    savedCard: cardId === null ? null : { cardId, sessionId },
    savesCard: false,
    gift: null,
    note: null,
    rewardId: null,
    isPlanned: true,
  }
}

/** Returns what is on sale for a plan and its owner's number, or the reason for which it may not buy. */
async function readOffer(
  db: Services['db'],
  plan: PlanRow,
): Promise<(ProjectOffer & { readonly phone: string }) | StopReason> {
  const owner = await findRunOwner(db, plan.id)
  if (owner === null || owner.phone === null) return 'blocked'
  if (owner.is_disputed) return 'disputed'
  if (owner.currency !== plan.currency) return 'currency_changed'
  if (!owner.is_project_offered) return 'not_offered'
  const offer = await readProjectOffer(db, plan.project_id, owner.country)
  return offer === null ? 'not_offered' : { ...offer, phone: owner.phone }
}
