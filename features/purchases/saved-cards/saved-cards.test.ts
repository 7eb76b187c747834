// Tests saved cards over HTTP with the sandbox: what is kept and when, who may pay with it, and its removal
// at the provider through failures.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reconcilePurchases } from '#features/purchases/card/reconcile-purchases.ts'
import { expiryMonth } from '#features/purchases/saved-cards/saved-cards.ts'
import { settleSavedCards } from '#features/purchases/saved-cards/settle-saved-cards.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import {
  failCards,
  healSandboxes,
  withoutCircuits,
} from '#tests/support/stand-ins/sandbox-faults.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const ageCode = statement(
  'test-age-code-of-sessions',
  {},
  `update sessions set code_at = now() - interval '16 minutes' where passport_id = $1`,
)
const expireCards = statement(
  'test-expire-kept-cards',
  {},
  'update sandbox_cards.tokens set exp_year = 2020 where customer_id is not null',
)
const makeDue = statement('test-make-cards-due', {}, 'update saved_cards set due_at = now()')
const livingCustomers = statement(
  'test-living-customers',
  { count: 'int8' },
  `select count(*) as count from sandbox_cards.customers c where deleted_at is null
     and split_part(step_key, ':', 1) in (select id::text from purchases where buyer_id = $1)`,
)
const allCustomers = statement(
  'test-all-customers',
  { count: 'int8' },
  `select count(*) as count from sandbox_cards.customers c
   where split_part(step_key, ':', 1) in (select id::text from purchases where buyer_id = $1)`,
)
const storedCards = statement(
  'test-stored-cards',
  { count: 'int8' },
  `select count(*) as count from saved_cards c join purchases p on p.id = c.id where p.buyer_id = $1`,
)
const delaySaving = statement(
  'test-delay-saved-card',
  {},
  `update saved_cards c set due_at = now() + interval '1 hour' from purchases p
   where p.id = c.id and p.buyer_id = $1`,
)
const forgetStoredCustomer = statement(
  'test-forget-stored-customer',
  {},
  `update saved_cards c set customer_id = null from purchases p where p.id = c.id and p.buyer_id = $1`,
)

const asks = '4000002500003155'
/** Cards that pay, with different numbers. */
const numbers = [
  '4242424242424242',
  '5555555555554444',
  '378282246310005',
  '4000056655665556',
  '5105105105105100',
  '4111111111111111',
]

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ OPEN_RESERVATIONS_MAX: '500' })
})
beforeEach(() => healSandboxes(test.services.db))
afterAll(() => closeWithBooks(test))

const person = () => new Person(test.url).signIn()
const batchOf = (kg = 1_000) => issueTestBatch(test.services.db, { kg })

/** Settles every card that waits, as the background task does in a few rounds. */
async function settle(): Promise<void> {
  const services = { ...test.services, ...withoutCircuits(test.services) }
  for (let round = 0; round < 3; round += 1) {
    await test.services.db.run(makeDue)
    await settleSavedCards(services)
  }
}

const countOf = async (what: typeof livingCustomers, { id }: Person) =>
  (await test.services.db.run(what, [id]))[0]?.count

/** Reserves with a new token of a card, which is to be kept. */
async function reserveSaving(buyer: Person, number = numbers[0], key = randomUUID()) {
  const order = cardOrder(await batchOf(), 50, await buyer.cardToken(number))
  const send = () => buyer.reserve({ ...order, save_card: true }, { key })
  return { send, ...(await send()) }
}

/** Buys with a card that is kept, and returns its id. */
async function saveCard(buyer: Person, number = numbers[0]): Promise<string> {
  const reserved = await reserveSaving(buyer, number)
  expect(reserved.status).toBe(200)
  expect((await buyer.complete(reserved.body.txId)).body.status).toBe('COMPLETED')
  await settle()
  const { body } = await buyer.get('/api/cards')
  return body[0]?.id
}

async function payWith(buyer: Person, cardId: string) {
  return buyer.reserve(cardOrder(await batchOf(), 50, `saved:${cardId}`), { key: randomUUID() })
}
const remove = (buyer: Person, id: string, nonce?: string) =>
  buyer.signed(`/api/cards/${id}`, undefined, {
    method: 'DELETE',
    ...(nonce === undefined ? {} : { nonce }),
  })

