// Limits how many requests one process works on at once. Any further request is answered as busy at
// once, so that it does not slow the others down. An admitted request is always finished.
import type { FastifyInstance } from 'fastify'
import { sendProblem } from '#platform/http/errors.ts'
import { problem } from '#values/problem.ts'

/**
 * Requests in work at once. At 300 a second, a tenth of the rate of two cores, they take 2 s.
 */
const atOnceMax = 600

/** Counts a request once it has arrived whole, so that a slowly sent one takes no place. */
export function admitRequests(app: FastifyInstance, max = atOnceMax): void {
  let admitted = 0
  app.addHook('preValidation', (request, reply, done) => {
    if (request.routeOptions.url === '/health/live') return done()
    if (admitted >= max) {
      void sendProblem(reply, problem('unavailable', { retryAfterSeconds: 1 }))
      return
    }
    admitted += 1
    // Emitted also if the client has left meanwhile.
    reply.raw.once('close', () => {
      admitted -= 1
    })
    done()
  })
}
