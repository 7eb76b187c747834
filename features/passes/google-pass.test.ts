// Tests the pass in Google Wallet: the link that saves it, its changes, and its absence where it is
// not set up. The sandbox plays Google; one test runs the real client against a stand-in.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signSaveToken } from '#providers/wallet-pass/google-signature.ts'
import type { Services } from '#server/services.ts'
import { closeGate } from '#tests/support/closed-gate.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { Person, type TestBatch } from '#tests/support/people/person.ts'
import {
  googleAccount,
  googleSettings,
  openToken,
} from '#tests/support/stand-ins/google-account.ts'
import { openGoogleStandIn } from '#tests/support/stand-ins/google-stand-in.ts'
import { failGoogle } from '#tests/support/stand-ins/sandbox-faults.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { textIn } from '#texts/text-in.ts'
import { languages } from '#values/lists/languages.ts'
import { googleClass, googleObject } from './google-pass.ts'
import { writeGooglePass } from './pass-queries.ts'
import { pushChanges, pushToGoogle } from './push-changes.ts'

const PUBLIC_URL = 'https://passport.example'
const sandbox = { ...googleSettings, GOOGLE_WALLET_PROVIDER: 'sandbox', PUBLIC_URL }
let test: TestApp
let batch: TestBatch
beforeAll(async () => {
  test = await startTestApp(sandbox)
  batch = await issueTestBatch(test.services.db, { kg: 100_000, priceMicros: 1_000_000 })
})
afterAll(() => test.close())

const newPerson = (url = test.url) => new Person(url).signIn()

async function linkOf(person: Person): Promise<string> {
  const { status, body } = await person.get(`/passport/pass/${person.id}/google`)
  expect(status).toBe(200)
  return body.save_url
}
const tokenIn = (link: string) => link.slice(link.lastIndexOf('/') + 1)

/** Returns the pass in the link. */
async function offerTo(person: Person) {
  const claims = openToken(tokenIn(await linkOf(person)))?.claims
  return claims.payload.genericObjects[0]
}

/** Opens the link as a phone would. Returns the id by which Google knows the pass. */
async function save(person: Person, { url } = test): Promise<string> {
  const token = tokenIn(await linkOf(person))
  const page = await fetch(`${url}/dev/google-wallet/save/${token}`)
  expect(page.status).toBe(200)
  return openToken(token)?.claims.payload.genericObjects[0].id
}

async function patchesOf(objectId: string, { services } = test) {
  const all = (await services.googleSandbox?.patches()) ?? []
  return all.filter(({ object_id }) => object_id === objectId)
}

