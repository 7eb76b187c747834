// Reports whether the process runs and whether it can serve. `live` must not use the database.
import type { Db } from '#platform/database/database.ts'
import { latestMigration } from '#platform/database/schema/migrate.ts'
import { statement } from '#platform/database/statement.ts'
import type { Api } from '#platform/http/request-types.ts'
import { serve } from '#platform/http/serve.ts'
import { within } from '#platform/within.ts'
import { problem } from '#values/problem.ts'
import { isLive, isReady } from './health-calls.ts'

/** Timeout of the database check, in milliseconds, multiplied by the timeout factor. */
const readyWithinMs = 500

const readMigration = statement(
  'read-migration',
  { number: 'int4?' },
  'select max(number)::int4 as number from migrations',
)

export function healthRoutes(
  app: Api,
  { db, timeoutFactor }: { readonly db: Db; readonly timeoutFactor: number },
): void {
  let isDraining = false
  app.addHook('preClose', async () => {
    isDraining = true
  })
  serve(app, isLive, () => ({ status: 'live' as const }))

  serve(app, isReady, async () => {
    const expected = await latestMigration()
    const reading = db.run(readMigration).catch(() => null)
    const rows = await within(readyWithinMs * timeoutFactor, reading)
    const isCurrent = rows !== null && (rows[0]?.number ?? 0) >= expected
    if (!isDraining && isCurrent) return { status: 'ready' as const }
    return problem('unavailable', { retryAfterSeconds: 1 })
  })
}
