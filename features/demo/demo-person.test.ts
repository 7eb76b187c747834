// Tests the calls that a person of the demonstration makes, by a product that only answers.
import { describe, expect, it } from 'vitest'
import { signRequest } from '#platform/http/guard/request-signature.ts'
import { type DemoOrder, type SendToProduct, signInDemoPerson } from './demo-person.ts'

type Sent = Parameters<SendToProduct>[0]

const phone = '+447400990199'
const userId = '0193b0b2-0000-7000-8000-000000000001'
const keyText = 'a2V5IG9mIHRoZSB0ZXJtaW5hbA'
const batchId = (last: number) => `0193b0b2-0000-7000-8000-00000000000${last}`
const batch = { id: batchId(3), price_per_kg: 0.03, currency: 'GBP' }
const rowOf = (last: number, kg_available: number, currency = 'GBP') => ({
  ...batch,
  ...{ id: batchId(last), kg_available, currency },
})

const answers: Readonly<Record<string, unknown>> = {
  '/api/auth/request-otp': {},
  '/api/auth/verify-otp': { user: { id: userId }, terminal: { id: 'T1', key: keyText } },
  '/api/batches': [rowOf(3, 50), rowOf(4, 900), rowOf(2, 900), rowOf(1, 5_000, 'EUR')],
  '/dev/cards': { id: 'tok_1' },
  '/api/wallet/prepay-preview': { wallet_tx_id: 'W1', wallet_used: 0.9, card_needed: 0 },
  '/api/tokens/getPin': { txId: 'TX1' },
  '/api/tokens/validatePin': {},
  '/api/profile': {},
}

/** Signs a person in to a product with these answers. `sent` are the calls after that. */
async function signIn(changed: Readonly<Record<string, unknown>> = {}) {
  const sent: Sent[] = []
  const person = await signInDemoPerson(
    {
      send: async (request) => {
        sent.push(request)
        const body = { ...answers, ...changed }[request.path]
        return { status: body === undefined ? 404 : 200, body, cookie: 'session=S1' }
      },
      smsSandbox: {
        messages: async (to) => [
          {
            id: '2',
            to: to ?? '',
            body: '123456 is your code',
            template: 'code',
            created_at: '2026-11-01',
          },
          {
            id: '1',
            to: to ?? '',
            body: '999999 is your code',
            template: 'code',
            created_at: '2026-11-01',
          },
        ],
      },
    },
    phone,
  )
  const opening = sent.splice(0)
  return { person, opening, sent }
}
const bodyOf = ({ body = '' }: Sent): Record<string, unknown> => JSON.parse(body)
const bodyAt = (sent: readonly Sent[], path: string) =>
  sent.filter((each) => each.path === path).map(bodyOf)

/** Returns the calls of a purchase. */
async function buy(order: Partial<DemoOrder>, changed: Readonly<Record<string, unknown>> = {}) {
  const { person, sent } = await signIn(changed)
  expect(await person.buy('first', { batch, kilograms: 40, ...order })).toBe('TX1')
  const [order1] = bodyAt(sent, '/api/tokens/getPin')
  return { sent, order: order1, cards: bodyAt(sent, '/dev/cards') }
}

