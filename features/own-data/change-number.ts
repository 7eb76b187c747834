// Moves a passport to another phone number, with a code to each. Only after both correct codes does it reveal
// whether the new phone number has a passport.
import { isRefusedNumber } from '#features/messages/limits/sms-limits.ts'
import { moveToNumber } from '#features/own-data/move-to-number.ts'
import { ownUse } from '#features/own-data/request-profile-code.ts'
import { readProfile } from '#features/passport/read-profile.ts'
import { objectionWrites } from '#features/people/announced-moves.ts'
import type { Viewer } from '#features/people/find-session.ts'
import { lockNumbers } from '#features/people/lock-people.ts'
import type { Profile } from '#features/people/people-calls.ts'
import { checkCode, consumeCode } from '#features/sign-in/codes/check-code.ts'
import type { CorrectCode } from '#features/sign-in/codes/judge-code.ts'
import type { Transaction } from '#platform/database/database.ts'
import { send } from '#platform/database/write.ts'
import type { Caller } from '#platform/http/limits/rate-limits.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import { canonicalPhone } from '#values/text/canonical-phone.ts'
import { findUnerased, isNumberTaken } from './own-data-queries.ts'
import type { Services } from './own-data-services.ts'

type MoveProblem = 'invalid_phone' | 'invalid_code' | 'rate_limited' | 'number_taken'

/**
 * Moves the passport (see `moveToNumber`), ends its other sessions, and returns the changed profile. Wallets
 * keep their currency. Problems: `invalid_phone`, `invalid_code` and `rate_limited` (with the code's
 * `field`), `number_taken`.
 */
export async function changeNumber(
  services: Services,
  viewer: Viewer,
  typed: { readonly phone: string; readonly code: string; readonly new_code: string },
  caller: Caller,
): Promise<Profile | Problem<MoveProblem>> {
  const phone = canonicalPhone(typed.phone)
  if (phone === null || phone === viewer.phone || isRefusedNumber(phone, services.settings)) {
    return problem('invalid_phone')
  }
  const ownCode = await checkCode(services, ownUse(viewer, 'leave_number'), typed.code, caller)
  if (isProblem(ownCode)) return { ...ownCode, fields: { field: 'code' } }
  const { passportId } = viewer
  const newUse = { phone, purpose: 'take_number', passportId } as const
  const newCode = await checkCode(services, newUse, typed.new_code, caller)
  if (isProblem(newCode)) return { ...newCode, fields: { field: 'new_code' } }
  const answer = await services.db.transaction((tx) =>
    moveWithCodes(tx, services, viewer, ownCode, newCode),
  )
  if (!isProblem(answer)) services.wakeOutbox()
  return answer
}

/** Locks both phone numbers, consumes both codes and moves the passport, if the new phone number is free. */
async function moveWithCodes(
  tx: Transaction,
  { numbers }: Services,
  viewer: Viewer,
  ownCode: CorrectCode,
  newCode: CorrectCode,
): Promise<Profile | Problem<MoveProblem>> {
  const { passportId, sessionId, phone: previousPhone } = viewer
  const { phone } = newCode
  await lockNumbers(tx, [previousPhone, phone])
  const present = await findUnerased(tx, passportId)
  if (present?.phone !== previousPhone) return problem('invalid_code')
  const consumed = [await consumeCode(tx, ownCode), await consumeCode(tx, newCode)]
  if (consumed.includes(false)) return problem('invalid_code')
  if (await isNumberTaken(tx, phone)) return problem('number_taken')
  await moveToNumber(tx, numbers, {
    passportId,
    previousPhone,
    phone,
    remainingSessionId: sessionId,
  })
  // The owner has their phone, so that no number that support announced may take the passport.
  await send(tx, objectionWrites([passportId]))
  return readProfile(tx, passportId)
}
