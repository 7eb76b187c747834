// Moves a passport whose number was lost, by the operator's hand after proof: the first call announces it
// to the number, a call after 72 hours moves it, unless somebody has signed in there meanwhile. A parked
// passport has no number that could object: it moves at once.

import { isRefusedNumber } from '#features/messages/limits/sms-limits.ts'
import { movingMessage } from '#features/messages/notices.ts'
import { queueMessages } from '#features/messages/outbox.ts'
import { moveToNumber } from '#features/own-data/move-to-number.ts'
import {
  announceMove,
  endAnnouncedMove,
  lockAnnouncedMove,
} from '#features/people/announced-moves.ts'
import { lockNumbers } from '#features/people/lock-people.ts'
import { noteSignedIn } from '#features/people/passport-queries.ts'
import { unpark } from '#features/sign-in/sessions/idle-passport.ts'
import type { Transaction } from '#platform/database/database.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import { canonicalPhone } from '#values/text/canonical-phone.ts'
import { isNumberTaken, lockParked } from './own-data-queries.ts'
import type { Services } from './own-data-services.ts'

export type MoveOrder = {
  readonly passportId: string
  /** The number that it has; null where it has none. */
  readonly former: string | null
  /** As it was typed. */
  readonly phone: string
  /** Announces a move again to which somebody has objected. */
  readonly again: boolean
  /** Written with whatever is changed. */
  readonly record: (tx: Transaction) => Promise<void>
}

export type MoveStage =
  | { readonly stage: 'announced' | 'waiting'; readonly dueAt: Date }
  | { readonly stage: 'moved' }

type MoveProblem = 'invalid_phone' | 'number_taken' | 'move_objected' | 'passport_erased'

/** Problems: see MoveProblem; nothing is changed then. */
export async function moveForOwner(
  services: Services,
  order: MoveOrder,
): Promise<MoveStage | Problem<MoveProblem>> {
  const { settings, db, wakeOutbox } = services
  const phone = canonicalPhone(order.phone)
  if (phone === null || phone === order.former || isRefusedNumber(phone, settings)) {
    return problem('invalid_phone')
  }
  const done = await db.transaction((tx) => takeStep(tx, services, { ...order, phone }))
  if (!isProblem(done)) wakeOutbox()
  return done
}

async function takeStep(
  tx: Transaction,
  { numbers }: Services,
  { passportId, former, phone, again, record }: MoveOrder,
): Promise<MoveStage | Problem<MoveProblem>> {
  await lockNumbers(tx, [...(former === null ? [] : [former]), phone])
  if (await isNumberTaken(tx, phone)) return problem('number_taken')
  const isParked = former === null && (await lockParked(tx, passportId))
  if (former === null && !isParked) return problem('passport_erased')
  const move = isParked ? null : await lockAnnouncedMove(tx, passportId)
  if (!isParked) {
    const isOther = move === null || move.phone !== phone
    if (!isOther && move.objected_at !== null && !again) {
      const text = `Somebody signed in with the former number at ${move.objected_at.toISOString()}.`
      return problem('move_objected', { text })
    }
    if (isOther || move.objected_at !== null) {
      const dueAt = await announceMove(tx, passportId, phone)
      await queueMessages(tx, [movingMessage(passportId)])
      await record(tx)
      return { stage: 'announced', dueAt }
    }
    if (!move.is_due) return { stage: 'waiting', dueAt: move.due_at }
  }
  await endAnnouncedMove(tx, passportId)
  await unpark(tx, passportId)
  // Proven to be in use: whoever signs in next is not asked whether it is theirs.
  await noteSignedIn(tx, passportId)
  await moveToNumber(tx, numbers, { passportId, former, phone, keptSessionId: null })
  await record(tx)
  return { stage: 'moved' }
}
