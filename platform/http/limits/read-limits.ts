// Limits how often one caller may read: a person with a session, an address without one. The counts
// are in the memory of each process, as a guard against floods.
import type { FastifyInstance } from 'fastify'
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

/** Limits of a person: a page sends about ten requests. A new search takes 10 ms of CPU time. */
const personBucket: Bucket = { burst: 120, perSecond: 20, callersMax: 20_000 }
/**
 * Limits of an address, which a whole office or a mobile network may share, for public pages and
 * figures. At this rate they use at most a tenth of a core, because they are sent from kept bytes.
 */
const addressBucket: Bucket = { burst: 1_000, perSecond: 200, callersMax: 20_000 }

const quotaOf = ({ burst, perSecond }: Bucket): Quota => ({
  name: 'reads',
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
export type ReadLimit = (caller: string) => Allowance

/**
 * Returns a limiter with a token bucket for each caller. Beyond `callersMax` the least recent caller is
 * forgotten.
 */
export function createReadLimit(
  nowMs: () => number,
  { burst, perSecond, callersMax } = personBucket,
): ReadLimit {
  const callers = new Map<string, { left: number; atMs: number }>()
  return (caller) => {
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
  }
}

/**
 * Returns true for health paths, which have no limit, because a load balancer may share its address
 * with other callers.
 */
const isHealth = (url: string) => url.startsWith('/health/')
/** Returns true for built files, which have no limit: a page loads many, and they are cheap to send. */
const isFile = (url: string) => url.startsWith('/assets/')

/** Adds the hook that limits reads. It must run after the guard, which finds the caller. */
export function limitReads(
  app: FastifyInstance,
  { clock, settings }: { readonly clock: () => number; readonly settings: CallerSettings },
): void {
  const countPerson = createReadLimit(clock)
  const countAddress = createReadLimit(clock, addressBucket)
  app.addHook('preValidation', (request, reply, done) => {
    const { caller, method, url } = request
    if (!isSafe(method) || isHealth(url)) return done()
    const { address, isExempt } = callerOf(request, settings)
    if (isExempt || (caller === null && isFile(url))) return done()
    const allowance = caller === null ? countAddress(address) : countPerson(caller.keyOwnerId)
    const { waitSeconds, left, fullAfterSeconds } = allowance
    const quota = quotaOf(caller === null ? addressBucket : personBucket)
    // A proxy may cache a public answer, which therefore contains no caller's quota, unless it is a
    // refusal.
    if (caller !== null || waitSeconds !== null)
      setQuotaHeaders(reply, quota, left, fullAfterSeconds)
    if (waitSeconds === null) done()
    else void sendProblem(reply, problem('rate_limited', { retryAfterSeconds: waitSeconds }))
  })
}
