// Buying over HTTP on a real PostgreSQL with the sandbox providers.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { issueTestBatch } from '#tests/support/batch.ts'
import { closeWithBooks } from '#tests/support/books.ts'
import { cardOrder, Person, type TestBatch } from '#tests/support/person.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ OPEN_RESERVATIONS_MAX: '500' })
})
afterAll(() => closeWithBooks(test))

const person = () => new Person(test.url).signIn()
const batchOf = (kg: number, currency = 'GBP') => issueTestBatch(test.services.db, { kg, currency })

async function quote(buyer: Person, batch: TestBatch, count: number) {
  const { body } = await buyer.post('/api/wallet/prepay-preview', {
    phone: buyer.phone,
    total_price: batch.price_per_kg * count,
    currency: batch.currency,
    user_currency: 'GBP',
  })
  return body
}

async function splitOrder(buyer: Person, batch: TestBatch, count: number) {
  const preview = await quote(buyer, batch, count)
  return {
    batchId: batch.id,
    count,
    amount: batch.price_per_kg,
    currency: batch.currency,
    payment_method: preview.card_needed === 0 ? 'wallet' : 'wallet+card',
    wallet_used: preview.wallet_used,
    card_used: preview.card_needed,
    wallet_tx_id: preview.wallet_tx_id,
    ...(preview.card_needed === 0 ? {} : { card_token: await buyer.cardToken() }),
  }
}

describe('buying', () => {
  it('needs a session, then a signature', async () => {
    const stranger = new Person(test.url)
    expect((await stranger.post('/api/tokens/getPin', {})).status).toBe(401)
    const buyer = await person()
    const answer = await buyer.post('/api/tokens/getPin', {})
    expect(answer.status).toBe(401)
    expect(answer.body.code).toBe('bad_signature')
  })

  it('takes 100 kg, part wallet, part card, to passport, activity and project', async () => {
    const buyer = await person()
    const batch = await batchOf(5_000)
    const order = await splitOrder(buyer, batch, 100)
    expect(order).toMatchObject({ wallet_used: 1, card_used: 1 })
    const reserved = await buyer.reserve(order, { key: randomUUID() })
    expect(reserved.status).toBe(200)
    expect(reserved.body).toMatchObject({ total: 2, currency: 'GBP', wallet_used: 1, card_used: 1 })
    expect(reserved.body.txId).toMatch(/^CP-[2-9A-HJKMNP-TV-Z]{4}-.{4}-.{4}$/)

    const held = await buyer.get('/api/wallet/me')
    expect(held.body.wallets[0].totals).toEqual([{ currency: 'GBP', total: 0, held: 1 }])
    expect((await buyer.get(`/api/batches/${batch.id}`)).body.kg_available).toBe(4_900)

    const completed = await buyer.complete(reserved.body.txId)
    expect(completed.body).toEqual({
      status: 'COMPLETED',
      txId: reserved.body.txId,
      tokens_total: 100,
    })
    const passport = await buyer.get('/passport/me')
    expect(passport.body).toMatchObject({ total_offsets: 100, offset_league: 'silver' })
    const [entry] = (await buyer.get('/api/tokens/transaction/me')).body
    expect(entry).toMatchObject({
      tx_id: reserved.body.txId,
      status: 'COMPLETED',
      kg: 100,
      total: 2,
      payment_source: 'wallet+card',
      project_country: 'TR',
      project_type: ['Wind'],
      batch_serial_number: batch.serial,
    })
    expect(entry.tokens).toHaveLength(100)
    expect(entry.tokens[0]).toEqual({ id: `${batch.serial}.1` })
    const wallet = await buyer.get('/api/wallet/transactions')
    expect(wallet.body.map((each: { type: string }) => each.type)).toEqual(['debit', 'credit'])
    const project = await buyer.get(`/api/projects/${batch.projectId}`)
    expect(project.body.weeklyPurchases.at(-1).purchased_kg).toBe(100)
  })

  it('pays from the wallet alone without a card', async () => {
    const buyer = await person()
    const batch = await batchOf(100)
    const reserved = await buyer.reserve(await splitOrder(buyer, batch, 50))
    expect(reserved.body).toMatchObject({ wallet_used: 1, card_used: 0 })
    expect((await buyer.complete(reserved.body.txId)).body.status).toBe('COMPLETED')
  })

  it('completes the same again with the same answer, and hides it from others', async () => {
    const buyer = await person()
    const txId = await buyer.buyByCard(await batchOf(100), 40)
    expect((await buyer.complete(txId)).body.status).toBe('COMPLETED')
    const other = await person()
    const hidden = await other.complete(txId)
    const random = await other.complete('CP-2222-2222-2222')
    expect(hidden.status).toBe(404)
    expect({ ...hidden.body, request_id: '' }).toEqual({ ...random.body, request_id: '' })
    expect((await other.cancel(txId)).status).toBe(404)
  })

  it('gives the stock and the money back when it is cancelled', async () => {
    const buyer = await person()
    const batch = await batchOf(100)
    const reserved = await buyer.reserve(await splitOrder(buyer, batch, 100))
    const cancelled = await buyer.cancel(reserved.body.txId)
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'EXPIRED' } })
    expect((await buyer.cancel(reserved.body.txId)).status).toBe(200)
    const late = await buyer.complete(reserved.body.txId)
    expect(late).toMatchObject({ status: 410, body: { status: 'EXPIRED' } })
    expect((await buyer.get(`/api/batches/${batch.id}`)).body.kg_available).toBe(100)
    expect((await buyer.get('/api/wallet/me')).body.totalInUserCurrency).toBe(1)
  })

  it.each([
    ['4000000000000002', 402, 'Your card was declined.'],
    ['4000000000009995', 402, 'Your card has insufficient funds.'],
  ])('releases everything when card %s is refused', async (number, status, error) => {
    const buyer = await person()
    const batch = await batchOf(100)
    const order = cardOrder(batch, 50, await buyer.cardToken(number))
    const key = randomUUID()
    const answer = await buyer.reserve(order, { key })
    expect(answer).toMatchObject({ status, body: { error, code: 'card_declined' } })
    expect(await buyer.reserve(order, { key })).toMatchObject({ status, body: answer.body })
    expect((await buyer.get(`/api/batches/${batch.id}`)).body.kg_available).toBe(100)
    expect((await buyer.get('/api/tokens/transaction/me')).body[0].status).toBe('FAILED')
  })

  it('waits for the step that a card asks for', async () => {
    const buyer = await person()
    const order = cardOrder(await batchOf(100), 50, await buyer.cardToken('4000002500003155'))
    const reserved = await buyer.reserve(order)
    const { client_secret } = reserved.body.card_action
    const early = await buyer.complete(reserved.body.txId)
    expect(early).toMatchObject({ status: 409, body: { code: 'card_action_required' } })
    await buyer.post('/dev/cards/actions', { client_secret, approved: true })
    expect((await buyer.complete(reserved.body.txId)).body.status).toBe('COMPLETED')
  })
})

