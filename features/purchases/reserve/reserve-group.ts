// Reserves a group of concurrent orders in one transaction, without a call to a provider. It takes all
// locks, decides one order after another, then writes all accepted orders.

import { reservedRewardWrites } from '#features/achievements/rewards/redeem-rewards.ts'
import type { Hold } from '#features/purchases/lock-holds.ts'
import { reserveReplyOf } from '#features/purchases/purchase-on-wire.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import type { ReserveReply } from '#features/purchases/purchases-calls.ts'
import { lockInventory } from '#features/purchases/reserve/lock-inventory.ts'
import type { Order } from '#features/purchases/reserve/order.ts'
import {
  countInHour,
  hourLimitProblem,
  type RecentPurchases,
} from '#features/purchases/reserve/purchase-limits.ts'
import {
  type AcceptedOrder,
  decideReservation,
  type ReserveProblem,
} from '#features/purchases/reserve/reserve-decision.ts'
import { cardWrites, lockUsedCards } from '#features/purchases/saved-cards/card-uses.ts'
import type { Rates } from '#features/wallet/rates/rates.ts'
import { postWrites } from '#ledger/post.ts'
import type { Transaction } from '#platform/database/database.ts'
import {
  claimKeys,
  type KeyClaim,
  keyName,
  type ScopedKey,
  type StoredAnswer,
  storeWrites,
} from '#platform/database/idempotency.ts'
import { inOrder } from '#platform/database/in-order.ts'
import { type Ending, ending, type Write } from '#platform/database/write.ts'
import { answerByKey } from '#platform/http/guard/answer-once.ts'
import { type Nonce, nonceName, recordNonces } from '#platform/http/guard/request-signature.ts'
import type { Caller } from '#platform/http/limits/rate-limits.ts'
import { answered } from '#values/call.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import { reservePostings } from './reserve-postings.ts'
import {
  countRecentPurchases,
  findHolds,
  readReservationTimes,
  reservationWrites,
} from './reserve-queries.ts'

export type ReserveRequest = {
  readonly order: Order
  readonly nonce: Nonce
  readonly key: ScopedKey | null
  readonly caller: Caller
  /** The id of the request, which a stored failure contains. */
  readonly requestId: string
}
/** A request, with a problem if its network address has reached the limit of declined cards. */
export type GroupedRequest = ReserveRequest & {
  readonly addressProblem: Problem<'rate_limited'> | null
}

/** The outcome of one request. After `held` and `resumed` the caller authorises the card part. */
export type Outcome =
  | { readonly kind: 'problem'; readonly problem: Problem<ReserveProblem | RequestProblem> }
  | { readonly kind: 'answered'; readonly answer: StoredAnswer }
  | { readonly kind: 'resumed'; readonly purchaseId: string }
  | {
      readonly kind: 'ready' | 'held'
      readonly accepted: AcceptedOrder
      readonly reply: ReserveReply
    }
type RequestProblem = 'unauthenticated' | 'rate_limited' | 'replayed' | 'key_reused' | 'in_progress'

/** Decides the requests. Returns their outcomes in the same order, and the writes for the commit. */
export async function reserveGroup(
  tx: Transaction,
  requests: readonly GroupedRequest[],
  rates: Rates,
  { settings }: Services,
): Promise<Ending<Outcome[]>> {
  const buyerIds = requests.map(({ order }) => order.buyer.passportId)
  const limitedBuyerIds = requests
    .filter(({ caller }) => !caller.isExempt)
    .map(({ order }) => order.buyer.passportId)
  const { newNonces, claims, lockedRows, cards, holds, started, declined, times } = await inOrder({
    newNonces: recordNonces(
      tx,
      requests.map(({ nonce }) => nonce),
    ),
    claims: claimKeys(
      tx,
      requests.map(({ key }) => key),
    ),
    lockedRows: lockInventory(
      tx,
      requests.map(({ order }) => order),
      settings.rewardsBudgetMinor,
    ),
    cards: lockUsedCards(
      tx,
      requests.flatMap(({ order }) => order.savedCard ?? []),
    ),
    holds: findHolds(tx, buyerIds),
    started: countRecentPurchases(tx, 'started', limitedBuyerIds),
    declined: countRecentPurchases(tx, 'declined', buyerIds),
    times: readReservationTimes(tx),
  })
  const inventory = { ...lockedRows, holds, rates, cards, now: times.now }
  const authorising = new Map([...holds].map(([buyerId, each]) => [buyerId, each.authorising]))
  const recent: RecentPurchases = { started, declined, authorising }
  const keysOfGroup = new Map<string, ScopedKey>()
  const outcomes = requests.map((request): Outcome => {
    if (!newNonces.delete(nonceName(request.nonce)))
      return { kind: 'problem', problem: problem('replayed') }
    const { key } = request
    const claim = claimInGroup(key, keysOfGroup) ?? claims.get(key)
    const outcomeOfKey = outcomeOf(claim)
    if (outcomeOfKey !== null) return outcomeOfKey
    if (lockedRows.erasedBuyers.has(request.order.buyer.passportId)) {
      return { kind: 'problem', problem: problem('unauthenticated') }
    }
    const limitProblem = hourLimitProblem(request.order, recent) ?? request.addressProblem
    if (limitProblem !== null) return { kind: 'problem', problem: limitProblem }
    const decision = decideReservation(request.order, inventory, settings)
    if (isProblem(decision)) return { kind: 'problem', problem: decision }
    countInHour(request.order, recent, decision.cardMinor)
    if (key !== null) keysOfGroup.set(keyName(key), key)
    const kind = decision.cardMinor === 0 ? 'ready' : 'held'
    return { kind, accepted: decision, reply: replyOf(decision, times.expiresAt) }
  })
  return ending(outcomes, writesOf(requests, outcomes))
}

