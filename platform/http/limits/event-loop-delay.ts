// Sheds load while the event loop is late, so that some callers get a timely answer. It needs no file
// descriptor, and so works while none is free.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { sendProblem } from '#platform/http/errors.ts'
import { problem } from '#values/problem.ts'

const resolutionMs = 10
const sampleMs = 1_000

/**
 * Adds a hook that refuses requests with 503 while the timers of the last second were more than `maxMs`
 * late on average. A second without any timer counts as late.
 */
export function shedLoad(app: FastifyInstance, maxMs: number): void {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs })
  delays.enable()
  let isLate = false
  let sampledAt = performance.now()
  const sample = setInterval(() => {
    const now = performance.now()
    // The mean is NaN if no timer ran.
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
