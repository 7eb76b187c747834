// Loads a certificate for a user's input, verifies it and reports the result.
import { useState } from 'react'
import { type Certificate, type Proof, readCertificate } from './certificate-file.ts'
import { type Checks, checkProof } from './check-certificate.ts'
import { findCertificate, findLog, type LoadProblem } from './find-certificate.ts'
import { readCheckpoint } from './signed-note-check.ts'

/** The result of a verification. */
export type VerificationResult = {
  readonly certificate: Certificate
  readonly proof: Proof
  readonly checks: Checks
  /** The log's verifier key, which the page shows. */
  readonly logKey: string
}

/** Reasons why there is no result. `no_crypto`: the browser cannot hash, for example without https. */
export type VerificationProblem =
  | LoadProblem
  | 'no_certificate'
  | 'unproven'
  | 'no_log'
  | 'no_crypto'

export type Verification =
  | { readonly kind: 'idle' | 'busy' }
  | { readonly kind: 'refused'; readonly reason: VerificationProblem }
  | ({ readonly kind: 'done' } & VerificationResult)

export function useVerification() {
  const [state, setState] = useState<Verification>({ kind: 'idle' })
  const [verify] = useState(() => createVerifier(setState))
  return { state, verify }
}

/**
 * Returns a function that verifies an input and passes its states to `report`. It does not report the
 * result of an input if the user has entered a later one.
 */
export function createVerifier(report: (state: Verification) => void) {
  let latestRun = 0
  return async (input: string): Promise<void> => {
    latestRun += 1
    const run = latestRun
    report({ kind: 'busy' })
    const next = await verifyText(input)
    if (run === latestRun) report(next)
  }
}

async function verifyText(input: string): Promise<Verification> {
  const refused = (reason: VerificationProblem) => ({ kind: 'refused', reason }) as const
  if (globalThis.crypto?.subtle === undefined) return refused('no_crypto')
  const file = await findCertificate(input, location.origin)
  if (file.kind === 'missing') return refused(file.reason)
  const certificate = readCertificate(file.text)
  if (certificate === null) return refused('no_certificate')
  const { proof } = certificate
  if (proof === null) return refused('unproven')
  try {
    const log = await findLog(readCheckpoint(proof.checkpoint)?.origin ?? '')
    const checks = await checkProof(certificate, proof, log)
    return { kind: 'done', certificate, proof, checks, logKey: log.key }
  } catch {
    return refused('no_log')
  }
}
