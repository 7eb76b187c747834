// Tests the export of own data over HTTP: who gets it, and its content.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { queueMessages } from '#features/messages/outbox.ts'
import { replacedMessage } from '#features/messages/passport-notices.ts'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { hashOf } from '#tests/support/number-keys.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { disputeAtProvider, pollProvider } from '#tests/support/people/card-provider-page.ts'
import { newPartner } from '#tests/support/people/partner.ts'
import { type Answer, newPhone, Person } from '#tests/support/people/person.ts'
import { purchaseIdOf } from '#tests/support/people/purchase-books.ts'
import { giveByCard } from '#tests/support/people/rewards.ts'
import { splitOrder } from '#tests/support/people/split-order.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const ageCodes = statement(
  'test-age-codes',
  {},
  'update sessions set code_at = now() - make_interval(mins => $1)',
)
const mayAskAgain = statement(
  'test-export-wait',
  {},
  'update sign_in_attempts set resend_at = now()',
)
const giftOfAnotherWeek = statement(
  'test-gift-of-another-week',
  {},
  `insert into passport_facts (passport_id, kind, key) values ($1, 'gift', '2026-01-05 a number')`,
)
const windowOf = statement(
  'test-export-window',
  { hours: 'int4' },
  `select (extract(epoch from window_end - window_start) / 3600)::int4 as hours
   from rate_counts where bucket = 'export/' || $1::text`,
)
const signedInEarlier = statement(
  'test-signed-in-earlier',
  {},
  `update sessions set created_at = created_at - interval '2 days' where passport_id = $1`,
)
const startLater = statement(
  'test-start-later',
  {},
  `update stopped_numbers set ended_at = stopped_at + interval '1 minute' where phone = $1`,
)
const path = '/api/profile/export'

async function give(giver: Person, telephone: string, note: string): Promise<void> {
  const batch = await issueTestBatch(test.services.db, { kg: 100 })
  const reserved = await giver.reserve({
    batchId: batch.id,
    count: 50,
    amount: batch.price_per_kg,
    currency: batch.currency,
    payment_method: 'card',
    is_gift: 1,
    telephone,
    name: 'Grandmother',
    note,
    wallet_used: 0,
    card_token: await giver.cardToken(),
  })
  expect((await giver.complete(reserved.body.txId)).status).toBe(200)
}

it('contains all of the user’s data, and others’ numbers only where the user typed them', async () => {
  const [person, giver] = [await new Person(test.url).signIn(), await new Person(test.url).signIn()]
  const typed = newPhone()
  await give(person, typed, 'From me')
  await give(giver, person.phone, 'To you')
  await test.services.db.run(giftOfAnotherWeek, [person.id])
  await queueMessages(test.services.db, [replacedMessage(person.id, randomUUID())])
  const changes = { nickname: 'Ada', hide_from_leaderboards: true }
  expect((await person.call('PATCH', '/api/profile', changes)).status).toBe(200)
  await test.services.db.run(signedInEarlier, [person.id])
  const [received] = (await person.get('/api/tokens/transaction/me')).body
  const certificate = { tx_id: received.tx_id, name: 'Ada of the North' }
  expect((await person.post('/api/certificates', certificate)).status).toBe(201)
  const answer = await person.get(path)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toContain('carbon-passport-data.json')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const { body } = answer
  expect(body.profile).toMatchObject({
    passport: person.id,
    'phone number': person.phone,
    'first name': null,
    nickname: 'Ada',
    'hidden from boards': true,
    ...{ country: 'GB', currency: 'GBP', language: 'en' },
  })
  const gifts = body['purchases and gifts']
  expect(gifts.bought).toMatchObject([
    { 'given to': typed, 'name of the receiver': 'Grandmother', note: 'From me', kilograms: 50 },
  ])
  expect(gifts.received).toMatchObject([{ note: 'To you', kilograms: 50 }])
  expect(body.wallets.balances).toMatchObject([{ programme: 'Welcome', balance: '1.00 GBP' }])
  const { sessions, devices } = body['where you are signed in']
  expect(devices).toMatchObject([{ device: '-, -', 'first seen': expect.any(String) }])
  expect(sessions).toHaveLength(1)
  const [{ 'signed in': began, 'last used': used }] = sessions
  expect(Date.parse(used) - Date.parse(began)).toBeGreaterThan(86_400_000)
  expect(body.certificates).toMatchObject([
    { transaction: received.tx_id, name: 'Ada of the North' },
  ])
  const kinds = body.messages.map(({ kind }: { kind: string }) => kind)
  expect(new Set(kinds)).toEqual(new Set(['otp', 'gift_success', 'replaced']))
  expect(body['scores and achievements']).toMatchObject({
    'numbers given to': 1,
    'weeks with a purchase': [expect.stringMatching(/^\d{4}-\d\d-\d\d$/)],
  })
  expect(JSON.stringify(body)).not.toContain(giver.phone)
  expect(JSON.stringify(body)).toContain('•••••')

  // A user with a name is shown by it; thanks appear only after they were given.
  await giver.call('PATCH', '/api/profile', { nickname: 'Grace' })
  const named = (await person.get(path)).body['purchases and gifts']
  expect(named.received).toMatchObject([{ from: 'Grace', 'thanks said': null }])
  await person.get('/passport/me')
  const given = (await giver.get(path)).body['purchases and gifts']
  expect(given.bought).toMatchObject([{ received: expect.any(String), 'thanked for': null }])
  expect((await person.post('/api/gifts/thanks', { tx_id: received.tx_id })).status).toBe(200)
  const thanks = (await person.get(path)).body['purchases and gifts'].received[0]['thanks said']
  expect(thanks).toMatch(/^20/)
  const thanked = (await giver.get(path)).body['purchases and gifts'].bought
  expect(thanked).toMatchObject([{ 'thanked for': thanks }])
})

