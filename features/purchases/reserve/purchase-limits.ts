// How often one person may buy, and how often cards may be declined, in an hour.
// Pure but for the buckets' counts, which are rows: neither a restart nor another process forgets.
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

/** What buyers did in the last hour, by buyer, as the orders of one group add to it. */
export type RecentPurchases = {
  /** Only of callers that the limit is for: not this machine with the sandbox. */
  readonly started: Map<string, Recent>
  readonly declined: ReadonlyMap<string, Recent>
  /** Cards that are being asked at this moment. */
  readonly asking: Map<string, number>
}

/**
 * Whether a limit of the hour refuses the order. Cards that are being asked
 * count as declined once one was, so that many at once get no further than one after another.
 */
export function refusedByHour(
  order: Order,
  recent: RecentPurchases,
): Problem<'rate_limited'> | null {
  const { passportId } = order.buyer
  const started = recent.started.get(passportId)
  if (started !== undefined && started.count >= purchasesMax) return tooOften(started.waitSeconds)
  if (!asksCard(order)) return null
  const declined = recent.declined.get(passportId)
  const asking = recent.asking.get(passportId) ?? 0
  if (declined !== undefined && declined.count > 0 && declined.count + asking >= declinesMax) {
    return cardsRefused(declined.waitSeconds)
  }
  return null
}

/** An accepted order of the same group counts for those behind it. */
export function countInHour(order: Order, recent: RecentPurchases, cardMinor: number): void {
  const { passportId } = order.buyer
  const started = recent.started.get(passportId)
  if (started !== undefined) {
    recent.started.set(passportId, { ...started, count: started.count + 1 })
  }
  if (cardMinor === 0) return
  recent.asking.set(passportId, (recent.asking.get(passportId) ?? 0) + 1)
}

function asksCard({ method, cardToken }: Order): boolean {
  return method !== 'wallet' && cardToken !== null
}

function tooOften(retryAfterSeconds: number): Problem<'rate_limited'> {
  return problem('rate_limited', { retryAfterSeconds })
}

/** Whoever tests cards reads the same as for a declined one. */
function cardsRefused(retryAfterSeconds: number): Problem<'rate_limited'> {
  return problem('rate_limited', { text: 'Your card was declined.', retryAfterSeconds })
}

function declinesOf({ address, isExempt }: Caller): RateLimit[] {
  if (isExempt) return []
  const bucket = `declined/address/${address}`
  return [{ bucket, windowSeconds: hourSeconds, max: declinesOfAddressMax }]
}

/** Whether too many cards were declined for callers of this address. */
export async function refusedByAddress(
  db: Database,
  caller: Caller,
  order: Order,
): Promise<Problem<'rate_limited'> | null> {
  if (!asksCard(order)) return null
  const wait = await findFullLimit(db, declinesOf(caller))
  return wait === null ? null : cardsRefused(wait)
}

export async function countDecline(db: Database, caller: Caller): Promise<void> {
  const limits = declinesOf(caller)
  if (limits.length === 0) return
  await db.transaction(async (tx) => {
    await holdLimits(tx, limits)
    await countLimits(tx, limits)
  })
}
