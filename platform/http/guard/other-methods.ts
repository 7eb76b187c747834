// Refuses methods that an address of the API does not serve, and lists those that it does.
import type { FastifyInstance } from 'fastify'
import { sendProblem } from '#platform/http/errors.ts'
import { problem } from '#values/problem.ts'

const apiAddress = /^\/(api|console\/api|passport|passkit|dev|health)\//

/**
 * Records the routes that are added. Call the returned function after the last route; it adds the
 * refusals.
 */
export function watchMethods(app: FastifyInstance): () => void {
  const methodsByUrl = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    if (!apiAddress.test(url)) return
    methodsByUrl.set(url, new Set([...(methodsByUrl.get(url) ?? []), method].flat()))
  })
  return () => {
    for (const [url, methods] of [...methodsByUrl]) {
      const allowed = [...methods].sort().join(', ')
      app.route({
        url,
        method: app.supportedMethods.filter((method) => !methods.has(method)),
        exposeHeadRoute: false,
        config: { access: 'public' },
        schema: { hide: true },
        handler: (_request, reply) =>
          sendProblem(reply.header('allow', allowed), problem('method_not_allowed')),
      })
    }
  }
}