describe('a step that the bank refuses', () => {
  it('ends the purchase and gives everything back', async () => {
    const buyer = await person()
    const batch = await batchOf(100)
    const order = cardOrder(batch, 50, await buyer.cardToken('4000002500003155'))
    const reserved = await buyer.reserve(order)
    const { client_secret } = reserved.body.card_action
    await buyer.post('/dev/cards/actions', { client_secret, approved: false })
    const refused = await buyer.complete(reserved.body.txId)
    expect(refused).toMatchObject({ status: 402, body: { status: 'FAILED' } })
    expect((await buyer.complete(reserved.body.txId)).body.status).toBe('FAILED')
    expect((await buyer.get(`/api/batches/${batch.id}`)).body.kg_available).toBe(100)
  })
})

describe('what is refused', () => {
  it.each([
    ['no batch', { batchId: undefined }, 'Invalid selection.'],
    ['nothing at all', { batchId: null, count: null, amount: null }, 'Invalid selection.'],
    ['a count of 0', { count: 0 }, 'Invalid selection.'],
    ['10,001 kg', { count: 10_001 }, 'Invalid selection.'],
    ['half a kilogram', { count: 1.5 }, 'Invalid selection.'],
    ['a count in words', { count: '1' }, 'Invalid selection.'],
    ['a batch that is a number', { batchId: 5 }, 'Invalid selection.'],
    ['an unknown batch', { batchId: randomUUID() }, 'Invalid selection.'],
    ['no card', { card_token: undefined }, 'Card details required.'],
    [
      'a recipient without a plus',
      { is_gift: 1, telephone: '07400123456' },
      'Valid recipient phone required (E.164).',
    ],
    [
      'a note of 256 characters',
      { is_gift: 1, telephone: '+447400123456', note: 'n'.repeat(256) },
      'Gift note cannot exceed 255 characters.',
    ],
    [
      'a recipient that is a number',
      { is_gift: 1, telephone: 447400123456 },
      'Valid recipient phone required (E.164).',
    ],
    [
      'a note of 5,000 characters',
      { is_gift: 1, telephone: '+447400123456', note: 'n'.repeat(5_000) },
      'Gift note cannot exceed 255 characters.',
    ],
    ['a card number in a note', { note: 'use 4242 4242 4242 4242 12' }, undefined],
    ['a card number with slashes', { note: '4242/4242/4242/4242' }, undefined],
    ['a card number in full-width digits', { name: '４２４２４２４２４２４２４２４２' }, undefined],
    ['a card number further down', { card: { telephone: '4242424242424242' } }, undefined],
    ['a NUL in a token', { card_token: 'tok\u0000' }, undefined],
    ['a card number in an unknown field', { number: 4242424242424242 }, undefined],
  ])('%s', async (_name, change, error) => {
    const buyer = await person()
    const order = cardOrder(await batchOf(20_000), 50, await buyer.cardToken())
    const answer = await buyer.reserve({ ...order, ...change })
    expect(answer.status).toBe(400)
    if (error !== undefined) expect(answer.body.error).toBe(error)
  })

  it('a total under the card minimum, in words that help', async () => {
    const buyer = await person()
    const order = cardOrder(await batchOf(100), 5, await buyer.cardToken())
    const answer = await buyer.reserve(order)
    expect(answer).toMatchObject({ status: 400, body: { code: 'card_minimum' } })
    expect(answer.body.error).toBe('Card payments start at £0.30. Add 10 kg or use your wallet.')
  })

  it('a price that changed, with the new figures and nothing reserved', async () => {
    const buyer = await person()
    const batch = await batchOf(100)
    const order = cardOrder({ ...batch, price_per_kg: 0.01 }, 50, await buyer.cardToken())
    const answer = await buyer.reserve(order)
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'quote_changed',
        error: 'The price has changed. Please review and try again.',
        quote: { price_per_kg: 0.02, currency: 'GBP', rate: 1, total: 1, card_needed: 1 },
      },
    })
    expect((await buyer.get(`/api/batches/${batch.id}`)).body.kg_available).toBe(100)
  })

  it('more than is left, saying how much is', async () => {
    const buyer = await person()
    const answer = await buyer.reserve(cardOrder(await batchOf(40), 41, await buyer.cardToken()))
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'insufficient_stock',
        error: 'Only 40 kg left in this batch.',
        kg_available: 40,
      },
    })
  })

  it('any use of is_reward without a claim', async () => {
    const buyer = await person()
    const answer = await buyer.reserve({
      ...cardOrder(await batchOf(40), 1, ''),
      is_reward: 1,
      amount: 0,
    })
    expect(answer.status).toBe(403)
  })
})

