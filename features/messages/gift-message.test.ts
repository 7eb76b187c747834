// Tests the message of a gift: its giver, its kilograms, and a note without anything that a phone
// would open or dial; sent once, to members and others alike.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, newPhone, Person } from '#tests/support/people/person.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { textIn } from '#texts/text-in.ts'
import { languages } from '#values/lists/languages.ts'
import { withoutContacts } from '#values/text/free-text.ts'
import { plainMask } from '#values/text/phone-number.ts'

describe('a note in a message', () => {
  it.each([
    ['Happy birthday!', 'Happy birthday!'],
    ['See https://evil.example/win now', 'See now'],
    ['See www.evil.example now', 'See now'],
    ['See evil.example/win?x=1 now', 'See now'],
    ['See tg://resolve now', 'See now'],
    ['Call +44 7400 123456 now', 'Call now'],
    ['Call 0 7 4 0 0 - 1 2 3 4 5 6 now', 'Call now'],
    ['Call ０７４００１２３４５６ now', 'Call now'],
    ['Call ٠٧٤٠٠١٢٣٤٥٦ now', 'Call now'],
    ['See ｅｖｉｌ．ｅｘａｍｐｌｅ now', 'See now'],
    ['100 kg for 2026 🌳', '100 kg for 2026 🌳'],
    ['Zoë’s 21st', 'Zoë’s 21st'],
  ])('%s', (note, sent) => {
    expect(withoutContacts(note)).toBe(sent)
  })
})

/** Stores a nickname from before names were checked. */
const nameAsBefore = statement(
  'test-name-as-before',
  {},
  'update passports set nickname = $2 where phone = $1',
)

let test: TestApp
let batch: IssuedBatch
beforeAll(async () => {
  test = await startTestApp({ OPEN_RESERVATIONS_MAX: '500' })
  batch = await issueTestBatch(test.services.db, { kg: 10_000 })
})
afterAll(() => test.close())

async function give(giver: Person, telephone: string, note: string) {
  const order = cardOrder(batch, 20, await giver.cardToken())
  const reserved = await giver.reserve({ ...order, is_gift: 1, telephone, note })
  if (reserved.status !== 200) return reserved
  return giver.complete(reserved.body.txId)
}
async function messagesTo(phone: string): Promise<string[]> {
  const { body } = await new Person(test.url).get(`/dev/messages?to=${encodeURIComponent(phone)}`)
  return body
    .filter((each: { template: string }) => each.template === 'gift_success')
    .map((each: { body: string }) => each.body)
}

