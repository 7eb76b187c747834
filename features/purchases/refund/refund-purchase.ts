// The operator's refund of a completed purchase: whole, or the money alone. Wallet money, kilograms,
// totals and scores move at once; the card part follows when its provider has given it back.
import { findPurchase, lockPurchases, type PurchaseRow } from '#features/purchases/queries.ts'
import { giveBack } from '#features/purchases/refund/give-back.ts'
import { findPurchaseId, findReversal, isAnyRetired } from '#features/purchases/refund/queries.ts'
import { refundWhole } from '#features/purchases/refund/reversal.ts'
import { moveReversal } from '#features/purchases/refund/take-back.ts'
import {
  isGivenBack,
  isRefunding,
  type ReversalStage,
  reversalPlaceOf,
  reversalStageOf,
} from '#features/purchases/reversal-state.ts'
import type { Services } from '#features/purchases/services.ts'
import { isCompleted } from '#features/purchases/state.ts'
import type { Transaction } from '#platform/database/database.ts'
import { failAt } from '#platform/fail-point.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'

export type RefundProblem =
  | 'purchase_not_found'
  /** It is under way, or ended without completing: there is nothing to refund. */
  | 'purchase_not_completed'
  /** A reward paid for it. */
  | 'purchase_is_reward'
  /** The cardholder's bank decides first. */
  | 'purchase_disputed'
  /** The registry has retired some of its kilograms: only the money can go back. */
  | 'purchase_retired'

export type RefundOrder = {
  readonly txId: string
  /** Only the money goes back. */
  readonly keepsKilograms: boolean
  /** Written with the refund, in its transaction: who asked for it, and why. */
  readonly record: (tx: Transaction, purchaseId: string) => Promise<void>
}

/** Problems: see RefundProblem. Again is the same: it answers how far the first refund is. */
export async function refundPurchase(
  services: Services,
  { txId, keepsKilograms, record }: RefundOrder,
): Promise<{ readonly stage: ReversalStage } | Problem<RefundProblem>> {
  const id = await findPurchaseId(services.db, txId)
  if (id === null) return problem('purchase_not_found')
  const row = await services.db.transaction(async (tx) => {
    const [current] = await lockPurchases(tx, [id])
    if (current === undefined) throw new Error('a purchase vanished')
    const refused = refusalOf(current)
    if (refused !== null) return refused
    if (isGivenBack(reversalStageOf(current))) return current
    if (!keepsKilograms && (await isAnyRetired(tx, current))) return problem('purchase_retired')
    const before = await findReversal(tx, id, current)
    const after = refundWhole(before, current.card_minor, keepsKilograms)
    await moveReversal(tx, current, before, after)
    await record(tx, id)
    failAt('reversal.recorded')
    return current
  })
  if (isProblem(row)) return row
  failAt('reversal.committed')
  services.wakeOutbox()
  if (isRefunding(reversalPlaceOf(await stageNow(services, id)))) await giveBack(services, row)
  return { stage: await stageNow(services, id) }
}

function refusalOf(row: PurchaseRow): Problem<RefundProblem> | null {
  if (!isCompleted(row)) return problem('purchase_not_completed')
  if (row.reward_id !== null) return problem('purchase_is_reward')
  return row.reversal === 'disputed' ? problem('purchase_disputed') : null
}

async function stageNow({ db }: Services, id: string): Promise<ReversalStage> {
  const row = await findPurchase(db, id)
  if (row === null) throw new Error('a purchase vanished')
  return reversalStageOf(row)
}
