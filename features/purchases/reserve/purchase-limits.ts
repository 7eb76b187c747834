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
import type { Recent } from './reserve-queries.ts'

const hourSeconds = 3_600
const purchasesMax = 20
const declinesMax = 5
const declinesOfAddressMax = 10

/** Purchases of the last hour by buyer. Accepted orders of a group are added. */
export type RecentPurchases = {
  /** Lacks buyers without the limit: callers from this machine while a sandbox runs. */
  readonly started: Map<string, Recent>
  readonly declined: ReadonlyMap<string, Recent>
  /** Number of cards that are being authorised. */
  readonly asking: Map<string, number>
}

/**
 * Returns a problem if the buyer has reached a limit of the hour. After one declined card, cards that are
 * being authorised count as declined too, so that concurrent attempts are limited.
 */
export function refusedByHour(
  order: Order,
  recent: RecentPurchases,
): Problem<'rate_limited'> | null {
  const { passportId } = order.buyer
  const started = recent.started.get(passportId)
  if (started !== undefined && started.count >= purchasesMax) return tooOften(started.waitSeconds)
  if (!usesCard(order)) return null
  const declined = recent.declined.get(passportId)
  const asking = recent.asking.get(passportId) ?? 0
  if (declined !== undefined && declined.count > 0 && declined.count + asking >= declinesMax) {
    return cardsRefused(declined.waitSeconds)
  }
  return null
}

/** Adds an accepted order to the buyer's hour, for later orders of the same group. */
export function countInHour(order: Order, recent: RecentPurchases, cardMinor: number): void {
  const { passportId } = order.buyer
  const started = recent.started.get(passportId)
  if (started !== undefined) {
    recent.started.set(passportId, { ...started, count: started.count + 1 })
  }
  if (cardMinor === 0) return
  recent.asking.set(passportId, (recent.asking.get(passportId) ?? 0) + 1)
}

function usesCard({ method, cardToken }: Order): boolean {
  return method !== 'wallet' && cardToken !== null
}

function tooOften(retryAfterSeconds: number): Problem<'rate_limited'> {
  return problem('rate_limited', { retryAfterSeconds })
}

/** Returns the same text as for a declined card, so that card testers learn nothing. */
function cardsRefused(retryAfterSeconds: number): Problem<'rate_limited'> {
  return problem('rate_limited', { text: 'Your card was declined.', retryAfterSeconds })
}

function declineLimits({ address, isExempt }: Caller): RateLimit[] {
  if (isExempt) return []
  const bucket = `declined/address/${address}`
  return [{ bucket, windowSeconds: hourSeconds, max: declinesOfAddressMax }]
}

/** Returns a problem if too many cards were declined for the caller's network address. */
export async function refusedByAddress(
  db: Database,
  caller: Caller,
  order: Order,
): Promise<Problem<'rate_limited'> | null> {
  if (!usesCard(order)) return null
  const wait = await findFullLimit(db, declineLimits(caller))
  return wait === null ? null : cardsRefused(wait)
}

export async function countDecline(db: Database, caller: Caller): Promise<void> {
  const limits = declineLimits(caller)
  if (limits.length === 0) return
  await db.transaction(async (tx) => {
    await holdLimits(tx, limits)
    await countLimits(tx, limits)
  })
}
