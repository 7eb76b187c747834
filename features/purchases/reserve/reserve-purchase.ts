// Reserves a purchase (getPin): holds kilograms and wallet money in a transaction that concurrent
// reservations share, then authorises the card part outside it.
import {
  authoriseCard,
  type PendingCard,
  resumeCard,
} from '#features/purchases/card/authorise-card.ts'
import { groupLimits, type Services } from '#features/purchases/purchase-services.ts'
import type { ReserveReply, reservePurchase } from '#features/purchases/purchases-calls.ts'
import { countDecline, refusedByAddress } from '#features/purchases/reserve/purchase-limits.ts'
import type { Accepted } from '#features/purchases/reserve/reserve-decision.ts'
import {
  type Member,
  type Outcome,
  type ReserveRequest,
  reserveGroup,
} from '#features/purchases/reserve/reserve-group.ts'
import { currentRates } from '#features/wallet/rates/rates.ts'
import { groupCalls } from '#platform/database/group-calls.ts'
import type { StoredAnswer } from '#platform/database/idempotency.ts'
import { type Answered, answered, type CallProblem } from '#values/call.ts'
import type { Problem } from '#values/problem.ts'

type Settled =
  | Answered<200, ReserveReply>
  | Problem<CallProblem<typeof reservePurchase> | 'replayed'>
export type ReservePurchase = (request: ReserveRequest) => Promise<Settled | StoredAnswer>

/**
 * Creates the function that reserves a purchase. Problems: those of reserve-decision.ts, `rate_limited`,
 * `replayed`, `key_reused`, `in_progress`, `card_declined`, `payment_unknown`, `purchase_expired`.
 */
export function createReservePurchase(services: Services): ReservePurchase {
  const reserveInGroup = groupCalls<Member, Outcome>(async (requests) => {
    const rates = await currentRates(services.db)
    return services.db.transaction((tx) => reserveGroup(tx, requests, rates, services))
  }, groupLimits)

  return async (request) => {
    const { order, caller, requestId } = request
    const refusal = await refusedByAddress(services.db, caller, order)
    const outcome = await reserveInGroup({ ...request, refusal })
    switch (outcome.kind) {
      case 'problem':
        return outcome.problem
      case 'answered':
        return outcome.answer
      case 'ready':
        return answered(200, outcome.reply)
      case 'held': {
        const pending = pendingCardOf(outcome.accepted, outcome.reply)
        return withDeclineCount(authoriseCard(services, { ...pending, requestId }))
      }
      case 'resumed':
        return withDeclineCount(resumeCard(services, outcome.purchaseId, order.cardToken))
    }

    /** Counts a declined card for the limit of the caller's network address. */
    async function withDeclineCount(settlement: Promise<Settled>) {
      const answer = await settlement
      const isDeclined = 'problem' in answer && answer.problem === 'card_declined'
      if (isDeclined) await countDecline(services.db, caller)
      return answer
    }
  }
}

function pendingCardOf({ order, cardMinor }: Accepted, reply: ReserveReply): PendingCard {
  const { purchaseId, buyer, cardToken } = order
  return { purchaseId, currency: buyer.currency, cardMinor, cardToken, reply }
}
