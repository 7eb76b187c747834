// Tests the language of messages (docs/product.md#messages), and that codes stay short and readable by
// phones.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { showProjectsAtStart } from '#features/catalogue/show-projects.ts'
import {
  giftRefundedText,
  giftSentText,
  giftText,
  giftWithdrawnText,
  purchaseText,
  senderName,
} from '#features/purchases/notify/purchase-texts.ts'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { codeText } from '#features/sign-in/codes/code-text.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import { giveByCard } from '#tests/support/people/rewards.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { textIn } from '#texts/text-in.ts'
import { type Language, languages } from '#values/lists/languages.ts'
import { smsText } from '#values/text/sms-text.ts'
import { readerLanguage } from './reader-language.ts'
import { sendDueMessages } from './send-messages.ts'

const renameProject = statement(
  'test-rename-project',
  {},
  `update projects set name = 'GS10789 VPA3: TEST WIND FARM' where id = $1`,
)

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/** The characters of a 160-character SMS; any other character halves its length (GSM 03.38). */
const shortAlphabet =
  /^[@£$¥èéùìòÇ\nØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]*$/

async function newestTo(phone: string): Promise<string> {
  const { body } = await new Person(test.url).get(`/dev/messages?to=${encodeURIComponent(phone)}`)
  return body[0]?.body ?? ''
}

const purposes = ['sign_in', 'export', 'passkeys', 'delete', 'leave_number', 'take_number'] as const
const kinds = languages.flatMap((language) => purposes.map((each) => [each, language] as const))

describe.each(kinds)('a code to %s in %s', (purpose, language) => {
  const text = codeText({ language, purpose, code: '012345' }, 'carbon-passport.example')

  it('is at the start, and alone on the last line', () => {
    expect(text).toMatch(/^012345 /)
    expect(text.split('\n').at(-1)).toBe('@carbon-passport.example #012345')
    expect(text.match(/\d{6}/g)).toEqual(['012345', '012345'])
  })

  it('warns against telling it, unless it is for a sign-in', () => {
    const warnings = /nobody|niemand|nadie|personne|nessuno|Kimseye/
    expect(warnings.test(text)).toBe(purpose !== 'sign_in')
  })

  it('fits one SMS', () => {
    expect(text).toMatch(shortAlphabet)
    expect(text.length).toBeLessThanOrEqual(160)
  })
})

describe("the reader's language", () => {
  it.each([
    ['+31612345678', 'nl'],
    ['+33612345678', 'fr'],
    ['+34612345678', 'es'],
    ['+393123456789', 'it'],
    ['+4915123456789', 'de'],
    ['+905012345678', 'tr'],
    ['+447400123456', 'en'],
    ['+12025550123', 'en'],
    ['+5511912345678', 'en'],
  ])('of %s without a passport is %s', (phone, language) => {
    expect(readerLanguage(null, phone)).toBe(language)
  })

  it('of a member is their own', () => {
    expect(readerLanguage('de', '+31612345678')).toBe('de')
  })
})

