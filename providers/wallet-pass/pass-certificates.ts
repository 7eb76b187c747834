// Reads and checks the certificates and the key that sign passes. A certificate that a phone would refuse
// must stop the start. Each fault is a sentence that names its setting.
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { CredentialError, readCredential } from '#providers/wallet-pass/credential.ts'

export type PassCertificates = {
  readonly signer: X509Certificate
  readonly intermediate: X509Certificate
  readonly key: KeyObject
  readonly passTypeId: string
  readonly teamId: string
  /** True for a certificate of the development authority, which no phone trusts. */
  readonly isDevelopment: boolean
}

/** The required settings. Certificates and key are PEM, or the path of a PEM or DER file. */
const requiredSettings = [
  'PASS_CERTIFICATE',
  'PASS_KEY',
  'PASS_WWDR_CERTIFICATE',
  'PASS_TYPE_ID',
  'PASS_TEAM_ID',
] as const
type PassSettings = {
  readonly [name in (typeof requiredSettings)[number] | 'PASS_KEY_PASSPHRASE']?: string | undefined
}

/**
 * Reads and checks the settings. Returns undefined if none is set. Throws a CredentialError with the fault
 * of a setting.
 */
export function readPassCertificates(value: PassSettings, now: Date): PassCertificates | undefined {
  if (requiredSettings.every((name) => value[name] === undefined)) return undefined
  const missing = requiredSettings.filter((name) => value[name] === undefined)
  if (missing.length > 0) {
    const which = missing.length === 1 ? `${missing[0]} is` : `${missing.join(', ')} are`
    throw faultOf(`${which} missing: wallet passes need all of these settings.`)
  }
  const settingOf = (name: (typeof requiredSettings)[number]) => value[name] ?? ''
  const passTypeId = settingOf('PASS_TYPE_ID')
  const teamId = settingOf('PASS_TEAM_ID')
  const signer = readCertificate('PASS_CERTIFICATE', settingOf('PASS_CERTIFICATE'))
  const authority = settingOf('PASS_WWDR_CERTIFICATE')
  const intermediate = readCertificate('PASS_WWDR_CERTIFICATE', authority)
  const key = readKey(settingOf('PASS_KEY'), value.PASS_KEY_PASSPHRASE)
  checkDates('PASS_CERTIFICATE', signer, now)
  checkDates('PASS_WWDR_CERTIFICATE', intermediate, now)
  if (key.asymmetricKeyType !== 'rsa') throw faultOf('PASS_KEY is not an RSA key, as passes need.')
  if (!signer.checkPrivateKey(key)) throw faultOf('PASS_KEY does not belong to PASS_CERTIFICATE.')
  if (!signer.checkIssued(intermediate) || !signer.verify(intermediate.publicKey)) {
    throw faultOf('PASS_WWDR_CERTIFICATE is not the one that issued PASS_CERTIFICATE.')
  }
  checkSubject(signer, 'UID', 'PASS_TYPE_ID', passTypeId)
  checkSubject(signer, 'OU', 'PASS_TEAM_ID', teamId)
  return { signer, intermediate, key, passTypeId, teamId, isDevelopment: false }
}

function faultOf(sentence: string, cause?: unknown): CredentialError {
  return new CredentialError(sentence, { cause })
}

function readCertificate(name: string, value: string): X509Certificate {
  const bytes = readCredential(name, value)
  try {
    return new X509Certificate(bytes)
  } catch (error) {
    throw faultOf(`${name} holds no X.509 certificate.`, error)
  }
}

function readKey(value: string, passphrase: string | undefined): KeyObject {
  const bytes = readCredential('PASS_KEY', value)
  try {
    return createPrivateKey({ key: bytes, ...(passphrase === undefined ? {} : { passphrase }) })
  } catch (error) {
    throw faultOf('PASS_KEY holds no private key that PASS_KEY_PASSPHRASE opens.', error)
  }
}

function checkDates(name: string, { validFromDate, validToDate }: X509Certificate, now: Date) {
  const day = (date: Date) => date.toISOString().slice(0, 10)
  if (now < validFromDate) throw faultOf(`${name} is not valid before ${day(validFromDate)}.`)
  if (now >= validToDate) throw faultOf(`${name} expired on ${day(validToDate)}: renew it.`)
}

/** Throws if the certificate is for another pass type (UID of the subject) or another team (OU). */
function checkSubject(signer: X509Certificate, part: string, setting: string, expected: string) {
  const line = signer.subject.split('\n').find((each) => each.startsWith(`${part}=`))
  const actual = line?.slice(part.length + 1)
  if (actual === expected) return
  throw faultOf(`${setting} is ${expected}, but PASS_CERTIFICATE is for ${actual ?? 'none'}.`)
}