describe('a card', () => {
  it('is kept when its purchase completes, not before, and pays again', async () => {
    const buyer = await person()
    const { body } = await reserveSaving(buyer)
    await settle()
    expect((await buyer.get('/api/cards')).body).toEqual([])
    await buyer.complete(body.txId)
    await settle()
    const cards = (await buyer.get('/api/cards')).body
    expect(cards).toEqual([
      { id: expect.any(String), brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2040 },
    ])
    for (let time = 0; time < 2; time += 1) {
      const paid = await payWith(buyer, cards[0].id)
      expect(paid).toMatchObject({ status: 200, body: { card_used: 1 } })
      expect((await buyer.complete(paid.body.txId)).body.status).toBe('COMPLETED')
    }
  })

  it('is not kept without the wish', async () => {
    const buyer = await person()
    const order = cardOrder(await batchOf(), 50, await buyer.cardToken())
    const { body } = await buyer.reserve({ ...order, save_card: false })
    await buyer.complete(body.txId)
    await settle()
    expect((await buyer.get('/api/cards')).body).toEqual([])
    expect(await countOf(allCustomers, buyer)).toBe(0)
  })

  it.each(['cancelled', 'declined'])('of a %s purchase leaves nothing anywhere', async (end) => {
    const buyer = await person()
    const number = end === 'declined' ? '4000000000000002' : numbers[0]
    const { status, body } = await reserveSaving(buyer, number)
    expect(status).toBe(end === 'declined' ? 402 : 200)
    expect(await countOf(livingCustomers, buyer)).toBe(1)
    if (end === 'cancelled') await buyer.signed('/api/tokens/cancelPin', { txId: body.txId })
    await reconcilePurchases(test.services, 0)
    await settle()
    expect((await buyer.get('/api/cards')).body).toEqual([])
    expect(await countOf(livingCustomers, buyer)).toBe(0)
    expect(await countOf(storedCards, buyer)).toBe(0)
  })

  it('saved twice is one card with one customer', async () => {
    const buyer = await person()
    const id = await saveCard(buyer)
    expect(await saveCard(buyer)).toBe(id)
    expect((await buyer.get('/api/cards')).body).toHaveLength(1)
    expect(await countOf(livingCustomers, buyer)).toBe(1)
    expect((await payWith(buyer, id)).status).toBe(200)
  })

  it('saved again while it pays keeps its customer until that purchase has ended', async () => {
    const buyer = await person()
    const id = await saveCard(buyer)
    const paid = await payWith(buyer, id)
    expect(await saveCard(buyer)).toBe(id)
    expect(await countOf(livingCustomers, buyer)).toBe(2)
    expect((await buyer.complete(paid.body.txId)).body.status).toBe('COMPLETED')
    await settle()
    expect((await buyer.get('/api/cards')).body).toHaveLength(1)
    expect(await countOf(livingCustomers, buyer)).toBe(1)
  })

  it('is one of at most five, however many purchases complete at once', async () => {
    const buyer = await person()
    for (const number of numbers.slice(0, 4)) await saveCard(buyer, number)
    const purchases = await Promise.all(
      numbers.slice(4).map((number) => reserveSaving(buyer, number)),
    )
    await Promise.all(purchases.map(({ body }) => buyer.complete(body.txId)))
    await settle()
    expect((await buyer.get('/api/cards')).body).toHaveLength(5)
    expect(await countOf(livingCustomers, buyer)).toBe(5)
  })

  it('that expired is declined', async () => {
    const buyer = await person()
    const id = await saveCard(buyer)
    await test.services.db.run(expireCards)
    expect(await payWith(buyer, id)).toMatchObject({
      status: 402,
      body: { error: 'Your card has expired.' },
    })
  })

  it('whose bank asks sends the buyer to the bank', async () => {
    const buyer = await person()
    const { body } = await reserveSaving(buyer, asks)
    await buyer.post('/dev/cards/actions', {
      client_secret: body.card_action.client_secret,
      approved: true,
    })
    expect((await buyer.complete(body.txId)).body.status).toBe('COMPLETED')
    await settle()
    const [card] = (await buyer.get('/api/cards')).body
    const paid = await payWith(buyer, card.id)
    expect(paid.body.card_action.type).toBe('three_d_secure')
  })
})

