// Issues certificates as Apple's authority does, for tests of valid and invalid settings.
import { X509Certificate } from 'node:crypto'
import { Constructed, Enumerated, GeneralizedTime, OctetString, Primitive } from 'asn1js'
import {
  AccessDescription,
  BasicOCSPResponse,
  CertID,
  Certificate,
  Extension,
  ExtKeyUsage,
  GeneralName,
  InfoAccess,
  OCSPResponse,
  ResponseBytes,
  SingleResponse,
} from 'pkijs'
import {
  exportKey,
  issueCertificate,
  type KeyPair,
  type Name,
  newKeyPair,
} from '#providers/wallet-pass/issue-certificate.ts'

const day = 86_400_000

export type PassAuthority = {
  readonly root: string
  readonly intermediate: string
  issue(change?: Change): Promise<Issued>
  /** Returns an OCSP answer about a certificate, signed by the intermediate or by `responder`. */
  answerOcsp(certificate: string, isRevoked: boolean, responder?: Issued): Promise<Buffer>
}

export type Issued = {
  readonly certificate: string
  readonly key: string
  readonly keys: KeyPair
}

type Change = {
  readonly subject?: Name
  /** Start of validity in days from now. Default -1. */
  readonly fromDay?: number
  readonly toDay?: number
  readonly extensions?: readonly Extension[]
}

export const testPassType = 'pass.example.passport'
export const testTeam = 'ABCDE12345'

export async function openPassAuthority(intermediateToDay = 30): Promise<PassAuthority> {
  const [rootKeys, intermediateKeys] = await Promise.all([newKeyPair(), newKeyPair()])
  const rootName = { CN: 'Test Root' }
  const intermediateName = { CN: 'Test Worldwide Developer Relations' }
  const issue = (
    subject: Name,
    { publicKey }: KeyPair,
    issuer: Name,
    { privateKey }: KeyPair,
    {
      fromDay = -1,
      toDay = 30,
      isAuthority = false,
      extensions = [],
    }: Change & { isAuthority?: boolean },
  ) =>
    issueCertificate({
      ...{ subject, publicKey, issuer: { name: issuer, privateKey }, isAuthority, extensions },
      ...{ from: new Date(Date.now() + fromDay * day), to: new Date(Date.now() + toDay * day) },
    })
  const authority = { isAuthority: true, fromDay: -60, toDay: intermediateToDay }
  const intermediate = await issue(
    intermediateName,
    intermediateKeys,
    rootName,
    rootKeys,
    authority,
  )
  return {
    root: await issue(rootName, rootKeys, rootName, rootKeys, { ...authority, toDay: 30 }),
    intermediate,
    async issue(change = {}) {
      const keys = await newKeyPair()
      const subject = change.subject ?? { UID: testPassType, CN: 'Pass', OU: testTeam }
      return {
        certificate: await issue(subject, keys, intermediateName, intermediateKeys, change),
        key: await exportKey(keys),
        keys,
      }
    },
    answerOcsp(certificate, isRevoked, responder) {
      const [signer, keys] = [
        responder?.certificate ?? intermediate,
        responder?.keys ?? intermediateKeys,
      ]
      const about = { certificate: read(certificate), issuerCertificate: read(intermediate) }
      return answerOcsp(about, isRevoked, read(signer), keys)
    },
  }
}

/** Returns the extension that names the address for OCSP requests. */
export function ocspAt(url: string): Extension {
  const accessLocation = new GeneralName({ type: 6, value: url })
  const description = new AccessDescription({ accessMethod: '1.3.6.1.5.5.7.48.1', accessLocation })
  const access = new InfoAccess({ accessDescriptions: [description] })
  return new Extension({ extnID: '1.3.6.1.5.5.7.1.1', extnValue: access.toSchema().toBER(false) })
}

/** Returns the extension of a certificate that may sign OCSP answers for its authority. */
export function mayAnswerOcsp(): Extension {
  const usage = new ExtKeyUsage({ keyPurposes: ['1.3.6.1.5.5.7.3.9'] })
  return new Extension({ extnID: '2.5.29.37', extnValue: usage.toSchema().toBER(false) })
}

function read(pem: string): Certificate {
  return Certificate.fromBER(new Uint8Array(new X509Certificate(pem).raw))
}

async function answerOcsp(
  { certificate, issuerCertificate }: Record<'certificate' | 'issuerCertificate', Certificate>,
  isRevoked: boolean,
  signer: Certificate,
  { privateKey }: KeyPair,
): Promise<Buffer> {
  const goodStatus = new Primitive({ idBlock: { tagClass: 3, tagNumber: 0 } })
  const revokedStatus = new Constructed({
    idBlock: { tagClass: 3, tagNumber: 1 },
    value: [new GeneralizedTime({ valueDate: new Date() })],
  })
  const answer = new BasicOCSPResponse({ certs: [signer] })
  answer.tbsResponseData.responderID = signer.subject
  answer.tbsResponseData.producedAt = new Date()
  answer.tbsResponseData.responses = [
    new SingleResponse({
      certID: await CertID.create(certificate, { issuerCertificate, hashAlgorithm: 'SHA-1' }),
      certStatus: isRevoked ? revokedStatus : goodStatus,
      thisUpdate: new Date(),
    }),
  ]
  await answer.sign(privateKey, 'SHA-256')
  const whole = new OCSPResponse({
    responseStatus: new Enumerated({ value: 0 }),
    responseBytes: new ResponseBytes({
      responseType: '1.3.6.1.5.5.7.48.1.1',
      response: new OctetString({ valueHex: answer.toSchema().toBER(false) }),
    }),
  })
  return Buffer.from(whole.toSchema().toBER(false))
}
