// Explains the failures of own data's calls: a text, and the field where it is shown.
import { isUnreached } from '#features/people/web/session/session.ts'
import { ApiError } from '#web/api/api.ts'
import { texts } from '#web/texts.ts'

/** A problem and the field where it is shown; the whole form without one. */
export type OwnDataProblem = { readonly at: string; readonly text: string; readonly hint?: string }

/** Returns the text of a failure. `at` is its field unless the server names one. */
export function problemOf(error: unknown, at: string): OwnDataProblem {
  if (isUnreached(error)) return { at, text: texts.common_no_connection() }
  if (!(error instanceof ApiError)) return { at, text: texts.own_data_failed() }
  const { field } = error.body
  const place = typeof field === 'string' ? field : at
  switch (error.code) {
    case 'invalid_code':
      return { at: place, text: texts.sign_in_wrong_code() }
    case 'invalid_phone':
      return { at: 'phone', text: texts.sign_in_request_failed() }
    case 'rate_limited':
      return { at: place, text: texts.problem_rate_limited() }
    case 'sms_unavailable':
      return { at, text: texts.sign_in_request_failed(), hint: texts.sign_in_our_fault() }
    case 'number_taken':
      return { at: 'phone', text: texts.own_data_number_taken() }
    case 'cannot_sign':
      return { at: '', text: texts.problem_cannot_sign() }
    case 'purchase_open':
      return { at: '', text: texts.own_data_purchase_open() }
    default:
      return { at: '', text: texts.own_data_failed() }
  }
}
