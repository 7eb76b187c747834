// Tests gifts over HTTP from the giver's list to the receiver's, and the one message of a purchase.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashOf } from '#tests/support/number-keys.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { type CallOptions, cardOrder, Person } from '#tests/support/people/person.ts'
import { giveByCard } from '#tests/support/people/rewards.ts'
import { holdLock, raceFor } from '#tests/support/servers/waiting-locks.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const letAskAgain = statement(
  'test-let-ask-again',
  {},
  'update sign_in_attempts set resend_at = now() where number_hash = $1',
)

const messagesOf = statement(
  'test-messages-of-gift',
  { template: 'text', recipient: 'text' },
  `select o.template, o.recipient from outbox o join purchases p on p.id::text = o.subject
   where p.tx_id = $1 order by 1, 2`,
)

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ OPEN_RESERVATIONS_MAX: '500' })
})
afterAll(() => closeWithBooks(test))

const person = () => new Person(test.url).signIn()
const batchOf = (kg: number) => issueTestBatch(test.services.db, { kg })

describe('gifts', () => {
  it('wait for a number and arrive with its first sign-in', async () => {
    const giver = await person()
    const batch = await batchOf(100)
    const stranger = new Person(test.url)
    const order = {
      ...cardOrder(batch, 30, await giver.cardToken()),
      is_gift: 1,
      telephone: stranger.phone,
      note: 'For the long drive',
    }
    const reserved = await giver.reserve(order)
    await giver.complete(reserved.body.txId)
    const [sent] = (await giver.get('/api/tokens/transaction/me')).body
    expect(sent).toMatchObject({ is_gift: true, gift_status: 'waiting', from_user: null })
    expect((await giver.get('/passport/me')).body.total_offsets).toBe(0)
    await stranger.signIn()
    expect((await stranger.get('/passport/me')).body.total_offsets).toBe(30)
    const [received] = (await stranger.get('/api/tokens/transaction/me')).body
    expect(received).toMatchObject({ tx_id: sent.tx_id, note: 'For the long drive', kg: 30 })
    const [after] = (await giver.get('/api/tokens/transaction/me')).body
    expect(after.gift_status).toBe('received')
    await stranger.post('/api/auth/logout')
    const [later] = (await giver.get('/api/tokens/transaction/me')).body
    expect(later.gift_status).toBe('received')
  })

  it('of several givers and batches arrive together, each with its own note and kilograms', async () => {
    const [one, other, stranger] = [await person(), await person(), new Person(test.url)]
    const given = [
      await giveByCard(one, await batchOf(100), 30, stranger.phone, { note: 'One' }),
      await giveByCard(other, await batchOf(100), 42, stranger.phone, { note: 'Two' }),
      await giveByCard(one, await batchOf(100), 16, new Person(test.url).phone),
    ]
    await stranger.signIn()
    expect((await stranger.get('/passport/me')).body.total_offsets).toBe(72)
    const received = (await stranger.get('/api/tokens/transaction/me')).body
    const told = received.map((each: Record<string, unknown>) => [each.tx_id, each.kg, each.note])
    expect(told).toEqual([
      [given[1], 42, 'Two'],
      [given[0], 30, 'One'],
    ])
    const sent = (await one.get('/api/tokens/transaction/me')).body
    const states = sent.map((each: Record<string, unknown>) => [each.tx_id, each.gift_status])
    expect(states).toEqual([
      [given[2], 'waiting'],
      [given[0], 'received'],
    ])
  })

  it('that complete at once, with own purchases, each reach their own receiver', async () => {
    const batch = await batchOf(1_000)
    const [ada, ben, cy] = [await person(), await person(), new Person(test.url)]
    const buyers = await Promise.all(Array.from({ length: 6 }, person))
    const to = [null, ada, ben, null, cy, ada]
    const orders = await Promise.all(
      buyers.map(async (buyer, index) => {
        const [kg, receiver] = [10 + index, to[index] ?? null]
        const money = { payment_method: 'wallet', wallet_used: kg * batch.price_per_kg }
        const gift = receiver === null ? {} : { is_gift: 1, telephone: receiver.phone }
        const { body } = await buyer.reserve({ ...cardOrder(batch, kg, ''), ...money, ...gift })
        return { buyer, kg, txId: String(body.txId) }
      }),
    )
    const lockSql = `select from batch_places where batch_id = '${batch.id}' for update`
    const answers = await raceFor(
      test,
      { lockSql },
      orders.map(
        ({ buyer, txId }) =>
          () =>
            buyer.complete(txId),
      ),
    )
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      orders.map(({ kg, txId }) => [200, { status: 'COMPLETED', txId, tokens_total: kg }]),
    )
    await cy.signIn()
    const totals = [...buyers, ada, ben, cy].map(
      async (each) => (await each.get('/passport/me')).body.total_offsets,
    )
    expect(await Promise.all(totals)).toEqual([10, 0, 0, 13, 0, 0, 26, 12, 14])
  })
})

