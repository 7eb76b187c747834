// Tests the field and text of each refusal of own data's calls.
import { expect, it } from 'vitest'
import { ApiError, BadAnswerError } from '#web/api/api.ts'
import { texts } from '#web/texts.ts'
import { problemOf } from './code-form.tsx'

const refused = (status: number, code: string, field?: string) =>
  new ApiError(new Response(null, { status }), { code, ...(field === undefined ? {} : { field }) })

it.each<[string, unknown, { at: string; text: string; hint?: string }]>([
  [
    'no network',
    new TypeError('Failed to fetch'),
    { at: 'code', text: texts.common_no_connection() },
  ],
  ['no JSON', new BadAnswerError(false), { at: 'code', text: texts.own_data_failed() }],
  [
    'a wrong code to the new number',
    refused(400, 'invalid_code', 'new_code'),
    { at: 'new_code', text: texts.sign_in_wrong_code() },
  ],
  ['a wrong code', refused(400, 'invalid_code'), { at: 'code', text: texts.sign_in_wrong_code() }],
  [
    'no such number',
    refused(400, 'invalid_phone', 'phone'),
    { at: 'phone', text: texts.sign_in_request_failed() },
  ],
  [
    'too many tries at the new number',
    refused(429, 'rate_limited', 'new_code'),
    { at: 'new_code', text: texts.problems_rate_limited() },
  ],
  [
    'too many tries',
    refused(429, 'rate_limited'),
    { at: 'code', text: texts.problems_rate_limited() },
  ],
  [
    'a browser that cannot sign',
    refused(401, 'cannot_sign'),
    { at: '', text: texts.problems_cannot_sign() },
  ],
  [
    'no SMS now',
    refused(503, 'sms_unavailable'),
    { at: 'code', text: texts.sign_in_request_failed(), hint: texts.sign_in_our_fault() },
  ],
  [
    'a number of another passport',
    refused(409, 'number_taken'),
    { at: 'phone', text: texts.own_data_number_taken() },
  ],
  [
    'a purchase under way',
    refused(409, 'purchase_open'),
    { at: '', text: texts.own_data_purchase_open() },
  ],
  ['anything else', refused(500, 'internal'), { at: '', text: texts.own_data_failed() }],
])('%s', (_, error, problem) => {
  expect(problemOf(error, 'code')).toEqual(problem)
})
