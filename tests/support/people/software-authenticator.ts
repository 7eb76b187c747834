// Simulates a browser with an authenticator: creates a passkey of one key pair (ES256, no attestation) and
// signs with it. A test changes single fields, as a faulty or hostile client would.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export type Changes = {
  readonly origin?: string
  readonly rpId?: string
  readonly type?: string
  readonly crossOrigin?: boolean
  readonly isVerified?: boolean
  readonly counter?: number
  readonly userHandle?: string | null
  readonly format?: string
}

const base64url = (bytes: Buffer) => bytes.toString('base64url')
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

export class SoftwareAuthenticator {
  readonly credentialId = randomBytes(16)
  readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly port: string
  readonly step: number
  counter = 0
  userHandle = ''

  /** `step` is the growth of the counter with each use. An authenticator without a counter has 0. */
  constructor(url: string, step = 0) {
    this.port = new URL(url).port
    this.step = step
  }

  /** Returns `RegistrationResponseJSON` for the options of a new passkey. */
  create(
    { challenge, user }: { readonly challenge: string; readonly user: { readonly id: string } },
    changes: Changes = {},
  ) {
    this.userHandle = user.id
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' })
    const coordinate = (text: string) => cborBytes(Buffer.from(text, 'base64url'))
    // The key in COSE form: {1: EC2, 3: ES256, -1: P-256, -2: x, -3: y}.
    const head = Buffer.from('a5010203262001', 'hex')
    const coseKey = Buffer.concat([
      head,
      ...[Buffer.from([0x21]), coordinate(x), Buffer.from([0x22]), coordinate(y)],
    ])
    const idLength = Buffer.from([0, this.credentialId.length])
    const attested = Buffer.concat([Buffer.alloc(16), idLength, this.credentialId, coseKey])
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      ...[cborText('fmt'), cborText(changes.format ?? 'none')],
      ...[cborText('attStmt'), Buffer.from([0xa0])],
      ...[cborText('authData'), cborBytes(this.authenticatorData(changes, attested))],
    ])
    const clientDataJSON = base64url(this.clientData('webauthn.create', challenge, changes))
    const response = { clientDataJSON, attestationObject: base64url(attestation) }
    return { ...this.ids(), response }
  }

  /** Returns `AuthenticationResponseJSON` for a challenge. */
  get({ challenge }: { readonly challenge: string }, changes: Changes = {}) {
    this.counter += this.step
    const authenticatorData = this.authenticatorData(changes)
    const clientData = this.clientData('webauthn.get', challenge, changes)
    const signed = Buffer.concat([authenticatorData, sha256(clientData)])
    const { userHandle = this.userHandle } = changes
    const response = {
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(authenticatorData),
      signature: base64url(sign('sha256', signed, this.keys.privateKey)),
      ...(userHandle === null ? {} : { userHandle }),
    }
    return { ...this.ids(), response }
  }

  private ids() {
    const id = base64url(this.credentialId)
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} }
  }

  private clientData(ownType: string, challenge: string, changes: Changes): Buffer {
    const {
      type = ownType,
      origin = `http://localhost:${this.port}`,
      crossOrigin = false,
    } = changes
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }))
  }

  private authenticatorData(changes: Changes, attested: Buffer = Buffer.alloc(0)): Buffer {
    const { rpId = 'localhost', isVerified = true, counter = this.counter } = changes
    // The user is present, verified, and the data contains a new key.
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0)
    const tail = Buffer.alloc(5)
    tail.writeUInt8(flags, 0)
    tail.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(rpId), tail, attested])
  }
}

/** Returns the CBOR form of up to 65,535 bytes. */
function cborBytes(bytes: Buffer): Buffer {
  const head =
    bytes.length < 256
      ? Buffer.from([0x58, bytes.length])
      : Buffer.from([0x59, bytes.length >> 8, bytes.length & 255])
  return Buffer.concat([head, bytes])
}

/** Returns the CBOR form of a text of up to 23 bytes. */
function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
}
