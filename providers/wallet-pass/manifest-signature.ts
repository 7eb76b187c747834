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
const signOnAThread = promisify(sign)

export type SignManifest = (manifest: Uint8Array, at: Date) => Promise<Buffer>

export function openManifestSignature(certificates: PassCertificates): SignManifest {
  const { key } = certificates
  const signatureBytes = (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8
  const blank = { digest: randomBytes(digestBytes), signature: randomBytes(signatureBytes) }
  const blankTime = new Date(Date.UTC(2000, 0, 1))
  const { message, attributes } = encode(certificates, blank, blankTime)

  const attributesAt = onlyPlace(message, attributes.subarray(1))
  const signatureAt = onlyPlace(message, blank.signature)
  const digestAt = onlyPlace(attributes, blank.digest)
  const timeAt = onlyPlace(attributes, Buffer.from(utcTime(blankTime)))

  return async (manifest, at) => {
    const signed = Buffer.from(attributes)
    signed[0] = setTag
    createHash('sha256').update(manifest).digest().copy(signed, digestAt)
    signed.write(utcTime(at), timeAt, 'latin1')
    const signature = await signOnAThread('sha256', signed, key)
    const whole = Buffer.from(message)
    signed.copy(whole, attributesAt, 1)
    signature.copy(whole, signatureAt)
    return whole
  }
}

/** As ASN.1 writes it: YYMMDDhhmmssZ. */
function utcTime(at: Date): string {
  return `${at.toISOString().slice(2, 19).replace(/[-T:]/g, '')}Z`
}

function onlyPlace(bytes: Buffer, part: Buffer): number {
  const offset = bytes.indexOf(part)
  if (offset < 0 || bytes.indexOf(part, offset + 1) >= 0) {
    throw new Error('a part of the signature is not where it should be')
  }
  return offset
}

type Blank = { readonly digest: Buffer; readonly signature: Buffer }

function encode({ signer, intermediate }: PassCertificates, blank: Blank, time: Date) {
  const certificates = [signer, intermediate].map(({ raw }) => Certificate.fromBER(bytesOf(raw)))
  const [own] = certificates
  if (own === undefined) throw new Error('there is always a signer')
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
        values: [new OctetString({ valueHex: bytesOf(blank.digest) })],
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
        sid: new IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
        digestAlgorithm: sha256,
        signedAttrs,
        signatureAlgorithm: algorithm(oids.rsaEncryption),
        signature: new OctetString({ valueHex: bytesOf(blank.signature) }),
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
