// Lists the passes of a device that are newer than its own. The tag names each pass's version on
// the device, because a time could miss one of two changes that commit out of order.
import { listPassesOf } from './pass-queries.ts'
import type { Services } from './pass-services.ts'
import type { Updates } from './passes-calls.ts'

/** Returns the passes; null where there is no newer one, or no pass of that device. */
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
  const known = new Set(knownTag?.split('.'))
  const newer = versions.filter(({ version }) => !known.has(version))
  if (newer.length === 0) return null
  return {
    serialNumbers: newer.map(({ serial }) => serial),
    lastUpdated: versions.map(({ version }) => version).join('.'),
  }
}
