// Sheds load while this process is late with everything, instead of answering everybody late. It
// must not need a file or a descriptor: it works while none is left.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { sendProblem } from '#platform/http/errors.ts'
import { problem } from '#values/problem.ts'

const resolutionMs = 10
const sampleMs = 1_000

/**
 * Refuses requests as busy while timers of the last second came more than `maxMs` late on average. Where
 * none came at all, the second itself was late: that counts.
 */
export function shedLoad(app: FastifyInstance, maxMs: number): void {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs })
  delays.enable()
  let isLate = false
  let sampledAt = performance.now()
  const sample = setInterval(() => {
    const now = performance.now()
    // Not a number where not even one timer ran.
    const meanMs = delays.mean / 1e6 - resolutionMs
    const lateMs = Number.isNaN(meanMs) ? now - sampledAt - sampleMs : meanMs
    isLate = lateMs > maxMs
    sampledAt = now
    delays.reset()
  }, sampleMs).unref()
  app.addHook('onRequest', (_request, reply, done) => {
    if (isLate) void sendProblem(reply, problem('unavailable', { retryAfterSeconds: 1 }))
    else done()
  })
  app.addHook('onClose', async () => {
    clearInterval(sample)
    delays.disable()
  })
}
