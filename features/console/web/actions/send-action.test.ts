// Tests which outcome a failed call of an action has.
import { expect, it } from 'vitest'
import { ApiError, BadAnswerError } from '#web/api/api.ts'
import { outcomeOfError } from './send-action.ts'

const refusal = (status: number, body: object) =>
  new ApiError(new Response(null, { status }), { ...body })

it('a refusal names its field, without the name of the body', () => {
  const error = refusal(400, { code: 'bad_request', error: 'Unknown person.', field: 'input.who' })
  const refused = { kind: 'refused', text: 'Unknown person.', field: 'who' }
  expect(outcomeOfError(error, false)).toEqual(refused)
})

it('a refusal that asks for the passkey leads to it', () => {
  const error = refusal(403, { code: 'passkey_required', error: 'Please confirm.' })
  expect(outcomeOfError(error, false)).toEqual({ kind: 'confirm' })
})

it('a refusal for want of a session has done nothing, also of a preview', () => {
  const error = refusal(401, { code: 'unauthenticated', error: 'Please sign in.' })
  expect(outcomeOfError(error, false)).toEqual({ kind: 'ended' })
  expect(outcomeOfError(error, true)).toEqual({ kind: 'ended' })
})

it('a refusal of another preview says so, and one without a field has none', () => {
  const body = { code: 'action_refused', error: 'It has changed.', reason_code: 'preview_changed' }
  const refused = { kind: 'refused', text: 'It has changed.', field: undefined }
  expect(outcomeOfError(refusal(409, body), false)).toEqual({ ...refused, isOutdated: true })
  const other = { ...body, reason_code: 'not_blocked', field: 'reason' }
  expect(outcomeOfError(refusal(409, other), false)).toEqual({ ...refused, field: 'reason' })
})

it.each([
  ['no connection', new TypeError('Failed to fetch')],
  ['a failure of the server', refusal(500, { code: 'internal' })],
  ['a cut answer', new BadAnswerError(false)],
  ['the same call that still runs', refusal(409, { code: 'in_progress' })],
])('after %s it is unknown whether an action was done, but a preview did nothing', (_, error) => {
  expect(outcomeOfError(error, false)).toEqual({ kind: 'unknown' })
  expect(outcomeOfError(error, true)).toMatchObject({ kind: 'refused' })
})
