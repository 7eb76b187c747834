// Tests buying over HTTP on a real PostgreSQL with the sandbox providers: payments, receipts and
// refusals.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { cardOrder, newPhone, Person } from '#tests/support/people/person.ts'
import { splitOrder } from '#tests/support/people/split-order.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ OPEN_RESERVATIONS_MAX: '500' })
})
afterAll(() => closeWithBooks(test))

const person = () => new Person(test.url).signIn()
const batchOf = (kg: number) => issueTestBatch(test.services.db, { kg })

describe('buying', () => {
  it('needs a session, then a signature', async () => {
    const stranger = new Person(test.url)
    expect((await stranger.post('/api/tokens/getPin', {})).status).toBe(401)
    const buyer = await person()
    const answer = await buyer.post('/api/tokens/getPin', {})
    expect(answer.status).toBe(401)
    expect(answer.body.code).toBe('bad_signature')
  })

  it('moves 100 kg, part wallet, part card, to passport, activity and project', async () => {
    const buyer = await person()
    const batch = await batchOf(5_000)
    const order = await splitOrder(buyer, batch, 100)
    expect(order).toMatchObject({ wallet_used: 1, card_used: 1 })
    const reserved = await buyer.reserve(order, { key: randomUUID() })
    expect(reserved.status).toBe(200)
    expect(reserved.body).toMatchObject({ total: 2, currency: 'GBP', wallet_used: 1, card_used: 1 })
    expect(reserved.body.txId).toMatch(/^CP-[2-9A-HJKMNP-TV-Z]{4}-.{4}-.{4}$/)

    const held = await buyer.get('/api/wallet/me')
    // The buyer's own currency needs no rates.
    expect(held.body.as_of).toBeNull()
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
    expect(entry.tokens[0]).toEqual({ id: `${batch.serial}.1`, state: 'allocated' })
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

  it('completes again with the same answer, and is hidden from other users', async () => {
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

  it('releases the stock and the money when it is cancelled', async () => {
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
  it('ends the purchase and releases everything', async () => {
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

describe('the sandbox’s card field', () => {
  it.each([
    [{ number: '4242424242424241' }, 'number'],
    [{ exp_month: 13 }, 'exp_month'],
    [{ exp_year: 2020 }, 'exp_year'],
    [{ cvc: '12' }, 'cvc'],
    [{ cvc: 'n'.repeat(9) }, 'cvc'],
    [{ exp_month: 'May' }, 'exp_month'],
  ])('names the field of a refused card: %j %s', async (change, field) => {
    const card = { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' }
    const { status, body } = await (await person()).post('/dev/cards', { ...card, ...change })
    expect([status, body.code, body.field]).toEqual([400, 'card_refused', field])
  })
})

describe('a reservation is refused for', () => {
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
    [
      'a message of 5,000 characters',
      { is_gift: 1, telephone: '+447400123456', message: 'n'.repeat(5_000) },
      'Gift note cannot exceed 255 characters.',
    ],
    [
      'a note of 256 characters on one’s own purchase',
      { is_gift: 0, note: 'n'.repeat(256) },
      'Gift note cannot exceed 255 characters.',
    ],
    [
      'a message of 256 characters next to a note',
      { is_gift: 1, telephone: '+447400123456', note: 'hello', message: 'n'.repeat(256) },
      'Gift note cannot exceed 255 characters.',
    ],
    ['a card number in a note', { note: 'use 4242 4242 4242 4242 12' }, undefined],
    ['a card number with slashes', { note: '4242/4242/4242/4242' }, undefined],
    ['a card number in full-width digits', { name: '４２４２４２４２４２４２４２４２' }, undefined],
    ['a card number between letters', { note: '٤٢٤٢ a 4242 b 4242 c 4242' }, undefined],
    ['a card number in the signature', { from: 'Ada 4242 4242 4242 4242' }, undefined],
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

  it.each([
    [{ card: { telephone: '4242424242424242' } }, 'card.telephone'],
    [{ '4242424242424242': 1 }, null],
    [{ card: { '4242 4242 4242 4242': 1 } }, 'card'],
    [{ '4242 4242': { '4242 4242': '4242424242424242' } }, null],
  ])('a card number in %j, naming its field, never the number', async (change, field) => {
    const buyer = await person()
    const order = cardOrder(await batchOf(100), 50, await buyer.cardToken())
    const { status, body } = await buyer.reserve({ ...order, ...change })
    expect([status, body.code, body.field]).toEqual([400, 'card_number_refused', field])
    expect(body.error).not.toContain('4242')
  })

  it('a total under the card minimum, with the kilograms that reach it', async () => {
    const buyer = await person()
    const order = cardOrder(await batchOf(100), 5, await buyer.cardToken())
    const answer = await buyer.reserve(order)
    expect(answer).toMatchObject({ status: 400, body: { code: 'card_minimum' } })
    expect(answer.body.error).toBe('Card payments start at £0.30. Add 10 kg or use your wallet.')
  })

  it('a changed price, with the new figures and no reservation', async () => {
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

  it('more kilograms than are left, with their number', async () => {
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

describe('an unusual but valid request', () => {
  it('is accepted: an id in capitals, no method, phones that look like cards, a note at full length', async () => {
    const [buyer, batch] = [await person(), await batchOf(1_000)]
    const looksLikeCard = '+4915123456787'
    const { payment_method: _, ...order } = cardOrder(batch, 40, await buyer.cardToken())
    const spelled = { ...order, batchId: batch.id.toUpperCase(), from: looksLikeCard }
    expect(await buyer.reserve(spelled)).toMatchObject({ status: 200, body: { card_used: 0.8 } })
    const card_token = await buyer.cardToken()
    const gift = { is_gift: 1, telephone: looksLikeCard, message: '💚'.repeat(255) }
    expect((await buyer.reserve({ ...order, ...gift, card_token })).status).toBe(200)
  })

  it.each([
    [
      'a note on one’s own purchase is kept',
      { is_gift: 0, note: ' For the flight ' },
      'For the flight',
    ],
    [
      'an empty note gives way to the message',
      { is_gift: 1, note: ' ', message: 'hello' },
      'hello',
    ],
    ['a note wins over the message', { is_gift: 1, note: 'hi', message: 'hello' }, 'hi'],
  ])('%s', async (_name, words, note) => {
    const buyer = await person()
    const order = cardOrder(await batchOf(1_000), 40, await buyer.cardToken())
    const gift = { telephone: newPhone(), ...words }
    expect((await buyer.reserve({ ...order, ...gift })).status).toBe(200)
    const [entry] = (await buyer.get('/api/tokens/transaction/me')).body
    expect(entry.note).toBe(note)
  })

  it.each([
    ['+905321', 'TRY', 60],
    ['+491511', 'EUR', 1],
    ['+121255', 'USD', 1],
  ])('the welcome of %s is in %s: %i', async (start, currency, total) => {
    const phone = start + newPhone().slice(-6)
    const { body } = await (await new Person(test.url, phone).signIn()).get('/api/wallet/me')
    expect(body.wallets[0].totals).toEqual([{ currency, total, held: 0 }])
  })
})

describe('figures that a client computed in floats', () => {
  it('are not mistaken for card numbers', async () => {
    const buyer = await person()
    const order = cardOrder(await batchOf(1_000), 41, await buyer.cardToken())
    const answer = await buyer.reserve({ ...order, card_used: 0.02 * 41 })
    expect(answer.status).toBe(200)
  })
})