describe('a gift that completes while its number signs in for the first time', () => {
  async function giftTo(stranger: Person) {
    const giver = await person()
    const batch = await batchOf(100)
    const order = cardOrder(batch, 30, await giver.cardToken())
    const { body } = await giver.reserve({ ...order, is_gift: 1, telephone: stranger.phone })
    await stranger.post('/api/auth/request-otp', { phone: stranger.phone })
    return { giver, batch, txId: String(body.txId), code: await stranger.readCode() }
  }

  async function received(stranger: Person, giver: Person) {
    await test.services.db.run(letAskAgain, [hashOf(stranger.phone)])
    await stranger.signIn()
    const { body } = await stranger.get('/api/tokens/transaction/me')
    expect(body).toMatchObject([{ kg: 30, is_gift: true }])
    expect((await stranger.get('/passport/me')).body.total_offsets).toBe(30)
    const [sent] = (await giver.get('/api/tokens/transaction/me')).body
    expect(sent.gift_status).toBe('received')
  }

  it('delays the sign-in of its number, where the gift came first', async () => {
    const stranger = new Person(test.url)
    const { giver, batch, txId, code } = await giftTo(stranger)
    // The completion stops at its batch's places, and holds the number's lock by then.
    const places = await holdLock(
      test,
      `select from batch_places where batch_id = '${batch.id}' for update`,
    )
    const completing = giver.complete(txId)
    await places.untilWaiting('row')
    const signingIn = stranger.post('/api/auth/verify-otp', { phone: stranger.phone, code })
    await places.untilWaiting('advisory')
    await places.release()
    expect([(await completing).status, (await signingIn).status]).toEqual([200, 200])
    await received(stranger, giver)
  })

  it('waits for the sign-in, where that came first', async () => {
    const stranger = new Person(test.url)
    const { giver, txId, code } = await giftTo(stranger)
    // The sign-in stops at its welcome credit, and holds the number's lock by then.
    const credit = await holdLock(test, 'select from programme_balances for update')
    const signingIn = stranger.post('/api/auth/verify-otp', { phone: stranger.phone, code })
    await credit.untilWaiting('row')
    const completing = giver.complete(txId)
    await credit.untilWaiting('advisory')
    await credit.release()
    expect([(await completing).status, (await signingIn).status]).toEqual([200, 200])
    await received(stranger, giver)
  })
})

describe('a gift to a number that has a passport', () => {
  it('waits until the receiver opens the app, so that the giver does not learn who is a member', async () => {
    const [giver, receiver] = await Promise.all([person(), person()])
    const order = cardOrder(await batchOf(100), 30, await giver.cardToken())
    const gift = { ...order, is_gift: 1, telephone: receiver.phone }
    const { body } = await giver.reserve(gift)
    await giver.complete(body.txId)
    const statusOf = async () => (await giver.get('/api/tokens/transaction/me')).body[0].gift_status
    expect(await statusOf()).toBe('waiting')
    expect((await receiver.get('/passport/me')).body.total_offsets).toBe(30)
    expect(await statusOf()).toBe('received')
  })

  it('lets the receiver into the app where its receipt cannot be stored now, and stores it the next time', async () => {
    let mayNote = false
    const own = await startTestApp(
      {},
      ({ db }) => ({
        db: {
          ...db,
          run: (asked, values) =>
            asked.name === 'mark-gifts-received' && !mayNote
              ? Promise.reject(new Error('nothing is written now'))
              : db.run(asked, values),
        },
      }),
      { background: false },
    )
    const [giver, receiver] = await Promise.all([
      new Person(own.url).signIn(),
      new Person(own.url).signIn(),
    ])
    await giveByCard(giver, await issueTestBatch(own.services.db, { kg: 100 }), 30, receiver.phone)
    const statusOf = async () => (await giver.get('/api/tokens/transaction/me')).body[0].gift_status
    expect((await receiver.get('/passport/me')).body).toMatchObject({ total_offsets: 30 })
    expect(await statusOf()).toBe('waiting')
    mayNote = true
    await receiver.get('/passport/me')
    expect(await statusOf()).toBe('received')
    await own.close()
  })
})