describe('messages', () => {
  it('to a number without a passport are in the language of its country', async () => {
    const phone = `+3161${Math.floor(1_000_000 + Math.random() * 8_999_999)}`
    await new Person(test.url).post('/api/auth/request-otp', { phone })
    expect(await newestTo(phone)).toMatch(
      /^\d{6} is je code voor Carbon Passport\.\n\n@localhost #/,
    )
  })

  it('to a member are in the language of the profile', async () => {
    const giver = await new Person(test.url).signIn()
    const receiver = await new Person(test.url).signIn()
    await giver.call('PATCH', '/api/profile', { language: 'tr', nickname: 'Ada' })
    await receiver.call('PATCH', '/api/profile', { language: 'de' })
    const batch = await issueTestBatch(test.services.db, { kg: 100 })
    // A registry's spelling; the message shows the page's spelling.
    await test.services.db.run(renameProject, [batch.projectId])
    await showProjectsAtStart(test.services.db)
    const order = cardOrder(batch, 20, await giver.cardToken())
    const reserved = await giver.reserve({ ...order, is_gift: 1, telephone: receiver.phone })
    expect(reserved.status).toBe(200)
    expect((await giver.complete(reserved.body.txId)).status).toBe(200)
    await sendDueMessages(test.services)
    await expect
      .poll(() => newestTo(receiver.phone))
      .toMatch(
        /^Geschenk von Ada \(\+44\.\.\.\d{3}\): 20 kg Klimabeitrag \(Test Wind Farm\), bezahlt und/,
      )
    const variables = { txId: reserved.body.txId }
    const asked = { to: giver.phone, templateKey: 'purchase_success', variables }
    expect((await giver.signed('/api/notify', asked)).status).toBe(202)
    const given = { quantityKg: 20, projectName: 'Test Wind Farm', txId: reserved.body.txId }
    const words = giftSentText({ language: 'tr', publicUrl: test.url, ...given })
    await expect.poll(() => newestTo(giver.phone)).toBe(smsText(words))
    const txId = await giver.buyByCard(batch, 30)
    await sendDueMessages(test.services)
    const bought = () => newestTo(giver.phone)
    await expect.poll(bought).toContain(`Carbon Passport'unuza 30 kg eklendi`)
    expect(await bought()).toContain(txId)
  })

  it('about a withdrawn gift are in the language of its number, not of its giver', async () => {
    const giver = await new Person(test.url).signIn()
    await giver.call('PATCH', '/api/profile', { language: 'tr' })
    const batch = await issueTestBatch(test.services.db, { kg: 100 })
    const phone = `+3161${Math.floor(1_000_000 + Math.random() * 8_999_999)}`
    const txId = await giveByCard(giver, batch, 20, phone)
    await expect.poll(() => newestTo(phone)).toContain('20 kg')
    const order = { txId, keepsKilograms: false, record: async () => undefined }
    expect(await refundPurchase(test.services, order)).toEqual({ stage: 'refunded' })
    const words = giftWithdrawnText({ language: 'nl', quantityKg: 20, projectName: '#' })
    const [beginning = '', end = ''] = smsText(words).split('#')
    expect(end.length).toBeGreaterThan(20)
    await expect.poll(async () => (await newestTo(phone)).endsWith(end)).toBe(true)
    expect((await newestTo(phone)).startsWith(beginning)).toBe(true)
  })

  it.each(['export', 'delete'] as const)(
    'with a code to %s are in the language of the profile, whatever the country of the number',
    async (purpose) => {
      const person = await new Person(test.url).signIn()
      await person.call('PATCH', '/api/profile', { language: 'tr' })
      const host = new URL(test.services.settings.publicUrl).hostname
      const code = await person.codeFor(purpose)
      expect(await newestTo(person.phone)).toBe(codeText({ language: 'tr', purpose, code }, host))
    },
  )

  it('name giver, kilograms, country and project in every language', () => {
    const projectName = 'Wind'
    const txId = 'CP-7K2M-9QXF-4HJD'
    for (const language of languages) {
      const words = { language, quantityKg: 12, projectName, txId, publicUrl: 'https://x.y' }
      for (const text of [purchaseText(words), giftSentText(words)]) {
        for (const part of ['12 kg', projectName, txId]) expect(text).toContain(part)
      }
      const text = giftText({ ...words, sender: 'Ada', note: 'Hi' })
      for (const part of ['Ada', '12 kg', projectName, ' "Hi"', 'https://x.y']) {
        expect(text).toContain(part)
      }
      const nameless = giftText({ ...words, sender: null, note: null })
      expect(nameless).toContain(textIn(language, 'sms_somebody'))
      expect(nameless).not.toContain('"')
      expect(giftText({ ...words, sender: 'Ada', note: 'www.evil.example' })).not.toContain('"')
    }
  })

  it.each([
    ['en', 1, '1 kg from Wind is in your Carbon Passport (CP-1).'],
    ['en', 1_200, '1,200 kg from Wind are in your Carbon Passport (CP-1).'],
    ['nl', 1, 'Je Carbon Passport telt 1 kg meer, uit Wind (CP-1).'],
    ['fr', 2, 'Votre Carbon Passport compte 2 kg de plus, du projet Wind (CP-1).'],
    ['es', 1, 'Tu Carbon Passport suma 1 kg más, de Wind (CP-1).'],
    ['it', 1, 'Il tuo Carbon Passport ha 1 kg in più, da Wind (CP-1).'],
    ['de', 1, '1 kg aus Wind ist in deinem Carbon Passport (CP-1).'],
    ['de', 1_200, '1.200 kg aus Wind sind in deinem Carbon Passport (CP-1).'],
    ['tr', 1, "Carbon Passport'unuza 1 kg eklendi, proje: Wind (CP-1)."],
  ] as const)('count in %s: %d kg', (language, quantityKg, sentence) => {
    const words = {
      language,
      quantityKg,
      projectName: 'Wind',
      txId: 'CP-1',
      publicUrl: 'https://x.y',
    }
    expect(purchaseText(words)).toBe(`${sentence} https://x.y/app`)
  })
})

