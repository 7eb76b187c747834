// Opens the server's services for commands that run its use cases, and closes them afterwards. The server
// may run at the same time.
import type { NumbersContext } from '#operator/backup/under-numbers-key.ts'
import { openLog } from '#platform/logger.ts'
import { openServices } from '#server/open-services.ts'
import type { Services } from '#server/services.ts'

export async function withServices<Result>(
  { settings, databaseUrl, say }: NumbersContext,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  // Writes log lines to the terminal as progress, because stdout contains only the result.
  const log = openLog(settings.logLevel, { write: (line) => say(line.trimEnd()) })
  const { services, close } = await openServices(settings, databaseUrl, () => undefined, log)
  try {
    return await work(services)
  } finally {
    await close()
  }
}
