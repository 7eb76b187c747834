// Registers a device for a pass with its push token, or unregisters it.

import { type Problem, problem } from '#values/problem.ts'
import {
  deleteRegistrationOf,
  dropOldestRegistrations,
  listPassesOf,
  writeDevice,
  writePass,
  writeRegistration,
} from './pass-queries.ts'
import type { Services } from './pass-services.ts'

/**
 * Most devices of a pass: a user's phones, tablets and watches over the years. Above it, the oldest is
 * removed.
 */
const devicesPerPassMax = 20
/** Most passports on one device, enough for a family. */
const passesPerDeviceMax = 20

export type DeviceOfPass = { readonly deviceId: string; readonly passportId: string }

/**
 * Registers a device. Problems: `too_many_passes`. A known device gets its new push token. A pass
 * missing after the restore of an older backup is recreated by its own token.
 */
export async function registerDevice(
  { db }: Services,
  { deviceId, passportId }: DeviceOfPass,
  pushToken: string,
): Promise<'new' | 'known' | Problem<'too_many_passes'>> {
  return db.transaction(async (tx) => {
    await writePass(tx, passportId)
    await writeDevice(tx, deviceId, pushToken)
    const before = await listPassesOf(tx, deviceId)
    if (before.some((pass) => pass.passport_id === passportId)) return 'known'
    if (before.length >= passesPerDeviceMax) return problem('too_many_passes')
    await writeRegistration(tx, passportId, deviceId)
    await dropOldestRegistrations(tx, passportId, devicesPerPassMax)
    return 'new'
  })
}

/** Idempotent: a device that does not hold the pass changes nothing. */
export async function unregisterDevice(
  { db }: Services,
  { deviceId, passportId }: DeviceOfPass,
): Promise<void> {
  await db.transaction((tx) => deleteRegistrationOf(tx, passportId, deviceId))
}
