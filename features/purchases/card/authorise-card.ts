// Authorises the card part of a reservation and stores the outcome. While the outcome is unknown, the
// purchase stays open, and the reconciler asks the provider again.

import { authoriseStepKey } from '#features/purchases/card/step-keys.ts'
import { lossOf, prepareEnds } from '#features/purchases/end/end-purchases.ts'
import { countAuthorisation } from '#features/purchases/inspect/watch-sales.ts'
import { failureOf, reserveReplyOf } from '#features/purchases/purchase-on-wire.ts'
import { lockPurchases, type PurchaseRow } from '#features/purchases/purchase-queries.ts'
import { groupLimits, type Services } from '#features/purchases/purchase-services.ts'
import {
  purchaseProblems,
  type ReserveReply,
  type reservePurchase,
} from '#features/purchases/purchases-calls.ts'
import { bankStepProblem } from '#features/purchases/reserve/hold-limits.ts'
import { chargeOf, type RequestedCard } from '#features/purchases/saved-cards/charge-card.ts'
import { type FailureCode, stageOf } from '#features/purchases/states/state.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { groupCallsOn } from '#platform/database/group-calls.ts'
import { claimEffect, releaseWrite, storeWrites } from '#platform/database/idempotency.ts'
import { type Ending, ending, send, type Write } from '#platform/database/write.ts'
import { answerOf } from '#platform/http/errors.ts'
import type { Authorisation, PaidCard } from '#providers/cards/card-provider.ts'
import { type Answered, answered, type CallProblem } from '#values/call.ts'
import { type Problem, problem } from '#values/problem.ts'
import { findUnpaidKg, moveToAction, moveToAuthorised } from './card-queries.ts'

export type PendingCard = {
  readonly purchaseId: string
  readonly currency: string
  readonly cardMinor: number
  readonly card: RequestedCard
  /** True if no saved card pays, and the card is not to be kept. */
  readonly isTokenOnly: boolean
  readonly reply: ReserveReply
  /** Id of the request that reserved the purchase. Undefined if a different request continues it. */
  readonly requestId?: string
}

/**
 * Calls the card provider, stores the outcome and returns the call's answer. Problems:
 * `payment_unknown`, `card_declined`, `card_details_required`, `purchase_expired`. If the bank asks the
 * buyer a question while the buyer holds too many kilograms, also `insufficient_stock` and
 * `too_many_reservations`.
 */
export async function authoriseCard(
  services: Services,
  pending: PendingCard,
): Promise<ReserveResult> {
  const { purchaseId, currency, cardMinor, card, isTokenOnly } = pending
  const stepKey = authoriseStepKey(purchaseId)
  let authorisation: Authorisation
  try {
    const charge = isTokenOnly
      ? { cardToken: card.cardToken ?? '' }
      : await chargeOf(services, purchaseId, card)
    authorisation = await services.cards.authorise({
      stepKey,
      txId: pending.reply.txId,
      ...charge,
      amountMinor: cardMinor,
      currency,
    })
  } catch (error) {
    countAuthorisation('unknown')
    services.log.warn('payment outcome unknown', { tx_id: pending.reply.txId, error })
    await send(services.db, [releaseWrite(purchaseId, 'resume')])
    return problem('payment_unknown', { retryAfterSeconds: 2 })
  }
  countAuthorisation(authorisation.status)
  return settleAuthorisation(services.db, pending, authorisation)
}

type ReservedAnswer = Answered<200, ReserveReply>
type ReserveProblem = Problem<CallProblem<typeof reservePurchase>>
type ReserveResult = ReservedAnswer | ReserveProblem

/**
 * Stores the outcome and returns the call's answer. If the purchase is no longer held, its current state
 * decides the answer.
 */
export async function settleAuthorisation(
  db: Database,
  pending: PendingCard,
  authorisation: Authorisation,
): Promise<ReserveResult> {
  if (authorisation.status !== 'authorised') {
    return db.transaction((tx) => settleUnauthorised(tx, pending, authorisation))
  }
  const { paymentId, chargeId, card } = authorisation
  const answer = await settleAuthorised(db, { pending, paymentId, chargeId, card })
  return answer ?? db.transaction((tx) => answerCurrentState(tx, pending.purchaseId))
}

type Authorised = {
  readonly pending: PendingCard
  readonly paymentId: string
  readonly chargeId: string | undefined
  readonly card: PaidCard | undefined
}

/**
 * Moves a held purchase to authorised and stores its answer. Concurrent calls share a transaction. Returns
 * null for a purchase that is no longer held.
 */
const settleAuthorised = groupCallsOn<Database, Authorised, ReservedAnswer | null>(
  (db, authorisedCards) =>
    db.transaction(async (tx) => {
      const payments = authorisedCards.map(({ pending, paymentId, chargeId, card }) => ({
        purchaseId: pending.purchaseId,
        paymentId,
        chargeId,
        card,
      }))
      const movedIds = await moveToAuthorised(tx, payments)
      const answers = authorisedCards.map(({ pending: { purchaseId, reply } }) =>
        movedIds.has(purchaseId) ? keyEntryOf(purchaseId, answered(200, reply)) : null,
      )
      return ending(
        answers.map((each) => each?.answer ?? null),
        storeWrites(answers.filter((each) => each !== null)),
      )
    }),
  groupLimits,
)

const keyEntryOf = <Answer>(effectId: string, answer: Answer) =>
  ({ kind: 'effect_answer', effectId, answer }) as const

/**
 * Continues a reservation whose previous call ended without an outcome. Returns the problem
 * `in_progress` while another call continues it.
 */