describe('a gift', () => {
  it('keeps the note that comes as its message', async () => {
    const giver = await new Person(test.url).signIn()
    const order = cardOrder(batch, 20, await giver.cardToken())
    const gift = { ...order, is_gift: 1, telephone: newPhone(), message: 'For the drive' }
    const reserved = await giver.reserve(gift)
    expect(reserved.status).toBe(200)
    const [entry] = (await giver.get('/api/tokens/transaction/me')).body
    expect(entry).toMatchObject({ tx_id: reserved.body.txId, note: 'For the drive' })
  })

  it('shows a receiver without a passport the giver, the kilograms and the note, once', async () => {
    const giver = await new Person(test.url).signIn()
    await giver.call('PATCH', '/api/profile', { nickname: 'Ada' })
    const phone = newPhone()
    const note = 'For \u202ethe\u0000 drive. Win at evil.example or call +44 7400 555666'
    expect((await give(giver, phone, note.replace('\u0000', '\u0007'))).status).toBe(200)
    await expect.poll(() => messagesTo(phone).then((all) => all.length)).toBe(1)
    const [entry] = (await giver.get('/api/tokens/transaction/me')).body
    const asked = await giver.signed('/api/notify', {
      to: phone,
      templateKey: 'gift_success',
      variables: { kg: 20, txId: entry.tx_id, giftNote: 'Something else' },
      from: 'Somebody else',
    })
    expect(asked.status).toBe(202)
    const [text, ...more] = await messagesTo(phone)
    expect(more).toEqual([])
    expect(text).toContain('Ada')
    expect(text).toContain('20 kg')
    expect(text).toContain('For the drive. Win at')
    expect(text).toMatch(/\/\?gift$/)
    expect(text).not.toMatch(/evil|555666|Something else|Somebody else/)
  })

  it('is signed with a name of its own, which is no nickname, and shows a part of the number', async () => {
    const giver = await new Person(test.url).signIn()
    await giver.call('PATCH', '/api/profile', { nickname: 'Countess' })
    const receiver = await new Person(test.url).signIn()
    const order = cardOrder(batch, 20, await giver.cardToken())
    const gift = { ...order, is_gift: 1, telephone: receiver.phone, from_name: ' Ada L. ' }
    const { body } = await giver.reserve(gift)
    expect((await giver.complete(body.txId)).status).toBe(200)
    await expect.poll(() => messagesTo(receiver.phone).then((all) => all.length)).toBe(1)
    const [text] = await messagesTo(receiver.phone)
    expect(text).toContain(`Gift from Ada L. (${plainMask(giver.phone)}): 20 kg`)
    expect(text).not.toContain('Countess')
    const [received] = (await receiver.get('/api/tokens/transaction/me')).body
    expect(received).toMatchObject({ tx_id: body.txId, from_user: 'Ada L.' })
    expect((await giver.get('/api/auth/me')).body.nickname).toBe('Countess')
  })

  it.each(['A', '<b>', 'x'.repeat(25), 'Carbon Passport', 'Support', 'evil.example'])(
    'is not signed %j',
    async (from_name) => {
      const giver = await new Person(test.url).signIn()
      const order = cardOrder(batch, 20, await giver.cardToken())
      const refused = await giver.reserve({
        ...order,
        is_gift: 1,
        telephone: newPhone(),
        from_name,
      })
      expect(refused).toMatchObject({
        status: 400,
        body: { code: 'invalid_from_name', field: 'from_name' },
      })
    },
  )

  it('shows its giver the words of its SMS, in every language', () => {
    const words = { sender: 'Ada', kg: '20', project: 'Wind', note: ' "Hi"', url: 'x' }
    for (const language of languages) {
      expect(textIn(language, 'gifts_sms', words)).toBe(
        textIn(language, 'sms_gift_received', words),
      )
    }
  })

  it('is signed by no name that claims to be the product, however old, and by no insult', async () => {
    const giver = await new Person(test.url).signIn()
    const nickname = 'Саrbоn Раssроrt'
    await test.services.db.run(nameAsBefore, [giver.phone, nickname])
    const phone = newPhone()
    await give(giver, phone, 'Text WIN to 82222 or see evil。com, you 5h1t')
    await expect.poll(() => messagesTo(phone).then((all) => all.length)).toBe(1)
    const [text] = await messagesTo(phone)
    expect(text).toContain('Text WIN to or see , you ***')
    expect(text).toContain(plainMask(giver.phone))
    expect(text).not.toContain(nickname)
  })

  it('gets the same answer for members and others, and does not reveal who is a member', async () => {
    const [giver, member] = await Promise.all([
      new Person(test.url).signIn(),
      new Person(test.url).signIn(),
    ])
    const shape = async (phone: string) => {
      const { status, body } = await give(giver, phone, 'For you')
      const [sent] = (await giver.get('/api/tokens/transaction/me')).body
      const { gift_status, from_user, note } = sent
      return { status, fields: Object.keys(body).sort(), gift_status, from_user, note }
    }
    expect(await shape(member.phone)).toEqual(await shape(newPhone()))
  })

  it.each([
    ['255 trees, each two units long', '🌳'.repeat(255), 200],
    ['256 trees', '🌳'.repeat(256), 400],
    ['255 letters of two parts, which become one each', 'e\u0301'.repeat(255), 200],
    ['only invisible characters', '\u202e\u2066\u0007', 200],
  ])('accepts %s', async (_case, note, status) => {
    const [giver, receiver] = await Promise.all([
      new Person(test.url).signIn(),
      new Person(test.url).signIn(),
    ])
    const answer = await give(giver, receiver.phone, note)
    expect(answer.status).toBe(status)
    if (status === 400) {
      expect(answer.body.error).toBe('Gift note cannot exceed 255 characters.')
      return
    }
    const [entry] = (await receiver.get('/api/tokens/transaction/me')).body
    const kept: string | null = entry.note
    expect(kept === null ? 0 : [...kept].length).toBe(note.startsWith('\u202e') ? 0 : 255)
    expect(kept ?? '').toBe((kept ?? '').normalize('NFC'))
  })
})
