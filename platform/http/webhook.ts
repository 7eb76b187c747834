// Calls of providers that sign the bytes that they send: no origin, no session, no JSON (contract 12).
// The route itself reads the bytes; until it has checked their signature they say nothing.
import type { FastifyInstance } from 'fastify'

const webhookMaxBytes = 256 * 1024

/** Adds routes whose bodies stay bytes, whatever their type; they have `access: 'webhook'`. */
export function webhookRoutes(
  app: FastifyInstance,
  add: (scope: FastifyInstance) => void,
): Promise<void> {
  return Promise.resolve(
    app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser(
        '*',
        { parseAs: 'buffer', bodyLimit: webhookMaxBytes },
        (request, body: Buffer, done) => {
          request.rawBody = body
          done(null, undefined)
        },
      )
      add(scope)
    }),
  ).then(() => undefined)
}