describe('a saved card', () => {
  it('is its owner’s only', async () => {
    const [owner, other] = [await person(), await person()]
    const id = await saveCard(owner)
    const refused = { status: 400, body: { error: 'Card details required.' } }
    expect(await payWith(other, id)).toMatchObject(refused)
    expect((await remove(other, id)).status).toBe(404)
    expect((await other.get('/api/cards')).body).toEqual([])
    expect(await payWith(owner, id)).toMatchObject({ status: 200 })
  })

  it.each([randomUUID(), 'none', ''])('%j that is not there pays nothing', async (id) => {
    const buyer = await person()
    expect(await payWith(buyer, id)).toMatchObject({
      status: 400,
      body: { error: 'Card details required.' },
    })
  })

  it('asks another session for a fresh code before its first use only', async () => {
    const buyer = await person()
    const id = await saveCard(buyer)
    await test.services.db.run(ageCode, [buyer.id])
    expect((await payWith(buyer, id)).status).toBe(200)
    const again = await new Person(test.url, buyer.phone).signIn()
    await test.services.db.run(ageCode, [buyer.id])
    const refused = { status: 403, body: { code: 'code_required' } }
    expect(await payWith(again, id)).toMatchObject(refused)
    const code = await again.codeFor('export')
    const confirmed = await again.post('/api/profile/confirm', { code })
    expect(confirmed.status).toBe(204)
    expect((await payWith(again, id)).status).toBe(200)
    await test.services.db.run(ageCode, [buyer.id])
    expect((await payWith(again, id)).status).toBe(200)
  })

  it('is confirmed alone: another card of the same session asks for its own code', async () => {
    const buyer = await person()
    const [one, other] = [await saveCard(buyer), await saveCard(buyer, numbers[1])]
    const again = await new Person(test.url, buyer.phone).signIn()
    expect((await payWith(again, one)).status).toBe(200)
    await test.services.db.run(ageCode, [buyer.id])
    expect((await payWith(again, one)).status).toBe(200)
    const refused = { status: 403, body: { code: 'code_required' } }
    expect(await payWith(again, other)).toMatchObject(refused)
  })

  it('asks a session that saved it again for no code', async () => {
    const buyer = await person()
    const id = await saveCard(buyer)
    const again = await new Person(test.url, buyer.phone).signIn()
    expect(await saveCard(again)).toBe(id)
    await test.services.db.run(ageCode, [buyer.id])
    expect((await payWith(again, id)).status).toBe(200)
  })

  it('is charged once by a hundred equal calls', async () => {
    const buyer = await person()
    const id = await saveCard(buyer)
    const [order, key] = [cardOrder(await batchOf(), 50, `saved:${id}`), randomUUID()]
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => buyer.reserve(order, { key })),
    )
    const reserved = answers.filter(({ status }) => status === 200)
    expect(new Set(reserved.map(({ body }) => body.txId)).size).toBe(1)
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  })

  it('leaves the list and the provider when it is removed, once', async () => {
    const buyer = await person()
    const id = await saveCard(buyer)
    const nonce = `${Date.now()}.${'a'.repeat(20)}`
    expect((await remove(buyer, id, nonce)).status).toBe(204)
    expect(await remove(buyer, id, nonce)).toMatchObject({ body: { code: 'replayed' } })
    expect((await remove(buyer, id)).status).toBe(404)
    expect((await buyer.get('/api/cards')).body).toEqual([])
    expect(await payWith(buyer, id)).toMatchObject({ status: 400 })
    await settle()
    expect(await countOf(livingCustomers, buyer)).toBe(0)
    expect(await countOf(storedCards, buyer)).toBe(0)
  })

  it('that is removed while it pays completes its purchase, and is deleted after it', async () => {
    const buyer = await person()
    const id = await saveCard(buyer)
    const { body } = await payWith(buyer, id)
    expect((await remove(buyer, id)).status).toBe(204)
    await settle()
    expect(await countOf(livingCustomers, buyer)).toBe(1)
    expect((await buyer.complete(body.txId)).body.status).toBe('COMPLETED')
    await settle()
    expect(await countOf(livingCustomers, buyer)).toBe(0)
  })

  it('that an order names, but whose wallet pays all, is neither charged nor kept for it', async () => {
    const buyer = await person()
    const id = await saveCard(buyer)
    const byWallet = { payment_method: 'wallet', wallet_used: 1, card_used: 0 }
    const order = cardOrder(await batchOf(), 50, `saved:${id}`)
    const { status, body } = await buyer.reserve({ ...order, ...byWallet })
    expect([status, body.wallet_used, body.card_used]).toEqual([200, 1, 0])
    expect((await remove(buyer, id)).status).toBe(204)
    await settle()
    // The card need not wait for the end of the purchase, which it does not pay.
    expect(await countOf(livingCustomers, buyer)).toBe(0)
    expect((await buyer.complete(body.txId)).body.status).toBe('COMPLETED')
  })

  it('is not made of the token of an order that the wallet pays', async () => {
    const buyer = await person()
    const byWallet = { payment_method: 'wallet', wallet_used: 1, card_used: 0, save_card: true }
    const order = cardOrder(await batchOf(), 50, await buyer.cardToken())
    const { status, body } = await buyer.reserve({ ...order, ...byWallet })
    expect(status).toBe(200)
    expect(await countOf(storedCards, buyer)).toBe(0)
    expect((await buyer.complete(body.txId)).body.status).toBe('COMPLETED')
    await settle()
    expect((await buyer.get('/api/cards')).body).toEqual([])
    expect(await countOf(allCustomers, buyer)).toBe(0)
  })

  it.each(['error', 'unknown', 'late', 'duplicate'] as const)(
    'is deleted at the provider in spite of %j',
    async (fault) => {
      const buyer = await person()
      const id = await saveCard(buyer)
      await failCards(test.services.db, 'forget', fault)
      expect((await remove(buyer, id)).status).toBe(204)
      await settle()
      expect(await countOf(livingCustomers, buyer)).toBe(0)
      expect(await countOf(storedCards, buyer)).toBe(0)
    },
  )

  it('expires in a month of two digits', () => {
    expect(expiryMonth({ exp_month: 5, exp_year: 2028 })).toBe('2028-05')
  })

  it('is exported without the provider’s ids, and erased with the passport', async () => {
    const buyer = await person()
    await saveCard(buyer)
    const file = (await buyer.get('/api/profile/export')).body
    expect(file['saved cards']).toEqual([
      { brand: 'visa', 'last four digits': '4242', expires: '2040-12', saved: expect.any(String) },
    ])
    expect(JSON.stringify(file)).not.toMatch(/cus_|tok_/)
    const code = await buyer.codeFor('delete')
    const erased = await buyer.signed('/api/profile', { code }, { method: 'DELETE' })
    expect(erased.status).toBe(204)
    await settle()
    expect(await countOf(livingCustomers, buyer)).toBe(0)
    expect(await countOf(storedCards, buyer)).toBe(0)
  })

  it('whose passport is erased before it is kept is never kept', async () => {
    const buyer = await person()
    const { body } = await reserveSaving(buyer)
    await test.services.db.run(delaySaving, [buyer.id])
    expect((await buyer.complete(body.txId)).body.status).toBe('COMPLETED')
    const code = await buyer.codeFor('delete')
    const erased = await buyer.signed('/api/profile', { code }, { method: 'DELETE' })
    expect(erased.status).toBe(204)
    await settle()
    expect(await countOf(livingCustomers, buyer)).toBe(0)
    expect(await countOf(storedCards, buyer)).toBe(0)
  })

  it('stays after a sign-out', async () => {
    const buyer = await person()
    const id = await saveCard(buyer)
    await buyer.post('/api/auth/logout')
    const back = await new Person(test.url, buyer.phone).signIn()
    expect((await back.get('/api/cards')).body).toMatchObject([{ id }])
    expect((await payWith(back, id)).status).toBe(200)
  })
})

