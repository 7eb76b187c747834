// Opens the server's services while a command runs, for commands that run its use cases. The server
// may run meanwhile.
import type { NumbersContext } from '#operator/backup/under-numbers-key.ts'
import { openLog } from '#platform/logger.ts'
import { openServices } from '#server/open-services.ts'
import type { Services } from '#server/services.ts'

export async function withServices<Result>(
  { settings, databaseUrl, say }: NumbersContext,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  // Log lines are for people: stdout contains the answer alone.
  const log = openLog(settings.logLevel, { write: (line) => say(line.trimEnd()) })
  const { services, close } = await openServices(settings, databaseUrl, () => undefined, log)
  try {
    return await work(services)
  } finally {
    await close()
  }
}