describe('the same request twice', () => {
  it('is one purchase under one key, and 422 with another body', async () => {
    const buyer = await person()
    const batch = await batchOf(1_000)
    const key = randomUUID()
    const order = cardOrder(batch, 50, await buyer.cardToken())
    const first = await buyer.reserve(order, { key })
    const again = await buyer.reserve({ ...order, card_token: 'another' }, { key })
    expect(again).toMatchObject({ status: 200, body: first.body })
    // To the byte: the fields stand in their first order.
    expect(JSON.stringify(again.body)).toBe(JSON.stringify(first.body))
    const other = await buyer.reserve({ ...order, count: 51 }, { key })
    expect(other).toMatchObject({ status: 422 })
    expect((await buyer.get(`/api/batches/${batch.id}`)).body.kg_available).toBe(950)
  })

  it('is 401 replayed with the same nonce', async () => {
    const buyer = await person()
    const order = cardOrder(await batchOf(1_000), 50, await buyer.cardToken())
    const nonce = `${Date.now()}.${'n'.repeat(20)}`
    expect((await buyer.reserve(order, { nonce })).status).toBe(200)
    const again = await buyer.reserve(order, { nonce })
    expect(again).toMatchObject({ status: 401, body: { code: 'replayed' } })
  })

  it('fifty at once under one key are one purchase', async () => {
    const buyer = await person()
    const batch = await batchOf(1_000)
    const key = randomUUID()
    const order = cardOrder(batch, 50, await buyer.cardToken())
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => buyer.reserve(order, { key })),
    )
    const statuses = new Set(answers.map(({ status }) => status))
    expect([...statuses].every((status) => status === 200 || status === 409)).toBe(true)
    const ids = new Set(answers.flatMap(({ body }) => body.txId ?? []))
    expect(ids.size).toBe(1)
    expect((await buyer.get(`/api/batches/${batch.id}`)).body.kg_available).toBe(950)
  })
})

