// Moves a passport with a lost number for the operator, after proof. The first call sends a notice
// to the number; a call after 72 hours moves it, unless the number has signed in meanwhile. A
// parked passport has no number that could object, so it moves at once.

import { isRefusedNumber } from '#features/messages/limits/sms-limits.ts'
import { queueMessages } from '#features/messages/outbox.ts'
import { movingMessage } from '#features/messages/passport-notices.ts'
import { moveToNumber } from '#features/own-data/move-to-number.ts'
import {
  announceMove,
  endAnnouncedMove,
  lockAnnouncedMove,
} from '#features/people/announced-moves.ts'
import { lockNumbers } from '#features/people/lock-people.ts'
import { noteSignedIn } from '#features/people/passport-writes.ts'
import { unpark } from '#features/sign-in/sessions/idle-passport.ts'
import type { Transaction } from '#platform/database/database.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import { canonicalPhone } from '#values/text/canonical-phone.ts'
import { isNumberTaken, lockParked } from './own-data-queries.ts'
import type { Services } from './own-data-services.ts'

export type MoveOrder = {
  readonly passportId: string
  /** The present number; null where it has none. */
  readonly previousPhone: string | null
  /** The number as it was typed. */
  readonly phone: string
  /** Whether to announce a move again after an objection. */
  readonly again: boolean
  /** Audit entry, written with every change. */
  readonly record: (tx: Transaction) => Promise<void>
}

export type MoveStage =
  | { readonly stage: 'announced' | 'waiting'; readonly dueAt: Date }
  | { readonly stage: 'moved' }

type MoveProblem = 'invalid_phone' | 'number_taken' | 'move_objected' | 'passport_erased'

/** Moves or announces. Problems: see MoveProblem; the passport is unchanged then. */
export async function moveForOwner(
  services: Services,
  order: MoveOrder,
): Promise<MoveStage | Problem<MoveProblem>> {
  const { settings, db, wakeOutbox } = services
  const phone = canonicalPhone(order.phone)
  if (phone === null || phone === order.previousPhone || isRefusedNumber(phone, settings)) {
    return problem('invalid_phone')
  }
  const outcome = await db.transaction((tx) => takeStep(tx, services, { ...order, phone }))
  if (!isProblem(outcome)) wakeOutbox()
  return outcome
}

async function takeStep(
  tx: Transaction,
  { numbers }: Services,
  { passportId, previousPhone, phone, again, record }: MoveOrder,
): Promise<MoveStage | Problem<MoveProblem>> {
  await lockNumbers(tx, [...(previousPhone === null ? [] : [previousPhone]), phone])
  if (await isNumberTaken(tx, phone)) return problem('number_taken')
  const isParked = previousPhone === null && (await lockParked(tx, passportId))
  if (previousPhone === null && !isParked) return problem('passport_erased')
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
  // Marks the passport as used, so that the next sign-in does not ask whose passport it is.
  await noteSignedIn(tx, passportId)
  await moveToNumber(tx, numbers, {
    passportId,
    previousPhone,
    phone,
    keptSessionId: null,
  })
  await record(tx)
  return { stage: 'moved' }
}
