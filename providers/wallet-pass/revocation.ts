// Queries the authority of a pass certificate by OCSP whether it was revoked. An answer counts only with
// the authority's own signature. A missing answer is no refusal, because a start must not depend on
// Apple.
import type { X509Certificate } from 'node:crypto'
import { BasicOCSPResponse, Certificate, ExtKeyUsage, OCSPRequest, OCSPResponse } from 'pkijs'
import type { PassCertificates } from '#providers/wallet-pass/pass-certificates.ts'
import { failureWords } from '#values/failure-cause.ts'

/** Timeout of the query, in milliseconds. */
const askTimeoutMs = 3_000
/** OCSP's number for a revoked certificate (RFC 6960). */
const revokedStatus = 1
const extendedKeyUsage = '2.5.29.37'
const ocspSigning = '1.3.6.1.5.5.7.3.9'

/** `unanswered` says why there is no answer that counts. */
export type Revocation = 'good' | 'revoked' | { readonly unanswered: string }

const nowhere = { unanswered: 'it names no address for that' }
const unproven = { unanswered: 'the answer is no OCSP of its authority about this certificate' }

export async function askRevocation(
  certificates: Pick<PassCertificates, 'signer' | 'intermediate'>,
): Promise<Revocation> {
  const address = /^OCSP - URI:(\S+)$/m.exec(certificates.signer.infoAccess ?? '')?.[1]
  if (address === undefined) return nowhere
  const [certificate, issuerCertificate] = [certificates.signer, certificates.intermediate].map(
    decode,
  )
  if (certificate === undefined || issuerCertificate === undefined) return nowhere
  try {
    const request = new OCSPRequest()
    await request.createForCertificate(certificate, { hashAlgorithm: 'SHA-1', issuerCertificate })
    const reply = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/ocsp-request' },
      body: request.toSchema(true).toBER(false),
      signal: AbortSignal.timeout(askTimeoutMs),
    })
    const { responseBytes } = OCSPResponse.fromBER(await reply.arrayBuffer())
    if (responseBytes === undefined) return unproven
    const answer = BasicOCSPResponse.fromBER(responseBytes.response.valueBlock.valueHexView)
    const trustedResponders = await respondersOf(answer, issuerCertificate)
    const isGenuine = await answer.verify({ trustedResponders })
    if (!isGenuine) return unproven
    const { isForCertificate, status } = await answer.getCertificateStatus(
      certificate,
      issuerCertificate,
    )
    if (!isForCertificate) return unproven
    return status === revokedStatus ? 'revoked' : 'good'
  } catch (error) {
    // The authority was unreachable, or its answer is no OCSP.
    return { unanswered: `${new URL(address).host}: ${failureWords(error)}` }
  }
}

/** Returns the authority itself and the responders that it certified (RFC 6960, section 4.2.2.2). */
async function respondersOf({ certs = [] }: BasicOCSPResponse, authority: Certificate) {
  const responders = [authority]
  for (const each of certs) {
    const purposes = each.extensions?.find(({ extnID }) => extnID === extendedKeyUsage)?.parsedValue
    const mayAnswer = purposes instanceof ExtKeyUsage && purposes.keyPurposes.includes(ocspSigning)
    if (mayAnswer && (await each.verify(authority))) responders.push(each)
  }
  return responders
}

function decode({ raw }: X509Certificate): Certificate {
  return Certificate.fromBER(new Uint8Array(raw))
}
