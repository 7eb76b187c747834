// Card money that was captured for a purchase that did not complete: owed in the ledger first, then
// given back by the provider, then settled. Safe to repeat and to run in every process at once.

import {
  type Refund,
  refundDuePostings,
  refundSettledPostings,
} from '#features/purchases/card/postings.ts'
import { moveCardOfEnded } from '#features/purchases/card/queries.ts'
import { lockPurchases, type PurchaseRow } from '#features/purchases/queries.ts'
import type { Services } from '#features/purchases/services.ts'
import { post } from '#ledger/post.ts'
import { failAt } from '#platform/fail-point.ts'
import type { RefundReport } from '#providers/cards/card-provider.ts'

/** What a purchase's buyer is owed where their card was charged in vain. */
export function refundOf({ id, currency, card_minor }: PurchaseRow): Refund {
  return { purchaseId: id, currency, cardMinor: card_minor }
}

/** A payment that should have been let go turns out to be captured: from now on it is owed. */
export async function refundStrayCapture(
  services: Services,
  row: PurchaseRow,
  paymentId: string,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const toRefunding = ['VOIDING', 'REFUNDING'] as const
    if (!(await moveCardOfEnded(tx, row.id, toRefunding, paymentId))) return
    await post(tx, refundDuePostings([refundOf(row)]))
  })
  await refundCard(services, { ...row, card_payment_id: paymentId })
}

/** Throws where the provider does not say that it has given the money back. */
export async function refundCard(services: Services, row: PurchaseRow): Promise<void> {
  const { id, card_payment_id } = row
  if (card_payment_id === null) throw new Error('a refund without a payment')
  const stepKey = await nextStepKey(services, id, card_payment_id)
  failAt('refund.asked')
  const step = { stepKey, paymentId: card_payment_id }
  const status = await services.cards.refund(step)
  failAt('refund.answered')
  if (status !== 'refunded') throw new Error(`a payment to refund is ${status}`)
  await services.db.transaction(async (tx) => {
    const [current] = await lockPurchases(tx, [id])
    if (current?.card_state !== 'REFUNDING') return
    await post(tx, refundSettledPostings(refundOf(current)))
    await moveCardOfEnded(tx, id, ['REFUNDING', 'REFUNDED'], card_payment_id)
  })
  failAt('refund.committed')
}

/**
 * A refund that was settled may fail later. The provider is asked for the next one; where it gives none
 * now, an error line names the purchase. Throws where the provider does not answer.
 */
export async function refundFailedSince(services: Services, row: PurchaseRow): Promise<void> {
  const { id, tx_id, card_payment_id: paymentId, card_minor } = row
  const { cards, log } = services
  if (row.card_state !== 'REFUNDED' || paymentId === null) return
  const { refundedMinor, refunds, disputes } = await cards.findReturned(paymentId)
  if (refundedMinor >= card_minor) return
  log.error('a refund failed after it was settled', { tx_id })
  // What a bank has taken, or may still take, is not given back a second time.
  if (disputes.some(({ outcome }) => outcome !== 'won')) return
  const stepKey = stepKeyAfter(services, id, refunds)
  if (stepKey === null) return
  failAt('refund.asked')
  const status = await cards.refund({ stepKey, paymentId })
  failAt('refund.answered')
  if (status === 'refunded') log.warn('a refund that failed was made again', { tx_id })
  else log.error('a refund failed again', { tx_id })
}

/** A refund that failed is tried again under the next key, once a day: nothing else can be done with it. */
const retryHours = 24

async function nextStepKey(services: Services, id: string, paymentId: string): Promise<string> {
  const { refunds } = await services.cards.findReturned(paymentId)
  const stepKey = stepKeyAfter(services, id, refunds)
  if (stepKey === null) throw new Error('a refund failed')
  return stepKey
}

/** Null where one failed within a day. */
function stepKeyAfter(
  { clock }: Services,
  id: string,
  refunds: readonly RefundReport[],
): string | null {
  const key = `${id}:refund`
  const failed = refunds.filter(
    ({ stepKey, status }) => status === 'failed' && stepKey?.startsWith(key) === true,
  )
  if (failed.length === 0) return key
  const newestAt = Math.max(...failed.map(({ createdAt }) => createdAt.getTime()))
  return newestAt > clock() - retryHours * 3_600_000 ? null : `${key}:after-${failed.length}`
}