export async function resumeCard(
  services: Services,
  purchaseId: string,
  card: RequestedCard,
): Promise<ReserveResult> {
  // The lock waits for a concurrent call that is storing the outcome.
  const { row, isClaimed } = await services.db.transaction(async (tx) => {
    const [lockedRow] = await lockPurchases(tx, [purchaseId])
    if (lockedRow === undefined) throw new Error('a key names a purchase that is not there')
    const isClaimed = waitsForCard(lockedRow) && (await claimEffect(tx, purchaseId))
    return { row: lockedRow, isClaimed }
  })
  if (!waitsForCard(row)) return answerByState(row)
  if (!isClaimed) return problem('in_progress', { retryAfterSeconds: 1 })
  return authoriseCard(services, pendingOf(row, card))
}

/** Returns true if the authorisation has no outcome yet, or the bank waits for the buyer. */
function waitsForCard({ state, card_state }: PurchaseRow): boolean {
  return state === 'HELD' || card_state === 'ACTION'
}

const noCard: RequestedCard = { cardToken: null, savedCardId: null }

/** Returns the card part of a stored purchase, to be authorised. */
export function pendingOf(row: PurchaseRow, card: RequestedCard = noCard): PendingCard {
  const reply = reserveReplyOf({
    txId: row.tx_id,
    expiresAt: row.expires_at,
    currency: row.currency,
    totalMinor: row.total_minor,
    walletMinor: row.wallet_minor,
    cardMinor: row.card_minor,
  })
  const { id, currency, card_minor } = row
  return { purchaseId: id, currency, cardMinor: card_minor, card, isTokenOnly: false, reply }
}

/** Stores an outcome other than `authorised`: a bank's question, a decline or an invalid card token. */
async function settleUnauthorised(
  tx: Transaction,
  { purchaseId, reply, requestId }: PendingCard,
  authorisation: Exclude<Authorisation, { readonly status: 'authorised' }>,
): Promise<ReserveResult | Ending<ReserveResult>> {
  switch (authorisation.status) {
    case 'action': {
      const refusal = await endIfTooLarge(tx, purchaseId)
      if (refusal !== null) return refusal
      const expiresAt =
        (await moveToAction(tx, purchaseId, authorisation.paymentId)) ??
        (await findActionExpiry(tx, purchaseId))
      if (expiresAt === null) break
      const body = {
        ...reply,
        expires_at: expiresAt.toISOString(),
        card_action: authorisation.action,
      }
      const answer = answered(200, body)
      return ending(answer, storeWrites([keyEntryOf(purchaseId, answer)]))
    }
    case 'declined': {
      const declineProblem = problem('card_declined', { text: authorisation.sentence })
      const { status, body } = answerOf(purchaseProblems, declineProblem)
      const failureCode =
        authorisation.isCardholderNeeded === true ? 'cardholder_needed' : 'card_declined'
      const endWrites = await failHeld(tx, purchaseId, failureCode)
      if (endWrites === null) break
      const answer = answered(status, { ...body, request_id: requestId })
      return ending(declineProblem, [
        ...endWrites,
        ...storeWrites([keyEntryOf(purchaseId, answer)]),
      ])
    }
    case 'bad_token': {
      const endWrites = await failHeld(tx, purchaseId, 'card_details_required')
      if (endWrites === null) break
      return ending(problem('card_details_required'), [
        ...endWrites,
        releaseWrite(purchaseId, 'new'),
      ])
    }
  }
  return answerCurrentState(tx, purchaseId)
}

/** Returns the expiry of a purchase in which the bank waits for the buyer already, otherwise null. */
async function findActionExpiry(tx: Transaction, purchaseId: string): Promise<Date | null> {
  const [row] = await lockPurchases(tx, [purchaseId])
  return row !== undefined && stageOf(row) === 'READY ACTION' ? row.expires_at : null
}

/**
 * Ends a purchase that would hold too much of its batch while the bank waits for the buyer. Returns
 * null if the purchase may wait.
 */
async function endIfTooLarge(
  tx: Transaction,
  purchaseId: string,
): Promise<Ending<ReserveProblem> | null> {
  const [row] = await lockPurchases(tx, [purchaseId])
  if (row === undefined || stageOf(row) !== 'HELD AUTHORISING') return null
  const { availableKg, waitingKg } = await findUnpaidKg(tx, row)
  const refusal = bankStepProblem(row.quantity_kg, waitingKg, availableKg)
  if (refusal === null) return null
  const writes = await failHeld(tx, purchaseId, refusal.problem)
  return writes === null ? null : ending(refusal, [...writes, releaseWrite(purchaseId, 'new')])
}

/**
 * Returns the writes that end a held purchase as failed, or null if it is not held any more. The card stays
 * VOIDING until the provider reports that there is no payment, because another attempt of the same step may
 * still reach the provider.
 */
async function failHeld(
  tx: Transaction,
  purchaseId: string,
  failureCode: FailureCode,
): Promise<Write[] | null> {
  const [row] = await lockPurchases(tx, [purchaseId])
  if (row === undefined || stageOf(row) !== 'HELD AUTHORISING') return null
  return prepareEnds(tx, [lossOf(row, ['HELD AUTHORISING', 'FAILED VOIDING'], failureCode)])
}

/** Locks the purchase and returns the answer that its current state decides. */
async function answerCurrentState(tx: Transaction, purchaseId: string): Promise<ReserveResult> {
  const [row] = await lockPurchases(tx, [purchaseId])
  return row === undefined ? problem('purchase_not_found') : answerByState(row)
}

/** Returns the answer of getPin for a purchase whose authorisation has an outcome. */
function answerByState(row: PurchaseRow): ReserveResult {
  if (row.state === 'FAILED') return problem(failureOf(row))
  if (row.state === 'EXPIRED' || row.is_over) return problem('purchase_expired')
  return answered(200, pendingOf(row).reply)
}
