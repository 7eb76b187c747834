// Lists the passes of a device that have changed since its last call. The tag contains the version of every
// pass of the device. A time instead could miss one of two changes that commit out of order.
import { listPassesOf } from './pass-queries.ts'
import type { Services } from './pass-services.ts'
import type { Updates } from './passes-calls.ts'

/** Returns the changed passes and the new tag, or null if no pass of the device has changed. */
export async function listUpdatedPasses(
  { db }: Services,
  deviceId: string,
  knownTag: string | undefined,
): Promise<Updates | null> {
  const passes = await listPassesOf(db, deviceId)
  const versions = passes.map(({ passport_id, modified_at }) => ({
    serial: passport_id,
    version: `${passport_id.slice(0, 8)}-${modified_at.getTime() / 1_000}`,
  }))
  const deviceVersions = new Set(knownTag?.split('.'))
  const changed = versions.filter(({ version }) => !deviceVersions.has(version))
  if (changed.length === 0) return null
  return {
    serialNumbers: changed.map(({ serial }) => serial),
    lastUpdated: versions.map(({ version }) => version).join('.'),
  }
}
