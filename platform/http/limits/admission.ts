// Limits the number of concurrent requests of a process. A request above the limit is refused immediately
// with 503, so that it does not slow the others down. An admitted request is always finished.
import type { FastifyInstance } from 'fastify'
import { sendProblem } from '#platform/http/errors.ts'
import { problem } from '#values/problem.ts'

/**
 * Maximum number of concurrent requests. At 300 requests a second, a tenth of the rate of two cores,
 * they take 2 s.
 */
const atOnceMax = 600

/**
 * Adds the hook. It counts a request after its whole body has arrived, so that a slow sender takes no
 * place.
 */
export function admitRequests(app: FastifyInstance, max = atOnceMax): void {
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
