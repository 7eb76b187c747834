// Finds the database of a serving process: the one of DATABASE_URL, else the embedded one.
import { openEmbeddedDatabase } from '#embedded-postgres/embedded-postgres.ts'
import { databaseWaitMs, reachDatabase } from '#platform/database/schema/reach-database.ts'
import type { Settings } from '#server/settings/settings.ts'

export type OwnDatabase = { readonly url: string; close(): Promise<void> }

export async function findDatabase(
  { databaseUrl, dataDir, timeoutFactor }: Settings,
  print: (line: string) => void,
): Promise<OwnDatabase> {
  if (databaseUrl === undefined) return openEmbeddedDatabase({ dataDir, log: print })
  await reachDatabase(databaseUrl, { waitMs: databaseWaitMs, say: print, timeoutFactor })
  return { url: databaseUrl, close: async () => undefined }
}
