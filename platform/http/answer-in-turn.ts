// Works on one request of a connection at a time. Pipelined requests wait until the answer before them
// has left, so that a client that sends many and reads none holds the memory of one answer.
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

export function answerInTurn(app: FastifyInstance): void {
  /** Resolves once the newest request of a connection is answered or its client is gone. */
  const ended = new WeakMap<Socket, Promise<void>>()
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    const before = ended.get(socket)
    ended.set(
      socket,
      new Promise((resolve) => {
        reply.raw.once('close', resolve)
      }),
    )
    if (before === undefined) return done()
    // A client that is gone gets no answer: its waiting requests are dropped with its connection.
    void before.then(() => {
      if (!socket.destroyed) done()
    })
  })
}
