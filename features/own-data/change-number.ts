// Moves a passport to another number, with a code from each. It reveals whether the new number is
// taken only after both codes were right.
import { isRefusedNumber } from '#features/messages/limits/sms-limits.ts'
import { moveToNumber } from '#features/own-data/move-to-number.ts'
import { ownUse } from '#features/own-data/request-profile-code.ts'
import { readProfile } from '#features/passport/read-profile.ts'
import type { Viewer } from '#features/people/find-session.ts'
import { lockNumbers } from '#features/people/lock-people.ts'
import type { Profile } from '#features/people/people-calls.ts'
import { checkCode, consumeCode } from '#features/sign-in/codes/check-code.ts'
import type { RightCode } from '#features/sign-in/codes/judge-code.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { Caller } from '#platform/http/limits/rate-limits.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import { canonicalPhone } from '#values/text/canonical-phone.ts'
import { isNumberTaken } from './own-data-queries.ts'
import type { Services } from './own-data-services.ts'

type MoveProblem = 'invalid_phone' | 'invalid_code' | 'rate_limited' | 'number_taken'

/**
 * Returns the profile on its new number. Country, currency and symbol follow the number; wallets
 * keep theirs; other sessions end; gifts that wait for the number arrive. Problems:
 * `invalid_phone`, `invalid_code` and `rate_limited` (with the code's `field`), `number_taken`.
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
  const own = await checkCode(services, ownUse(viewer, 'leave_number'), typed.code, caller)
  if (isProblem(own)) return { ...own, fields: { field: 'code' } }
  const { passportId } = viewer
  const newUse = { phone, purpose: 'take_number', passportId } as const
  const taken = await checkCode(services, newUse, typed.new_code, caller)
  if (isProblem(taken)) return { ...taken, fields: { field: 'new_code' } }
  const moved = await services.db.transaction((tx) => move(tx, services, viewer, own, taken))
  if (!isProblem(moved)) services.wakeOutbox()
  return moved
}

async function move(
  tx: Transaction,
  { numbers }: Services,
  viewer: Viewer,
  own: RightCode,
  taken: RightCode,
): Promise<Profile | Problem<MoveProblem>> {
  const { passportId, sessionId, phone: previousPhone } = viewer
  const { phone } = taken
  await lockNumbers(tx, [previousPhone, phone])
  const used = [await consumeCode(tx, own), await consumeCode(tx, taken)]
  if (used.includes(false)) return problem('invalid_code')
  if (await isNumberTaken(tx, phone)) return problem('number_taken')
  await moveToNumber(tx, numbers, {
    passportId,
    previousPhone,
    phone,
    keptSessionId: sessionId,
  })
  return readProfile(tx, passportId)
}
