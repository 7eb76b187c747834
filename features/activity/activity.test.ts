// Tests offset activity over HTTP: a user's entries, their order, pages and content.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { disputeAtProvider, pollProvider } from '#tests/support/people/card-provider-page.ts'
import { creditTestWallet } from '#tests/support/people/credit.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import { purchaseIdOf } from '#tests/support/people/purchase-books.ts'
import { numberAll } from '#tests/support/people/receipt-numbers.ts'
import { giveByCard } from '#tests/support/people/rewards.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { maskPhone } from '#values/text/phone-number.ts'

const lapse = statement(
  'test-lapse',
  {},
  'update purchases set expires_at = now() where tx_id = $1',
)
const path = '/api/tokens/transaction/me'

const giftMoments = statement(
  'test-gift-moments',
  { received_at: 'text?', thanked_at: 'text?' },
  'select received_at::text, thanked_at::text from purchases where tx_id = $1',
)

let test: TestApp
let batch: IssuedBatch
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
  batch = await issueTestBatch(test.services.db, { kg: 100_000, priceMicros: 1_000_000 })
})
afterAll(() => closeWithBooks(test))

const person = () => new Person(test.url).signIn()
const list = async (who: Person, query = '') => (await who.get(`${path}${query}`)).body
const ids = (entries: readonly { tx_id: string }[]) => entries.map(({ tx_id }) => tx_id)

describe('the opening of a gift', () => {
  const open = (who: Person, tx_id: string) => who.signed(`/api/gifts/${tx_id}/open`, undefined)

  it('is stored once, by its receiver alone, and no giver sees it', async () => {
    const [giver, receiver, other] = await Promise.all([person(), person(), person()])
    const txId = await giveByCard(giver, batch, 2, receiver.phone)
    expect((await list(receiver))[0]).toMatchObject({ tx_id: txId, opened_at: null })
    for (const who of [giver, other]) {
      const refused = await open(who, txId)
      expect([refused.status, refused.body.code]).toEqual([404, 'purchase_not_found'])
    }
    expect((await open(receiver, txId)).status).toBe(204)
    const [{ opened_at }] = await list(receiver)
    expect(Date.parse(opened_at)).toBeGreaterThan(0)
    expect((await open(receiver, txId)).status).toBe(204)
    expect((await list(receiver))[0].opened_at).toBe(opened_at)
    expect(await list(giver)).not.toMatchObject([{ opened_at: expect.anything() }])
    expect(JSON.stringify(await list(giver))).not.toContain('opened_at')
  })

  it('needs a signature, and a nonce of its own', async () => {
    const [giver, receiver] = await Promise.all([person(), person()])
    const txId = await giveByCard(giver, batch, 2, receiver.phone)
    expect((await receiver.post(`/api/gifts/${txId}/open`)).status).toBe(401)
    const nonce = `${Date.now()}.opening-of-a-gift-once`
    const again = () => receiver.signed(`/api/gifts/${txId}/open`, undefined, { nonce })
    expect((await again()).status).toBe(204)
    expect((await again()).body.code).toBe('replayed')
    for (const wrong of ['tx', `${txId}x`, '%00']) {
      expect((await open(receiver, wrong)).status).toBeGreaterThanOrEqual(400)
    }
  })

  it('is no purchase of one’s own', async () => {
    const buyer = await person()
    const txId = await buyer.buyByCard(batch, 1)
    expect((await open(buyer, txId)).status).toBe(404)
  })
})

