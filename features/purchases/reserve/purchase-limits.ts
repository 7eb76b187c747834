// Limits purchases and declined cards per buyer in an hour, and declined cards per network address.
import type { Order } from '#features/purchases/reserve/order.ts'
import type { Database } from '#platform/database/database.ts'
import {
  type Caller,
  countLimits,
  findFullLimit,
  holdLimits,
  type RateLimit,
} from '#platform/http/limits/rate-limits.ts'
import { type Problem, problem } from '#values/problem.ts'
import type { RecentCount } from './reserve-queries.ts'

const hourSeconds = 3_600
const purchasesMax = 20
const declinesMax = 5
const declinesOfAddressMax = 10

/** Purchases of the last hour by buyer. `countInHour` adds accepted orders of a group. */
export type RecentPurchases = {
  /** Excludes buyers without this limit: callers from this machine while a sandbox runs. */
  readonly started: Map<string, RecentCount>
  readonly declined: ReadonlyMap<string, RecentCount>
  /** Number of cards that are being authorised. */
  readonly authorising: Map<string, number>
}

/**
 * Returns a problem if the buyer has reached a limit of the hour. After one declined card, cards that are
 * being authorised count as declined too, so that concurrent attempts are limited.
 */
export function hourLimitProblem(
  order: Order,
  recent: RecentPurchases,
): Problem<'rate_limited'> | null {
  const { passportId } = order.buyer
  const started = recent.started.get(passportId)
  if (started !== undefined && started.count >= purchasesMax) {
    return problem('rate_limited', { retryAfterSeconds: started.waitSeconds })
  }
  if (!usesCard(order)) return null
  const declined = recent.declined.get(passportId)
  const authorising = recent.authorising.get(passportId) ?? 0
  if (declined !== undefined && declined.count > 0 && declined.count + authorising >= declinesMax) {
    return declinedProblem(declined.waitSeconds)
  }
  return null
}

/** Adds an accepted order to the buyer's purchases of the last hour, for later orders of the same group. */
export function countInHour(order: Order, recent: RecentPurchases, cardMinor: number): void {
  const { passportId } = order.buyer
  const started = recent.started.get(passportId)
  if (started !== undefined) {
    recent.started.set(passportId, { ...started, count: started.count + 1 })
  }
  if (cardMinor === 0) return
  recent.authorising.set(passportId, (recent.authorising.get(passportId) ?? 0) + 1)
}

function usesCard({ method, cardToken }: Order): boolean {
  return method !== 'wallet' && cardToken !== null
}

/** Returns a problem with the text of a declined card, so that card testers learn nothing. */
function declinedProblem(retryAfterSeconds: number): Problem<'rate_limited'> {
  return problem('rate_limited', { text: 'Your card was declined.', retryAfterSeconds })
}

function declineLimits({ address, isExempt }: Caller): RateLimit[] {
  if (isExempt) return []
  const bucket = `declined/address/${address}`
  return [{ bucket, windowSeconds: hourSeconds, max: declinesOfAddressMax }]
}

/**
 * Number of cards of one network address that are tried concurrently. The others wait for their turn, so that
 * cards that come at once exceed the limit by less than this number.
 */
const turnsOfAddress = 5
let cardsTried = 0

/** Returns the key of the queue in which a card waits for its turn; null without a card or a limit. */
export function turnOfAddress({ address, isExempt }: Caller, order: Order): string | null {
  if (isExempt || !usesCard(order)) return null
  cardsTried += 1
  return `${address} ${cardsTried % turnsOfAddress}`
}

/** Returns a problem if too many cards were declined for the caller's network address. */
export async function findAddressProblem(
  db: Database,
  caller: Caller,
  order: Order,
): Promise<Problem<'rate_limited'> | null> {
  if (!usesCard(order)) return null
  const waitSeconds = await findFullLimit(db, declineLimits(caller))
  return waitSeconds === null ? null : declinedProblem(waitSeconds)
}

/** Counts a declined card for the caller's network address. */
export async function countDecline(db: Database, caller: Caller): Promise<void> {
  const limits = declineLimits(caller)
  if (limits.length === 0) return
  await db.transaction(async (tx) => {
    await holdLimits(tx, limits)
    await countLimits(tx, limits)
  })
}
