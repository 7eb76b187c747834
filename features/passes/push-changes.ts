// Pushes changed passes to their devices and to Google.
//
//   1. A pass is marked as changed. A change of its kilograms or leagues is due after two seconds (trigger
//      `passports_touch_wallet_pass`), an erasure of its owner immediately (pass-own-data.ts).
//   2. Each second, changed passes that are due become due pushes: one for each device of the pass, and
//      one to Google.
//   3. Then the due pushes are sent. A failed push is repeated after 1 second, then after 4, 16 and so on, up to
//      half an hour. After eight attempts it waits for the next change (values/tries.ts).
//
// Several processes may run these tasks. Pushes to Apple and to Google are separate tasks, so that neither
// delays the other.

import type { GoogleWallet } from '#providers/wallet-pass/google-wallet.ts'
import type { PushAnswer } from '#providers/wallet-pass/pass-push.ts'
import { triesMax, waitAfter } from '#values/tries.ts'
import { googleObject } from './google-pass.ts'
import { factsOf } from './make-pass.ts'
import { findPass } from './pass-queries.ts'
import type { Services } from './pass-services.ts'
import {
  announceChanges,
  type DueDevice,
  type DueGooglePass,
  deviceQueue,
  forgetDevice,
  forgetUnusedPass,
  googleQueue,
  takeDueDevices,
  takeDueGooglePasses,
  writePushed,
  writePushLater,
} from './push-queries.ts'

const changedPassesMax = 200
const pushesMax = 50

/**
 * Queues pushes for changed passes, then sends due pushes to Apple's devices. Returns the sum of both
 * numbers.
 */
export async function pushChanges(services: Services): Promise<number> {
  const { db, passPush } = services
  const announced = await db.transaction((tx) => announceChanges(tx, changedPassesMax))
  const due = await takeDueDevices(db, pushesMax)
  const push = async (device: DueDevice) => {
    const answer = await passPush.push(device.push_token)
    if (answer === 'gone') await forgetDevice(db, device)
    return answer
  }
  await Promise.all(due.map((each) => pushOne(services, deviceQueue, each, push)))
  return announced + due.length
}

/** Sends due pushes to Google. Returns their number. */
export async function pushToGoogle(services: Services): Promise<number> {
  const { db, googleWallet } = services
  if (googleWallet === null) return 0
  const due = await takeDueGooglePasses(db, pushesMax)
  const push = async (pass: DueGooglePass) => {
    const answer = await patchPass(services, googleWallet, pass)
    if (answer === 'gone') await forgetUnusedPass(db, pass)
    return answer
  }
  await Promise.all(due.map((each) => pushOne(services, googleQueue, each, push)))
  return due.length
}

/** Sends the current pass to Google. Returns `gone` if it no longer exists here or there. */
async function patchPass(
  { db }: Services,
  googleWallet: GoogleWallet,
  { id, passport_id }: DueGooglePass,
): Promise<PushAnswer> {
  const row = await findPass(db, passport_id)
  if (row === null) return 'gone'
  return googleWallet.patch(googleObject(factsOf(row), id, googleWallet.account.issuerId))
}

/** Runs a push. Marks it as done, or schedules the next attempt after an error. */
async function pushOne<Due extends DueDevice | DueGooglePass>(
  { db, log }: Services,
  queue: Parameters<typeof writePushed>[1],
  due: Due,
  push: (due: Due) => Promise<PushAnswer>,
): Promise<void> {
  try {
    await push(due)
    await writePushed(db, queue, due)
  } catch (error) {
    log.warn('pass not pushed', { count: due.attempts, error })
    // After the last attempt, the push waits for the next change.
    if (due.attempts >= triesMax) await writePushed(db, queue, due)
    else await writePushLater(db, queue, due, waitAfter(due.attempts))
  }
}