describe('a card whose customer', () => {
  it.each(['error', 'unknown'] as const)('is created with %j is kept once', async (fault) => {
    const buyer = await person()
    await failCards(test.services.db, 'customer', fault)
    const first = await reserveSaving(buyer)
    expect(first).toMatchObject({ status: 503, body: { code: 'payment_unknown' } })
    const { body } = await first.send()
    await buyer.complete(body.txId)
    await settle()
    expect((await buyer.get('/api/cards')).body).toHaveLength(1)
    expect(await countOf(allCustomers, buyer)).toBe(1)
  })

  it('was created before a kill is found again and deleted', async () => {
    const buyer = await person()
    const { body } = await reserveSaving(buyer)
    await test.services.db.run(forgetStoredCustomer, [buyer.id])
    await buyer.signed('/api/tokens/cancelPin', { txId: body.txId })
    await reconcilePurchases(test.services, 0)
    await settle()
    expect(await countOf(allCustomers, buyer)).toBe(1)
    expect(await countOf(livingCustomers, buyer)).toBe(0)
  })

  it.each(['error', 'hang'] as const)('answers with %j is kept later', async (fault) => {
    const buyer = await person()
    const { body } = await reserveSaving(buyer)
    await buyer.complete(body.txId)
    await failCards(test.services.db, 'kept', fault === 'hang' ? 'slow' : fault, { waitMs: 50 })
    await settle()
    expect((await buyer.get('/api/cards')).body).toHaveLength(1)
  })
})
