// How often one person may read. A flood guard of each process, not a limit of the product: it keeps
// one session from taking the machine from everybody, and costs no row.
import type { FastifyInstance } from 'fastify'
import { sendProblem } from '#platform/http/errors.ts'
import { type CallerSettings, callerOf } from '#platform/http/rate-limits.ts'
import { isSafe } from '#platform/http/request-guard.ts'
import { problem } from '#values/problem.ts'

/** A page asks for about ten things at once; a search that is new each time takes 10 ms of a core. */
const usual = { burst: 120, perSecond: 20, peopleMax: 20_000 }

/** Seconds to wait before the person may read again, or null: then this read is counted. */
export type ReadLimit = (personId: string) => number | null

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
    people.set(personId, { left: left < 1 ? left : left - 1, atMs: now })
    const oldest = people.keys().next().value
    if (people.size > peopleMax && oldest !== undefined) people.delete(oldest)
    return left < 1 ? Math.max(1, Math.ceil((1 - left) / perSecond)) : null
  }
}

/** Runs after the guard, which knows who calls. */
export function limitReads(
  app: FastifyInstance,
  { clock, settings }: { readonly clock: () => number; readonly settings: CallerSettings },
): void {
  const waitOf = createReadLimit(clock)
  app.addHook('preValidation', async (request, reply) => {
    if (request.caller === null || !isSafe(request.method)) return
    if (callerOf(request, settings).isExempt) return
    const retryAfterSeconds = waitOf(request.caller.keyOwnerId)
    if (retryAfterSeconds === null) return
    return sendProblem(reply, problem('rate_limited', { retryAfterSeconds }))
  })
}
