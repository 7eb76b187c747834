// Opens a session for a passkey. It never creates a passport, and limits of the phone number do not apply.
import { queueMessages } from '#features/messages/outbox.ts'
import { passkeyMessage } from '#features/messages/passport-notices.ts'
import { lockNumbers } from '#features/people/lock-people.ts'
import type { SignInDetails } from '#features/sign-in/codes/attempt.ts'
import { knownDevice } from '#features/sign-in/codes/known-device.ts'
import { lockBlock } from '#features/sign-in/number/number-blocks.ts'
import { openSessionsBatch, type SignedIn } from '#features/sign-in/sessions/open-sessions-batch.ts'
import { countSignIn } from '#features/sign-in/sign-in-metrics.ts'
import type { Services } from '#features/sign-in/sign-in-services.ts'
import type { Transaction } from '#platform/database/database.ts'
import { queueByKey } from '#platform/database/queue-by-key.ts'
import { type Ending, ending } from '#platform/database/write.ts'
import { recordNonces } from '#platform/http/guard/request-signature.ts'
import { getOrThrow } from '#values/get-or-throw.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import {
  challengeLifeMs,
  newChallenge,
  nonceOfChallenge,
  openChallenge,
} from './passkey-challenge.ts'
import { deletePasskey, findPasskey, lockPasskey, writeUse } from './passkey-queries.ts'
import type { RequestOptions, UsedCredential } from './passkeys-calls.ts'
import type { RelyingParty } from './relying-party.ts'
import { verifyUsed } from './verify-credential.ts'

const callersMax = 1_000
const runInTurn = queueByKey(callersMax)

/** Returns the options for a sign-in, without any passkeys: the browser finds its own. */
export function requestOptions(
  { keys, clock }: Services,
  { id: rpId }: RelyingParty,
): RequestOptions {
  return {
    challenge: newChallenge(keys.passkey, null, clock()),
    rpId,
    timeout: challengeLifeMs,
    userVerification: 'required',
  }
}

type PasskeyAttempt = SignInDetails & {
  readonly credential: UsedCredential
  /** The value of the browser's device cookie. */
  readonly device: string | undefined
}

/** A credential with a valid signature. */
type VerifiedUse = {
  readonly credentialId: Buffer
  readonly passportId: string
  readonly phone: string
  readonly challenge: string
  readonly counter: number
}

type Refusal = Problem<'passkey_refused'>
const refused = problem('passkey_refused')

/** Signs in and wakes the outbox. Problem: `passkey_refused`, for every reason the same. */
export async function signInWithPasskey(
  services: Services,
  relyingParty: RelyingParty,
  { credential, device, ...details }: PasskeyAttempt,
): Promise<SignedIn | Refusal> {
  const use = await verifyUse(services, relyingParty, credential)
  if (use === null) return refused
  const deviceId = knownDevice(services, device, use.phone, services.clock())
  const answer = await runInTurn(services, [credential.id], () =>
    services.db.transaction((tx) => openSession(tx, services, use, { ...details, deviceId })),
  )
  services.wakeOutbox()
  if (!isProblem(answer)) countSignIn('passkey')
  return answer
}

/** Verifies a credential with the stored key of its id. Returns null if it is unknown or invalid. */
async function verifyUse(
  services: Services,
  relyingParty: RelyingParty,
  credential: UsedCredential,
): Promise<VerifiedUse | null> {
  const credentialId = Buffer.from(credential.id, 'base64url')
  const passkey = await findPasskey(services.db, credentialId)
  if (passkey === null) return null
  const { passport_id: passportId, phone, public_key, user_handle } = passkey
  if (credential.response.userHandle !== user_handle.toString('base64url')) return null
  let usedChallenge = ''
  const counter = await verifyUsed(relyingParty, credential, public_key, (challenge) => {
    usedChallenge = challenge
    return openChallenge(services, null, challenge, services.clock()) !== null
  })
  return counter === null
    ? null
    : { credentialId, passportId, phone, challenge: usedChallenge, counter }
}

/**
 * Opens the session under the lock of the phone number, as a sign-in with a code does. A challenge that was
 * used is refused before its counter is compared: a repeated request must not end the passkey.
 */
async function openSession(
  tx: Transaction,
  services: Services,
  { credentialId, passportId, phone, challenge, counter }: VerifiedUse,
  details: SignInDetails & { readonly deviceId: string | null },
): Promise<Ending<SignedIn | Refusal>> {
  const number = services.numbers.hashOf(phone)
  await lockNumbers(tx, [phone])
  if (await lockBlock(tx, number)) return ending(refused, [])
  const passkey = await lockPasskey(tx, credentialId, phone)
  if (passkey === null) return ending(refused, [])
  const isFirstUse = (await recordNonces(tx, [nonceOfChallenge(challenge)])).size > 0
  if (!isFirstUse) return ending(refused, [])
  const hasCounter = counter > 0 || passkey.counter > 0
  if (hasCounter && counter <= passkey.counter) {
    // Another authenticator has a copy of the key.
    await deletePasskey(tx, passkey.id, passportId)
    await queueMessages(tx, [passkeyMessage('passkey_ended', passportId)])
    return ending(refused, [])
  }
  await writeUse(tx, passkey.id, counter)
  const { signedIn, writes } = await openSessionsBatch(tx, services, [
    { attempt: details, phone, number, code: null, passportId, isNew: false, parkedId: null },
  ])
  return ending(getOrThrow(signedIn, number, 'a passkey opened no session'), writes)
}