/** Waits until background work has had its effect, or fails. */
async function until(what: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 15_000
  while (!(await what())) {
    if (performance.now() > deadline) throw new Error('it did not happen')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe.concurrent('the link', () => {
  it('is signed by the account, for Google, for saving, from this site', async () => {
    const person = await newPerson()
    const link = await linkOf(person)
    expect(link.startsWith(`${PUBLIC_URL}/dev/google-wallet/save/`)).toBe(true)
    const { header, claims } = openToken(tokenIn(link)) ?? {}
    expect(header).toEqual({ alg: 'RS256', typ: 'JWT' })
    const { payload, iat, ...rest } = claims
    expect(rest).toEqual({
      iss: googleAccount.email,
      aud: 'google',
      typ: 'savetowallet',
      origins: [PUBLIC_URL],
    })
    expect(Math.abs(iat - Date.now() / 1_000)).toBeLessThan(60)
    const [[passClass], [pass]] = [payload.genericClasses, payload.genericObjects]
    const [{ twoItems }] = passClass.classTemplateInfo.cardTemplateOverride.cardRowTemplateInfos
    const shown = [twoItems.startItem, twoItems.endItem].map(
      ({ firstValue }) => firstValue.fields[0].fieldPath,
    )
    expect(shown).toEqual(["object.textModulesData['offset']", "object.textModulesData['eco']"])
    expect(passClass.id).toBe(`${googleAccount.issuerId}.passport`)
    expect(pass.classId).toBe(passClass.id)
  })

  it('offers the total, both leagues, the day and a QR of the passport id', async () => {
    const person = await newPerson()
    await person.buyByCard(batch, 1_200)
    const pass = await offerTo(person)
    const words = pass.textModulesData.map(({ body }: { body: string }) => body)
    const today = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
    expect(pass.header.defaultValue).toEqual({ language: 'en', value: '1,200 kg CO₂' })
    expect(words).toEqual(['Gold', 'Bronze', today.format(new Date())])
    const heads = pass.textModulesData.map(({ header }: { header: string }) => header)
    const leagueTexts = ['passport_offset_league', 'passport_eco_league'] as const
    expect(heads.slice(0, 2)).toEqual(leagueTexts.map((name) => textIn('en', name)))
    expect(pass.barcode).toEqual({ type: 'QR_CODE', value: person.id })
  })

  it('holds no name and no phone, and its id does not reveal the passport', async () => {
    const person = await newPerson()
    await person.call('PATCH', '/api/profile', { nickname: 'Zyxwv Quill' })
    const pass = await offerTo(person)
    expect(JSON.stringify(pass)).not.toMatch(new RegExp(`Zyxwv|${person.phone.slice(3)}`))
    const id = pass.id.slice(googleAccount.issuerId.length + 1)
    expect(id).toMatch(/^[\w-]{22}$/)
    const hash = createHash('sha256').update(person.id)
    expect(hash.digest('base64url').startsWith(id)).toBe(false)
    expect((await offerTo(person)).id).toBe(pass.id)
    expect((await offerTo(await newPerson())).id).not.toBe(pass.id)
    // Another SECRET_KEY would give another id, so the id that Google knows stays.
    expect(await writeGooglePass(test.services.db, person.id, 'B'.repeat(22))).toBe(id)
  })

  it('is in its owner’s language', async () => {
    const person = await newPerson()
    await person.call('PATCH', '/api/profile', { language: 'tr' })
    await person.buyByCard(batch, 1_234)
    const pass = await offerTo(person)
    expect(pass.header.defaultValue).toEqual({ language: 'tr', value: '1.234 kg CO₂' })
    expect(pass.textModulesData[0].body).toBe('Altın')
  })

  it.each([
    ['en', 'GB', '3 Oct 2026', '1,234 kg CO₂'],
    ['en', 'US', 'Oct 3, 2026', '1,234 kg CO₂'],
    ['en', 'TR', '3 Oct 2026', '1,234 kg CO₂'],
    ['de', 'DE', '03.10.2026', '1.234 kg CO₂'],
    ['tr', 'GB', '3 Eki 2026', '1.234 kg CO₂'],
  ] as const)(
    'writes day and number in %s in the format of %s',
    (language, country, day, total) => {
      const facts = {
        ...{ passportId: 'p', language, country, totalKg: 1_234 },
        ...({ offsetLeague: 'gold', ecoLeague: 'bronze' } as const),
        isVoid: false,
        updatedAt: new Date('2026-10-03T12:00:00Z'),
      }
      const pass = googleObject(facts, 'x', googleAccount.issuerId)
      expect(pass.header.defaultValue.value).toBe(total)
      expect(pass.textModulesData.at(-1)?.body).toBe(day)
      expect(pass.state).toBeUndefined()
      const voided = googleObject({ ...facts, isVoid: true }, 'x', googleAccount.issuerId)
      expect(voided).toEqual({ ...pass, state: 'EXPIRED' })
    },
  )

  it('needs a session, and never contains another user’s pass', async () => {
    const [ada, ben] = [await newPerson(), await newPerson()]
    const path = `/passport/pass/${ada.id}/google`
    expect((await new Person(test.url).get(path)).status).toBe(401)
    expect((await ben.get(path)).status).toBe(404)
  })

  it('is refused by Google’s sandbox when it was signed by another key or changed', async () => {
    const token = tokenIn(await linkOf(await newPerson()))
    const [header, claims, signature = ''] = token.split('.')
    const others = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    const page = await fetch(`${test.url}/dev/google-wallet/save/${header}.${claims}.${others}`)
    expect(page.status).toBe(400)
  })
})

it.each(languages)(
  'a link in %s stays within the length that Google calls safe',
  async (language) => {
    const facts = {
      passportId: '00000000-0000-4000-8000-000000000000',
      ...{
        language,
        country: 'GB',
        totalKg: 123_456_789,
        isVoid: false,
        updatedAt: new Date('2026-12-31'),
      },
      ...({ offsetLeague: 'silver', ecoLeague: 'silver' } as const),
    }
    const pass = googleObject(facts, 'x'.repeat(22), googleAccount.issuerId)
    const offered = { pass, passClass: googleClass(googleAccount.issuerId) }
    const token = await signSaveToken(googleAccount, offered, PUBLIC_URL, Date.now())
    // https://developers.google.com/wallet/generic/web: characters of a token that every browser
    // accepts.
    expect(token.length).toBeLessThanOrEqual(1_800)
  },
)

describe.concurrent('a saved pass', () => {
  it('is changed once for a burst of purchases, by several concurrent workers', async () => {
    // No worker calls Google before the burst is over, however long it takes here.
    const gate = closeGate()
    const held = ({ googleWallet }: Services) => ({
      googleWallet: googleWallet && { ...googleWallet, patch: gate.before(googleWallet.patch) },
    })
    const still = await startTestApp(sandbox, held, { background: false })
    const own = await issueTestBatch(still.services.db, { kg: 1_000, priceMicros: 1_000_000 })
    const person = await newPerson(still.url)
    const id = await save(person, still)
    for (let count = 0; count < 4; count += 1) await person.buyByCard(own, 30)
    const round = async () => {
      const announced = await pushChanges(still.services)
      return announced + (await pushToGoogle(still.services))
    }
    expect(await gate.meet(round)).toBe(1)
    expect(await round()).toBe(0)
    const patches = await patchesOf(id, still)
    expect(patches.map(({ answer }) => answer)).toEqual(['accepted'])
    expect(patches[0]?.content).toMatchObject({
      header: { defaultValue: { value: '120 kg CO₂' } },
      textModulesData: [{ body: 'Silver' }, { body: 'Bronze' }, {}],
    })
    await still.close()
  })

  it('is not asked about again where it was not saved, until it changes again', async () => {
    const person = await newPerson()
    const { id } = await offerTo(person)
    await person.buyByCard(batch, 1)
    await until(async () => (await patchesOf(id)).length > 0)
    await rest(3_000)
    expect((await patchesOf(id)).map(({ answer }) => answer)).toEqual(['gone'])
    await save(person)
    await person.buyByCard(batch, 1)
    await until(async () => (await patchesOf(id)).length > 1)
    expect((await patchesOf(id)).at(-1)?.answer).toBe('accepted')
  })
})

it('a change that Google fails to accept is repeated at growing intervals', async () => {
  const person = await newPerson()
  const id = await save(person)
  const failures = () => test.logged.filter((line) => line.includes('pass not pushed')).length
  const before = failures()
  await failGoogle(test.services.db, 'error', 2)
  await person.buyByCard(batch, 5)
  await until(async () => failures() > before)
  const begin = performance.now()
  await until(async () => (await patchesOf(id)).length > 0)
  // One second after the first failure, four after the second.
  expect(performance.now() - begin).toBeGreaterThan(4_500)
  expect(failures()).toBe(before + 2)
  const [{ content } = {}] = await patchesOf(id)
  expect(content).toMatchObject({ header: { defaultValue: { value: '5 kg CO₂' } } })
})

it('a link that was not used within a day is deleted with its pass', async () => {
  const person = await newPerson()
  const { id } = await offerTo(person)
  const passes = async () =>
    test.services.db.run({
      ...{ name: 'test-google-passes', columns: { count: 'int4' } as const },
      text: `select count(*)::int4 as count from google_passes where passport_id = '${person.id}'`,
    })
  await test.services.db.run({
    ...{ name: 'test-age-google-link', columns: {} },
    text: `update google_passes set linked_at = now() - interval '25 hours'
           where passport_id = '${person.id}'`,
  })
  expect(await passes()).toEqual([{ count: 1 }])
  await person.buyByCard(batch, 1)
  await until(async () => (await passes())[0]?.count === 0)
  expect((await patchesOf(id)).map(({ answer }) => answer)).toEqual(['gone'])
})

it('ten links and downloads an hour are allowed to each user, and the eleventh names the wait', async () => {
  const limited = await startTestApp({ ...sandbox, LIMITS_ON_LOOPBACK: '1' })
  try {
    const person = await newPerson(limited.url)
    const file = `/passport/pass/${person.id}`
    for (let count = 0; count < 5; count += 1) {
      expect((await person.get(`${file}/google`)).status).toBe(200)
      expect((await person.get(file)).status).toBe(200)
    }
    for (const path of [file, `${file}/google`]) {
      const refused = await person.get(path)
      expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(3_600)
    }
    const other = await newPerson(limited.url)
    expect((await other.get(`/passport/pass/${other.id}/google`)).status).toBe(200)
  } finally {
    await limited.close()
  }
})

it('the real Google gets the link and each change, and there is no sandbox', async () => {
  const google = await openGoogleStandIn()
  const urls = { GOOGLE_WALLET_API_URL: google.url, GOOGLE_WALLET_TOKEN_URL: google.url }
  const real = await startTestApp({ ...sandbox, ...urls, GOOGLE_WALLET_PROVIDER: 'google' })
  try {
    const own = await issueTestBatch(real.services.db, { kg: 1_000, priceMicros: 1_000_000 })
    const person = await newPerson(real.url)
    const link = await linkOf(person)
    expect(link.startsWith('https://pay.google.com/gp/v/save/')).toBe(true)
    const page = `/dev/google-wallet/save/${tokenIn(link)}`
    expect((await person.get(page)).status).toBe(404)
    const id: string = openToken(tokenIn(link))?.claims.payload.genericObjects[0].id
    google.saved.add(id)
    google.fail(503)
    await person.buyByCard(own, 120)
    await person.buyByCard(own, 3)
    await until(async () => google.patches.length > 0)
    const [patch] = google.patches
    expect(patch).toMatchObject({
      id,
      body: { header: { defaultValue: { value: '123 kg CO₂' } } },
    })
    expect([google.patches.length, google.tokenRequests(), google.refused]).toEqual([1, 1, []])
  } finally {
    await real.close()
    await google.close()
  }
})

it('without its settings the product has no page, link or pass of Google Wallet', async () => {
  const without = await startTestApp(googleSettings)
  try {
    const person = await newPerson(without.url)
    expect((await person.get(`/passport/pass/${person.id}/google`)).status).toBe(404)
    expect((await person.get('/dev/google-wallet/save/a.b.c')).status).toBe(404)
    const pages = [await fetch(`${without.url}/app`), await fetch(`${test.url}/app`)]
    const [hidden, shown] = await Promise.all(pages.map((page) => page.text()))
    expect(hidden).toContain('data-sandbox="sms cards passes"')
    expect(hidden).not.toContain('data-google-wallet')
    expect(shown).toContain('data-sandbox="sms cards passes google"')
    expect(shown).toContain('data-google-wallet')
  } finally {
    await without.close()
  }
})
