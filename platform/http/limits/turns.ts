// Lets each caller have a few calls at work at once. Its other calls wait for their turn, so that a caller
// with many connections cannot take a pool or a queue that all callers share.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type CallerSettings, callerOf } from './rate-limits.ts'

/** Maximum number of calls of one caller that are at work at once. A page sends about ten. */
const atWorkMax = 16

export type Turns = {
  /** Calls `start` when the caller has a free turn. */
  take(caller: string, start: () => void): void
  /** Ends a turn. The caller's next call starts in the next turn of the event loop. */
  end(caller: string): void
}

type Line = { running: number; readonly waiting: (() => void)[] }

/** Opens the turns. Each caller has at most `max` calls at work. */
export function openTurns(max: number): Turns {
  const lines = new Map<string, Line>()

  function startNext(caller: string): void {
    const line = lines.get(caller)
    if (line === undefined) return
    const next = line.waiting.shift()
    if (next === undefined) line.running -= 1
    else next()
    if (line.running === 0) lines.delete(caller)
  }

  return {
    take(caller, start) {
      const line = lines.get(caller) ?? { running: 0, waiting: [] }
      lines.set(caller, line)
      if (line.running >= max) {
        line.waiting.push(start)
        return
      }
      line.running += 1
      start()
    },
    end(caller) {
      setImmediate(startNext, caller)
    },
  }
}

/**
 * Adds the hooks. A turn lasts from the call of the route's handler to its answer, which need not have been read.
 * A call with a session has the turn of its person or partner, another call that of its address.
 */
export function workInTurns(
  app: FastifyInstance,
  { settings }: { readonly settings: CallerSettings },
): void {
  const turns = openTurns(atWorkMax)
  /** Callers of the requests at work. */
  const callers = new WeakMap<FastifyRequest, string>()
  app.addHook('preHandler', (request, _reply, done) => {
    const { address, isExempt } = callerOf(request, settings)
    if (isExempt || request.url.startsWith('/health/')) return done()
    const caller = request.caller?.keyOwnerId ?? `address ${address}`
    turns.take(caller, () => {
      // Drops the request of a client that left while it waited.
      if (request.raw.socket.destroyed) {
        turns.end(caller)
        return
      }
      callers.set(request, caller)
      done()
    })
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    const caller = callers.get(request)
    callers.delete(request)
    if (caller !== undefined) turns.end(caller)
    done(null, payload)
  })
}
