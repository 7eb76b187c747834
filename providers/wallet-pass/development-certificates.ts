// Creates a certificate authority of this machine, for passes without Apple's certificates: root,
// intermediate and signer in DATA_DIR/pass-certificates. No phone trusts them, as the page explains.
import { createPrivateKey, randomBytes, X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  exportKey,
  issueCertificate,
  newKeyPair,
} from '#providers/wallet-pass/issue-certificate.ts'
import type { PassCertificates } from '#providers/wallet-pass/pass-certificates.ts'

const passTypeId = 'pass.carbonpassport.development'
const teamId = 'DEVELOPMNT'
const day = 86_400_000
const validYears = 10

/** Reads the certificates, or creates them at the first call. Several processes may call it concurrently. */
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
    // Renames the folder, which is atomic: of several concurrent first starts one wins, and all read its
    // files.
    await rename(draft, folder)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/**
 * Writes the certificates. The keys of root and intermediate are not stored, because they sign no other
 * certificate.
 */
async function writeCertificates(folder: string): Promise<void> {
  const [rootKeys, intermediateKeys, signerKeys] = await Promise.all([
    newKeyPair(),
    newKeyPair(),
    newKeyPair(),
  ])
  const root = { name: { CN: 'Carbon Passport Development Root' }, ...rootKeys }
  const intermediate = {
    name: { CN: 'Carbon Passport Development Authority' },
    ...intermediateKeys,
  }
  const signerName = {
    ...{ UID: passTypeId, CN: `Pass Type ID: ${passTypeId}` },
    ...{ OU: teamId, O: 'Carbon Passport Development' },
  }
  // Starts the validity a day earlier, for devices whose clock is behind.
  const from = new Date(Date.now() - day)
  const dates = { from, to: new Date(Date.now() + validYears * 365 * day) }
  const authority = { ...dates, isAuthority: true }
  const certificateRequests = {
    'root.pem': { ...authority, subject: root.name, ...rootKeys, issuer: root },
    'intermediate.pem': {
      ...authority,
      subject: intermediate.name,
      ...intermediateKeys,
      issuer: root,
    },
    'signer.pem': {
      ...{ ...dates, isAuthority: false, subject: signerName, ...signerKeys, issuer: intermediate },
    },
  }
  for (const [name, certificateRequest] of Object.entries(certificateRequests)) {
    await writeFile(join(folder, name), await issueCertificate(certificateRequest))
  }
  await writeFile(join(folder, 'signer-key.pem'), await exportKey(signerKeys), { mode: 0o400 })
}
