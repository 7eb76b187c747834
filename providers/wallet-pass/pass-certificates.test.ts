// Tests that a start refuses certificates that a phone would, and that those of a development
// machine are made once, also by concurrent processes.
import { execFile } from 'node:child_process'
import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDevelopmentCertificates } from '#providers/wallet-pass/development-certificates.ts'
import { openPassSigner } from '#providers/wallet-pass/pass-signer.ts'
import { readSettings, SettingsError } from '#server/settings/settings.ts'
import {
  openPassAuthority,
  type PassAuthority,
  testPassType,
  testTeam,
} from '#tests/support/stand-ins/pass-authority.ts'
import { libraryAccepts, openPass, readJson } from '#tests/support/stand-ins/pass-file.ts'

let folder: string
let authority: PassAuthority
let good: Readonly<Record<string, string>>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'certificates-'))
  authority = await openPassAuthority()
  const { certificate, key } = await authority.issue()
  good = {
    SECRET_KEY: 'ab'.repeat(32),
    PASS_CERTIFICATE: certificate,
    PASS_KEY: key,
    PASS_WWDR_CERTIFICATE: authority.intermediate,
    PASS_TYPE_ID: testPassType,
    PASS_TEAM_ID: testTeam,
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

const refusalOf = (change: Readonly<Record<string, string>>): string => {
  try {
    readSettings({ ...good, ...change })
  } catch (error) {
    if (error instanceof SettingsError) return error.message
    throw error
  }
  return 'not refused'
}

describe('real certificates', () => {
  it('sign passes under a root of their own, as PEM or from files', async () => {
    const file = (name: string, text: string) => {
      writeFileSync(join(folder, name), text)
      return join(folder, name)
    }
    const passphrase = 'open sesame'
    const encrypted = createPrivateKey(good.PASS_KEY ?? '').export({
      ...{ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase },
    })
    const { passCertificates } = readSettings({
      ...good,
      PASS_CERTIFICATE: file('pass.pem', good.PASS_CERTIFICATE ?? ''),
      PASS_KEY: file('key.pem', String(encrypted)),
      PASS_KEY_PASSPHRASE: passphrase,
      PASS_WWDR_CERTIFICATE: (good.PASS_WWDR_CERTIFICATE ?? '').replaceAll('\n', '\\n'),
    })
    const signer = openPassSigner({
      ...{ certificates: passCertificates, dataDir: folder, words: [] },
    })
    const files = openPass(await signer.sign((identity) => ({ ...identity })))
    expect(readJson(files, 'pass.json')).toMatchObject({
      ...{ passTypeId: testPassType, teamId: testTeam, isDevelopment: false },
    })
    expect(await libraryAccepts(files, file('root.pem', authority.root))).toBe(true)
    const other = await openPassAuthority()
    expect(await libraryAccepts(files, file('other.pem', other.root))).toBe(false)
  })

  it('are all needed, and the missing one is named', () => {
    for (const name of Object.keys(good).filter((each) => each !== 'SECRET_KEY')) {
      expect(refusalOf({ [name]: '' })).toContain(`${name} is missing`)
    }
  })

  it('are refused after their last day, and before their first', async () => {
    const expired = await authority.issue({ fromDay: -30, toDay: -2 })
    const early = await authority.issue({ fromDay: 2 })
    const dayOf = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    expect(refusalOf({ PASS_CERTIFICATE: expired.certificate, PASS_KEY: expired.key })).toBe(
      `PASS_CERTIFICATE expired on ${dayOf(-2)}: renew it.`,
    )
    expect(refusalOf({ PASS_CERTIFICATE: early.certificate, PASS_KEY: early.key })).toBe(
      `PASS_CERTIFICATE is not valid before ${dayOf(2)}.`,
    )
    const old = await openPassAuthority(-3)
    const own = await old.issue()
    const change = {
      ...{ PASS_CERTIFICATE: own.certificate, PASS_KEY: own.key },
      PASS_WWDR_CERTIFICATE: old.intermediate,
    }
    expect(refusalOf(change)).toContain('PASS_WWDR_CERTIFICATE expired on')
  })

  it('are refused where they do not belong together', async () => {
    const [mine, other] = [await authority.issue(), await openPassAuthority()]
    const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    const ellipticPem = String(elliptic.export({ type: 'pkcs8', format: 'pem' }))
    const sentences = [
      [{ PASS_KEY: mine.key }, 'PASS_KEY does not belong to PASS_CERTIFICATE.'],
      [{ PASS_KEY: ellipticPem }, 'PASS_KEY is not an RSA key, as passes need.'],
      [
        { PASS_WWDR_CERTIFICATE: other.intermediate },
        'PASS_WWDR_CERTIFICATE is not the one that issued PASS_CERTIFICATE.',
      ],
      [
        { PASS_TYPE_ID: 'pass.example.other' },
        `PASS_TYPE_ID is pass.example.other, but PASS_CERTIFICATE is for ${testPassType}.`,
      ],
      [
        { PASS_TEAM_ID: 'ZZZZZ99999' },
        `PASS_TEAM_ID is ZZZZZ99999, but PASS_CERTIFICATE is for ${testTeam}.`,
      ],
      [{ PASS_KEY: 'nowhere.pem' }, 'PASS_KEY is neither PEM nor the path of a readable file.'],
      [{ PASS_CERTIFICATE: mine.key }, 'PASS_CERTIFICATE holds no X.509 certificate.'],
      [{ PASS_KEY: authority.root }, 'PASS_KEY holds no private key'],
      [{ PASS_TYPE_ID: 'example' }, 'PASS_TYPE_ID: must begin with pass.'],
    ] as const
    for (const [change, sentence] of sentences) expect(refusalOf(change)).toContain(sentence)
  })
})

describe('development certificates', () => {
  it('are made once by several processes that start at the same time', async () => {
    const dataDir = join(folder, 'several')
    const script = `import('#providers/wallet-pass/development-certificates.ts')
      .then((made) => made.openDevelopmentCertificates(process.argv[1]))
      .then(({ signer }) => console.log(signer.fingerprint256))`
    const run = () => promisify(execFile)(process.execPath, ['-e', script, dataDir])
    const runs = await Promise.all([run(), run(), run()])
    const { signer, key } = await openDevelopmentCertificates(dataDir)
    expect(runs.every(({ stdout }) => stdout.trim() === signer.fingerprint256)).toBe(true)
    expect(signer.checkPrivateKey(key)).toBe(true)
    const made = join(dataDir, 'pass-certificates')
    expect(readdirSync(dataDir)).toEqual(['pass-certificates'])
    expect(readdirSync(made).sort()).toEqual([
      ...['intermediate.pem', 'root.pem', 'signer-key.pem', 'signer.pem'],
    ])
    expect(statSync(made).mode & 0o777).toBe(0o700)
    expect(readFileSync(join(made, 'root.pem'), 'utf8')).toContain('BEGIN CERTIFICATE')
  })
})
