// Tests the move of a passport to another number over HTTP: both codes, and the effects.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { recordBenefits, withholdBenefits } from '#features/sign-in/number/sign-up-benefits.ts'
import { hashOf } from '#tests/support/number-keys.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { newPartner } from '#tests/support/people/partner.ts'
import { cardOrder, newPhone, Person, sameAt } from '#tests/support/people/person.ts'
import { giveByCard, rewardsOf } from '#tests/support/people/rewards.ts'
import { holdLock, raceFor } from '#tests/support/servers/waiting-locks.ts'
import { startTestApp, startTestAppBeside, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { textIn } from '#texts/text-in.ts'
import { maskPhone } from '#values/text/phone-number.ts'
import { smsText } from '#values/text/sms-text.ts'

let test: TestApp
/** A second process: in one process, checks of one number run one after another. */
let secondApp: TestApp
beforeAll(async () => {
  test = await startTestApp()
  secondApp = await startTestAppBeside(test)
})
afterAll(async () => {
  await secondApp.close()
  await closeWithBooks(test)
})

const forgetLimits = statement('test-forget-attempts', {}, 'delete from sign_in_attempts')
const gotLately = statement(
  'test-got-lately',
  {},
  `insert into number_perks (number_hash, perk, given_at) values ($1, $2, now())`,
)
const withheld = statement(
  'test-withheld',
  { perk: 'text' },
  'select perk from withheld_perks where passport_id = $1',
)
const welcomedLongAgo = statement(
  'test-welcomed-long-ago',
  {},
  `update wallet_credits set created_at = now() - interval '13 months' where passport_id = $1`,
)
const path = '/api/profile/phone'
type Code = { readonly code: string }
const refundOf = (txId: string) => ({ txId, keepsKilograms: false, record: async () => undefined })

async function codesOf(person: Person, phone: string) {
  const code = await person.codeFor('change_number')
  return { phone, code, new_code: await person.codeFor('change_number', phone) }
}

async function messagesTo(phone: string): Promise<string[]> {
  const { body } = await new Person(test.url).get(`/dev/messages?to=${encodeURIComponent(phone)}`)
  return body.map(({ template }: { template: string }) => template)
}

it('a move needs both codes: country follows, other sessions end, both numbers get a notice', async () => {
  const person = await new Person(test.url).signIn()
  await test.services.db.run(forgetLimits)
  const elsewhere = await new Person(test.url, person.phone).signIn()
  const phone = `+3161${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`
  const quote = await person.post('/api/wallet/prepay-preview', {
    phone: person.phone,
    user_currency: 'GBP',
    currency: 'GBP',
    total_price: 0.5,
  })
  await test.services.db.run(forgetLimits)
  const before = (await person.call('PATCH', '/api/profile', { language: 'it' })).body
  await test.services.db.run(gotLately, [hashOf(phone), 'first_offset'])
  const moved = await person.signed(path, await codesOf(person, phone))
  expect(await test.services.db.run(withheld, [person.id])).toEqual([{ perk: 'first_offset' }])
  const user = { id: person.id, phone, country: 'NL', currency: 'EUR', symbol: '€' }
  expect(moved).toMatchObject({ status: 200, body: user })
  expect(Date.parse(moved.body.updated)).toBeGreaterThan(Date.parse(before.updated))
  expect((await person.get('/api/auth/me')).body).toMatchObject(user)
  expect((await elsewhere.get('/api/auth/me')).status).toBe(401)
  await expect.poll(() => messagesTo(person.phone)).toContain('number_left')
  await expect.poll(() => messagesTo(phone)).toContain('number_taken')
  const [told] = (await person.get(`/dev/messages?to=${encodeURIComponent(person.phone)}`)).body
  expect(told.body).toBe(smsText(textIn('it', 'sms_number_left', { phone: maskPhone(phone) })))
  const [newest] = (await person.get(`/dev/messages?to=${encodeURIComponent(phone)}`)).body
  const url = `${test.services.settings.publicUrl}/app/settings`
  expect(newest.body).toBe(textIn('it', 'sms_number_taken', { url }))
  expect(quote.status).toBe(200)
  const stranger = await new Person(test.url, person.phone).signIn()
  expect(stranger.id).not.toBe(person.id)
  expect((await stranger.get('/api/wallet/me')).body.totalInUserCurrency ?? 0).toBe(0)
})

it('gifts that wait for the new number arrive, those to the old one no longer do', async () => {
  const [person, giver] = [await new Person(test.url).signIn(), await new Person(test.url).signIn()]
  const phone = newPhone()
  const give = async (telephone: string) => {
    const batch = await issueTestBatch(test.services.db, { kg: 100 })
    const reserved = await giver.reserve({
      batchId: batch.id,
      count: 50,
      amount: batch.price_per_kg,
      currency: batch.currency,
      payment_method: 'card',
      is_gift: 1,
      telephone,
      wallet_used: 0,
      card_token: await giver.cardToken(),
    })
    expect((await giver.complete(reserved.body.txId)).status).toBe(200)
  }
  await give(phone)
  const moved = await person.signed(path, await codesOf(person, phone))
  expect(moved.body).toMatchObject({ total_offsets: 50 })
  await give(person.phone)
  expect((await person.get('/api/auth/me')).body).toMatchObject({ total_offsets: 50 })
})

it('a waiting gift counts as a gift after its giver takes the number, until its refund', async () => {
  const [kept, refunded] = [
    await new Person(test.url).signIn(),
    await new Person(test.url).signIn(),
  ]
  const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
  const scoresOf = async (person: Person) => {
    const { total_offsets, eco_score } = (await person.get('/passport/me')).body
    const achievements = (await person.get('/api/achievements/me')).body
    const { currentValue } = achievements.find(({ code }: Code) => code === 'first_gift')
    return [total_offsets, eco_score, currentValue]
  }
  const gifts: string[] = []
  for (const person of [kept, refunded]) {
    const phone = newPhone()
    gifts.push(await giveByCard(person, batch, 20, phone))
    expect(await scoresOf(person)).toEqual([0, 40, 1])
    expect((await person.signed(path, await codesOf(person, phone))).status).toBe(200)
    const [, ecoScore] = await scoresOf(person)
    // The kilograms came to the giver: the achievement of the first kilogram adds 10 points.
    expect([ecoScore, await scoresOf(person)]).toEqual([50, [20, 50, 1]])
    // A gift to one's own number counts as none, before and after its refund.
    const own = await giveByCard(person, batch, 20, phone)
    expect(await scoresOf(person)).toEqual([40, 50, 1])
    await refundPurchase(test.services, refundOf(own))
    expect(await scoresOf(person)).toEqual([20, 50, 1])
  }
  await refundPurchase(test.services, refundOf(gifts[1] ?? ''))
  // Reached achievements stay with their points.
  expect(await scoresOf(refunded)).toEqual([0, 20, 0])
})

it('a sign-up benefit that the new number got lately is not given again by a waiting gift', async () => {
  const [person, giver] = [await new Person(test.url).signIn(), await new Person(test.url).signIn()]
  const phone = newPhone()
  const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
  await giveByCard(giver, batch, 100, phone)
  await test.services.db.run(gotLately, [hashOf(phone), 'offset_100'])
  const moved = await person.signed(path, await codesOf(person, phone))
  expect(moved).toMatchObject({ status: 200, body: { total_offsets: 100 } })
  expect((await rewardsOf(person)).map((each) => each.achievement_code)).not.toContain('offset_100')
})

it('gifts that arrive while a purchase completes add to its count', async () => {
  const [person, giver] = [await new Person(test.url).signIn(), await new Person(test.url).signIn()]
  const phone = newPhone()
  const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
  await giveByCard(giver, batch, 50, phone)
  const codes = await codesOf(person, phone)
  const { body } = await person.reserve(cardOrder(batch, 60, await person.cardToken()))
  // The completion has locked its buyer's passport by then, and has not changed it yet.
  const held = `select from batch_weeks where batch_id = '${batch.id}' for update`
  const week = await holdLock(test, held)
  const completing = person.complete(body.txId)
  await week.untilWaiting('row', 1)
  const moving = person.signed(path, codes)
  await week.untilWaiting('row', 2)
  await week.release()
  expect((await completing).status).toBe(200)
  expect(await moving).toMatchObject({ status: 200, body: { total_offsets: 110 } })
  const codesReached = (await rewardsOf(person)).map((each) => each.achievement_code)
  expect(codesReached).toEqual(['first_offset', 'offset_100'])
})

it('a taken number looks free until both codes are right', async () => {
  const [person, other] = [await new Person(test.url).signIn(), await new Person(test.url).signIn()]
  const codes = await codesOf(person, other.phone)
  const wrong = codes.new_code === '000000' ? '000001' : '000000'
  const refused = await person.signed(path, { ...codes, new_code: wrong })
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_code', field: 'new_code' } })
  const taken = await person.signed(path, codes)
  expect(taken).toMatchObject({ status: 409, body: { code: 'number_taken' } })
  expect((await person.get('/api/auth/me')).body.phone).toBe(person.phone)
  expect((await other.get('/api/auth/me')).body.phone).toBe(other.phone)
})

it('codes of other purposes, of other users and swapped codes move no passport', async () => {
  const [person, thief] = [await new Person(test.url).signIn(), await new Person(test.url).signIn()]
  const phone = newPhone()
  const { code, new_code } = await codesOf(person, phone)
  const refused = (field: string) => ({ status: 400, body: { code: 'invalid_code', field } })
  const exchanged = await person.signed(path, { phone, code: new_code, new_code: code })
  expect(exchanged).toMatchObject(refused('code'))
  const own = await thief.codeFor('change_number')
  const stolen = await thief.signed(path, { phone, code: own, new_code })
  expect(stolen).toMatchObject(refused('new_code'))
  expect((await person.get('/api/auth/me')).body.phone).toBe(person.phone)
})

it('no number moves to itself or to one that gets no SMS, and no call is good twice', async () => {
  const person = await new Person(test.url).signIn()
  const codes = { code: '000000', new_code: '000000' }
  const nonce = `${Date.now()}.abcdefghijklmnop`
  for (const phone of [person.phone, '+448451234567']) {
    const refused = { status: 400, body: { code: 'invalid_phone', field: 'phone' } }
    expect(await person.signed(path, { phone, ...codes })).toMatchObject(refused)
  }
  const move = () => person.signed(path, { phone: newPhone(), ...codes }, { nonce })
  expect((await move()).status).toBe(400)
  expect(await move()).toMatchObject({ status: 401, body: { code: 'replayed' } })
})

it('a cookie without the browser’s key moves no passport, whatever the codes', async () => {
  const person = await new Person(test.url).signIn()
  const codes = await codesOf(person, newPhone())
  const answer = await person.post(path, codes)
  expect(answer).toMatchObject({ status: 401, body: { code: 'bad_signature' } })
})

it('the latest sign-up benefit of a number or passport decides, whatever was recorded before', async () => {
  const { db, numbers } = test.services
  const person = await new Person(test.url).signIn()
  const number = numbers.hashOf(newPhone())
  const give = statement(
    'test-give-number',
    {},
    `insert into number_perks (number_hash, perk, given_at) values ($1, 'welcome', now() + $2::interval)
     on conflict (number_hash, perk) do update set given_at = excluded.given_at`,
  )
  const kept = statement(
    'test-kept-perks',
    { stays: 'bool', is_withheld: 'bool' },
    `select n.given_at > now() as stays, w.until > now() + interval '12 months' as is_withheld
     from number_perks n, withheld_perks w where n.number_hash = $1 and w.passport_id = $2`,
  )
  await db.run(give, [number, '1 day'])
  await recordBenefits(db, number, person.id)
  await db.transaction((tx) => withholdBenefits(tx, [{ number, passportId: person.id }]))
  expect(await db.run(kept, [number, person.id])).toEqual([{ stays: true, is_withheld: true }])
  await db.run(give, [number, '-1 month'])
  await db.transaction((tx) => withholdBenefits(tx, [{ number, passportId: person.id }]))
  expect(await db.run(kept, [number, person.id])).toEqual([{ stays: false, is_withheld: true }])
})

it('a number that got only a partner’s credit may still get the welcome credit', async () => {
  const { db, numbers } = test.services
  const person = await new Person(test.url).signIn()
  await db.run(welcomedLongAgo, [person.id])
  await (await newPartner(test.services, test.url)).credit(person.phone, 5)
  const number = numbers.hashOf(newPhone())
  await recordBenefits(db, number, person.id)
  const comes = [{ number, passportId: person.id }]
  expect(await db.transaction((tx) => withholdBenefits(tx, comes))).toEqual(new Set())
})

it('two tabs that send the same codes move it once', async () => {
  const person = await new Person(test.url).signIn()
  const codes = await codesOf(person, newPhone())
  const held = `select from sign_in_attempts where number_hash = '${hashOf(person.phone)}' for update`
  const tabs = [person, sameAt(person, secondApp.url)]
  const calls = tabs.map((tab) => () => tab.signed(path, codes))
  const both = await raceFor(test, { lockSql: held, waiting: 2 }, calls)
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
})

it('two tabs that share the code of the previous number move to one new number', async () => {
  const person = await new Person(test.url).signIn()
  const { code, ...first } = await codesOf(person, newPhone())
  const phone = newPhone()
  const second = { phone, new_code: await person.codeFor('change_number', phone) }
  const held = `select from sign_in_attempts where number_hash = '${hashOf(person.phone)}' for update`
  const calls = [
    () => person.signed(path, { code, ...first }),
    () => sameAt(person, secondApp.url).signed(path, { code, ...second }),
  ]
  const both = await raceFor(test, { lockSql: held, waiting: 2 }, calls)
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
})

it('a gift that completes to the new number meanwhile arrives', async () => {
  const [person, giver] = [await new Person(test.url).signIn(), await new Person(test.url).signIn()]
  const codes = await codesOf(person, newPhone())
  const batch = await issueTestBatch(test.services.db, { kg: 100 })
  const order = cardOrder(batch, 50, await giver.cardToken())
  const { body } = await giver.reserve({ ...order, is_gift: 1, telephone: codes.phone })
  // The completion stops at its batch's places, and holds the number's lock by then.
  const held = `select from batch_places where batch_id = '${batch.id}' for update`
  const places = await holdLock(test, held)
  const completing = giver.complete(body.txId)
  await places.untilWaiting('row')
  const moving = person.signed(path, codes)
  await places.untilWaiting('advisory')
  await places.release()
  expect((await completing).status).toBe(200)
  expect(await moving).toMatchObject({ status: 200, body: { total_offsets: 50 } })
})
