// Handles the requests of a connection one after the other. Pipelined requests wait until the previous
// answer is sent, so that a client that reads no answers holds the memory of only one.
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Maximum number of waiting requests that continue in one turn of the event loop. Browsers do not
 * pipeline. Without this limit, 200 pipelining connections would write 80 MB of answers in a turn and
 * delay every other caller.
 */
const perTurnMax = 4

export function answerInTurn(app: FastifyInstance): void {
  /** Promise by connection. It resolves once the newest request is answered or its client has left. */
  const endBySocket = new WeakMap<Socket, Promise<void>>()
  const runInTurn = createTurnRunner(perTurnMax)
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    const previousEnd = endBySocket.get(socket)
    const end = new Promise<void>((resolve) => {
      reply.raw.once('close', () => {
        if (endBySocket.get(socket) === end) endBySocket.delete(socket)
        resolve()
      })
    })
    endBySocket.set(socket, end)
    if (previousEnd === undefined) return done()
    // Drops the waiting requests of a closed connection.
    void previousEnd.then(() =>
      runInTurn(() => {
        if (!socket.destroyed) done()
      }),
    )
  })
}

/** Runs functions in order, at most `max` in a turn of the event loop. */
function createTurnRunner(max: number): (run: () => void) => void {
  const waiting: (() => void)[] = []
  let isPlanned = false
  function runSome(): void {
    isPlanned = false
    for (const run of waiting.splice(0, max)) run()
    plan()
  }
  function plan(): void {
    if (isPlanned || waiting.length === 0) return
    isPlanned = true
    setImmediate(runSome)
  }
  return (run) => {
    waiting.push(run)
    plan()
  }
}
