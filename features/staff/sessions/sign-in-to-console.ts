// Registers the passkey of an invited member, and signs members in (docs/product.md#staff). Every passkey must
// verify its user.
import { randomBytes } from 'node:crypto'
import {
  challengeLifeMs,
  newChallenge,
  nonceOfChallenge,
  openChallenge,
} from '#features/passkeys/passkey-challenge.ts'
import type {
  CreationOptions,
  NewCredential,
  RequestOptions,
  UsedCredential,
} from '#features/passkeys/passkeys-calls.ts'
import type { RelyingParty } from '#features/passkeys/relying-party.ts'
import { algorithms, verifyNew, verifyUsed } from '#features/passkeys/verify-credential.ts'
import { invitationHash } from '#features/staff/members/manage-staff.ts'
import { findInvitation, useInvitation } from '#features/staff/staff-queries.ts'
import type { Database } from '#platform/database/database.ts'
import { unlessProblem } from '#platform/database/roll-back.ts'
import { recordNonces } from '#platform/http/guard/request-signature.ts'
import type { AcceptedKeys } from '#platform/keys.ts'
import { type Problem, problem } from '#values/problem.ts'
import { staffTokenHash } from './staff-check.ts'
import {
  deleteStaffPasskey,
  deleteStaffSession,
  findStaffPasskey,
  lockStaffPasskey,
  writeStaffPasskey,
  writeStaffPasskeyUse,
  writeStaffSession,
} from './staff-session-queries.ts'

type Services = AcceptedKeys & { readonly db: Database; readonly clock: () => number }

const userHandleBytes = 32
const tokenBytes = 32

/** The uses of challenges. They differ from those of the product, whose challenges have no effect here. */
const signInUse = 'console sign-in'
const invitationUse = (memberId: string) => `console ${memberId}`

/** Returns the options for the passkey of an invited member. The invitation stays open. */
export async function invitationOptions(
  { db, keys, clock }: Services,
  { id: rpId }: RelyingParty,
  token: string,
): Promise<CreationOptions | Problem<'invitation_not_found'>> {
  const invitation = await findInvitation(db, invitationHash(token))
  if (invitation === null) return problem('invitation_not_found')
  const { staff_id: memberId, name } = invitation
  const handle = randomBytes(userHandleBytes)
  return {
    rp: { id: rpId, name: 'Carbon Passport console' },
    user: { id: handle.toString('base64url'), name, displayName: name },
    challenge: newChallenge(keys.passkey, invitationUse(memberId), clock(), handle),
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: challengeLifeMs,
    attestation: 'none',
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    excludeCredentials: [],
  }
}

/** Returns the options for a sign-in. The browser finds the passkey. */
export function staffRequestOptions(
  { keys, clock }: Services,
  { id: rpId }: RelyingParty,
): RequestOptions {
  return {
    challenge: newChallenge(keys.passkey, signInUse, clock()),
    rpId,
    timeout: challengeLifeMs,
    userVerification: 'required',
  }
}

/** The token of a new session, which only its cookie contains. */
export type NewStaffSession = { readonly token: string }

/** Registers the passkey and opens a session. Problems: `invitation_not_found`, `invalid_staff_passkey`. */
export async function acceptInvitation(
  services: Services,
  relyingParty: RelyingParty,
  token: string,
  credential: NewCredential,
): Promise<NewStaffSession | Problem<'invitation_not_found' | 'invalid_staff_passkey'>> {
  const { db, clock } = services
  const invitation = await findInvitation(db, invitationHash(token))
  if (invitation === null) return problem('invitation_not_found')
  const { staff_id: memberId } = invitation
  let used: { readonly challenge: string; readonly handle: Buffer } | undefined
  const key = await verifyNew(relyingParty, credential, (challenge) => {
    const handle = openChallenge(services, invitationUse(memberId), challenge, clock())
    if (handle !== null) used = { challenge, handle }
    return handle !== null
  })
  if (key === null || used === undefined) return problem('invalid_staff_passkey')
  const { challenge, handle } = used
  const session = newSession()
  return unlessProblem<NewStaffSession | Problem<'invitation_not_found' | 'invalid_staff_passkey'>>(
    db,
    async (tx) => {
      if ((await useInvitation(tx, invitationHash(token))) === null) {
        return problem('invitation_not_found')
      }
      const isFirstUse = (await recordNonces(tx, [nonceOfChallenge(challenge)])).size > 0
      const { credentialId, publicKey, counter } = key
      const isWritten =
        isFirstUse &&
        (await writeStaffPasskey(tx, credentialId, memberId, handle, publicKey, counter))
      if (!isWritten) return problem('invalid_staff_passkey')
      await writeStaffSession(tx, staffTokenHash(session.token), memberId)
      return session
    },
  )
}

/** Signs in. Ends the session of `previousToken`. Problem: `staff_passkey_refused`, for every reason the same. */
export async function signInToConsole(
  services: Services,
  relyingParty: RelyingParty,
  credential: UsedCredential,
  previousToken: string | undefined,
): Promise<NewStaffSession | Problem<'staff_passkey_refused'>> {
  const refused = problem('staff_passkey_refused')
  const { db, clock } = services
  const credentialId = Buffer.from(credential.id, 'base64url')
  const passkey = await findStaffPasskey(db, credentialId)
  if (passkey === null) return refused
  const { staff_id: memberId, public_key, user_handle } = passkey
  if (credential.response.userHandle !== user_handle.toString('base64url')) return refused
  let usedChallenge = ''
  const counter = await verifyUsed(relyingParty, credential, public_key, (challenge) => {
    usedChallenge = challenge
    return openChallenge(services, signInUse, challenge, clock()) !== null
  })
  if (counter === null) return refused
  const session = newSession()
  return db.transaction(async (tx) => {
    const locked = await lockStaffPasskey(tx, credentialId)
    if (locked === null) return refused
    const isFirstUse = (await recordNonces(tx, [nonceOfChallenge(usedChallenge)])).size > 0
    if (!isFirstUse) return refused
    const hasCounter = counter > 0 || locked.counter > 0
    if (hasCounter && counter <= locked.counter) {
      // Another authenticator has a copy of the key.
      await deleteStaffPasskey(tx, credentialId)
      return refused
    }
    await writeStaffPasskeyUse(tx, credentialId, counter)
    if (previousToken !== undefined) await deleteStaffSession(tx, staffTokenHash(previousToken))
    await writeStaffSession(tx, staffTokenHash(session.token), memberId)
    return session
  })
}

/** Ends the session of a token, if there is one. */
export async function signOutOfConsole(db: Database, token: string | undefined): Promise<void> {
  if (token !== undefined) await deleteStaffSession(db, staffTokenHash(token))
}

function newSession(): NewStaffSession {
  return { token: randomBytes(tokenBytes).toString('base64url') }
}
