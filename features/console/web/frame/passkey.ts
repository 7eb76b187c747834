// Creates and uses the passkeys of staff in the browser.
import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import {
  acceptInvitation,
  getInvitationOptions,
  getStaffRequestOptions,
  type Me,
  signInToConsole,
} from '#features/staff/staff-calls.ts'
import { ApiError, isUnreached } from '#web/api/api.ts'
import { ask } from '#web/api/ask.ts'

/** Signs in with a passkey, or confirms the open session with it. */
export async function signInWithPasskey(): Promise<Me> {
  const optionsJSON = await ask(getStaffRequestOptions, {})
  const credential = await startAuthentication({ optionsJSON })
  return ask(signInToConsole, { body: { credential } })
}

/** Creates a passkey for an invitation and signs in. */
export async function createPasskey(token: string): Promise<Me> {
  const params = { token }
  const optionsJSON = await ask(getInvitationOptions, { params })
  const credential = await startRegistration({ optionsJSON })
  return ask(acceptInvitation, { params, body: { credential } })
}

/** Returns the words for a failed passkey. */
export function passkeyProblem(error: unknown): string {
  if (isUnreached(error)) return 'There is no connection. Please try again.'
  if (error instanceof ApiError) {
    const isOwn = error.status < 500
    return isOwn ? error.message : 'The server failed. Please try again.'
  }
  const cause = error instanceof WebAuthnError ? error.cause : error
  const name = cause instanceof Error ? cause.name : ''
  if (name === 'InvalidStateError')
    return 'This device has a passkey for you already. Sign in with it.'
  if (name === 'NotAllowedError') return 'The passkey was not used. Please try again.'
  return 'This browser could not use a passkey.'
}
