// Sends a fresh code to somebody who is signed in, for what a session alone may not do. A code is
// bound to its purpose and to the passport that asks.
import type { ProfileCodeBody } from '#features/own-data/contract.ts'
import type { RequestOtpReply } from '#features/people/contract.ts'
import type { Viewer } from '#features/people/find-session.ts'
import type { CodeUse } from '#features/sign-in/codes/one-time-code.ts'
import { type RequestProblem, requestCode } from '#features/sign-in/codes/request-code.ts'
import type { Caller } from '#platform/http/limits/rate-limits.ts'
import { type Problem, problem } from '#values/problem.ts'
import { canonicalPhone } from '#values/text/canonical-phone.ts'
import type { Services } from './own-data-services.ts'

/**
 * Problems: those of request-code.ts; `invalid_phone` also where a number is named that a passport
 * cannot move to: its own, or any for another purpose. Whose number it is otherwise, nobody learns.
 */
export async function requestProfileCode(
  services: Services,
  viewer: Viewer,
  { purpose, phone }: ProfileCodeBody,
  caller: Caller,
): Promise<RequestOtpReply | Problem<RequestProblem>> {
  const isOwn = phone === null || phone === undefined
  if (!isOwn && (purpose !== 'change_number' || canonicalPhone(phone) === viewer.phone)) {
    return problem('invalid_phone')
  }
  const use: CodeUse = isOwn
    ? ownUse(viewer, purpose === 'change_number' ? 'leave_number' : purpose)
    : { phone, purpose: 'take_number', passportId: viewer.passportId }
  return requestCode(services, use, caller)
}

/** The code that goes to a passport's own number. */
export function ownUse(
  { phone, passportId }: Pick<Viewer, 'phone' | 'passportId'>,
  purpose: 'export' | 'delete' | 'leave_number',
): CodeUse {
  return { phone, purpose, passportId }
}
