// Opens the services that use cases need, for commands that run them. The server may run at the same time.
import type { NumbersContext } from '#operator/backup/under-numbers-key.ts'
import type { Context } from '#operator/commands/command.ts'
import { deriveKeys } from '#platform/keys.ts'
import { openLog } from '#platform/logger.ts'
import { openServices } from '#server/open-services.ts'
import type { Services } from '#server/services.ts'

/** Opens the server's services, and closes them afterwards. */
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

export type DatabaseServices = Pick<Services, 'db' | 'settings' | 'clock' | 'keys'>

/** Returns the services of a use case that calls no provider and uses no phone hashes. */
const databaseServices = ({ db, settings }: Context): DatabaseServices => ({
  db,
  settings,
  clock: Date.now,
  keys: deriveKeys(settings.secretKey),
})

export function withDatabase<Result>(
  context: Context,
  work: (services: DatabaseServices) => Promise<Result>,
): Promise<Result> {
  return work(databaseServices(context))
}

export type NumbersServices = DatabaseServices & Pick<Services, 'numbers'>

export function withNumbers<Result>(
  context: NumbersContext,
  work: (services: NumbersServices) => Promise<Result>,
): Promise<Result> {
  return work({ ...databaseServices(context), numbers: context.numbers })
}
