// Limits the number of concurrent requests of a process. A request above the limit is refused immediately
// with 503, so that it does not slow the others down. An admitted request is always finished.
import type { FastifyInstance } from 'fastify'
import { sendProblem } from '#platform/http/errors.ts'
import { problem } from '#values/problem.ts'

/**
 * Maximum number of concurrent requests. At 300 requests a second, a tenth of the rate of two cores, a
 * process answers this number in 2 s.
 */
const concurrentMax = 600

/**
 * Adds the hook. It counts a request from the arrival of the complete body, so that a slow sender does
 * not use up the limit.
 */
export function admitRequests(app: FastifyInstance, max = concurrentMax): void {
  let admitted = 0
  app.addHook('preValidation', (request, reply, done) => {
    if (request.routeOptions.url === '/health/live') return done()
    if (admitted >= max) {
      void sendProblem(reply, problem('unavailable', { retryAfterSeconds: 1 }))
      return
    }
    admitted += 1
    // `close` is emitted even if the client has left.
    reply.raw.once('close', () => {
      admitted -= 1
    })
    done()
  })
}