describe('thanks for a gift', () => {
  const thank = (who: Person, tx_id: string) => who.post('/api/gifts/thanks', { tx_id })

  it('are given by its receiver alone, are idempotent, and reach the giver without a number', async () => {
    const [giver, receiver, other] = await Promise.all([person(), person(), person()])
    const txId = await giveByCard(giver, batch, 2, receiver.phone)
    expect((await list(receiver))[0]).toMatchObject({ tx_id: txId, is_thanked: false })
    await receiver.get('/passport/me')
    for (const who of [giver, other]) {
      const refused = await thank(who, txId)
      expect([refused.status, refused.body.code]).toEqual([404, 'purchase_not_found'])
    }
    expect((await list(giver))[0]).toMatchObject({ gift_status: 'received', is_thanked: false })
    for (const _again of [1, 2]) {
      const said = await thank(receiver, txId)
      expect([said.status, said.body]).toEqual([200, { status: 'thanked' }])
    }
    const [given] = await list(giver)
    expect(given).toMatchObject({ gift_status: 'received', is_thanked: true })
    expect(JSON.stringify(given)).not.toContain(receiver.phone)
    expect((await list(receiver))[0]).toMatchObject({ is_thanked: true })
    // Another gift and its thanks do not change when this one was received and thanked for.
    const before = await test.services.db.run(giftMoments, [txId])
    await giveByCard(giver, batch, 2, receiver.phone)
    await receiver.get('/passport/me')
    await thank(receiver, txId)
    expect(await test.services.db.run(giftMoments, [txId])).toEqual(before)
  })

  it('are refused without a session, for a purchase that is no received gift, and for an invalid id', async () => {
    const [giver, stranger] = [await person(), new Person(test.url)]
    expect((await thank(stranger, 'CP-2222-2222-2222')).status).toBe(401)
    const bought = await giver.buyByCard(batch, 1)
    const toOneself = await giveByCard(giver, batch, 1, giver.phone)
    const toNobodyYet = await giveByCard(giver, batch, 1, stranger.phone)
    for (const txId of [bought, toOneself, toNobodyYet, 'CP-2222-2222-2222']) {
      expect((await thank(giver, txId)).status).toBe(404)
    }
    expect((await giver.post('/api/gifts/thanks', { tx_id: 7 })).status).toBe(400)
  })
})

describe('the list', () => {
  it('holds only the user’s entries, newest first, in pages without repeats or gaps', async () => {
    const [me, other] = await Promise.all([person(), person()])
    const bought: string[] = []
    for (let count = 0; count < 5; count += 1) bought.unshift(await me.buyByCard(batch, 1))
    await other.buyByCard(batch, 1)
    expect(ids(await list(me))).toEqual(bought)
    const pages: string[][] = []
    let next: string | null = `${path}?limit=2`
    while (next !== null) {
      const { body, headers } = await me.get(next)
      pages.push(ids(body))
      next = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? null
    }
    expect(pages).toEqual([bought.slice(0, 2), bought.slice(2, 4), bought.slice(4)])
    const whole = await me.get(`${path}?limit=5`)
    expect(whole.headers.get('link')).toBeNull()
  })

  it('holds gifts in the same pages, for their giver and their receiver', async () => {
    const [giver, receiver] = await Promise.all([person(), person()])
    const given: string[] = []
    for (let count = 0; count < 4; count += 1) {
      given.unshift(await giveByCard(giver, batch, 1, receiver.phone))
    }
    for (const who of [giver, receiver]) {
      const { body, headers } = await who.get(`${path}?limit=2`)
      const [, next = ''] = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '') ?? []
      const last = await who.get(next)
      expect([ids(body), ids(last.body)]).toEqual([given.slice(0, 2), given.slice(2)])
      expect(last.headers.get('link')).toBeNull()
    }
  })

  it('names each kilogram, or on request only the first and the last', async () => {
    const me = await person()
    const own = await issueTestBatch(test.services.db, { kg: 10, priceMicros: 1_000_000 })
    await me.buyByCard(own, 2)
    const txId = await me.buyByCard(own, 3)
    const [entry] = await list(me)
    const named = [3, 4, 5].map((place) => ({
      id: `${own.serial}.${place}`,
      state: 'allocated',
    }))
    expect(entry.tokens).toEqual(named)
    const [short] = await list(me, '?tokens=none')
    expect(short).toMatchObject({ first_token: named[0]?.id, last_token: named[2]?.id })
    const tokens = `/api/tokens/transaction/${txId}/tokens`
    const whole = await me.get(tokens)
    expect([whole.body, whole.headers.get('link')]).toEqual([named, null])
    const page = await me.get(`${tokens}?limit=2`)
    expect([page.body, page.headers.get('link')]).toEqual([
      named.slice(0, 2),
      `<${tokens}?cursor=2&limit=2>; rel="next"`,
    ])
    const rest = await me.get(`${tokens}?cursor=2&limit=2`)
    expect([rest.body, rest.headers.get('link')]).toEqual([named.slice(2), null])
    expect((await me.get(`${tokens}?cursor=3`)).body).toEqual([])
    expect((await me.get(`${tokens}?limit=3`)).headers.get('link')).toBeNull()
    expect((await (await person()).get(tokens)).status).toBe(404)
  })

  it('is cut before 20,000 kilograms, but keeps at least one entry', async () => {
    const me = await person()
    const big = await issueTestBatch(test.services.db, { kg: 30_000, priceMicros: 1_000_000 })
    const bought: string[] = []
    for (let count = 0; count < 2; count += 1) bought.unshift(await me.buyByCard(big, 10_000))
    const page = await me.get(path)
    expect(ids(page.body)).toEqual(bought.slice(0, 1))
    const [, next = ''] = /^<(.*)>; rel="next"$/.exec(page.headers.get('link') ?? '') ?? []
    expect(ids((await me.get(next)).body)).toEqual(bought.slice(1))
    expect(ids(await list(me, '?tokens=none'))).toEqual(bought)
  })
})

