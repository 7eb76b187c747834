// Verifies the credentials of browsers with @simplewebauthn/server. It loads with the first passkey, because
// it takes 30 MB of memory.
import type { NewCredential, UsedCredential } from './passkeys-calls.ts'
import type { RelyingParty } from './relying-party.ts'

/** COSE algorithms in the order of preference: EdDSA, ES256, RS256. */
export const algorithms = [-8, -7, -257]

type ChallengeCheck = (challenge: string) => boolean

/** The key of a new credential. */
export type CredentialKey = {
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly counter: number
}

/** Returns the key of a new credential, or null if the credential is invalid. */
export async function verifyNew(
  { id: rpId, origin }: RelyingParty,
  credential: NewCredential,
  expectedChallenge: ChallengeCheck,
): Promise<CredentialKey | null> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  if (!(await isWithoutCertificate(credential))) return null
  const verified = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null)
  if (!verified?.verified || isInFrame(credential)) return null
  const { id, publicKey, counter } = verified.registrationInfo.credential
  return {
    credentialId: Buffer.from(id, 'base64url'),
    publicKey: Buffer.from(publicKey),
    counter,
  }
}

/**
 * Returns the counter of a credential that the key signed, or null if the credential is invalid. The caller
 * compares the counter: the library would compare it before the signature, so that anybody could end a
 * passkey with a forged counter.
 */
export async function verifyUsed(
  { id: rpId, origin }: RelyingParty,
  credential: UsedCredential,
  publicKey: Buffer,
  expectedChallenge: ChallengeCheck,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { userHandle, ...response } = credential.response
  const verified = await verifyAuthenticationResponse({
    response: { ...credential, response, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: { id: credential.id, publicKey: new Uint8Array(publicKey), counter: 0 },
    requireUserVerification: true,
  }).catch(() => null)
  if (!verified?.verified || isInFrame(credential)) return null
  return verified.authenticationInfo.newCounter
}

/**
 * Returns true for a credential without the certificate of a manufacturer. We request none, and the library
 * would fetch addresses that a certificate names.
 */
async function isWithoutCertificate({ response }: NewCredential): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  try {
    const attestation = decodeAttestationObject(
      new Uint8Array(Buffer.from(response.attestationObject, 'base64url')),
    )
    const format = attestation.get('fmt')
    const isSelfSigned = format === 'packed' && !attestation.get('attStmt').get('x5c')
    return format === 'none' || isSelfSigned
  } catch {
    return false
  }
}

/** Returns true if the credential was requested by a page inside another site's page. */
function isInFrame({ response }: NewCredential | UsedCredential): boolean {
  const clientData = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())
  return clientData.crossOrigin === true
}