describe('a person of the demonstration', () => {
  it('signs in with the newest code that the sandbox has', async () => {
    const { person, opening } = await signIn()
    expect(person.id).toBe(userId)
    expect(opening.map(({ path }) => path)).toEqual([
      '/api/auth/request-otp',
      '/api/auth/verify-otp',
    ])
    expect(opening.map(bodyOf)).toEqual([{ phone }, { phone, code: '123456' }])
  })

  it('finds the batch in pounds with the most kilograms, and the first of equal ones', async () => {
    const { person, sent } = await signIn()
    expect(await person.findBatch()).toMatchObject({ id: batchId(2), currency: 'GBP' })
    expect(sent).toMatchObject([{ method: 'GET', headers: { cookie: 'session=S1' } }])
    expect(sent[0]).not.toHaveProperty('body')
    expect(sent[0]?.headers).not.toHaveProperty('content-type')
    const poor = await signIn({ '/api/batches': [rowOf(1, 5_000, 'EUR')] })
    await expect(poor.person.findBatch()).rejects.toThrow('no batch in pounds')
  })

  it('pays by card alone without asking for wallets', async () => {
    const number = '4000000000000259'
    const { sent, order, cards } = await buy({ card: number })
    expect(cards).toEqual([{ number, exp_month: 12, exp_year: 2040, cvc: '123' }])
    expect(bodyAt(sent, '/api/wallet/prepay-preview')).toEqual([])
    expect(order).toEqual({
      ...{ batchId: batch.id, count: 40, amount: 0.03, currency: 'GBP', is_gift: 0 },
      ...{ payment_method: 'card', wallet_used: 0, card_token: 'tok_1' },
    })
  })

  it('pays by wallets alone where they suffice, without a card', async () => {
    const { sent, order, cards } = await buy({ kilograms: 30 })
    expect(bodyAt(sent, '/api/wallet/prepay-preview')).toEqual([
      { phone, currency: 'GBP', user_currency: 'GBP', total_price: 0.03 * 30 },
    ])
    expect(cards).toEqual([])
    expect(order).toMatchObject({
      ...{ payment_method: 'wallet', wallet_tx_id: 'W1', wallet_used: 0.9, card_used: 0 },
    })
    expect(order).not.toHaveProperty('card_token')
  })

  it.each([
    ['4000000000005423', '4000000000005423'],
    [undefined, '4242424242424242'],
  ])('pays by wallets first and the rest by card: %s', async (card, used) => {
    const split = { wallet_tx_id: 'W1', wallet_used: 0.5, card_needed: 0.7 }
    const { order, cards } = await buy(
      { walletFirst: true, ...(card === undefined ? {} : { card }) },
      { '/api/wallet/prepay-preview': split },
    )
    expect(cards).toMatchObject([{ number: used }])
    expect(order).toMatchObject({
      ...{ payment_method: 'wallet+card', wallet_tx_id: 'W1', wallet_used: 0.5 },
      ...{ card_used: 0.7, card_token: 'tok_1' },
    })
  })

  it('gives a purchase to a phone with a note', async () => {
    const gift = { phone: '+447400990103', note: 'For the train' }
    const { order } = await buy({ card: '4242424242424242', gift })
    expect(order).toMatchObject({ is_gift: 1, telephone: gift.phone, note: gift.note })
    expect(order).not.toHaveProperty('gift')
  })

  it('signs reservation and completion, each under a key of its own', async () => {
    const { sent } = await buy({ card: '4242424242424242' })
    const signed = sent.filter(({ headers }) => 'x-signature' in headers)
    expect(signed.map(({ path, headers }) => [path, headers['idempotency-key']])).toEqual([
      ['/api/tokens/getPin', 'demo-first'],
      ['/api/tokens/validatePin', 'demo-first-complete'],
    ])
    expect(bodyAt(signed, '/api/tokens/validatePin')).toEqual([{ txId: 'TX1' }])
    for (const { path, headers, body = '' } of signed) {
      const { 'x-nonce': nonce = '', 'idempotency-key': idempotencyKey = '' } = headers
      expect(nonce).toMatch(/^\d{13}\.[\w-]{16}$/)
      const parts = { method: 'POST', path, terminalId: 'T1', nonce, idempotencyKey }
      expect(headers).toMatchObject({
        ...{ cookie: 'session=S1', 'x-terminal-id': 'T1', 'content-type': 'application/json' },
        'x-signature': signRequest(Buffer.from(keyText, 'base64url'), {
          ...parts,
          body: Buffer.from(body),
        }),
      })
    }
    expect(new Set(signed.map(({ headers }) => headers['x-nonce'])).size).toBe(2)
  })

  it('sets the nickname, and stops at a refused call with its path and answer', async () => {
    const { person, sent } = await signIn()
    await person.setNickname('Ada')
    expect(sent).toMatchObject([{ method: 'PATCH', path: '/api/profile' }])
    expect(sent.map(bodyOf)).toEqual([{ nickname: 'Ada' }])
    const refused = await signIn({ '/api/profile': undefined })
    await expect(refused.person.setNickname('Ada')).rejects.toThrow('/api/profile answered 404')
  })
})