describe('every field', () => {
  const whole = (who: Person) => list(who, '?tokens=none')
  const rangeOf = ({ serial }: IssuedBatch, first: number, last: number) => ({
    ...{ first_token: `${serial}.${first}`, last_token: `${serial}.${last}` },
  })
  const commonOf = (own: IssuedBatch) => ({
    ...{ created_at: expect.stringMatching(/^20.*Z$/), project_id: own.projectId },
    ...{ project_name: 'Test wind farm', project_shown_name: expect.any(String) },
    ...{ project_scene: 'meadow', project_country: 'TR', project_type: ['Wind'] },
    ...{ batch_serial_number: own.serial, is_reward: false, retired_kg: 0 },
    ...{ amount: 1.5, currency: 'EUR', total_currency: 'GBP' },
  })
  const refundOf = (txId: string, kg: number | null = null) => ({
    ...{ txId, kg, keepsKilograms: false, record: async () => undefined },
  })
  const ofBatch = () =>
    issueTestBatch(test.services.db, { kg: 100, priceMicros: 1_500_000, currency: 'EUR' })

  it('of an own purchase: completed, waiting and cancelled', async () => {
    const [me, own] = [await person(), await ofBatch()]
    const txId = await me.buyByCard(own, 2)
    const held = await me.reserve(cardOrder(own, 4, await me.cardToken()))
    const cancelled = await me.reserve(cardOrder(own, 5, await me.cardToken()))
    await me.cancel(cancelled.body.txId)
    const mine = { ...commonOf(own), is_gift: false, from_user: null, note: null }
    const open = { allocated_kg: 0, first_token: null, last_token: null, payment_source: 'card' }
    expect(await whole(me)).toEqual([
      {
        ...{ ...mine, ...open, tx_id: cancelled.body.txId, kg: 5, total: 6.53 },
        ...{ status: 'EXPIRED', is_cancelled: true },
      },
      {
        ...{ ...mine, ...open, tx_id: held.body.txId, kg: 4, total: 5.22 },
        ...{ status: 'PENDING', expires_at: held.body.expires_at },
      },
      {
        ...{ ...mine, ...rangeOf(own, 1, 2), tx_id: txId, kg: 2, total: 2.61 },
        ...{ status: 'COMPLETED', allocated_kg: 2, payment_source: 'card' },
      },
    ])
  })

  it('of a gift, for its giver and its receiver, before and after its receipt', async () => {
    const [giver, receiver, own] = [await person(), await person(), await ofBatch()]
    const order = { ...cardOrder(own, 3, await giver.cardToken()), is_gift: 1 }
    const words = { telephone: receiver.phone, name: 'Ben', note: 'For you' }
    const { body } = await giver.reserve({ ...order, ...words })
    await giver.complete(body.txId)
    const gift = {
      ...{ ...commonOf(own), ...rangeOf(own, 1, 3), tx_id: body.txId, status: 'COMPLETED' },
      ...{ kg: 3, allocated_kg: 3, is_gift: true, note: 'For you', payment_source: 'card' },
    }
    const given = {
      ...{ ...gift, total: 3.92, from_user: null, to_name: 'Ben' },
      to_user: maskPhone(receiver.phone),
    }
    expect(await whole(giver)).toEqual([{ ...given, gift_status: 'waiting' }])
    const received = { ...gift, total: 0, from_user: maskPhone(giver.phone), is_thanked: false }
    expect(await whole(receiver)).toEqual([{ ...received, received_at: null, opened_at: null }])
    await receiver.get('/passport/me')
    await receiver.signed(`/api/gifts/${body.txId}/open`, undefined)
    await receiver.post('/api/gifts/thanks', { tx_id: body.txId })
    const moment = expect.stringMatching(/^20.*Z$/)
    expect(await whole(receiver)).toEqual([
      { ...received, is_thanked: true, received_at: moment, opened_at: moment },
    ])
    expect(await whole(giver)).toEqual([{ ...given, gift_status: 'received', is_thanked: true }])
    expect(await refundPurchase(test.services, refundOf(body.txId))).toEqual({ stage: 'refunded' })
    const back = { allocated_kg: 0, status: 'REFUNDED' }
    expect(await whole(receiver)).toEqual([
      { ...received, ...back, is_thanked: true, received_at: moment, opened_at: moment },
    ])
    expect(await whole(giver)).toEqual([
      { ...given, ...back, refund_status: expect.stringMatching(/^(paid|on_its_way)$/) },
    ])
  })

  it('of a disputed gift and of its credit note: only its giver reads of them', async () => {
    const { db } = test.services
    const [giver, receiver, own] = [await person(), await person(), await ofBatch()]
    const txId = await giveByCard(giver, own, 3, receiver.phone)
    await disputeAtProvider(db, await purchaseIdOf(db, txId), 'open')
    await pollProvider(test.services)
    const statusOf = async (who: Person) => (await whole(who))[0].status
    expect([await statusOf(giver), await statusOf(receiver)]).toEqual(['DISPUTED', 'COMPLETED'])
    const refunded = await giveByCard(giver, own, 3, receiver.phone)
    await numberAll(test.services)
    await refundPurchase(test.services, refundOf(refunded))
    await numberAll(test.services)
    expect((await whole(giver))[0]).toMatchObject({ tx_id: refunded, has_credit_note: true })
    const [received] = await whole(receiver)
    expect(received.tx_id).toBe(refunded)
    expect(received).not.toHaveProperty('has_credit_note')
    expect(received).not.toHaveProperty('refund_status')
  })

  it('of a gift that was refunded in part before its receiver joined', async () => {
    const [giver, own] = [await person(), await ofBatch()]
    const receiver = new Person(test.url)
    const txId = await giveByCard(giver, own, 3, receiver.phone)
    expect(await refundPurchase(test.services, refundOf(txId, 1))).toEqual({ stage: 'none' })
    await receiver.signIn()
    const gift = {
      ...{ ...commonOf(own), ...rangeOf(own, 1, 2), tx_id: txId, status: 'COMPLETED', kg: 3 },
      ...{ allocated_kg: 2, refunded_kg: 1, is_gift: true, note: null, payment_source: 'card' },
    }
    expect(await whole(receiver)).toEqual([
      {
        ...{ ...gift, total: 0, from_user: maskPhone(giver.phone), is_thanked: false },
        ...{ received_at: expect.stringMatching(/^20.*Z$/), opened_at: null },
      },
    ])
    // Only the giver reads of the money.
    expect(await whole(giver)).toEqual([
      {
        ...{ ...gift, total: 3.92, from_user: null, to_name: null, is_thanked: false },
        ...{ to_user: maskPhone(receiver.phone), gift_status: 'received' },
        refund_status: expect.stringMatching(/^(paid|on_its_way)$/),
      },
    ])
  })
})

