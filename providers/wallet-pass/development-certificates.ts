// A certificate authority of this machine alone, for passes without Apple's certificates: root,
// intermediate and signer under DATA_DIR/pass-certificates. No phone trusts them; the page says so.
import { createPrivateKey, randomBytes, X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Integer, Sequence, Set as SetOf, Utf8String } from 'asn1js'
import {
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  RelativeDistinguishedNames,
} from 'pkijs'
import type { PassCertificates } from '#providers/wallet-pass/pass-certificates.ts'

const passTypeId = 'pass.carbonpassport.development'
const teamId = 'DEVELOPMNT'
const algorithm = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
}
const validYears = 10
const day = 86_400_000

const oids = {
  commonName: '2.5.4.3',
  organisation: '2.5.4.10',
  unit: '2.5.4.11',
  userId: '0.9.2342.19200300.100.1.1',
  basicConstraints: '2.5.29.19',
}

/** Reads the certificates, and makes them where there are none yet; safe in several processes. */
export async function openDevelopmentCertificates(dataDir: string): Promise<PassCertificates> {
  const folder = join(dataDir, 'pass-certificates')
  if (!existsSync(join(folder, 'root.pem'))) await makeCertificates(folder)
  const read = (name: string) => readFile(join(folder, name))
  return {
    signer: new X509Certificate(await read('signer.pem')),
    intermediate: new X509Certificate(await read('intermediate.pem')),
    key: createPrivateKey(await read('signer-key.pem')),
    passTypeId,
    teamId,
    isDevelopment: true,
  }
}

async function makeCertificates(folder: string): Promise<void> {
  const draft = `${folder}-${process.pid}-${randomBytes(4).toString('hex')}`
  await mkdir(draft, { recursive: true, mode: 0o700 })
  try {
    await writeCertificates(draft)
    // A folder is renamed whole or not at all: of several first starts one makes it, all read it.
    await rename(draft, folder)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** The keys of root and intermediate are not kept: they have nothing else to sign. */
async function writeCertificates(folder: string): Promise<void> {
  const [rootKeys, middleKeys, signerKeys] = await Promise.all([newKeys(), newKeys(), newKeys()])
  const rootName = nameOf({ [oids.commonName]: 'Carbon Passport Development Root' })
  const middleName = nameOf({ [oids.commonName]: 'Carbon Passport Development Authority' })
  const signerName = nameOf({
    [oids.userId]: passTypeId,
    [oids.commonName]: `Pass Type ID: ${passTypeId}`,
    [oids.unit]: teamId,
    [oids.organisation]: 'Carbon Passport Development',
  })
  const root = { name: rootName, key: rootKeys.privateKey }
  const middle = { name: middleName, key: middleKeys.privateKey }
  const pems = {
    'root.pem': await issue(root, rootName, rootKeys.publicKey, true),
    'intermediate.pem': await issue(root, middleName, middleKeys.publicKey, true),
    'signer.pem': await issue(middle, signerName, signerKeys.publicKey, false),
  }
  for (const [name, pem] of Object.entries(pems)) await writeFile(join(folder, name), pem)
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', signerKeys.privateKey)
  await writeFile(join(folder, 'signer-key.pem'), pemOf('PRIVATE KEY', pkcs8), { mode: 0o400 })
}

const newKeys = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])

/** Each part is a set of its own; the library alone would put all of them into one. */
function nameOf(parts: Readonly<Record<string, string>>): RelativeDistinguishedNames {
  const sets = Object.entries(parts).map(([type, text]) => {
    const value = new Utf8String({ value: text })
    return new SetOf({ value: [new AttributeTypeAndValue({ type, value }).toSchema()] })
  })
  return RelativeDistinguishedNames.fromBER(new Sequence({ value: sets }).toBER(false))
}

async function issue(
  issuer: { readonly name: RelativeDistinguishedNames; readonly key: CryptoKey },
  subject: RelativeDistinguishedNames,
  publicKey: CryptoKey,
  isAuthority: boolean,
): Promise<string> {
  const certificate = new Certificate()
  certificate.version = 2
  // A serial number is positive: the first byte stays below 0x80.
  const serial = Buffer.concat([Buffer.from([0x42]), randomBytes(15)])
  certificate.serialNumber = new Integer({ valueHex: new Uint8Array(serial) })
  certificate.issuer = issuer.name
  certificate.subject = subject
  // A clock that is a little behind must not find the certificate unborn.
  certificate.notBefore.value = new Date(Date.now() - day)
  certificate.notAfter.value = new Date(Date.now() + validYears * 365 * day)
  certificate.extensions = [
    new Extension({
      extnID: oids.basicConstraints,
      critical: true,
      extnValue: new BasicConstraints({ cA: isAuthority }).toSchema().toBER(false),
    }),
  ]
  await certificate.subjectPublicKeyInfo.importKey(publicKey)
  await certificate.sign(issuer.key, 'SHA-256')
  return pemOf('CERTIFICATE', certificate.toSchema(true).toBER(false))
}

function pemOf(label: string, der: ArrayBuffer): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}
