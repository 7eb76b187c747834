// Completes a reserved purchase (validatePin). Concurrent purchases without a card part share a
// transaction. A card part is captured between two transactions. prepare-completions.ts lists all steps
// in order.
import { settleAction } from '#features/purchases/card/settle-action.ts'
import {
  type CompleteProblem,
  type CompleteRequest,
  completedReply,
  completeGroup,
  type Outcome,
  refusal,
} from '#features/purchases/complete/complete-group.ts'
import { type CaptureOutcome, finishCapture } from '#features/purchases/complete/finish-capture.ts'
import type { PurchaseRow } from '#features/purchases/purchase-queries.ts'
import { groupLimits, type Services } from '#features/purchases/purchase-services.ts'
import type { CompleteReply } from '#features/purchases/purchases-calls.ts'
import { isCompleted } from '#features/purchases/states/state.ts'
import { groupCalls } from '#platform/database/group-calls.ts'
import type { StoredAnswer } from '#platform/database/idempotency.ts'
import type { Nonce } from '#platform/http/guard/request-signature.ts'
import { type Answered, answered } from '#values/call.ts'
import { type Problem, problem } from '#values/problem.ts'

type CompletionAnswer = Answered<200, CompleteReply> | Answered<202, CompleteReply>
export type CompletePurchase = (
  request: CompleteRequest,
) => Promise<CompletionAnswer | StoredAnswer | Problem<CompleteProblem>>

/** The card was charged, but the purchase could not complete. The charge is being refunded. */
const refundedOutcome = refusal('purchase_refunded', 'FAILED')
/** The bank refused. The card was not charged, and all holds are released. */
const declinedOutcome = refusal('card_declined', 'FAILED')

/** Creates the function that completes a purchase. Problems: see CompleteProblem. */
export function createCompletePurchase(services: Services): CompletePurchase {
  const completeInGroup = groupCalls<CompleteRequest, Outcome>(
    (requests) => services.db.transaction((tx) => completeGroup(tx, requests)),
    groupLimits,
  )
  /** Captures in progress in this process. Concurrent calls for one purchase share one capture. */
  const runningCaptures = new Map<string, Promise<CaptureOutcome>>()

  /** Captures and completes a purchase, or waits for the capture that is in progress. */
  async function capture(row: PurchaseRow): Promise<Outcome> {
    const running = runningCaptures.get(row.id) ?? finishCapture(services, row)
    runningCaptures.set(row.id, running)
    const outcome = await running.finally(() => runningCaptures.delete(row.id))
    if (outcome === 'failed') return declinedOutcome
    return outcome === 'refunded' ? refundedOutcome : { kind: outcome, row }
  }

  async function completeOne(request: CompleteRequest): Promise<Outcome> {
    const outcome = await completeInGroup(request)
    if (outcome.kind !== 'capture') return outcome
    return capture(outcome.row)
  }

  /** Reads the bank's answer at the card provider. If the purchase may continue, decides the call again. */
  async function completeAfterBank(request: CompleteRequest, row: PurchaseRow): Promise<Outcome> {
    switch (await settleAction(services, row)) {
      case 'refused':
        return declinedOutcome
      case 'open':
        return { kind: 'problem', problem: problem('card_action_required') }
      case 'unknown':
        return { kind: 'pending', row }
      case 'confirmed':
      case 'moved':
        return completeOne({ ...request, nonce: secondPassNonce(request.nonce) })
    }
  }

  return async (request) => {
    const first = await completeOne(request)
    const isAtBank = first.kind === 'ask_bank'
    const outcome = isAtBank ? await completeAfterBank(request, first.row) : first
    switch (outcome.kind) {
      case 'problem':
        return outcome.problem
      case 'answered':
        return outcome.answer
      case 'completed': {
        services.wakeOutbox()
        const { row } = outcome
        // The row was read before the completion. If it is complete, an earlier call completed it.
        const isRepeat = request.key !== null && isCompleted(row)
        return { ...answered(200, completedReply(row)), isRepeat }
      }
      case 'pending':
      case 'capture':
      case 'ask_bank':
        return answered(202, { status: 'PENDING' as const, txId: request.txId })
    }
  }
}

/** Returns a nonce for deciding a request a second time, because its own nonce is recorded already. */
function secondPassNonce({ terminalId, nonce }: Nonce): Nonce {
  return { terminalId, nonce: `${nonce}:2` }
}
