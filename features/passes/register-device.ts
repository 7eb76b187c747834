// Registers devices for the changes of a pass, and unregisters them.

import { type Problem, problem } from '#values/problem.ts'
import {
  deleteRegistrationOf,
  dropOldestRegistrations,
  listPassesOf,
  lockTokenVersion,
  writeDevice,
  writePass,
  writeRegistration,
} from './pass-queries.ts'
import type { Services } from './pass-services.ts'

/**
 * Maximum number of devices of a pass: a user's phones, tablets and watches over the years. One more device
 * replaces the oldest.
 */
const devicesPerPassMax = 20
/** Maximum number of passes on one device, enough for a family. */
const passesPerDeviceMax = 20

export type DeviceOfPass = { readonly deviceId: string; readonly passportId: string }
/** The version of the pass's token that the call had, and the device's token for pushes. */
type Registration = { readonly tokenVersion: number; readonly pushToken: string }

/**
 * Registers a device for a pass and stores the device's push token. Also stores the pass if it is missing,
 * for example after the restore of an older backup. Problems: `too_many_passes`, and
 * `wrong_pass_token` if the tokens of the pass were ended since the call's token was checked, or if the passport
 * is erased.
 */
export async function registerDevice(
  { db }: Services,
  { deviceId, passportId }: DeviceOfPass,
  { tokenVersion, pushToken }: Registration,
): Promise<'new' | 'known' | Problem<'too_many_passes' | 'wrong_pass_token'>> {
  return db.transaction(async (tx) => {
    await writePass(tx, passportId)
    const pass = await lockTokenVersion(tx, passportId)
    if (pass?.token_version !== tokenVersion) return problem('wrong_pass_token')
    await writeDevice(tx, deviceId, pushToken)
    const devicePasses = await listPassesOf(tx, deviceId)
    if (devicePasses.some((pass) => pass.passport_id === passportId)) return 'known'
    if (devicePasses.length >= passesPerDeviceMax) return problem('too_many_passes')
    await writeRegistration(tx, passportId, deviceId)
    await dropOldestRegistrations(tx, passportId, devicesPerPassMax)
    return 'new'
  })
}

/** Unregisters a device from a pass. Idempotent. */
export async function unregisterDevice(
  { db }: Services,
  { deviceId, passportId }: DeviceOfPass,
): Promise<void> {
  await db.transaction((tx) => deleteRegistrationOf(tx, passportId, deviceId))
}
