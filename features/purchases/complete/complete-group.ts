// Decides concurrent validatePin calls in one transaction. Completes purchases without a card part in the
// same transaction. It does not call the card provider.

import { lockRedeemable } from '#features/achievements/rewards/redeem-rewards.ts'
import { prepareCompletions } from '#features/purchases/complete/prepare-completions.ts'
import { failureOf, statusField } from '#features/purchases/purchase-on-wire.ts'
import { lockOwnPurchases, type PurchaseRow } from '#features/purchases/purchase-queries.ts'
import type { CompleteReply } from '#features/purchases/purchases-calls.ts'
import { isTakenBack, reversalStageOf } from '#features/purchases/states/reversal-state.ts'
import { completionStepOf, isCompleted, type WireState } from '#features/purchases/states/state.ts'
import type { Transaction } from '#platform/database/database.ts'
import {
  claimKeys,
  type KeyClaim,
  type KeyEntry,
  type ScopedKey,
  type StoredAnswer,
  storeWrites,
} from '#platform/database/idempotency.ts'
import { inOrder } from '#platform/database/in-order.ts'
import { type Ending, ending } from '#platform/database/write.ts'
import { type Nonce, nonceName, recordNonces } from '#platform/http/guard/request-signature.ts'
import { answered } from '#values/call.ts'
import { type Problem, problem } from '#values/problem.ts'
import { captureWrites } from './complete-queries.ts'

export type CompleteRequest = {
  readonly txId: string
  readonly buyerId: string
  readonly nonce: Nonce
  readonly key: ScopedKey | null
}

export type CompleteProblem =
  | 'replayed'
  | 'key_reused'
  | 'purchase_not_found'
  | 'purchase_failed'
  | 'purchase_refunded'
  | 'purchase_expired'
  | 'refunded'
  | 'card_declined'
  | 'card_action_required'

export type Outcome =
  | { readonly kind: 'problem'; readonly problem: Problem<CompleteProblem> }
  | { readonly kind: 'answered'; readonly answer: StoredAnswer }
  /** After `capture` and `ask_bank` the caller must call the card provider. */
  | {
      readonly kind: 'completed' | 'pending' | 'capture' | 'ask_bank'
      readonly row: PurchaseRow
    }

/** Returns the outcome of a refused call, with the purchase's state on the wire. */
export const refusal = (code: CompleteProblem, status: WireState): Outcome => ({
  kind: 'problem',
  problem: problem(code, statusField(status)),
})
export function completedReply({ tx_id, quantity_kg }: PurchaseRow): CompleteReply {
  return { status: 'COMPLETED', txId: tx_id, tokens_total: quantity_kg }
}

/**
 * Locks the purchases and their rewards, records nonces and decides each request. Returns the outcomes in
 * the order of the requests, and the writes of completions, captures and answers for the commit.
 */
export async function completeGroup(
  tx: Transaction,
  requests: readonly CompleteRequest[],
): Promise<Ending<Outcome[]>> {
  const { newNonces, claims, rows } = await inOrder({
    newNonces: recordNonces(
      tx,
      requests.map(({ nonce }) => nonce),
    ),
    claims: claimKeys(
      tx,
      requests.map(({ key }) => key),
    ),
    rows: lockOwnPurchases(tx, requests),
  })
  const redeemable = await lockRedeemable(
    tx,
    rows.flatMap(({ reward_id }) => reward_id ?? []),
  )
  const rowByTxId = new Map(rows.map((row) => [row.tx_id, expireIfClaimLost(row, redeemable)]))
  const outcomes: Outcome[] = []
  const rowsToComplete = new Map<string, PurchaseRow>()
  const idsToCapture = new Set<string>()
  for (const request of requests) {
    const row = rowByTxId.get(request.txId)
    const isNewNonce = newNonces.delete(nonceName(request.nonce))
    const outcome = isNewNonce
      ? decide(row?.buyer_id === request.buyerId ? row : undefined, claims.get(request.key))
      : ({ kind: 'problem', problem: problem('replayed') } as const)
    if (outcome.kind === 'completed' && !isCompleted(outcome.row)) {
      rowsToComplete.set(outcome.row.id, outcome.row)
    }
    if (outcome.kind === 'capture') idsToCapture.add(outcome.row.id)
    outcomes.push(outcome)
  }
  const completionWrites = await prepareCompletions(tx, [...rowsToComplete.values()])
  const writes = [
    ...captureWrites([...idsToCapture]),
    ...completionWrites,
    ...storeWrites(requests.flatMap(({ key }, index) => keyEntriesOf(key, outcomes[index]))),
  ]
  return ending(outcomes, writes)
}

/** Returns the row, marked as expired if another purchase has the claim on its reward now. */
function expireIfClaimLost(row: PurchaseRow, redeemable: ReadonlySet<string>): PurchaseRow {
  const isLost = row.reward_id !== null && !redeemable.has(row.id)
  return isLost ? { ...row, is_over: true } : row
}

/**
 * Returns the entry to store under a call's idempotency key, or no entry. For a capture it contains only
 * the request body's hash, because the outcome is not known yet.
 */
function keyEntriesOf(key: ScopedKey | null, outcome: Outcome | undefined): KeyEntry[] {
  if (key === null) return []
  if (outcome?.kind === 'capture') return [{ kind: 'under_way', key }]
  if (outcome?.kind !== 'completed') return []
  return [{ kind: 'answer', key, answer: answered(200, completedReply(outcome.row)) }]
}

/** Decides the outcome of a call from its idempotency key and its purchase's state. */
function decide(row: PurchaseRow | undefined, claim: KeyClaim | undefined): Outcome {
  if (claim?.claim === 'other_body') return { kind: 'problem', problem: problem('key_reused') }
  if (claim?.claim === 'answered') return { kind: 'answered', answer: claim.answer }
  if (row === undefined) return { kind: 'problem', problem: problem('purchase_not_found') }
  if (isCompleted(row) && isTakenBack(reversalStageOf(row))) return refusal('refunded', 'REFUNDED')
  const step = completionStepOf(row)
  switch (step) {
    case 'done':
    case 'complete':
      return { kind: 'completed', row }
    case 'capture':
    case 'ask_bank':
      return { kind: step, row }
    case 'wait':
      return { kind: 'pending', row }
    case 'failed':
      return refusal(failureOf(row), 'FAILED')
    case 'expired':
      return refusal('purchase_expired', 'EXPIRED')
  }
}
