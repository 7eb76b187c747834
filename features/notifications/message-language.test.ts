// In which language a message comes (contract 9), and that codes stay short and readable by phones.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeText, readerLanguage } from '#features/notifications/message-texts.ts'
import { messageWords } from '#features/notifications/message-words.ts'
import { sendDueMessages } from '#features/notifications/send-messages.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { issueTestBatch } from '#tests/support/batch.ts'
import { cardOrder, Person } from '#tests/support/person.ts'
import { languages } from '#values/languages.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/** The letters of an SMS of 160; any other letter halves what fits (GSM 03.38). */
const shortAlphabet =
  /^[@£$¥èéùìòÇ\nØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]*$/

async function newestTo(phone: string): Promise<string> {
  const { body } = await new Person(test.url).get(`/dev/messages?to=${encodeURIComponent(phone)}`)
  return body[0]?.body ?? ''
}

describe.each(languages)('a code in %s', (language) => {
  const text = codeText(language, '012345', 'carbon-passport.example')

  it('stands first, and alone fills the last line', () => {
    expect(text).toMatch(/^012345 /)
    expect(text.split('\n').at(-1)).toBe('@carbon-passport.example #012345')
    expect(text.match(/\d{6}/g)).toEqual(['012345', '012345'])
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
  ])('of the stranger %s is %s', (phone, language) => {
    expect(readerLanguage(null, phone)).toBe(language)
  })

  it('of a member is their own', () => {
    expect(readerLanguage('de', '+31612345678')).toBe('de')
  })
})

describe('messages', () => {
  it('bring a stranger the code in the language of their country', async () => {
    const phone = `+3161${Math.floor(1_000_000 + Math.random() * 8_999_999)}`
    await new Person(test.url).post('/api/auth/request-otp', { phone })
    expect(await newestTo(phone)).toMatch(
      /^\d{6} is je code voor Carbon Passport\.\n\n@localhost #/,
    )
  })

  it('speak to a member in the language of the profile', async () => {
    const giver = await new Person(test.url).signIn()
    const receiver = await new Person(test.url).signIn()
    await giver.call('PATCH', '/api/profile', { language: 'tr', nickname: 'Ada' })
    await receiver.call('PATCH', '/api/profile', { language: 'de' })
    const batch = await issueTestBatch(test.services.db, { kg: 100 })
    const order = cardOrder(batch, 20, await giver.cardToken())
    const reserved = await giver.reserve({ ...order, is_gift: 1, telephone: receiver.phone })
    expect(reserved.status).toBe(200)
    expect((await giver.complete(reserved.body.txId)).status).toBe(200)
    await sendDueMessages(test.services)
    await expect.poll(() => newestTo(receiver.phone)).toMatch(/^Ada schenkt dir 20 kg Klimabeitrag/)
    const txId = await giver.buyByCard(batch, 30)
    await sendDueMessages(test.services)
    const bought = () => newestTo(giver.phone)
    await expect.poll(bought).toContain(`Carbon Passport'unuza 30 kg eklendi`)
    expect(await bought()).toContain(txId)
  })

  it('say the same in every language', () => {
    for (const language of languages) {
      const { bought, giftSent, giftReceived, somebody } = messageWords[language]
      const purchase = { kg: '12', project: 'Wind', id: 'CP-7K2M-9QXF-4HJD' }
      for (const text of [bought(purchase), giftSent(purchase)]) {
        for (const part of Object.values(purchase)) expect(text).toContain(part)
      }
      const gift = { sender: 'Ada', kg: '12', project: 'Wind', note: ' "Hi"', url: 'https://x.y' }
      for (const part of Object.values(gift)) expect(giftReceived(gift)).toContain(part)
      expect(somebody).not.toBe('')
    }
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