describe('an entry', () => {
  it('is pending while it is held, expired at its time, completed at its end', async () => {
    const me = await person()
    const { body } = await me.reserve(cardOrder(batch, 1, await me.cardToken()))
    const statusOf = async () => (await list(me))[0]
    const { status: none } = await me.get(`/api/tokens/transaction/${body.txId}/tokens`)
    expect(none).toBe(404)
    expect(await statusOf()).toMatchObject({ status: 'PENDING', expires_at: body.expires_at })
    await test.services.db.run(lapse, [body.txId])
    const lapsed = await statusOf()
    expect(lapsed.status).toBe('EXPIRED')
    expect(lapsed).not.toHaveProperty('expires_at')
    await me.buyByCard(batch, 1)
    expect((await list(me)).map(({ status }: { status: string }) => status)).toEqual([
      'COMPLETED',
      'EXPIRED',
    ])
  })

  it('has the price in the batch’s currency, the payment in the user’s own, and its project', async () => {
    const me = await person()
    const terms = { kg: 10, priceMicros: 1_000_000, currency: 'EUR' }
    await me.buyByCard(await issueTestBatch(test.services.db, terms), 2)
    expect((await list(me))[0]).toMatchObject({
      ...{ amount: 1, currency: 'EUR', total: 1.74, total_currency: 'GBP' },
      ...{ project_country: 'TR', project_type: ['Wind'], project_scene: 'meadow' },
    })
  })

  it('names its payment sources', async () => {
    const me = await person()
    const passportId = me.id
    await creditTestWallet(test.services.db, { passportId, currency: 'GBP', amountMinor: 400 })
    const byWallet = { ...cardOrder(batch, 1, ''), payment_method: 'wallet', wallet_used: 1 }
    await me.complete((await me.reserve(byWallet)).body.txId)
    await me.buyByCard(batch, 1)
    const sources = (await list(me)).map((each: { payment_source: string }) => each.payment_source)
    expect(sources).toEqual(['card', 'wallet'])
  })

  it('without a card that was never named names none', async () => {
    const me = await person()
    const order = cardOrder(batch, 1, 'tok_unknown')
    expect((await me.reserve(order)).body.code).toBe('card_details_required')
    expect(await list(me)).toEqual([])
  })
})

describe('a gift', () => {
  it('shows its giver the receiver and the cost, and its receiver only the giver', async () => {
    const [giver, receiver] = await Promise.all([person(), person()])
    await giver.call('PATCH', '/api/profile', { nickname: 'Ada' })
    const txId = await giveByCard(giver, batch, 4, receiver.phone)
    const [sent] = await list(giver)
    expect(sent).toMatchObject({ tx_id: txId, total: 4, from_user: null, gift_status: 'waiting' })
    expect(sent.to_user).toContain(receiver.phone.slice(-2))
    expect(sent.to_user).not.toContain(receiver.phone.slice(3, -2))
    const [received] = await list(receiver)
    expect(received).toMatchObject({ tx_id: txId, kg: 4, total: 0, from_user: 'Ada' })
    const { body: tokens } = await receiver.get(`/api/tokens/transaction/${txId}/tokens`)
    expect(tokens).toHaveLength(4)
    expect(received).not.toHaveProperty('to_user')
    expect(received).not.toHaveProperty('gift_status')
  })
})
