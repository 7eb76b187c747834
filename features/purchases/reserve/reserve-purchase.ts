// Reserves a purchase (getPin): holds kilograms and wallet money in a transaction that concurrent
// reservations share, then authorises the card part outside it.
import {
  authoriseCard,
  type PendingCard,
  resumeCard,
} from '#features/purchases/card/authorise-card.ts'
import { groupLimits, type Services } from '#features/purchases/purchase-services.ts'
import type { ReserveReply, reservePurchase } from '#features/purchases/purchases-calls.ts'
import type { Order } from '#features/purchases/reserve/order.ts'
import {
  countDecline,
  findAddressProblem,
  turnOfAddress,
} from '#features/purchases/reserve/purchase-limits.ts'
import type { AcceptedOrder } from '#features/purchases/reserve/reserve-decision.ts'
import {
  type GroupedRequest,
  type Outcome,
  type ReserveRequest,
  reserveGroup,
} from '#features/purchases/reserve/reserve-group.ts'
import type { RequestedCard } from '#features/purchases/saved-cards/charge-card.ts'
import { currentRates } from '#features/wallet/rates/rates.ts'
import { groupCalls } from '#platform/database/group-calls.ts'
import type { StoredAnswer } from '#platform/database/idempotency.ts'
import { queueByKey } from '#platform/database/queue-by-key.ts'
import { type Answered, answered, type CallProblem } from '#values/call.ts'
import type { Problem } from '#values/problem.ts'

const waitingMax = 1_000
const runInTurn = queueByKey(waitingMax)

type ReserveResult =
  | Answered<200, ReserveReply>
  | Problem<CallProblem<typeof reservePurchase>>
  | Problem<'replayed' | 'unauthenticated'>
export type ReservePurchase = (request: ReserveRequest) => Promise<ReserveResult | StoredAnswer>

/**
 * Creates the function that reserves a purchase. Problems: `ReserveProblem`, `rate_limited`, `replayed`,
 * `key_reused`, `in_progress`, `card_declined`, `payment_unknown`, `purchase_expired`.
 */
export function createReservePurchase(services: Services): ReservePurchase {
  const reserveInGroup = groupCalls<GroupedRequest, Outcome>(async (requests) => {
    const rates = await currentRates(services.db)
    return services.db.transaction((tx) => reserveGroup(tx, requests, rates, services))
  }, groupLimits)

  return (request) => {
    const turn = turnOfAddress(request.caller, request.order)
    return runInTurn(services, [turn], () => reserve(request))
  }

  async function reserve(request: ReserveRequest): Promise<ReserveResult | StoredAnswer> {
    const { order, caller, requestId } = request
    const addressProblem = await findAddressProblem(services.db, caller, order)
    const outcome = await reserveInGroup({ ...request, addressProblem })
    switch (outcome.kind) {
      case 'problem':
        return outcome.problem
      case 'answered':
        return outcome.answer
      case 'ready':
        return answered(200, outcome.reply)
      case 'held': {
        const pending = pendingCardOf(outcome.accepted, outcome.reply)
        return countIfDeclined(authoriseCard(services, { ...pending, requestId }))
      }
      case 'resumed':
        return countIfDeclined(resumeCard(services, outcome.purchaseId, requestedCardOf(order)))
    }

    /** Returns the result. If the card was declined, counts it for the caller's network address. */
    async function countIfDeclined(result: Promise<ReserveResult>) {
      const answer = await result
      const isDeclined = 'problem' in answer && answer.problem === 'card_declined'
      if (isDeclined) await countDecline(services.db, caller)
      return answer
    }
  }
}

function pendingCardOf({ order, cardMinor }: AcceptedOrder, reply: ReserveReply): PendingCard {
  const { purchaseId, buyer, savedCard, savesCard } = order
  const card = requestedCardOf(order)
  const isTokenOnly = savedCard === null && !savesCard
  return { purchaseId, currency: buyer.currency, cardMinor, card, isTokenOnly, reply }
}

function requestedCardOf({ cardToken, savedCard }: Order): RequestedCard {
  return { cardToken, savedCardId: savedCard?.cardId ?? null }
}
