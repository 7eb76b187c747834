// Moves a passport to a new phone number after its owner lost the previous one, for an operator who has seen
// proof of ownership. The first call sends a notice to the previous number. A call after 72 hours moves the
// passport, unless somebody has signed in with the previous number since: such a sign-in counts as an
// objection. A parked passport has no number that could object, so it is moved immediately.

import { isRefusedNumber } from '#features/messages/limits/sms-limits.ts'
import { queueMessages } from '#features/messages/outbox.ts'
import { movingMessage } from '#features/messages/passport-notices.ts'
import { moveToNumber } from '#features/own-data/move-to-number.ts'
import { endPassTokens } from '#features/passes/end-pass-tokens.ts'
import { removeAllPasskeys } from '#features/passkeys/own-passkeys.ts'
import {
  announceMove,
  endAnnouncedMove,
  lockAnnouncedMove,
} from '#features/people/announced-moves.ts'
import { lockNumbers } from '#features/people/lock-people.ts'
import { noteSignedIn } from '#features/people/passport-writes.ts'
import { removeAllSavedCards } from '#features/purchases/saved-cards/saved-cards.ts'
import { unpark } from '#features/sign-in/sessions/idle-passport.ts'
import type { Transaction } from '#platform/database/database.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import { canonicalPhone } from '#values/text/canonical-phone.ts'
import { findUnerased, isNumberTaken, lockParked } from './own-data-queries.ts'
import type { Services } from './own-data-services.ts'

export type MoveRequest = {
  readonly passportId: string
  /** The current phone number, or null. */
  readonly previousPhone: string | null
  /** The new phone number as typed. */
  readonly phone: string
  /** True announces the move again after an objection. */
  readonly again: boolean
  /** Writes the audit entry, in the transaction of every change. */
  readonly record: (tx: Transaction) => Promise<void>
}

export type MoveStage =
  | { readonly stage: 'announced' | 'waiting'; readonly dueAt: Date }
  | { readonly stage: 'moved' }

type MoveProblem = 'invalid_phone' | 'number_taken' | 'move_objected' | 'passport_erased'

/** Announces the move, or moves the passport. If it returns a problem, it has changed nothing. */
export async function moveForOwner(
  services: Services,
  request: MoveRequest,
): Promise<MoveStage | Problem<MoveProblem>> {
  const { settings, db, wakeOutbox } = services
  const phone = canonicalPhone(request.phone)
  if (phone === null || phone === request.previousPhone || isRefusedNumber(phone, settings)) {
    return problem('invalid_phone')
  }
  const outcome = await db.transaction((tx) => takeStep(tx, services, { ...request, phone }))
  if (!isProblem(outcome)) wakeOutbox()
  return outcome
}

/** Locks both phone numbers, then announces the move or carries it out. */
async function takeStep(
  tx: Transaction,
  { numbers }: Services,
  request: MoveRequest,
): Promise<MoveStage | Problem<MoveProblem>> {
  const { passportId, previousPhone, phone, record } = request
  await lockNumbers(tx, [...(previousPhone === null ? [] : [previousPhone]), phone])
  // Another call may have erased or moved the passport while this one waited.
  const present = await findUnerased(tx, passportId)
  if (present === null) return problem('passport_erased')
  const isParked = previousPhone === null && (await lockParked(tx, passportId))
  // A passport without a number is parked, unless another call has moved it.
  if (present.phone !== previousPhone || (previousPhone === null && !isParked)) {
    return problem('move_objected', { text: 'The number of the passport has changed meanwhile.' })
  }
  if (await isNumberTaken(tx, phone)) return problem('number_taken')
  const blocker = isParked ? null : await announceOrWait(tx, request)
  if (blocker !== null) return blocker
  await endAnnouncedMove(tx, passportId)
  await unpark(tx, passportId)
  // The lost phone may contain passkeys.
  await removeAllPasskeys(tx, passportId)
  // Marks the passport as used, so that the next sign-in does not ask whose passport it is.
  await noteSignedIn(tx, passportId)
  await moveToNumber(tx, numbers, {
    passportId,
    previousPhone,
    phone,
    remainingSessionId: null,
  })
  // After the passport's lock, as in a reservation.
  await removeAllSavedCards(tx, passportId)
  await endPassTokens(tx, passportId)
  await record(tx)
  return { stage: 'moved' }
}

/**
 * Returns null if the announced move may be carried out. Otherwise announces it if necessary, and returns the
 * stage or the problem.
 */
async function announceOrWait(
  tx: Transaction,
  { passportId, phone, again, record }: MoveRequest,
): Promise<MoveStage | Problem<'move_objected'> | null> {
  const move = await lockAnnouncedMove(tx, passportId)
  const isUnannounced = move === null || move.phone !== phone
  if (!isUnannounced && move.objected_at !== null && !again) {
    const text = `Somebody signed in with the former number, or its owner changed it, at ${move.objected_at.toISOString()}.`
    return problem('move_objected', { text })
  }
  if (isUnannounced || move.objected_at !== null) {
    const dueAt = await announceMove(tx, passportId, phone)
    await queueMessages(tx, [movingMessage(passportId)])
    await record(tx)
    return { stage: 'announced', dueAt }
  }
  return move.is_due ? null : { stage: 'waiting', dueAt: move.due_at }
}