/** Returns the writes of all accepted orders, and of their answers under idempotency keys. */
function writesOf(requests: readonly ReserveRequest[], outcomes: readonly Outcome[]): Write[] {
  const accepted = outcomes.flatMap((each) => ('accepted' in each ? [each.accepted] : []))
  const keys = requests.flatMap(({ key }, index) => {
    const outcome = outcomes[index]
    if (key === null || outcome === undefined || !('accepted' in outcome)) return []
    const answer = outcome.kind === 'ready' ? answered(200, outcome.reply) : null
    const effectId = outcome.accepted.order.purchaseId
    return [{ kind: 'first', key, effectId, answer } as const]
  })
  const rewards = accepted.flatMap(({ order: { rewardId, purchaseId } }) =>
    rewardId === null ? [] : [{ rewardId, purchaseId }],
  )
  return [
    ...postWrites(reservePostings(accepted.map(holdOf))),
    ...reservationWrites(accepted),
    ...cardWritesOf(accepted),
    ...reservedRewardWrites(rewards),
    ...storeWrites(keys),
  ]
}

/** Returns the writes of saved cards that pay, and of cards that are to be kept. */
function cardWritesOf(accepted: readonly AcceptedOrder[]): Write[] {
  const orders = accepted.filter(({ cardMinor }) => cardMinor > 0).map(({ order }) => order)
  return cardWrites(
    orders.flatMap(({ purchaseId, savedCard }) =>
      savedCard === null ? [] : [{ ...savedCard, purchaseId }],
    ),
    orders.flatMap(({ purchaseId, savesCard, buyer: { passportId, sessionId } }) =>
      savesCard && sessionId !== null ? [{ purchaseId, passportId, sessionId }] : [],
    ),
  )
}

function holdOf({ order, walletParts, reward }: AcceptedOrder): Hold {
  const { purchaseId, batchId, quantityKg, buyer } = order
  return { purchaseId, batchId, quantityKg, buyerId: buyer.passportId, walletParts, reward }
}

/**
 * Returns the claim of an idempotency key that an earlier order of the group has: `running`, or
 * `other_body` for another request body. Returns undefined if the key is new in the group.
 */
function claimInGroup(
  key: ScopedKey | null,
  keysOfGroup: ReadonlyMap<string, ScopedKey>,
): KeyClaim | undefined {
  const first = key === null ? undefined : keysOfGroup.get(keyName(key))
  if (key === null || first === undefined) return undefined
  return { claim: key.bodyHash.equals(first.bodyHash) ? 'running' : 'other_body' }
}

/** Returns the outcome of an idempotency key that was used before. Returns null for a new key. */
function outcomeOf(claim: KeyClaim | undefined): Outcome | null {
  if (claim?.claim === 'resume') return { kind: 'resumed', purchaseId: claim.effectId }
  const result = answerByKey(claim)
  if (result === null) return null
  return isProblem(result)
    ? { kind: 'problem', problem: result }
    : { kind: 'answered', answer: result }
}

function replyOf({ order, endsAt, ...figures }: AcceptedOrder, usualEnd: Date): ReserveReply {
  return reserveReplyOf({
    txId: order.txId,
    expiresAt: endsAt !== null && endsAt < usualEnd ? endsAt : usualEnd,
    currency: order.buyer.currency,
    totalMinor: figures.totalMinor,
    walletMinor: figures.walletMinor,
    cardMinor: figures.cardMinor,
  })
}
