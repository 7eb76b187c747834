// Sends a code to a signed-in user for an action that needs more proof than a session. The code works only
// for one purpose and one passport.
import type { ProfileCodeBody } from '#features/own-data/own-data-calls.ts'
import type { Viewer } from '#features/people/find-session.ts'
import type { CodeUse } from '#features/sign-in/codes/make-code.ts'
import { type RequestProblem, requestCode } from '#features/sign-in/codes/request-code.ts'
import type { SentCodeReply } from '#features/sign-in/sign-in-calls.ts'
import type { Caller } from '#platform/http/limits/rate-limits.ts'
import { type Problem, problem } from '#values/problem.ts'
import { canonicalPhone } from '#values/text/canonical-phone.ts'
import type { Services } from './own-data-services.ts'

/**
 * Sends a code to the passport's own phone number or, with `phone`, to the one that the passport shall move
 * to. Problems: those of `requestCode`; also `invalid_phone` if `phone` is the passport's own phone number or
 * `purpose` is not `change_number`. It does not reveal whether `phone` has a passport.
 */
export async function requestProfileCode(
  services: Services,
  viewer: Viewer,
  { purpose, phone }: ProfileCodeBody,
  caller: Caller,
): Promise<SentCodeReply | Problem<RequestProblem>> {
  const isOwnPhone = phone === null || phone === undefined
  if (!isOwnPhone && (purpose !== 'change_number' || canonicalPhone(phone) === viewer.phone)) {
    return problem('invalid_phone')
  }
  const use: CodeUse = isOwnPhone
    ? ownUse(viewer, purpose === 'change_number' ? 'leave_number' : purpose)
    : { phone, purpose: 'take_number', passportId: viewer.passportId }
  return requestCode(services, use, caller)
}

/** Returns the use of a code that is sent to the passport's own phone number. */
export function ownUse(
  { phone, passportId }: Pick<Viewer, 'phone' | 'passportId'>,
  purpose: 'export' | 'passkeys' | 'delete' | 'leave_number',
): CodeUse {
  return { phone, purpose, passportId }
}
