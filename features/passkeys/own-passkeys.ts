// Adds and removes passkeys of a signed-in user (docs/product.md#passkeys).
import { randomBytes } from 'node:crypto'
import { queueMessages } from '#features/messages/outbox.ts'
import { passkeyMessage } from '#features/messages/passport-notices.ts'
import type { DeviceNames } from '#features/people/device-words.ts'
import type { Viewer } from '#features/people/find-session.ts'
import { lockNumbers } from '#features/people/lock-people.ts'
import { hasFreshCode } from '#features/people/own-sessions.ts'
import type { Services } from '#features/sign-in/sign-in-services.ts'
import type { Transaction } from '#platform/database/database.ts'
import { type Nonce, recordNonces } from '#platform/http/guard/request-signature.ts'
import { holdsCardNumber } from '#values/money/card-number.ts'
import { isProblem, type Problem, problem } from '#values/problem.ts'
import { maskPhone } from '#values/text/phone-number.ts'
import { isUuid } from '#values/text/uuid.ts'
import {
  challengeLifeMs,
  newChallenge,
  nonceOfChallenge,
  openChallenge,
} from './passkey-challenge.ts'
import {
  deletePasskey,
  deletePasskeysOf,
  findPasskeysOf,
  type PasskeyRow,
  writePasskey,
} from './passkey-queries.ts'
import type { CreationOptions, NewCredential, Passkey } from './passkeys-calls.ts'
import type { RelyingParty } from './relying-party.ts'
import { algorithms, verifyNew } from './verify-credential.ts'

const passkeysMax = 10
const userHandleBytes = 32
const brand = 'Carbon Passport'

type AddProblem = 'code_required' | 'too_many_passkeys'

/**
 * Returns the options for a new passkey. All passkeys of a passport have one user handle, so that a device
 * replaces its passkey instead of collecting them. The challenge carries the handle, so that no row is stored.
 */
export async function creationOptions(
  { db, keys, clock }: Services,
  { id: rpId }: RelyingParty,
  { passportId, sessionId, phone }: Viewer,
): Promise<CreationOptions | Problem<AddProblem>> {
  if (!(await hasFreshCode(db, sessionId))) return problem('code_required')
  const passkeys = await findPasskeysOf(db, passportId)
  if (passkeys.length >= passkeysMax) return problem('too_many_passkeys')
  const handle = passkeys[0]?.user_handle ?? randomBytes(userHandleBytes)
  const name = maskPhone(phone)
  return {
    rp: { id: rpId, name: brand },
    user: { id: handle.toString('base64url'), name, displayName: name },
    challenge: newChallenge(keys.passkey, passportId, clock(), handle),
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: challengeLifeMs,
    attestation: 'none',
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    excludeCredentials: passkeys.map(({ credential_id }) => ({
      type: 'public-key',
      id: credential_id.toString('base64url'),
    })),
  }
}

export type PasskeyRequest = {
  readonly viewer: Viewer
  /** The nonce of the signed call. */
  readonly nonce: Nonce
}

/**
 * Adds a passkey and notifies the owner. Problems: those of `AddProblem`, `card_number_refused`,
 * `invalid_passkey`.
 */
export async function addPasskey(
  services: Services,
  relyingParty: RelyingParty,
  { viewer, nonce }: PasskeyRequest,
  typed: {
    readonly credential: NewCredential
    readonly name?: string | null | undefined
    readonly deviceNames: DeviceNames
  },
): Promise<Passkey | Problem<AddProblem | 'card_number_refused' | 'invalid_passkey' | 'replayed'>> {
  if (holdsCardNumber(typed.name ?? '')) {
    return problem('card_number_refused', { fields: { field: 'name' } })
  }
  const { db, clock, wakeOutbox } = services
  const { passportId, sessionId, phone } = viewer
  let used: { readonly challenge: string; readonly handle: Buffer } | undefined
  const key = await verifyNew(relyingParty, typed.credential, (challenge) => {
    const handle = openChallenge(services, passportId, challenge, clock())
    if (handle !== null) used = { challenge, handle }
    return handle !== null
  })
  const answer = await db.transaction(async (tx) => {
    if ((await recordNonces(tx, [nonce])).size === 0) return problem('replayed')
    if (!(await hasFreshCode(tx, sessionId))) return problem('code_required')
    if (key === null || used === undefined) return problem('invalid_passkey')
    await lockNumbers(tx, [phone])
    if ((await findPasskeysOf(tx, passportId)).length >= passkeysMax) {
      return problem('too_many_passkeys')
    }
    const isFirstUse = (await recordNonces(tx, [nonceOfChallenge(used.challenge)])).size > 0
    if (!isFirstUse) return problem('invalid_passkey')
    const name = typed.name ?? nameOf(typed.deviceNames)
    const { credentialId, publicKey, counter } = key
    const values = [used.handle, name, credentialId, publicKey, counter] as const
    const row = await writePasskey(tx, passportId, phone, ...values)
    if (row === null) return problem('invalid_passkey')
    await queueMessages(tx, [passkeyMessage('passkey_added', passportId)])
    return passkeyOnWire(row)
  })
  if (!isProblem(answer)) wakeOutbox()
  return answer
}

/** Removes a passkey and notifies the owner. Returns null, or the problem. */
export async function removePasskey(
  { db, wakeOutbox }: Services,
  { viewer: { passportId, sessionId }, nonce }: PasskeyRequest,
  id: string,
): Promise<Problem<'code_required' | 'passkey_not_found' | 'replayed'> | null> {
  const refusal = await db.transaction(async (tx) => {
    if ((await recordNonces(tx, [nonce])).size === 0) return problem('replayed')
    if (!(await hasFreshCode(tx, sessionId))) return problem('code_required')
    const isRemoved = isUuid(id) && (await deletePasskey(tx, id, passportId))
    if (!isRemoved) return problem('passkey_not_found')
    await queueMessages(tx, [passkeyMessage('passkey_removed', passportId)])
    return null
  })
  if (refusal === null) wakeOutbox()
  return refusal
}

/** Removes all passkeys of a passport, without a notice. */
export function removeAllPasskeys(tx: Transaction, passportId: string): Promise<void> {
  return deletePasskeysOf(tx, passportId)
}

export function passkeyOnWire({
  id,
  name,
  created_at,
  last_used_at,
}: Pick<PasskeyRow, 'id' | 'name' | 'created_at' | 'last_used_at'>): Passkey {
  return {
    id,
    name,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  }
}

/** Returns the name of a passkey that the user gave none. */
function nameOf({ browser, system }: DeviceNames): string {
  return [browser, system].filter((each) => each !== null).join(', ') || 'Passkey'
}
