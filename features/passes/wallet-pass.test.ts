// Tests the wallet pass over HTTP (docs/product.md#wallet-passes), and Apple's rules for a pass.
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { Person } from '#tests/support/people/person.ts'
import {
  hasOpenssl,
  libraryAccepts,
  openPass,
  opensslAccepts,
  opensslSubjects,
  type PassFiles,
  readJson,
} from '#tests/support/stand-ins/pass-file.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { textIn } from '#texts/text-in.ts'

let test: TestApp
let dataDir: string
let root: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'passes-'))
  root = join(dataDir, 'pass-certificates', 'root.pem')
  test = await startTestApp({ DATA_DIR: dataDir, PUBLIC_URL: 'https://passport.example' })
})
afterAll(async () => {
  await test.close()
  rmSync(dataDir, { recursive: true })
})

const newPerson = () => new Person(test.url).signIn()

async function download(person: Person, id = person.id): Promise<Response> {
  return fetch(`${test.url}/passport/pass/${id}`, { headers: { cookie: person.cookie } })
}

async function passOf(person: Person): Promise<PassFiles> {
  const response = await download(person)
  expect(response.status).toBe(200)
  return openPass(new Uint8Array(await response.arrayBuffer()))
}

describe('the download', () => {
  it('is a file for a wallet, named carbon-pass.pkpass, that no cache keeps', async () => {
    const { headers } = await download(await newPerson())
    expect(headers.get('content-type')).toBe('application/vnd.apple.pkpass')
    expect(headers.get('content-disposition')).toContain('attachment')
    expect(headers.get('content-disposition')).toContain('carbon-pass.pkpass')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('needs a session, and never contains another user’s pass', async () => {
    const [ada, ben] = [await newPerson(), await newPerson()]
    expect((await download(new Person(test.url), ada.id)).status).toBe(401)
    const others = await ben.get(`/passport/pass/${ada.id}`)
    const nobodys = await ben.get('/passport/pass/00000000-0000-4000-8000-000000000000')
    expect([others.status, nobodys.status]).toEqual([404, 404])
    expect({ ...others.body, request_id: '' }).toEqual({ ...nobodys.body, request_id: '' })
    expect((await ben.get('/passport/pass/no-id')).status).toBe(404)
  })
})

describe('the signature', () => {
  it('is valid under the root of this machine, and invalid after one changed byte', async () => {
    const begun = new Date()
    const files = await passOf(await newPerson())
    const manifest = Buffer.from(files['manifest.json'] ?? '')
    const flipped = Buffer.from(manifest)
    flipped[10] = (flipped[10] ?? 0) ^ 1
    const forged = { ...files, 'manifest.json': flipped }
    expect(await libraryAccepts(files, root)).toBe(true)
    expect(await libraryAccepts(forged, root)).toBe(false)
    const days = [begun, new Date()].map((at) => at.toISOString().slice(2, 10).replaceAll('-', ''))
    const signature = Buffer.from(files.signature ?? '').toString('latin1')
    expect(days.some((day) => signature.includes(`\x17\x0d${day}`))).toBe(true)
    if (!hasOpenssl()) return
    expect(opensslAccepts(files, root)).toBe(true)
    expect(opensslAccepts(forged, root)).toBe(false)
    const subjects = opensslSubjects(files)
    expect(subjects).toHaveLength(2)
    expect(subjects[0]).toContain(readJson(files, 'pass.json').passTypeIdentifier)
    expect(subjects[0]).toContain(readJson(files, 'pass.json').teamIdentifier)
  })

  it('covers every file by its hash, and no file is left out', async () => {
    const files = await passOf(await newPerson())
    const manifest = readJson(files, 'manifest.json')
    const covered = Object.keys(files).filter((name) => !/^(manifest.json|signature)$/.test(name))
    expect(Object.keys(manifest).sort()).toEqual(covered.sort())
    for (const name of covered) {
      const hash = createHash('sha1')
        .update(files[name] ?? '')
        .digest('hex')
      expect([name, manifest[name]]).toEqual([name, hash])
    }
  })

  it('is made with a key that only its owner may read', async () => {
    await passOf(await newPerson())
    const key = join(dataDir, 'pass-certificates', 'signer-key.pem')
    expect(statSync(key).mode & 0o777).toBe(0o400)
  })
})

describe('the pass', () => {
  it('is a store card with everything that Apple requires', async () => {
    const person = await newPerson()
    const pass = readJson(await passOf(person), 'pass.json')
    expect(pass).toMatchObject({
      formatVersion: 1,
      passTypeIdentifier: expect.stringMatching(/^pass\./),
      teamIdentifier: expect.stringMatching(/^[A-Z0-9]{10}$/),
      serialNumber: expect.any(String),
      organizationName: 'Carbon Passport',
      description: 'Carbon Passport',
      webServiceURL: 'https://passport.example/passkit',
      sharingProhibited: true,
    })
    expect(pass).not.toHaveProperty('voided')
    expect(Buffer.from(pass.authenticationToken, 'base64url')).toHaveLength(32)
    const [barcode] = pass.barcodes
    expect(barcode).toMatchObject({ format: 'PKBarcodeFormatQR', message: person.id })
    expect(barcode.messageEncoding).toBe('iso-8859-1')
    // Software older than iOS 9 reads this field.
    expect(pass.barcode).toEqual(barcode)
    const back = pass.storeCard.backFields.map(({ key, value }: Record<string, unknown>) => {
      return [key, value]
    })
    // No phone accepts a pass with these certificates, and the pass says so.
    expect(back).toEqual([
      ['development', textIn('en', 'wallet_pass_development_text')],
      ['passport_id', person.id],
      ['online', 'https://passport.example/app'],
      ['about', textIn('en', 'wallet_pass_about_text')],
    ])
  })

  it('has icon, logo and strip at each scale, in Apple’s sizes', async () => {
    const files = await passOf(await newPerson())
    const sizeOf = (name: string) => {
      const png = Buffer.from(files[name] ?? '')
      expect([name, png.toString('latin1', 1, 4)]).toEqual([name, 'PNG'])
      return [png.readUInt32BE(16), png.readUInt32BE(20)]
    }
    const sizes = { icon: [29, 29], logo: [160, 50], strip: [375, 144] }
    for (const [name, [width = 0, height = 0]] of Object.entries(sizes)) {
      for (const scale of [1, 2, 3]) {
        const file = `${name}${scale === 1 ? '' : `@${scale}x`}.png`
        expect([file, sizeOf(file)]).toEqual([file, [width * scale, height * scale]])
      }
    }
  })

  it('shows kilograms, leagues and the date of the last change', async () => {
    const person = await newPerson()
    const batch = await issueTestBatch(test.services.db, { kg: 500 })
    await person.buyByCard(batch, 100)
    const { storeCard } = readJson(await passOf(person), 'pass.json')
    expect(storeCard.primaryFields[0]).toMatchObject({ key: 'total_offsets', value: 100 })
    expect(storeCard.primaryFields[0].changeMessage).toContain('%@')
    const { updated } = (await person.get('/passport/me')).body
    expect(storeCard.headerFields[0].value).toBe(`${updated.slice(0, 19)}Z`)
    const leagueField = (key: 'offset_league' | 'eco_league', value: string) => ({
      ...{ key, value, label: textIn('en', `passport_${key}`) },
      changeMessage: textIn('en', `wallet_pass_${key}_changed`),
    })
    expect(storeCard.secondaryFields).toMatchObject([
      leagueField('offset_league', 'Silver'),
      leagueField('eco_league', 'Bronze'),
    ])
  })

  it('holds no name and no phone, in no file and in no spelling', async () => {
    const person = await newPerson()
    const answer = await person.call('PATCH', '/api/profile', { nickname: 'Zyxwv Quill' })
    expect(answer.status).toBe(200)
    const files = await passOf(person)
    for (const [name, bytes] of Object.entries(files)) {
      const text = Buffer.from(bytes).toString('latin1')
      expect([name, text.includes(person.phone.slice(3))]).toEqual([name, false])
      expect([name, text.includes('Zyxwv')]).toEqual([name, false])
    }
  })

  it('has the texts of all seven languages for a phone', async () => {
    const files = await passOf(await newPerson())
    const { storeCard } = readJson(files, 'pass.json')
    for (const language of ['en', 'nl', 'fr', 'es', 'it', 'de', 'tr']) {
      const strings = Buffer.from(files[`${language}.lproj/pass.strings`] ?? '').toString()
      const { label, changeMessage } = storeCard.primaryFields[0]
      expect(strings).toContain(`"${label}" = "`)
      const told = strings.split('\n').find((line) => line.startsWith(`"${changeMessage}"`))
      expect(told?.split('" = "')[1]).toContain('%@')
    }
    expect(Buffer.from(files['tr.lproj/pass.strings'] ?? '').toString()).toContain('Gümüş')
  })
})

it('ten downloads an hour are allowed, and the eleventh answer names the waiting time', async () => {
  const limited = await startTestApp({ DATA_DIR: dataDir, LIMITS_ON_LOOPBACK: '1' })
  try {
    const person = await new Person(limited.url).signIn()
    for (let count = 0; count < 10; count += 1) {
      expect((await person.get(`/passport/pass/${person.id}`)).status).toBe(200)
    }
    const refused = await person.get(`/passport/pass/${person.id}`)
    expect(refused.status).toBe(429)
    expect(refused.body.code).toBe('rate_limited')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const other = await new Person(limited.url).signIn()
    expect((await other.get(`/passport/pass/${other.id}`)).status).toBe(200)
  } finally {
    await limited.close()
  }
})
