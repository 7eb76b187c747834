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

it.each([
  ['no connection', new TypeError('Failed to fetch')],
  ['a failure of the server', refusal(500, { code: 'internal' })],
  ['a cut answer', new BadAnswerError(false)],
  ['the same call that still runs', refusal(409, { code: 'in_progress' })],
])('after %s it is unknown whether an action was done, but a preview did nothing', (_, error) => {
  expect(outcomeOfError(error, false)).toEqual({ kind: 'unknown' })
  expect(outcomeOfError(error, true)).toMatchObject({ kind: 'refused' })
})
