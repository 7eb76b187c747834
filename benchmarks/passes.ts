// Compares how many wallet passes the product and passkit-generator sign per second of processor time,
// with the same images, texts, content and certificates. It also measures how long other calls wait
// during downloads of passes.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Claim, compare, type Finding, type Measure } from '#benchmarks/compare.ts'
import { runClients } from '#benchmarks/load.ts'
import { openPasskit } from '#benchmarks/rivals.ts'
import { openShop, type Shopper } from '#benchmarks/shop.ts'
import { passContent } from '#features/passes/pass-content.ts'
import { wordFiles } from '#features/passes/pass-words.ts'
import { openDevelopmentCertificates } from '#providers/wallet-pass/development-certificates.ts'
import type { PassCertificates } from '#providers/wallet-pass/pass-certificates.ts'
import { openPassSigner } from '#providers/wallet-pass/pass-signer.ts'

const imageFolder = join(import.meta.dirname, '..', 'providers', 'wallet-pass', 'images')
const facts = {
  passportId: '1ec2eb1f-2ffa-477d-adbc-4ae1ce205a4f',
  language: 'en',
  country: 'GB',
  offsetLeague: 'gold',
  ecoLeague: 'silver',
  updatedAt: new Date(),
  isVoid: false,
} as const
const webService = { publicUrl: 'https://passport.example', authenticationToken: 'a'.repeat(43) }
const readers = 16
/** Pause between downloads, which allows 20 per second, more than in a busy hour. */
const downloadEveryMs = 50

export async function measurePasses(seconds: number, rounds: number): Promise<Finding[]> {
  return [await measureSigning(seconds, rounds), await measureOtherCalls(seconds, rounds)]
}

async function measureSigning(seconds: number, rounds: number): Promise<Finding> {
  const dataDir = await mkdtemp(join(tmpdir(), 'carbon-passport-bench-passes-'))
  try {
    const certificates = await openDevelopmentCertificates(dataDir)
    const claim: Claim = {
      row: '9',
      measure: 'signed passes per core',
      rival: 'passkit-generator',
      goal: 20,
      measureOurs: perCore(await ownSigner(certificates, dataDir), seconds),
      measureRival: perCore(await rivalSigner(certificates), seconds),
    }
    return await compare(claim, rounds)
  } finally {
    await rm(dataDir, { recursive: true })
  }
}

type Sign = (totalKg: number) => Promise<Buffer>

async function ownSigner(certificates: PassCertificates, dataDir: string): Promise<Sign> {
  const signer = openPassSigner({ certificates, dataDir, words: wordFiles() })
  return (totalKg) =>
    signer.sign((identity) => passContent({ ...facts, totalKg }, webService, identity))
}

async function rivalSigner(certificates: PassCertificates): Promise<Sign> {
  const names = await readdir(imageFolder)
  const images = await Promise.all(
    names.map(async (name) => [name, await readFile(join(imageFolder, name))] as const),
  )
  const words = wordFiles().map(({ name, bytes }) => [name, Buffer.from(bytes)] as const)
  const buffers = Object.fromEntries([...images, ...words])
  const pems = {
    wwdr: certificates.intermediate.toString(),
    signerCert: certificates.signer.toString(),
    signerKey: String(certificates.key.export({ type: 'pkcs1', format: 'pem' })),
  }
  const signPass = await openPasskit()
  return async (totalKg) => {
    const content = passContent({ ...facts, totalKg }, webService, certificates)
    const pass = Buffer.from(JSON.stringify(content))
    return signPass({ ...buffers, 'pass.json': pass }, pems)
  }
}

/** Returns a measure of passes per second of processor time, summed over all threads. */
function perCore(sign: Sign, seconds: number): () => Promise<Measure> {
  return async () => {
    await sign(0)
    const before = process.cpuUsage()
    const end = performance.now() + seconds * 1_000
    let count = 0
    while (performance.now() < end) {
      await sign(count)
      count += 1
    }
    const { user, system } = process.cpuUsage(before)
    return { perSecond: count / ((user + system) / 1_000_000) }
  }
}

/**
 * Measures other calls with and without downloads of passes. The rate is 1 s divided by the 99th
 * percentile of their times, so half the rate means twice the wait.
 */
async function measureOtherCalls(seconds: number, rounds: number): Promise<Finding> {
  const shop = await openShop()
  try {
    const people = await shop.signIn(readers + 1)
    const [downloader, ...otherPeople] = people
    if (downloader === undefined) throw new Error('nobody signed in')
    const claim: Claim = {
      row: '9b',
      measure: `answers a second at p99, ${readers} readers, and 20 downloads of passes a second`,
      rival: 'the same without downloads',
      goal: 0.5,
      measureOurs: () => whileDownloading(downloader, () => measureAtP99(otherPeople, seconds)),
      measureRival: () => measureAtP99(otherPeople, seconds),
    }
    return await compare(claim, rounds)
  } finally {
    await shop.close()
  }
}

async function measureAtP99(people: readonly Shopper[], seconds: number): Promise<Measure> {
  const work = people.map((person) => async () => {
    const { status } = await person.get('/api/auth/me')
    if (status !== 200) throw new Error(`/api/auth/me answered ${status}`)
  })
  const { p99Ms = Number.NaN } = await runClients(work, seconds)
  return { perSecond: 1_000 / p99Ms, p99Ms }
}

async function whileDownloading(person: Shopper, measure: () => Promise<Measure>) {
  let downloading = true
  async function download(): Promise<void> {
    while (downloading) {
      const { status } = await person.get(`/passport/pass/${person.person.id}`)
      if (status !== 200) throw new Error(`the pass answered ${status}`)
      await new Promise((resolve) => setTimeout(resolve, downloadEveryMs))
    }
  }
  const ended = download()
  try {
    return await measure()
  } finally {
    downloading = false
    await ended
  }
}
