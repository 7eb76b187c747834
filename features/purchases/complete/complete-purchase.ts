// validatePin: a reserved purchase becomes the buyer's, or its receiver's. Purchases without a card
// part complete together in one transaction; a card part is captured between two. The whole order
// of what happens is told in complete-together.ts.
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
import type { CompleteReply } from '#features/purchases/contract.ts'
import type { PurchaseRow } from '#features/purchases/purchase-queries.ts'
import { groupLimits, type Services } from '#features/purchases/purchase-services.ts'
import { isCompleted } from '#features/purchases/states/state.ts'
import { groupCalls } from '#platform/database/group-calls.ts'
import type { StoredAnswer } from '#platform/database/idempotency.ts'
import { failAt } from '#platform/fail-point.ts'
import type { Nonce } from '#platform/http/guard/request-signature.ts'
import { type Problem, problem } from '#values/problem.ts'

export type CompletePurchase = (
  request: CompleteRequest,
) => Promise<StoredAnswer | Problem<CompleteProblem>>

/** The card was charged, the purchase could not complete: the money goes back. */
const refunded = refusal('purchase_refunded', 'FAILED')
/** The bank said no: nothing was taken, and everything set aside went back. */
const declined = refusal('card_declined', 'FAILED')

/** Problems: see CompleteProblem. */
export function createCompletePurchase(services: Services): CompletePurchase {
  const completeInGroup = groupCalls<CompleteRequest, Outcome>(
    (requests) => services.db.transaction((tx) => completeGroup(tx, requests)),
    groupLimits,
  )
  /** Captures under way in this process: callers of one purchase share one. */
  const capturing = new Map<string, Promise<CaptureOutcome>>()

  async function capture(row: PurchaseRow): Promise<Outcome> {
    const running = capturing.get(row.id) ?? finishCapture(services, row)
    capturing.set(row.id, running)
    const outcome = await running.finally(() => capturing.delete(row.id))
    if (outcome === 'failed') return declined
    return outcome === 'refunded' ? refunded : { kind: outcome, row }
  }

  async function completeOne(request: CompleteRequest): Promise<Outcome> {
    const outcome = await completeInGroup(request)
    if (outcome.kind === 'completed') failAt('complete.committed')
    if (outcome.kind !== 'capture') return outcome
    failAt('capture.decided')
    return capture(outcome.row)
  }

  /** The bank's answer, then all of it again where the purchase may go on. */
  async function completeAfterBank(request: CompleteRequest, row: PurchaseRow): Promise<Outcome> {
    switch (await settleAction(services, row)) {
      case 'refused':
        return declined
      case 'open':
        return { kind: 'problem', problem: problem('card_action_required') }
      case 'unknown':
        return { kind: 'pending', row }
      case 'confirmed':
      case 'moved':
        return completeOne({ ...request, nonce: continued(request.nonce) })
    }
  }

  return async (request) => {
    const first = await completeOne(request)
    const outcome = first.kind === 'ask_bank' ? await completeAfterBank(request, first.row) : first
    switch (outcome.kind) {
      case 'problem':
        return outcome.problem
      case 'answered':
        return outcome.answer
      case 'completed': {
        services.wakeOutbox()
        const { row } = outcome
        // Its row is as this call found it: complete already, and so the call changed nothing.
        const isRepeat = request.key !== null && isCompleted(row)
        return { status: 200, body: completedReply(row), isRepeat }
      }
      case 'pending':
      case 'capture':
      case 'ask_bank':
        return pendingAnswer(request.txId)
    }
  }
}

function pendingAnswer(txId: string): StoredAnswer {
  const body: CompleteReply = { status: 'PENDING', txId }
  return { status: 202, body }
}

/** The second look of the same request: its own nonce is recorded already. */
function continued({ terminalId, nonce }: Nonce): Nonce {
  return { terminalId, nonce: `${nonce}:2` }
}
