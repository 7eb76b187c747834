// Creates the detached CMS signature of a pass's manifest, from a message template that is encoded once
// (docs/decisions/0024-wallet-pass-signing-and-updates.md).
import { createHash, randomBytes, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { Null, ObjectIdentifier, OctetString, UTCTime } from 'asn1js'
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'
import type { PassCertificates } from '#providers/wallet-pass/pass-certificates.ts'

const oids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  rsaEncryption: '1.2.840.113549.1.1.1',
  sha256: '2.16.840.1.101.3.4.2.1',
}
const digestBytes = 32
/** RFC 5652: the attributes are signed as a SET, but the message contains them as [0]. */
const setTag = 0x31
const signOnThread = promisify(sign)

export type SignManifest = (manifest: Uint8Array, at: Date) => Promise<Buffer>

/**
 * Encodes the message once with random bytes in place of the digest and the signature. Returns a function
 * that replaces these bytes and the time.
 */
export function openManifestSignature(certificates: PassCertificates): SignManifest {
  const { key } = certificates
  const signatureBytes = (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8
  const placeholders = { digest: randomBytes(digestBytes), signature: randomBytes(signatureBytes) }
  const placeholderTime = new Date(Date.UTC(2000, 0, 1))
  const { message, attributes } = encode(certificates, placeholders, placeholderTime)

  const attributesAt = onlyOffsetOf(message, attributes.subarray(1))
  const signatureAt = onlyOffsetOf(message, placeholders.signature)
  const digestAt = onlyOffsetOf(attributes, placeholders.digest)
  const timeAt = onlyOffsetOf(attributes, Buffer.from(utcTime(placeholderTime)))

  return async (manifest, at) => {
    const signedAttributes = Buffer.from(attributes)
    signedAttributes[0] = setTag
    createHash('sha256').update(manifest).digest().copy(signedAttributes, digestAt)
    signedAttributes.write(utcTime(at), timeAt, 'latin1')
    const signature = await signOnThread('sha256', signedAttributes, key)
    const signedMessage = Buffer.from(message)
    signedAttributes.copy(signedMessage, attributesAt, 1)
    signature.copy(signedMessage, signatureAt)
    return signedMessage
  }
}

/** Returns a time as ASN.1's UTCTime: YYMMDDhhmmssZ. */
function utcTime(at: Date): string {
  return `${at.toISOString().slice(2, 19).replace(/[-T:]/g, '')}Z`
}

function onlyOffsetOf(bytes: Buffer, part: Buffer): number {
  const offset = bytes.indexOf(part)
  if (offset < 0 || bytes.indexOf(part, offset + 1) >= 0) {
    throw new Error('a part of the signature is not where it should be')
  }
  return offset
}

type Placeholders = { readonly digest: Buffer; readonly signature: Buffer }

function encode(
  { signer, intermediate }: PassCertificates,
  placeholders: Placeholders,
  time: Date,
) {
  const certificates = [signer, intermediate].map(({ raw }) => Certificate.fromBER(bytesOf(raw)))
  const [signerCertificate] = certificates
  if (signerCertificate === undefined) throw new Error('there is always a signer')
  const sha256 = algorithm(oids.sha256)
  const signedAttrs = new SignedAndUnsignedAttributes({
    type: 0,
    attributes: [
      new Attribute({
        type: oids.contentType,
        values: [new ObjectIdentifier({ value: oids.data })],
      }),
      new Attribute({ type: oids.signingTime, values: [new UTCTime({ valueDate: time })] }),
      new Attribute({
        type: oids.messageDigest,
        values: [new OctetString({ valueHex: bytesOf(placeholders.digest) })],
      }),
    ],
  })
  const signedData = new SignedData({
    version: 1,
    digestAlgorithms: [sha256],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: oids.data }),
    certificates,
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({
          issuer: signerCertificate.issuer,
          serialNumber: signerCertificate.serialNumber,
        }),
        digestAlgorithm: sha256,
        signedAttrs,
        signatureAlgorithm: algorithm(oids.rsaEncryption),
        signature: new OctetString({ valueHex: bytesOf(placeholders.signature) }),
      }),
    ],
  })
  const content = signedData.toSchema(true)
  const info = new ContentInfo({ contentType: oids.signedData, content })
  return {
    message: Buffer.from(info.toSchema().toBER(false)),
    attributes: Buffer.from(signedAttrs.toSchema().toBER(false)),
  }
}

function algorithm(algorithmId: string): AlgorithmIdentifier {
  return new AlgorithmIdentifier({ algorithmId, algorithmParams: new Null() })
}

function bytesOf(buffer: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer)
}