/** 12,345 as a reader of each language writes it. */
const figures: Readonly<Record<Language, string>> = {
  ...{ en: '12,345', nl: '12.345', fr: '12 345', es: '12.345' },
  ...{ it: '12.345', de: '12.345', tr: '12.345' },
}

describe.each(languages)('kilograms in %s', (language) => {
  const words = {
    ...{ language, quantityKg: 12_345, projectName: 'Wind', txId: 'CP-1' },
    publicUrl: 'https://x.y',
  }
  it.each([
    ['a purchase', purchaseText(words)],
    ['a gift that was sent', giftSentText(words)],
    ['a gift', giftText({ ...words, sender: 'Ada', note: null })],
    ['a refunded gift', giftRefundedText(words)],
    ['a withdrawn gift', giftWithdrawnText(words)],
  ])('are written in its own groups in the message about %s', (_, text) => {
    expect(` ${smsText(text)}`).toContain(` ${figures[language]} kg `)
  })
})

describe('a new profile', () => {
  const signedIn = async (headers: Record<string, string>) => {
    const person = new Person(test.url)
    await person.post('/api/auth/request-otp', { phone: person.phone })
    const body = { phone: person.phone, code: await person.readCode() }
    return { person, answer: await person.call('POST', '/api/auth/verify-otp', body, headers) }
  }

  it('starts with the language of the page', async () => {
    const { answer } = await signedIn({ cookie: 'language=fr', 'accept-language': 'de' })
    expect(answer.body.user.language).toBe('fr')
    const asked = await signedIn({ 'accept-language': 'es-MX, en;q=0.4' })
    expect(asked.answer.body.user.language).toBe('es')
    expect((await signedIn({})).answer.body.user.language).toBe('en')
  })

  it('keeps its language at the next sign-in, and the page follows it', async () => {
    const person = await new Person(test.url).signIn()
    const changed = await person.call('PATCH', '/api/profile', { language: 'it' })
    expect(changed.headers.getSetCookie().join()).toMatch(/^language=it; .*HttpOnly/)
    const { phone } = person
    await person.post('/api/auth/request-otp', { phone })
    const body = { phone, code: await person.readCode() }
    const headers = { cookie: 'language=nl' }
    const again = await new Person(test.url).call('POST', '/api/auth/verify-otp', body, headers)
    expect(again.body.user.language).toBe('it')
    expect(again.headers.getSetCookie().some((line) => line.startsWith('language=it'))).toBe(true)
  })

  it('sets no cookie where the page speaks its language already', async () => {
    const { answer } = await signedIn({ 'accept-language': 'tr' })
    expect(answer.body.user.language).toBe('tr')
    expect(answer.headers.getSetCookie().some((line) => line.startsWith('language='))).toBe(false)
  })
})

it('a giver is named by the nickname, else the first name, else the masked number', () => {
  const phone = '+447400123456'
  expect(senderName([null, 'Ada', 'Augusta'], phone)).toBe('Ada')
  expect(senderName([null, null, 'Augusta'], phone)).toBe('Augusta')
  expect(senderName([null, null, null], phone)).toMatch(/^\+44•+456$/)
})
