// Sheds load while this process is late with everything, instead of answering everybody late. It
// must not need a file or a descriptor: it works while none is left.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { sendProblem } from '#platform/http/errors.ts'
import { problem } from '#values/problem.ts'

const resolutionMs = 10
const sampleMs = 1_000

/**
 * Refuses requests as busy while timers of the last second came more than `maxMs` late on average.
 */
export function shedLoad(app: FastifyInstance, maxMs: number): void {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs })
  delays.enable()
  let isLate = false
  const sample = setInterval(() => {
    const meanMs = delays.mean / 1e6 - resolutionMs
    // Not a number where not even one timer ran.
    isLate = Number.isNaN(meanMs) || meanMs > maxMs
    delays.reset()
  }, sampleMs).unref()
  app.addHook('onRequest', async (_request, reply) =>
    isLate ? sendProblem(reply, problem('unavailable', { retryAfterSeconds: 1 })) : undefined,
  )
  app.addHook('onClose', async () => {
    clearInterval(sample)
    delays.disable()
  })
}
