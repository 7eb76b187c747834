// Limits how often one caller may call: an address without a session counts each call before its work, a person
// or partner counts reads. The counts are in the memory of each process, as a guard against floods.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sendProblem } from '#platform/http/errors.ts'
import { isSafe } from '#platform/http/guard/request-guard.ts'
import { problem } from '#values/problem.ts'
import { type Quota, setQuotaHeaders } from './limit-headers.ts'
import { type CallerSettings, callerOf } from './rate-limits.ts'

type Bucket = {
  /** Capacity of the token bucket, in reads. */
  readonly burst: number
  readonly perSecond: number
  /** Maximum number of callers whose bucket is remembered. */
  readonly callersMax: number
}

/** Limits of a person's reads: a page sends about ten requests. A new search takes 10 ms of CPU time. */
const personBucket: Bucket = { burst: 120, perSecond: 20, callersMax: 20_000 }
/**
 * Limits of an address, which a whole office or a mobile network may share, for calls without a session. At this
 * rate public pages use at most a tenth of a core, because they are sent from kept bytes.
 */
const addressBucket: Bucket = { burst: 1_000, perSecond: 200, callersMax: 20_000 }

const quotaOf = (name: string, { burst, perSecond }: Bucket): Quota => ({
  name,
  quota: burst,
  windowSeconds: burst / perSecond,
})

/** The state of a caller's bucket after this read. */
export type Allowance = {
  /** Seconds to wait if this read is refused, else null. */
  readonly waitSeconds: number | null
  /** Number of reads that are allowed now. */
  readonly left: number
  /** Seconds until the bucket is full again. */
  readonly fullAfterSeconds: number
}
export type ReadLimit = {
  /** Counts a call of the caller, unless it is refused. */
  count(caller: string): Allowance
  /** Releases one counted call. */
  release(caller: string): void
}

/**
 * Returns a limiter with a token bucket for each caller. Beyond `callersMax` the least recent caller is
 * forgotten.
 */
export function createReadLimit(
  nowMs: () => number,
  { burst, perSecond, callersMax } = personBucket,
): ReadLimit {
  const callers = new Map<string, { left: number; atMs: number }>()
  return {
    count(caller) {
      const now = nowMs()
      const previous = callers.get(caller) ?? { left: burst, atMs: now }
      const passedMs = Math.max(0, now - previous.atMs)
      const left = Math.min(burst, previous.left + (passedMs / 1_000) * perSecond)
      callers.delete(caller)
      const isRefused = left < 1
      const leftNow = isRefused ? left : left - 1
      callers.set(caller, { left: leftNow, atMs: now })
      const oldest = callers.keys().next().value
      if (callers.size > callersMax && oldest !== undefined) callers.delete(oldest)
      return {
        waitSeconds: isRefused ? Math.max(1, Math.ceil((1 - left) / perSecond)) : null,
        left: Math.floor(leftNow),
        fullAfterSeconds: Math.ceil((burst - leftNow) / perSecond),
      }
    },
    release(caller) {
      const counted = callers.get(caller)
      if (counted !== undefined) counted.left = Math.min(burst, counted.left + 1)
    },
  }
}

/**
 * Returns true for health paths, which have no limit, because a load balancer may share its address
 * with other callers.
 */
const isHealth = (url: string) => url.startsWith('/health/')
/** Returns true for built files, which have no limit: a page loads many, and they are cheap to send. */
const isFile = (url: string) => url.startsWith('/assets/')
const isUnlimited = (url: string) => isHealth(url) || isFile(url)

type LimitOptions = { readonly clock: () => number; readonly settings: CallerSettings }

/**
 * Adds the hook that counts each call for its address, before any work for it. It must run before the guard,
 * which reads sessions. Returns the address's limit.
 */
export function limitAddresses(app: FastifyInstance, { clock, settings }: LimitOptions): ReadLimit {
  const limit = createReadLimit(clock, addressBucket)
  app.addHook('onRequest', (request, reply, done) => {
    const { address, isExempt } = callerOf(request, settings)
    if (isExempt || isUnlimited(request.url)) return done()
    refuseAbove(reply, limit.count(address), quotaOf('calls', addressBucket), done)
  })
  return limit
}

/**
 * Adds the hook that counts the reads of persons and partners. It must run after the guard, which finds the caller.
 * A call with a session no longer counts for its address.
 */
export function limitReads(
  app: FastifyInstance,
  { clock, settings }: LimitOptions,
  limitOfAddress: ReadLimit,
): void {
  const limit = createReadLimit(clock)
  app.addHook('preValidation', (request, reply, done) => {
    const { caller, method, url } = request
    const { address, isExempt } = callerOf(request, settings)
    if (isExempt || isUnlimited(url) || caller === null) return done()
    if (!isSafe(method)) {
      limitOfAddress.release(address)
      return done()
    }
    const allowance = limit.count(caller.keyOwnerId)
    const quota = quotaOf('reads', personBucket)
    if (allowance.waitSeconds === null) {
      limitOfAddress.release(address)
      setQuotaHeaders(reply, quota, allowance.left, allowance.fullAfterSeconds)
    }
    refuseAbove(reply, allowance, quota, done)
  })
}

/** Continues, or refuses a call above its limit. A proxy may cache public answers, so only refusals show a quota. */
function refuseAbove(
  reply: FastifyReply,
  { waitSeconds, left, fullAfterSeconds }: Allowance,
  quota: Quota,
  next: () => void,
): void {
  if (waitSeconds === null) {
    next()
    return
  }
  setQuotaHeaders(reply, quota, left, fullAfterSeconds)
  void sendProblem(reply, problem('rate_limited', { retryAfterSeconds: waitSeconds }))
}
