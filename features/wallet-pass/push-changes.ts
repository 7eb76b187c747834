// Tells devices that a pass of theirs has changed: first the changed passes become one due push a
// device, then the pushes are sent. Safe in several processes; run in the background.
import {
  announceChanges,
  type DuePush,
  forgetDevice,
  takeDuePushes,
  writePushed,
  writePushLater,
} from '#features/wallet-pass/queries.ts'
import { pushTimeoutMs } from '#providers/wallet-pass/pass-push.ts'
import { withTimeout } from '#providers/with-timeout.ts'
import type { Services } from '#server/services.ts'

const passesMax = 200
const pushesMax = 50
/** trust.md 2: 8 tries from 1 s to 30 min apart; then the device asks by itself, when opened. */
const attemptsMax = 8
const waitMaxSeconds = 1_800

/** One round; answers how much it found to do. */
export async function pushChanges(services: Services): Promise<number> {
  const { db } = services
  const announced = await db.transaction((tx) => announceChanges(tx, passesMax))
  const due = await takeDuePushes(db, pushesMax)
  await Promise.all(due.map((push) => pushOne(services, push)))
  return announced + due.length
}

async function pushOne({ db, passPush, log }: Services, due: DuePush): Promise<void> {
  try {
    const answer = await withTimeout(passPush.push(due.push_token), pushTimeoutMs)
    if (answer === 'gone') await forgetDevice(db, due)
    else await writePushed(db, due)
  } catch (error) {
    log.warn('pass not pushed', { count: due.attempts, error })
    if (due.attempts >= attemptsMax) await writePushed(db, due)
    else await writePushLater(db, due, Math.min(waitMaxSeconds, 4 ** (due.attempts - 1)))
  }
}
