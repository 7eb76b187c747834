// Loads a certificate for a user's input, verifies it and reports the result.
import { useState } from 'react'
import { type Certificate, type Proof, readCertificate } from './certificate-file.ts'
import { type Checks, checkProof, type PublishedLog } from './check-certificate.ts'
import { checkWitnesses, logOfPolicy, type Witnessing } from './check-witnesses.ts'
import {
  findCertificate,
  findLog,
  findPolicy,
  isOfOrigin,
  type LoadProblem,
} from './find-certificate.ts'
import { type Policy, type PolicyFault, readPolicy } from './policy-check.ts'
import { readCheckpoint } from './signed-note-check.ts'

/** Source of a policy or key: the site, or a policy that the user entered. */
export type PolicySource = 'site' | 'own'

/**
 * `no_policy`: the site has none. `no_answer`: the site's policy could not be loaded or read. `not_entered`: the user of
 * the offline verifier has entered none.
 */
export type WitnessReport =
  | { readonly kind: 'no_policy' | 'no_answer' | 'not_entered' }
  | ({ readonly kind: 'checked'; readonly source: PolicySource } & Witnessing)

/** The result of a verification. */
export type VerificationResult = {
  readonly certificate: Certificate
  readonly proof: Proof
  readonly checks: Checks
  readonly witnesses: WitnessReport
  /** The log's verifier key, which the page shows. Null if no key was known. */
  readonly logKey: string | null
  /** Where the key is from: the site, or the user's policy. */
  readonly keySource: PolicySource
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
  | { readonly kind: 'refused_policy'; readonly fault: PolicyFault }
  | ({ readonly kind: 'done' } & VerificationResult)

/** A user's input: what names the certificate, and the text of a policy of their own, or an empty text. */
export type VerificationInput = { readonly certificate: string; readonly policy: string }
type Verify = (input: VerificationInput) => Promise<Verification>

export function useVerification(verifyInput: Verify = verifyOnSite) {
  const [state, setState] = useState<Verification>({ kind: 'idle' })
  const [verify] = useState(() => createVerifier(setState, verifyInput))
  return { state, verify }
}

/**
 * Returns a function that verifies an input and passes its states to `report`. It does not report the
 * result of an input if the user has entered a later one.
 */
export function createVerifier(
  report: (state: Verification) => void,
  verifyInput: Verify = verifyOnSite,
) {
  let latestRun = 0
  return async (input: VerificationInput): Promise<void> => {
    latestRun += 1
    const run = latestRun
    report({ kind: 'busy' })
    const next = await verifyInput(input)
    if (run === latestRun) report(next)
  }
}

const refused = (reason: VerificationProblem) => ({ kind: 'refused', reason }) as const

/** Verifies by this site's log, and by the site's policy if the user has entered none. */
async function verifyOnSite(input: VerificationInput): Promise<Verification> {
  const inputs = await readInputs(input, (text) => findCertificate(text, location.origin))
  if (inputs.kind !== 'read') return inputs
  const { certificate, proof, policy } = inputs
  const [known, witnessPolicy] = await Promise.all([
    findLogFor(proof, policy),
    policy === null ? sitePolicy() : ({ kind: 'policy', policy, source: 'own' } as const),
  ])
  return known === null ? refused('no_log') : verifyBy(certificate, proof, known, witnessPolicy)
}

/**
 * Verifies without a network: the keys of the log and of its witnesses are those of the user's policy alone.
 */
export async function verifyOffline(input: VerificationInput): Promise<Verification> {
  const inputs = await readInputs(input, async (text) => ({ kind: 'text', text: text.trim() }))
  if (inputs.kind !== 'read') return inputs
  const { certificate, proof, policy } = inputs
  const log = await logOfPolicy(policy ?? noPolicy, proof.checkpoint)
  const witnessPolicy =
    policy === null
      ? ({ kind: 'not_entered' } as const)
      : ({ kind: 'policy', policy, source: 'own' } as const)
  return verifyBy(certificate, proof, { log, keySource: 'own' }, witnessPolicy)
}

const noPolicy: Policy = { logs: [], witnesses: [], groups: [], quorum: null }

async function readInputs(
  input: VerificationInput,
  find: (text: string) => ReturnType<typeof findCertificate>,
) {
  if (globalThis.crypto?.subtle === undefined) return refused('no_crypto')
  const policy = input.policy.trim() === '' ? null : await readPolicy(input.policy)
  if (policy !== null && 'fault' in policy)
    return { kind: 'refused_policy', fault: policy } as const
  const file = await find(input.certificate)
  if (file.kind === 'missing') return refused(file.reason)
  const certificate = readCertificate(file.text)
  if (certificate === null) return refused('no_certificate')
  const { proof } = certificate
  return proof === null
    ? refused('unproven')
    : ({ kind: 'read', certificate, proof, policy } as const)
}

/**
 * Returns the site's log that the proof belongs to. For a log of another site it is that of the user's policy. Returns
 * null if neither is known.
 */
async function findLogFor({ checkpoint }: Proof, policy: Policy | null): Promise<KnownLog | null> {
  const origin = readCheckpoint(checkpoint)?.origin ?? ''
  const log = await findLog(origin).catch(() => null)
  const isNamed = policy?.logs.some(({ text }) => text === log?.key) ?? false
  const siteLog = log === null ? null : ({ log, keySource: isNamed ? 'own' : 'site' } as const)
  if (policy === null || (log !== null && isOfOrigin(log, origin))) return siteLog
  const named = await logOfPolicy(policy, checkpoint)
  return named.key === null ? siteLog : { log: named, keySource: 'own' }
}

type KnownLog = { readonly log: PublishedLog; readonly keySource: PolicySource }

type WitnessPolicy =
  | { readonly kind: 'no_policy' | 'no_answer' | 'not_entered' }
  | { readonly kind: 'policy'; readonly policy: Policy; readonly source: PolicySource }

async function sitePolicy(): Promise<WitnessPolicy> {
  try {
    const text = await findPolicy()
    if (text === null) return { kind: 'no_policy' }
    const policy = await readPolicy(text)
    return 'fault' in policy ? { kind: 'no_answer' } : { kind: 'policy', policy, source: 'site' }
  } catch {
    return { kind: 'no_answer' }
  }
}

async function verifyBy(
  certificate: Certificate,
  proof: Proof,
  { log, keySource }: KnownLog,
  witnessPolicy: WitnessPolicy,
): Promise<Verification> {
  const options = { logKey: log.key, now: Date.now() / 1_000 }
  const [checks, witnesses] = await Promise.all([
    checkProof(certificate, proof, log),
    witnessPolicy.kind === 'policy'
      ? checkWitnesses(proof.checkpoint, witnessPolicy.policy, options).then(
          (found) => ({ kind: 'checked', source: witnessPolicy.source, ...found }) as const,
        )
      : witnessPolicy,
  ])
  return { kind: 'done', certificate, proof, checks, witnesses, logKey: log.key, keySource }
}
