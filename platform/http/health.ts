// Reports whether the process lives and whether it can serve. `live` must not touch the database.
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Db } from '#platform/database/database.ts'
import { latestMigration } from '#platform/database/schema/migrate.ts'
import { statement } from '#platform/database/statement.ts'
import { sendProblem } from '#platform/http/errors.ts'
import { problem } from '#values/problem.ts'

/** Time for the database to answer, in milliseconds, multiplied by the timeout factor. */
const readyWithinMs = 500

const config = { access: 'public' } as const
const answering = (status: string) => ({
  response: { 200: z.object({ status: z.literal(status) }) },
})

const readMigration = statement(
  'read-migration',
  { number: 'int4?' },
  'select max(number)::int4 as number from migrations',
)

export function healthRoutes(
  app: FastifyInstance,
  { db, timeoutFactor }: { readonly db: Db; readonly timeoutFactor: number },
): void {
  let draining = false
  app.addHook('preClose', async () => {
    draining = true
  })
  app.get('/health/live', { config, schema: answering('live') }, async () => ({ status: 'live' }))

  app.get('/health/ready', { config, schema: answering('ready') }, async (_request, reply) => {
    const expected = await latestMigration()
    const late = new Promise<null>((resolve) => {
      setTimeout(resolve, readyWithinMs * timeoutFactor, null).unref()
    })
    const rows = await Promise.race([db.run(readMigration).catch(() => null), late])
    if (!draining && rows !== null && (rows[0]?.number ?? 0) >= expected) return { status: 'ready' }
    return sendProblem(reply, problem('unavailable', { retryAfterSeconds: 1 }))
  })
}
