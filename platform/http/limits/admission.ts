// Limits the number of concurrent requests of a process, in all and of one address. A request above a limit
// is refused immediately, so that it does not slow the others down. An admitted request is always finished.
import type { FastifyInstance } from 'fastify'
import { sendProblem } from '#platform/http/errors.ts'
import { problem } from '#values/problem.ts'
import { type CallerSettings, callerOf } from './rate-limits.ts'

type AdmissionLimits = {
  /**
   * Maximum number of concurrent requests. At 300 requests a second, a tenth of the rate of two cores, a
   * process answers this number in 2 s.
   */
  readonly max: number
  /** Maximum number of them from one address. Behind a proxy no other limit counts an address's connections. */
  readonly maxOfAddress: number
}
const defaultLimits: AdmissionLimits = { max: 600, maxOfAddress: 200 }

/**
 * Adds the hook. It counts a request from the arrival of the complete body, so that a slow sender does
 * not use up the limit.
 */
export function admitRequests(
  app: FastifyInstance,
  settings: CallerSettings,
  { max, maxOfAddress } = defaultLimits,
): void {
  let admitted = 0
  const admittedByAddress = new Map<string, number>()
  function countOfAddress(address: string, change: 1 | -1): void {
    const count = (admittedByAddress.get(address) ?? 0) + change
    if (count > 0) admittedByAddress.set(address, count)
    else admittedByAddress.delete(address)
  }
  app.addHook('preValidation', (request, reply, done) => {
    if (request.routeOptions.url === '/health/live') return done()
    const { address, isExempt } = callerOf(request, settings)
    if (!isExempt && (admittedByAddress.get(address) ?? 0) >= maxOfAddress) {
      void sendProblem(reply, problem('rate_limited', { retryAfterSeconds: 1 }))
      return
    }
    if (admitted >= max) {
      void sendProblem(reply, problem('unavailable', { retryAfterSeconds: 1 }))
      return
    }
    admitted += 1
    countOfAddress(address, 1)
    // `close` is emitted even if the client has left.
    reply.raw.once('close', () => {
      admitted -= 1
      countOfAddress(address, -1)
    })
    done()
  })
}
