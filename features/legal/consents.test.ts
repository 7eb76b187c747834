// Tests over HTTP that a sign-in needs the current version of the legal texts, and that agreements are kept.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { legalFolder } from '#tests/support/legal-folder.ts'
import { hashOf } from '#tests/support/number-keys.ts'
import { newPhone, Person } from '#tests/support/people/person.ts'
import { SoftwareAuthenticator } from '#tests/support/people/software-authenticator.ts'
import { startTestApp, startTestAppBeside, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { findConsentsOf } from './consent-queries.ts'
import { readLegalTexts } from './legal-texts.ts'
import { recordLegalVersion } from './record-version.ts'

const verify = '/api/auth/verify-otp'
const current = '2026-11'
const earlier = '2025-01'

/** An app with legal texts, and one without, on the same database. */
let test: TestApp
let without: TestApp
const legal = legalFolder()
beforeAll(async () => {
  test = await startTestApp({ LEGAL_DIR: legal.folder })
  without = await startTestAppBeside(test)
  legal.write({ VERSION: earlier })
  await recordLegalVersion(test.services.db, readLegalTexts(legal.folder), () => undefined)
})
afterAll(async () => {
  await without.close()
  await test.close()
  legal.remove()
})

const attempts = statement(
  'test-attempts-of-number',
  { tries: 'int2' },
  'select tries from sign_in_attempts where number_hash = $1',
)
const mayAskAgain = statement(
  'test-consent-may-ask-again',
  {},
  `update sign_in_attempts set resend_at = now(), sent_at = '{}' where number_hash = $1`,
)

async function requestCode(person: Person): Promise<string> {
  await test.services.db.run(mayAskAgain, [hashOf(person.phone)])
  expect((await person.post('/api/auth/request-otp', { phone: person.phone })).status).toBe(200)
  return person.readCode()
}

/** Returns the number and a fresh code of a person who has not signed in. */
async function withCode(url = test.url) {
  const person = new Person(url, newPhone())
  return { person, body: { phone: person.phone, code: await requestCode(person) } }
}

describe('a sign-in by code', () => {
  it.each([undefined, null, earlier])(
    'with version %s is 409, and the code stays',
    async (version) => {
      const { person, body } = await withCode()
      const refused = await person.post(verify, { ...body, terms_version: version })
      expect(refused).toMatchObject({
        status: 409,
        body: { code: 'terms_changed', terms_version: current },
      })
      expect(refused.headers.getSetCookie()).toEqual([])
      const answer = await person.post(verify, { ...body, terms_version: current })
      expect(answer.status).toBe(200)
      const consents = await findConsentsOf(test.services.db, answer.body.user.id)
      expect(consents).toEqual([{ terms_version: current, agreed_at: expect.any(Date) }])
    },
  )

  it('counts no attempt while the version is refused, so that no code is lost', async () => {
    const { person, body } = await withCode()
    const before = await test.services.db.run(attempts, [hashOf(person.phone)])
    for (let count = 0; count < 20; count += 1) {
      expect((await person.post(verify, { ...body, code: '000000' })).status).toBe(409)
    }
    expect(await test.services.db.run(attempts, [hashOf(person.phone)])).toEqual(before)
    expect((await person.post(verify, { ...body, terms_version: current })).status).toBe(200)
  })

  it.each(['2031-01', ' ', '', 'a b', 'x'.repeat(32), 'x'.repeat(33), '2026-11\n', '２０２６-11'])(
    'with the unknown version %j is 400',
    async (version) => {
      const { person, body } = await withCode()
      for (const url of version === '2031-01' || /^x{32}$/.test(version)
        ? [test.url]
        : [test.url, without.url]) {
        expect(
          await new Person(url).post(verify, { ...body, terms_version: version }),
        ).toMatchObject({
          status: 400,
          body: { code: 'unknown_terms', field: 'terms_version' },
        })
      }
      expect((await person.post(verify, { ...body, terms_version: current })).status).toBe(200)
    },
  )

  it('without legal texts stores a named version, and needs none', async () => {
    const { person, body } = await withCode(without.url)
    const named = await person.post(verify, { ...body, terms_version: 'draft.1' })
    expect(named.status).toBe(200)
    expect(await findConsentsOf(test.services.db, named.body.user.id)).toHaveLength(1)
    const silent = await withCode(without.url)
    const answer = await silent.person.post(verify, silent.body)
    expect(answer.status).toBe(200)
    expect(await findConsentsOf(test.services.db, answer.body.user.id)).toEqual([])
  })

  it('is stored each time, exported, and kept after the passport’s deletion', async () => {
    const { phone } = await new Person(without.url).signIn()
    const signInTo = async (url: string) => {
      const person = new Person(url, phone)
      const code = await requestCode(person)
      const answer = await person.post(verify, { phone, code, terms_version: current })
      person.cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      person.terminal = answer.body.terminal
      person.id = answer.body.user.id
      return person
    }
    await signInTo(without.url)
    const again = await signInTo(test.url)
    const { body } = await again.get('/api/profile/export')
    expect(body['agreements to privacy policy and terms']).toEqual([
      { version: current, agreed: expect.any(String) },
      { version: current, agreed: expect.any(String) },
    ])
    await test.services.db.run(mayAskAgain, [hashOf(phone)])
    const deletion = { code: await again.codeFor('delete') }
    const deleted = await again.signed('/api/profile', deletion, { method: 'DELETE' })
    expect(deleted.status).toBe(204)
    expect(await findConsentsOf(test.services.db, again.id)).toHaveLength(2)
  })
})

describe('a sign-in by passkey', () => {
  it('needs the current version, and the refused passkey works afterwards', async () => {
    const owner = await new Person(without.url).signIn()
    const authenticator = new SoftwareAuthenticator(without.url, 1)
    const { body } = await owner.signed('/api/profile/passkeys/options', undefined)
    const created = { credential: authenticator.create(body, {}) }
    expect((await owner.signed('/api/profile/passkeys', created)).status).toBe(201)
    const { body: options } = await new Person(test.url).post('/api/auth/passkey/options')
    const used = authenticator.get(options, {
      origin: `http://localhost:${new URL(test.url).port}`,
    })
    const send = (terms?: string) =>
      new Person(test.url).post('/api/auth/passkey', { credential: used, terms_version: terms })
    expect(await send()).toMatchObject({ status: 409, body: { code: 'terms_changed' } })
    expect(await send('9999')).toMatchObject({ status: 400, body: { code: 'unknown_terms' } })
    expect(await send(current)).toMatchObject({ status: 200, body: { user: { id: owner.id } } })
    expect(await findConsentsOf(test.services.db, owner.id)).toHaveLength(1)
  })
})

describe('the start', () => {
  const linesOf = async (folder: string) => {
    const lines: string[] = []
    await recordLegalVersion(test.services.db, readLegalTexts(folder), (line) => lines.push(line))
    return lines.join('\n')
  }

  it('names missing languages, and texts that changed under the same version', async () => {
    const { folder, write, remove } = legalFolder({ VERSION: 'start-1' })
    expect(await linesOf(folder)).toMatch(/^Legal texts in English stand in for: .*terms\.tr\.md/)
    write({ 'help.en.md': 'Other help' })
    expect(await linesOf(folder)).not.toContain('differ')
    write({ 'terms.en.md': 'Other terms' })
    expect(await linesOf(folder)).toMatch(/differ from those that version start-1 had on \d{4}-/)
    write({ VERSION: 'start-2' })
    expect(await linesOf(folder)).not.toContain('differ')
    remove()
  })
})
