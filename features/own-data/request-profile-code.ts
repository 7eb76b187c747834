// Sends a fresh code to a signed-in user for an action that a session alone may not do. A code is
// bound to its purpose and passport.
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
 * Sends a code. Problems: those of request-code.ts; `invalid_phone` also for a number that the
 * passport cannot move to: its own, or any number for another purpose. It does not reveal whether a
 * number is taken.
 */
export async function requestProfileCode(
  services: Services,
  viewer: Viewer,
  { purpose, phone }: ProfileCodeBody,
  caller: Caller,
): Promise<SentCodeReply | Problem<RequestProblem>> {
  const isOwn = phone === null || phone === undefined
  if (!isOwn && (purpose !== 'change_number' || canonicalPhone(phone) === viewer.phone)) {
    return problem('invalid_phone')
  }
  const use: CodeUse = isOwn
    ? ownUse(viewer, purpose === 'change_number' ? 'leave_number' : purpose)
    : { phone, purpose: 'take_number', passportId: viewer.passportId }
  return requestCode(services, use, caller)
}

/** Returns the code's use for a passport's own number. */
export function ownUse(
  { phone, passportId }: Pick<Viewer, 'phone' | 'passportId'>,
  purpose: 'export' | 'delete' | 'leave_number',
): CodeUse {
  return { phone, purpose, passportId }
}
