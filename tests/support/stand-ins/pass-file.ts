// Opens a .pkpass for tests, as a phone or an auditor would. It unpacks the file, and verifies its
// signature against a root certificate with openssl or with a library.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { Certificate, ContentInfo, SignedData } from 'pkijs'

export type PassFiles = Readonly<Record<string, Uint8Array>>

export function openPass(bytes: Uint8Array): PassFiles {
  return unzipSync(bytes)
}

// biome-ignore lint/suspicious/noExplicitAny: content is judged by the tests that read it
export function readJson(files: PassFiles, name: string): any {
  return JSON.parse(Buffer.from(files[name] ?? '').toString())
}

/** Returns true if openssl is installed. Tests then compare its result with the library's. */
export function hasOpenssl(): boolean {
  return spawnSync('openssl', ['version']).status === 0
}

export function opensslAccepts(files: PassFiles, rootFile: string): boolean {
  return inFolder(files, (folder) => {
    const { status } = spawnSync('openssl', [
      ...['smime', '-verify', '-inform', 'DER', '-in', join(folder, 'signature')],
      ...['-content', join(folder, 'manifest.json'), '-CAfile', rootFile],
      ...['-purpose', 'any', '-out', '/dev/null'],
    ])
    return status === 0
  })
}

/** Returns the subjects of the certificates inside the signature, as openssl lists them. */
export function opensslSubjects(files: PassFiles): string[] {
  return inFolder(files, (folder) => {
    const signature = join(folder, 'signature')
    const args = ['pkcs7', '-inform', 'DER', '-in', signature, '-print_certs', '-noout']
    const text = execFileSync('openssl', args, { encoding: 'utf8' })
    return text.split('\n').filter((line) => line.startsWith('subject='))
  })
}

function inFolder<Result>(files: PassFiles, work: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'pass-file-'))
  try {
    for (const name of ['manifest.json', 'signature']) {
      writeFileSync(join(folder, name), files[name] ?? '')
    }
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export async function libraryAccepts(files: PassFiles, rootFile: string): Promise<boolean> {
  const content = ContentInfo.fromBER(new Uint8Array(files.signature ?? []))
  const signedData = new SignedData({ schema: content.content })
  const pem = readFileSync(rootFile, 'utf8').replace(/-----[^-]+-----|\s/g, '')
  const root = Certificate.fromBER(new Uint8Array(Buffer.from(pem, 'base64')))
  const data = new Uint8Array(files['manifest.json'] ?? []).buffer
  return signedData
    .verify({ signer: 0, checkChain: true, trustedCerts: [root], data })
    .catch(() => false)
}
