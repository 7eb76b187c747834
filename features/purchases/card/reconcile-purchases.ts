// Settles what a provider's silence or a killed process left open: asks the provider what became of
// a step and carries the purchase to its end. Safe to run in every process at once.
import { pendingOf, settleAuthorisation } from '#features/purchases/card/authorise-card.ts'
import { markPurchaseChecked } from '#features/purchases/card/queries.ts'
import { refundCard } from '#features/purchases/card/refund-card.ts'
import { findPayment, voidCard } from '#features/purchases/card/settle-card.ts'
import { finishCapture } from '#features/purchases/complete/finish-capture.ts'
import {
  findDeadLetters,
  findOpenSteps,
  findWholePurchase,
  writeQueuedAgain,
} from '#features/purchases/inspect/queries.ts'
import {
  findUnsettledPurchases,
  lockPurchases,
  type PurchaseRow,
} from '#features/purchases/queries.ts'
import type { Authorisation } from '#providers/cards/card-provider.ts'
import { failAt } from '#server/fail-point.ts'
import type { Services } from '#server/services.ts'

/** Contract 6: an unknown outcome is asked of the provider within 30 s. */
const askAfterSeconds = 20
/** Lines of a report to the operator. */
const reportMax = 1_000
/** Asked about at the same time, so that one that hangs holds up no other. */
const roundMax = 10

/** Answers how many purchases it looked at. */
export async function reconcilePurchases(
  services: Services,
  afterSeconds = askAfterSeconds,
): Promise<number> {
  const rows = await findUnsettledPurchases(services.db, afterSeconds, roundMax)
  await Promise.all(rows.map((row) => settleOne(services, row)))
  return rows.length
}

/** The operator's round over everything that has no outcome yet, each looked at once. */
export async function reconcileAll(services: Services) {
  const open = await findOpenSteps(services.db, reportMax)
  let lookedAt = 0
  while (lookedAt < open.length) {
    const count = await reconcilePurchases(services, 0)
    if (count === 0) break
    lookedAt += count
  }
  return {
    looked_at: lookedAt,
    unsettled: await findOpenSteps(services.db, reportMax),
    dead_letters: await findDeadLetters(services.db, reportMax),
  }
}

/** Carries on with one purchase and lets its dead letters be tried anew; null where there is none. */
export async function reconcileOne(services: Services, txId: string) {
  const found = await findWholePurchase(services.db, txId)
  if (found === null) return null
  const [row] = await lockPurchases(services.db, [found.id])
  if (row !== undefined && isOpenStep(row)) await settleOne(services, row)
  const messagesQueuedAgain = await writeQueuedAgain(services.db, found.id)
  const [after = row] = await lockPurchases(services.db, [found.id])
  if (after === undefined) throw new Error('a purchase vanished')
  return {
    tx_id: txId,
    state: after.state,
    card_state: after.card_state,
    is_settled: !isOpenStep(after),
    messages_queued_again: messagesQueuedAgain,
  }
}

function isOpenStep({ state, card_state }: PurchaseRow): boolean {
  const open = ['AUTHORISING', 'CAPTURING', 'VOIDING', 'REFUNDING']
  return state === 'COMPLETING' || open.includes(card_state)
}

/** Carries one purchase as far as the provider lets it; a failure is told and left for later. */
async function settleOne(services: Services, row: PurchaseRow): Promise<void> {
  try {
    await markPurchaseChecked(services.db, row.id)
    failAt('reconcile.marked')
    await settle(services, row)
  } catch (error) {
    services.log.warn('purchase not settled yet', { tx_id: row.tx_id, error })
  }
}

async function settle(services: Services, row: PurchaseRow): Promise<void> {
  if (row.state === 'COMPLETING') {
    await finishCapture(services, row)
    services.wakeOutbox()
    return
  }
  if (row.card_state === 'REFUNDING') {
    await refundCard(services, row)
    return
  }
  if (row.state !== 'HELD') {
    await voidCard(services, row)
    return
  }
  const { status, paymentId } = await findPayment(services, row)
  failAt('reconcile.found')
  const authorisation = authorisationOf(status, paymentId)
  if (authorisation === null) return
  await services.db.transaction((tx) =>
    settleAuthorisation(tx, pendingOf(row, null), authorisation),
  )
}

/** The answer that the process missed; null where the provider never got the question. */
function authorisationOf(status: string, paymentId: string | null): Authorisation | null {
  if (paymentId === null) return null
  if (status === 'authorised') return { status, paymentId }
  if (status === 'declined') return { status, sentence: 'Your card was declined.' }
  return null
}
