// Serves the built files that are no documents, as they were compressed while building: those with a
// hash in their names for a year, the others always asked anew.
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance } from 'fastify'
import { sendProblem } from '#platform/http/errors.ts'
import { problem } from '#values/problem.ts'

export async function staticFiles(app: FastifyInstance, webRoot: string): Promise<void> {
  await app.register(async (scope) => {
    // Of a file it is no fault of ours if it is wanted on terms that it does not meet (If-Match).
    scope.setErrorHandler((error: FastifyError, _request, reply) => {
      if ((error.statusCode ?? 500) >= 500) throw error
      return sendProblem(reply, problem('bad_request'))
    })
    await scope.register(fastifyStatic, {
      root: webRoot,
      index: false,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      // Nothing here is worth a part; some ranges are answered with a fault.
      acceptRanges: false,
      globIgnore: ['**/*.html'],
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/')
        const caching = hashed ? 'public, max-age=31536000, immutable' : 'public, no-cache'
        reply.header('cache-control', caching)
      },
    })
  })
}