describe('the message', () => {
  it('is one per purchase, however often it is asked for', async () => {
    const buyer = await person()
    const txId = await buyer.buyByCard(await batchOf(100), 30)
    const ask = (to: string, options: CallOptions = {}) =>
      buyer.signed(
        '/api/notify',
        { to, templateKey: 'purchase_success', variables: { kg: 30, txId }, from: 'me' },
        options,
      )
    const call = { nonce: `${Date.now()}.abcdefghijklmnop` }
    expect(await ask(buyer.phone, call)).toMatchObject({ status: 202, body: { status: 'queued' } })
    expect((await ask(buyer.phone, call)).body.code).toBe('replayed')
    const spelled = buyer.phone.replace('+44', '+440')
    expect(await ask(spelled)).toMatchObject({ status: 202, body: { status: 'already_sent' } })
    expect((await ask('+447400999999')).status).toBe(403)
    await expect
      .poll(async () => {
        const inbox = await buyer.get(`/dev/messages?to=${encodeURIComponent(buyer.phone)}`)
        return inbox.body.filter(
          (each: { template: string }) => each.template === 'purchase_success',
        ).length
      })
      .toBe(1)
  })

  it.each([
    ['to its receiver', 'gift_success', 'receiver', 202, { status: 'queued' }],
    ['to its giver', 'purchase_success', 'giver', 202, { status: 'queued' }],
    ['of the receiver to the giver', 'gift_success', 'giver', 403, { code: 'not_the_recipient' }],
    [
      'of the giver to the receiver',
      'purchase_success',
      'receiver',
      403,
      { code: 'not_the_recipient' },
    ],
  ])('of a gift %s', async (_, templateKey, reader, status, body) => {
    const [giver, receiver] = [await person(), await person()]
    const txId = await giveByCard(giver, await batchOf(100), 30, receiver.phone)
    const to = reader === 'giver' ? giver.phone : receiver.phone
    const ask = (who: Person) =>
      who.signed('/api/notify', { to, templateKey, variables: { kg: 30, txId }, from: 'me' })
    const queued = await test.services.db.run(messagesOf, [txId])
    expect(await ask(giver)).toMatchObject({ status, body })
    // The completion has queued that of the receiver, and the giver's is sent on request alone.
    const ofGift = { template: 'gift_success', recipient: 'recipient' }
    const ofGiver = { template: 'purchase_success', recipient: 'buyer' }
    const isNew = status === 202 && reader === 'giver'
    expect(queued).toEqual([ofGift])
    expect(await test.services.db.run(messagesOf, [txId])).toEqual(
      isNew ? [ofGift, ofGiver] : [ofGift],
    )
    if (status === 202) expect((await ask(giver)).body).toEqual({ status: 'already_sent' })
    expect(await ask(receiver)).toMatchObject({ status: 404, body: { code: 'purchase_not_found' } })
  })

  it('waits for the purchase, and that of a gift for its day', async () => {
    const [buyer, batch] = [await person(), await batchOf(100)]
    const ask = (txId: string, to: string, templateKey: string) =>
      buyer.signed('/api/notify', { to, templateKey, variables: { kg: 30, txId }, from: 'me' })
    const { body } = await buyer.reserve(cardOrder(batch, 30, await buyer.cardToken()))
    expect(await ask(body.txId, buyer.phone, 'purchase_success')).toMatchObject({
      status: 409,
      body: { code: 'purchase_not_completed' },
    })
    const phone = new Person(test.url).phone
    const later = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
    const dated = await giveByCard(buyer, batch, 30, phone, { deliver_on: later })
    for (let calls = 0; calls < 2; calls += 1) {
      expect((await ask(dated, phone, 'gift_success')).body).toEqual({ status: 'queued' })
    }
    const inbox = await buyer.get(`/dev/messages?to=${encodeURIComponent(phone)}`)
    expect(inbox.body).toEqual([])
  })
})