describe('figures that a client computed in floats', () => {
  it('are no card numbers', async () => {
    const buyer = await person()
    const order = cardOrder(await batchOf(1_000), 41, await buyer.cardToken())
    const answer = await buyer.reserve({ ...order, card_used: 0.02 * 41 })
    expect(answer.status).toBe(200)
  })
})

describe('cancelling', () => {
  it('under a key releases one purchase, never another', async () => {
    const buyer = await person()
    const batch = await batchOf(1_000)
    const first = await buyer.reserve(cardOrder(batch, 50, await buyer.cardToken()))
    const second = await buyer.reserve(cardOrder(batch, 50, await buyer.cardToken()))
    const key = randomUUID()
    const cancel = (txId: string) => buyer.signed('/api/tokens/cancelPin', { txId }, { key })
    expect((await cancel(first.body.txId)).status).toBe(200)
    expect((await cancel(first.body.txId)).status).toBe(200)
    expect((await cancel(second.body.txId)).status).toBe(422)
    expect((await buyer.complete(second.body.txId)).body.status).toBe('COMPLETED')
  })
})

describe('many at once', () => {
  it('200 people buy 1 kg of a batch with 50 kg left: exactly 50 succeed', async () => {
    const batch = await batchOf(50)
    const people = await Promise.all(Array.from({ length: 20 }, person))
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const buyer = people[index % people.length]
        if (buyer === undefined) throw new Error('nobody')
        const reserved = await buyer.reserve({
          batchId: batch.id,
          count: 1,
          amount: batch.price_per_kg,
          currency: 'GBP',
          payment_method: 'wallet',
        })
        return reserved.status === 200 ? buyer.complete(reserved.body.txId) : reserved
      }),
    )
    const count = (status: number) => answers.filter((each) => each.status === status).length
    expect({ sold: count(200), refused: count(409) }).toEqual({ sold: 50, refused: 150 })
    const refused = answers.filter((each) => each.status === 409)
    expect(refused.every(({ body }) => body.code === 'insufficient_stock')).toBe(true)
    const tokens = await Promise.all(
      people.map(async (each) => (await each.get('/api/tokens/transaction/me')).body),
    )
    const ids = tokens.flat().flatMap((entry) => entry.tokens.map(({ id }: { id: string }) => id))
    const places = ids.map((id: string) => Number(id.split('.').at(-1)))
    expect(places.sort((a: number, b: number) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    )
  })

  it.each(['wallet', 'card'])(
    'one %s purchase completed 50 times at once has one effect',
    async (method) => {
      const buyer = await person()
      const batch = await batchOf(100)
      const order =
        method === 'wallet'
          ? await splitOrder(buyer, batch, 30)
          : cardOrder(batch, 30, await buyer.cardToken())
      const reserved = await buyer.reserve(order)
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => buyer.complete(reserved.body.txId)),
      )
      expect(answers.every(({ body }) => body.status === 'COMPLETED')).toBe(true)
      expect((await buyer.get('/passport/me')).body.total_offsets).toBe(30)
    },
  )

  it('a wallet with money for 2 pays for exactly 2 of 100', async () => {
    const buyer = await person()
    const batch = await batchOf(10_000)
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        buyer.reserve({
          batchId: batch.id,
          count: 25,
          amount: batch.price_per_kg,
          currency: 'GBP',
          payment_method: 'wallet',
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(98)
  })
})

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
})

describe('a gift to somebody who has a passport', () => {
  it('waits until they open the app, so that nobody learns who is a member', async () => {
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
})

describe('the message', () => {
  it('is one per purchase, however often it is asked for', async () => {
    const buyer = await person()
    const txId = await buyer.buyByCard(await batchOf(100), 30)
    const ask = (to: string) =>
      buyer.signed('/api/notify', {
        to,
        templateKey: 'purchase_success',
        variables: { kg: 30, txId },
        from: 'me',
      })
    expect(await ask(buyer.phone)).toMatchObject({ status: 202, body: { status: 'queued' } })
    expect(await ask(buyer.phone)).toMatchObject({ status: 202, body: { status: 'already_sent' } })
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
})
