// Sends the calls of the four parts of own data, and explains their failures.
import type { Profile } from '#features/people/contract.ts'
import { profileShape, requestOtpShape } from '#features/people/web/answer-shapes.ts'
import { isUnreached } from '#features/people/web/session/session.ts'
import { sendSignedCall } from '#features/people/web/session/signing.ts'
import { ApiError, getJson, readAnswer, send, sendJson } from '#web/api/api.ts'
import type { Answer, Body } from '#web/api/api-routes.ts'
import { flag, listOf, moment, nullable, objectOf, text } from '#web/api/shape.ts'
import { texts } from '#web/texts.ts'

type SessionList = Answer<'GET', '/api/profile/sessions'>
export type Session = SessionList['sessions'][number]
export type ProfileCodeBody = Body<'POST', '/api/profile/code'>

const sessionListShape = objectOf<SessionList>({
  sessions: listOf(
    objectOf<Session>({
      id: text,
      browser: nullable(text),
      system: nullable(text),
      signed_in_at: moment,
      last_seen_at: moment,
      current: flag,
    }),
  ),
})

/** A problem and the field where it is shown; the whole form without one. */
export type OwnDataProblem = { readonly at: string; readonly text: string; readonly hint?: string }

export const askForCode = (body: ProfileCodeBody) =>
  sendJson('POST', '/api/profile/code', requestOtpShape, body)

export async function readSessions(signal: AbortSignal): Promise<readonly Session[]> {
  return (await getJson('/api/profile/sessions', sessionListShape, signal)).sessions
}

/** Ends one session, or all others without an id. */
export async function endSession(id?: string): Promise<void> {
  const path = id === undefined ? '/api/profile/sessions' : `/api/profile/sessions/${id}`
  await sendSignedCall({ method: 'DELETE', path })
}

/** Returns the file, or null where a code must be typed first. */
export async function readExport(): Promise<Blob | null> {
  try {
    return await (await send('/api/profile/export')).blob()
  } catch (error) {
    if (error instanceof ApiError && error.code === 'code_required') return null
    throw error
  }
}

export async function confirmExport(code: string): Promise<void> {
  await send('/api/profile/confirm', { method: 'POST', rawBody: JSON.stringify({ code }) })
}

export async function changeNumber(body: {
  readonly phone: string
  readonly code: string
  readonly new_code: string
}): Promise<Profile> {
  const answer = await sendSignedCall({ method: 'POST', path: '/api/profile/phone', body })
  return readAnswer(answer, profileShape)
}

export async function deletePassport(code: string): Promise<void> {
  await sendSignedCall({ method: 'DELETE', path: '/api/profile', body: { code } })
}

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
