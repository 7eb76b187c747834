// Tests that a quote holds unchanged for ten minutes and one user (docs/product.md#quotes): over
// HTTP, and to the millisecond. No test waits: an expired quote is signed with an earlier end.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openQuote, sealQuote } from '#features/wallet/quote.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { newPartner } from '#tests/support/people/partner.ts'
import { newPhone, Person, type TestBatch } from '#tests/support/people/person.ts'
import { quoteFor, splitOrder } from '#tests/support/people/split-order.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let test: TestApp
let buyer: Person
let batch: TestBatch
beforeAll(async () => {
  test = await startTestApp({ WELCOME_CREDIT: '0' })
  buyer = await new Person(test.url).signIn()
  const partner = await newPartner(test.services, test.url)
  await partner.credit(buyer.phone, 5, 'GBP')
  batch = await issueTestBatch(test.services.db, { kg: 1_000 })
})
afterAll(() => closeWithBooks(test))

const key = () => test.services.keys.quote
const owner = () => ({ passportId: buyer.id, phone: buyer.phone })
const total = { total_price: 1, currency: 'GBP', user_currency: 'GBP' }

function opened(sealed: string) {
  const quote = openQuote(sealed, key(), owner(), Date.now())
  if (quote === null) throw new Error('the quote does not hold')
  return quote
}

describe('a quote', () => {
  it('ends ten minutes after it was given, and shows its end', async () => {
    const before = Date.now()
    const { body } = await buyer.post('/api/wallet/prepay-preview', {
      ...total,
      phone: buyer.phone,
    })
    const { expiresAtMs } = opened(body.wallet_tx_id)
    expect(expiresAtMs).toBeGreaterThanOrEqual(before + 600_000)
    expect(expiresAtMs).toBeLessThanOrEqual(Date.now() + 600_000)
    expect(body.expires_at).toBe(new Date(expiresAtMs).toISOString())
  })

  it('shows the money that is held of the wallets that it may use, and of no other', async () => {
    const [green, other] = [
      await newPartner(test.services, test.url),
      await newPartner(test.services, test.url),
    ]
    const holder = await new Person(test.url).signIn()
    for (const partner of [green, other]) await partner.credit(holder.phone, 3, 'GBP')
    const { programmeId } = green.terminal
    const order = await splitOrder(holder, batch, 20, programmeId)
    expect((await holder.reserve(order)).status).toBe(200)
    const heldOf = async (program?: string) =>
      (await quoteFor(holder, batch, 20, program)).wallet_held
    expect(await heldOf()).toBe(0.4)
    expect(await heldOf(programmeId)).toBe(0.4)
    expect(await heldOf(other.terminal.programmeId)).toBe(0)
  })

  it('that has expired is not accepted: the order gets the present figures', async () => {
    const order = await splitOrder(buyer, batch, 20)
    const { wallet_used: _, card_used: __, ...quoted } = order
    const split = { ...quoted, payment_method: 'wallet+card' }
    const ending = (expiresAtMs: number) =>
      sealQuote({ ...opened(order.wallet_tx_id), expiresAtMs }, key(), buyer.phone)
    const lapsed = await buyer.reserve({ ...split, wallet_tx_id: ending(Date.now()) })
    expect(lapsed).toMatchObject({ status: 409, body: { code: 'quote_changed' } })
    expect(lapsed.body.quote).toMatchObject({ total: 0.4, wallet_used: 0.4, card_needed: 0 })
    const live = await buyer.reserve({ ...split, wallet_tx_id: ending(Date.now() + 600_000) })
    expect(live).toMatchObject({ status: 200, body: { wallet_used: 0.4 } })
  })

  it('is valid until its very end, for its own user, under its own key', async () => {
    const { wallet_tx_id: sealed } = await splitOrder(buyer, batch, 20)
    const { expiresAtMs } = opened(sealed)
    const open = (nowMs: number, other = {}, with_ = key()) =>
      openQuote(sealed, with_, { ...owner(), ...other }, nowMs)
    expect(open(expiresAtMs - 1)).not.toBeNull()
    expect(open(expiresAtMs)).toBeNull()
    expect(open(expiresAtMs - 1, { passportId: 'somebody else' })).toBeNull()
    expect(open(expiresAtMs - 1, { phone: newPhone() })).toBeNull()
    expect(open(expiresAtMs - 1, {}, Buffer.alloc(32))).toBeNull()
    const [payload, signature] = sealed.split('.')
    const richer = { ...opened(sealed), walletMinor: 1_000_000 }
    const changed = Buffer.from(JSON.stringify(richer)).toString('base64url')
    expect(openQuote(`${changed}.${signature}`, key(), owner(), 0)).toBeNull()
    expect(openQuote(`${payload}`, key(), owner(), 0)).toBeNull()
    expect(openQuote('', key(), owner(), 0)).toBeNull()
  })
})

describe('a rate', () => {
  const path = '/api/tokens/transaction/fx/latest'

  it.each([
    ['from=GBP&to=EUR', 200, undefined],
    ['from=GBP&to=GBP', 200, undefined],
    ['from=XXX&to=XXX', 404, undefined],
    ['from=gbp&to=EUR', 400, 'from'],
    ['from=GBP&to=eur', 400, 'to'],
    ['from=GBP', 400, 'to'],
  ])('%s is %i', async (query, status, field) => {
    const answer = await buyer.get(`${path}?${query}`)
    expect([answer.status, answer.body.field]).toEqual([status, field])
  })
})

describe('a preview is refused', () => {
  it.each([
    ['for another’s number', { phone: newPhone() }, 'not_your_phone'],
    ['in another currency than one’s own', { user_currency: 'EUR' }, 'not_your_currency'],
    ['where no rate is known', { currency: 'XXX' }, 'rate_unknown'],
  ])('%s', async (_, change, code) => {
    const body = { ...total, phone: buyer.phone, ...change }
    const answer = await buyer.post('/api/wallet/prepay-preview', body)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.body.code).toBe(code)
  })
})
