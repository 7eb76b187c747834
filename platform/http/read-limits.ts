// How often one person may read. A flood guard of each process, not a limit of the product: it keeps
// one session from taking the machine from everybody, and costs no row.
import type { FastifyInstance } from 'fastify'
import { sendProblem } from '#platform/http/errors.ts'
import { type Quota, tellQuota } from '#platform/http/limit-headers.ts'
import { type CallerSettings, isExempt } from '#platform/http/rate-limits.ts'
import { isSafe } from '#platform/http/request-guard.ts'
import { problem } from '#values/problem.ts'

/** A page asks for about ten things at once; a search that is new each time takes 10 ms of a core. */
const usual = { burst: 120, perSecond: 20, peopleMax: 20_000 }
const readQuota: Quota = {
  name: 'reads',
  quota: usual.burst,
  windowSeconds: usual.burst / usual.perSecond,
}

/** What a person may still read, once this read is counted. */
export type Allowance = {
  /** Seconds to wait where this read is one too many, else null. */
  readonly waitSeconds: number | null
  /** Reads that may be made at once. */
  readonly left: number
  /** Seconds until all of them may be made again. */
  readonly fullAfterSeconds: number
}
export type ReadLimit = (personId: string) => Allowance

/** `burst` reads at once, filled up by `perSecond`; who read longest ago is forgotten first. */
export function createReadLimit(
  nowMs: () => number,
  { burst, perSecond, peopleMax } = usual,
): ReadLimit {
  const people = new Map<string, { left: number; atMs: number }>()
  return (personId) => {
    const now = nowMs()
    const before = people.get(personId) ?? { left: burst, atMs: now }
    const passedMs = Math.max(0, now - before.atMs)
    const left = Math.min(burst, before.left + (passedMs / 1_000) * perSecond)
    people.delete(personId)
    const isRefused = left < 1
    const leftNow = isRefused ? left : left - 1
    people.set(personId, { left: leftNow, atMs: now })
    const oldest = people.keys().next().value
    if (people.size > peopleMax && oldest !== undefined) people.delete(oldest)
    return {
      waitSeconds: isRefused ? Math.max(1, Math.ceil((1 - left) / perSecond)) : null,
      left: Math.floor(leftNow),
      fullAfterSeconds: Math.ceil((burst - leftNow) / perSecond),
    }
  }
}

/** Runs after the guard, which knows who calls. */
export function limitReads(
  app: FastifyInstance,
  { clock, settings }: { readonly clock: () => number; readonly settings: CallerSettings },
): void {
  const countRead = createReadLimit(clock)
  app.addHook('preValidation', (request, reply, done) => {
    const { caller, method } = request
    if (caller === null || !isSafe(method) || isExempt(request, settings)) return done()
    const { waitSeconds, left, fullAfterSeconds } = countRead(caller.keyOwnerId)
    tellQuota(reply, readQuota, left, fullAfterSeconds)
    if (waitSeconds === null) done()
    else void sendProblem(reply, problem('rate_limited', { retryAfterSeconds: waitSeconds }))
  })
}