it('is one fact a line, with every part in its order', async () => {
  const person = await new Person(test.url).signIn()
  const answer = await fetch(`${test.url}${path}`, { headers: { cookie: person.cookie } })
  const text = await answer.text()
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(text).toMatch(/^\{\n {2}"about": "This is all that Carbon Passport keeps about you\./)
  const body = JSON.parse(text)
  expect(Math.abs(Date.parse(body['made at']) - Date.now())).toBeLessThan(60_000)
  expect(Object.keys(body)).toEqual([
    ...['about', 'made at', 'messages', 'purchases and gifts', 'receipts and credit notes'],
    ...['rewards', 'wallets', 'scores and achievements', 'certificates', 'wallet passes'],
    ...['passkeys', 'monthly plans', 'agreements to privacy policy and terms'],
    'a move to another number that our support was asked for',
    ...['where you are signed in', 'profile', 'saved cards'],
  ])
})

it('contains what was taken back, and the user’s STOP', async () => {
  const person = await new Person(test.url).signIn()
  const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
  const txId = await person.buyByCard(batch, 50)
  const kept = await person.buyByCard(batch, 50)
  const order = { txId, keepsKilograms: false, record: async () => undefined }
  await refundPurchase(test.services, order)
  await refundPurchase(test.services, { ...order, txId: kept, keepsKilograms: true })
  await person.buyByCard(batch, 50)
  const disputed = await person.buyByCard(batch, 50)
  await refundPurchase(test.services, { ...order, txId: disputed, kg: 10 })
  const { db } = test.services
  await disputeAtProvider(db, await purchaseIdOf(db, disputed), 'lost')
  await pollProvider(test.services)
  const stop = statement('test-stop', {}, 'insert into stopped_numbers (phone) values ($1)')
  await test.services.db.run(stop, [hashOf(person.phone)])
  const { body } = await person.get(path)
  const card = { 'how far': 'refunded', 'to the card': '1.00 GBP' }
  expect(body['purchases and gifts'].bought).toMatchObject([
    { transaction: txId, 'given back': { ...card, 'kilograms kept': false } },
    { transaction: kept, 'given back': { ...card, 'kilograms kept': true } },
    { 'given back': null },
    { 'given back': { 'to the card': '0.20 GBP', 'to the card by a dispute': '0.80 GBP' } },
  ])
  const kinds = body.messages.map(({ kind }: { kind: string }) => kind)
  expect(kinds.filter((kind: string) => kind === 'refund_sent')).toHaveLength(3)
  expect(body.messages.at(-1)).toMatchObject({ kind: 'your STOP', 'ended by your START': null })
  await test.services.db.run(startLater, [hashOf(person.phone)])
  const [{ date, 'ended by your START': started }] = (await person.get(path)).body.messages.slice(
    -1,
  )
  expect(Date.parse(started) - Date.parse(date)).toBe(60_000)

  // A received gift that was refunded with its kilograms kept does not count as taken back.
  const giver = await new Person(test.url).signIn()
  for (const keepsKilograms of [false, true]) {
    const given = await giveByCard(giver, batch, 20, person.phone)
    await refundPurchase(test.services, { ...order, txId: given, keepsKilograms })
  }
  const { received } = (await person.get(path)).body['purchases and gifts']
  expect(received).toMatchObject([{ 'taken back': true }, { 'taken back': false }])
})

it('contains reached achievements and rewards to claim', async () => {
  const person = await new Person(test.url).signIn()
  await person.buyByCard(await issueTestBatch(test.services.db, { kg: 1_000 }), 100)
  const { body } = await person.get(path)
  const reached = {
    achievements: expect.arrayContaining([
      { achievement: 'offset_100', reached: expect.any(String) },
    ]),
  }
  expect(body['scores and achievements']).toMatchObject({
    ...{ kilograms: 100, 'eco league': 'bronze', 'offset league': 'silver' },
    ...reached,
  })
  expect(body.rewards).toContainEqual(
    expect.objectContaining({ achievement: 'offset_100', kilograms: 1, redeemed: null }),
  )
})

it('shows a wallet’s free and held money separately, and the sources of each payment', async () => {
  const person = await new Person(test.url).signIn()
  const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
  const held = await person.reserve(await splitOrder(person, batch, 10))
  expect(held).toMatchObject({ status: 200, body: { wallet_used: 0.2 } })
  const { body } = await person.get(path)
  expect(body.wallets.balances).toMatchObject([{ balance: '0.80 GBP', 'set aside': '0.20 GBP' }])

  const split = await person.reserve(await splitOrder(person, batch, 55))
  expect(split).toMatchObject({ status: 200, body: { wallet_used: 0.8, card_used: 0.3 } })
  const partner = await newPartner(test.services, test.url)
  const credit = await partner.credit(person.phone, 5)
  expect((await partner.debit(credit.body.id)).status).toBe(201)
  const later = (await person.get(path)).body
  expect(later['purchases and gifts'].bought.at(-1)).toMatchObject({
    total: '1.10 GBP',
    'from wallets': '0.80 GBP',
    'by card': '0.30 GBP',
  })
  expect(later.wallets.credits).toMatchObject([
    { amount: '1.00 GBP', from: 'Welcome', 'taken back': null },
    { amount: '5.00 GBP', from: 'Green Bank', 'taken back': expect.any(String) },
  ])
})

it('needs a code of the last 15 minutes for this purpose', async () => {
  const person = await new Person(test.url).signIn()
  await test.services.db.run(ageCodes, [14])
  expect((await person.get(path)).status).toBe(200)
  await test.services.db.run(ageCodes, [16])
  const late = await person.get(path)
  expect(late).toMatchObject({ status: 403, body: { code: 'code_required' } })
  const confirm = (code: string) => person.post('/api/profile/confirm', { code })
  const refused = { status: 400, body: { code: 'invalid_code' } }
  expect(await confirm(await person.codeFor('delete'))).toMatchObject(refused)
  expect((await person.get(path)).status).toBe(403)
  await test.services.db.run(mayAskAgain)
  const code = await person.codeFor('export')
  expect((await confirm(code)).status).toBe(204)
  expect(await confirm(code)).toMatchObject(refused)
  expect((await person.get(path)).status).toBe(200)
})

it('is available three times a day', async () => {
  const person = await new Person(test.url).signIn()
  const answers: Answer[] = []
  for (let count = 0; count < 4; count += 1) answers.push(await person.get(path))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
  expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0)
  const [window] = await test.services.db.run(windowOf, [person.id])
  expect(window).toEqual({ hours: 24 })
  // The limit belongs to the user, on any browser.
  await test.services.db.run(mayAskAgain)
  await person.signIn()
  expect((await person.get(path)).status).toBe(429)
  const other = await new Person(test.url).signIn()
  expect((await other.get(path)).status).toBe(200)
})
