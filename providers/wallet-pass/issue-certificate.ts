// Issues X.509 certificates: for the development authority, and for tests that need wrong ones.
import { randomBytes } from 'node:crypto'
import { Integer, Sequence, Set as SetOf, Utf8String } from 'asn1js'
import {
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  RelativeDistinguishedNames,
} from 'pkijs'

const algorithm = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
}
const basicConstraints = '2.5.29.19'

/** Parts of a name, in the order in which they are written. */
const nameParts = {
  UID: '0.9.2342.19200300.100.1.1',
  CN: '2.5.4.3',
  OU: '2.5.4.11',
  O: '2.5.4.10',
} as const
export type Name = Readonly<Partial<Record<keyof typeof nameParts, string>>>

export type KeyPair = { readonly publicKey: CryptoKey; readonly privateKey: CryptoKey }

export function newKeyPair(): Promise<KeyPair> {
  return crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
}

type CertificateRequest = {
  readonly subject: Name
  readonly publicKey: CryptoKey
  readonly issuer: { readonly name: Name; readonly privateKey: CryptoKey }
  readonly isAuthority: boolean
  readonly from: Date
  readonly to: Date
  readonly extensions?: readonly Extension[]
}

/** Returns a new certificate as PEM. */
export async function issueCertificate(request: CertificateRequest): Promise<string> {
  const certificate = new Certificate()
  certificate.version = 2
  // A serial number is positive: the first byte stays below 0x80.
  const serial = Buffer.concat([Buffer.from([0x42]), randomBytes(15)])
  certificate.serialNumber = new Integer({ valueHex: new Uint8Array(serial) })
  certificate.issuer = encodeName(request.issuer.name)
  certificate.subject = encodeName(request.subject)
  certificate.notBefore.value = request.from
  certificate.notAfter.value = request.to
  certificate.extensions = [
    new Extension({
      extnID: basicConstraints,
      critical: true,
      extnValue: new BasicConstraints({ cA: request.isAuthority }).toSchema().toBER(false),
    }),
  ]
  certificate.extensions.push(...(request.extensions ?? []))
  await certificate.subjectPublicKeyInfo.importKey(request.publicKey)
  await certificate.sign(request.issuer.privateKey, 'SHA-256')
  return pemOf('CERTIFICATE', certificate.toSchema(true).toBER(false))
}

/** Returns the private key as PEM (PKCS #8). */
export async function exportKey({ privateKey }: KeyPair): Promise<string> {
  return pemOf('PRIVATE KEY', await crypto.subtle.exportKey('pkcs8', privateKey))
}

/** Encodes a name with each part in a separate set. The library alone would put all parts into one. */
function encodeName(name: Name): RelativeDistinguishedNames {
  const sets = Object.entries(nameParts).flatMap(([part, type]) => {
    const text = Object.entries(name).find(([key]) => key === part)?.[1]
    if (text === undefined) return []
    const value = new Utf8String({ value: text })
    return [new SetOf({ value: [new AttributeTypeAndValue({ type, value }).toSchema()] })]
  })
  return RelativeDistinguishedNames.fromBER(new Sequence({ value: sets }).toBER(false))
}

function pemOf(label: string, der: ArrayBuffer): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}
