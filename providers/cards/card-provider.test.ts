// Tests the promises of the card port, with the sandbox and with Stripe's adapter against a test
// server. Results are read at the provider: the money that moved.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLog } from '#platform/logger.ts'
import type { CardCustomer, CardProvider } from '#providers/cards/card-provider.ts'
import { openCardSandbox } from '#providers/cards/card-sandbox.ts'
import { openStripe } from '#providers/cards/stripe.ts'
import { createTestDatabase, openTestDatabase } from '#tests/support/postgres.ts'
import { cardEventsOf, failCards } from '#tests/support/stand-ins/sandbox-faults.ts'
import { openStripeStandIn, type StandInCard } from '#tests/support/stand-ins/stripe-stand-in.ts'
import { statement } from '#tests/support/test-statement.ts'

const settle = statement(
  'test-settle',
  {},
  "update sandbox_cards.payments set status = 'settled' where step_key = $1",
)

type FarSide = {
  readonly cards: CardProvider
  tokenise(card: StandInCard): Promise<string>
  answerBank(clientSecret: string, approved: boolean): Promise<unknown>
  eventsOf(stepKey: string): Promise<string[]>
  /** The next try of a step gets no answer; it took effect, or did not. */
  loseAnswer(step: 'authorise' | 'capture' | 'void' | 'refund', effect: boolean): Promise<void>
  close(): Promise<void>
}

const testNumbers: Readonly<Record<StandInCard, string>> = {
  pays: '4242424242424242',
  declined: '4000000000000002',
  lacks_funds: '4000000000009995',
  errs: '4000000000000119',
  asks: '4000002500003155',
}

async function sandbox(): Promise<FarSide> {
  const database = await createTestDatabase()
  const { url } = database
  const db = openTestDatabase(url)
  const cards = await openCardSandbox(url, Date.now, 20)
  return {
    cards,
    async tokenise(card) {
      const details = { number: testNumbers[card], expMonth: 12, expYear: 2040, cvc: '123' }
      return String(await cards.tokenise(details))
    },
    answerBank: (secret, approved) => cards.confirm(secret, approved),
    eventsOf: (stepKey) => cardEventsOf(db, stepKey.replace(/:authorise$/, '')),
    loseAnswer: (step, effect) => failCards(db, step, effect ? 'unknown' : 'error'),
    async close() {
      await Promise.all([cards.close(), db.close()])
      await database.drop()
    },
  }
}

async function stripe(): Promise<FarSide> {
  const standIn = await openStripeStandIn()
  const { secretKey, url: apiUrl } = standIn
  const settings = { secretKey, publishableKey: 'pk_test_1', apiUrl }
  const operations = {
    authorise: 'PostPaymentIntentsIntentConfirm',
    capture: 'PostPaymentIntentsIntentCapture',
    void: 'PostPaymentIntentsIntentCancel',
    refund: 'PostRefunds',
  } as const
  return {
    cards: openStripe(settings, openLog('silent'), 100_000),
    tokenise: async (card) => standIn.tokenise(card),
    answerBank: async (secret, approved) => standIn.answerBank(secret, approved),
    eventsOf: async (stepKey) => standIn.eventsOf(stepKey),
    async loseAnswer(step, effect) {
      // The adapter repeats a lost call twice: all three are lost.
      if (effect) standIn.fail(operations[step], 'lost after')
      standIn.fail(operations[step], 'lost before', effect ? 2 : 3)
    },
    async close() {
      await standIn.close()
      expect(standIn.malformed).toEqual([])
    },
  }
}

describe.each([
  ['the sandbox', sandbox],
  ['Stripe', stripe],
] as const)('cards by %s', (_name, open) => {
  let far: FarSide
  beforeAll(async () => {
    far = await open()
  })
  afterAll(() => far.close())

  async function newStep(card: StandInCard = 'pays') {
    const id = randomUUID()
    const amount = { txId: 'CP-7K2M-9QXF-4HJD', amountMinor: 200, currency: 'GBP' }
    const stepKey = `${id}:authorise`
    const cardToken = await far.tokenise(card)
    return { id, authorise: { stepKey, cardToken, ...amount } }
  }
  async function authorised(card?: StandInCard) {
    const step = await newStep(card)
    const answer = await far.cards.authorise(step.authorise)
    if (!('paymentId' in answer)) throw new Error(`the card is ${answer.status}`)
    const { paymentId } = answer
    const next = (name: string) => ({ stepKey: `${step.id}:${name}`, paymentId })
    const events = () => far.eventsOf(step.authorise.stepKey)
    const find = async (known = false) => {
      const found = await far.cards.find({
        ...step.authorise,
        paymentId: known ? paymentId : null,
      })
      return [found.status, found.paymentId === paymentId]
    }
    return { ...step, answer, paymentId, next, events, find }
  }

  const openCustomer = () => far.cards.openCustomer(`${randomUUID()}:customer`)
  const charge = (cardToken: string, customer?: CardCustomer) =>
    far.cards.authorise({
      stepKey: `${randomUUID()}:authorise`,
      txId: 'CP-7K2M-9QXF-4HJD',
      amountMinor: 200,
      currency: 'GBP',
      cardToken,
      ...(customer === undefined ? {} : { customer }),
    })
  async function keep(card: StandInCard = 'pays') {
    const customerId = await openCustomer()
    await charge(await far.tokenise(card), { customerId, use: 'keep' })
    return { customerId, kept: await far.cards.findKeptCard(customerId) }
  }

  it('keep the card of a payment, which pays again in and off session', async () => {
    const { customerId, kept } = await keep()
    expect(kept).toMatchObject({ brand: 'visa', lastFour: '4242', expMonth: 12, expYear: 2040 })
    for (const use of ['on_session', 'off_session'] as const) {
      const paid = await charge(kept?.methodId ?? '', { customerId, use })
      expect(paid.status).toBe('authorised')
    }
  })

  it('give two tokens of one card one fingerprint', async () => {
    const [one, other] = [await keep(), await keep()]
    expect(one.kept?.fingerprint).toBe(other.kept?.fingerprint)
    expect(one.kept?.methodId).not.toBe(other.kept?.methodId)
  })

  it('open one customer for a repeated step', async () => {
    const step = `${randomUUID()}:customer`
    expect(await far.cards.openCustomer(step)).toBe(await far.cards.openCustomer(step))
  })

  it('keep no declined card', async () => {
    expect((await keep('declined')).kept).toBeNull()
  })

  it('refuse a kept card to another customer, and without a customer', async () => {
    const { kept } = await keep()
    const token = kept?.methodId ?? ''
    const other = await openCustomer()
    expect(await charge(token, { customerId: other, use: 'on_session' })).toEqual({
      status: 'bad_token',
    })
    expect(await charge(token)).toEqual({ status: 'bad_token' })
  })

  it('decline off session what the bank asks the cardholder', async () => {
    const { customerId, kept } = await keep('asks')
    const token = kept?.methodId ?? ''
    expect(await charge(token, { customerId, use: 'on_session' })).toMatchObject({
      status: 'action',
    })
    expect(await charge(token, { customerId, use: 'off_session' })).toMatchObject({
      status: 'declined',
      isCardholderNeeded: true,
    })
  })

  it('forget a customer with its card, once or twice', async () => {
    const { customerId, kept } = await keep()
    await far.cards.forgetCustomer(customerId)
    await far.cards.forgetCustomer(customerId)
    expect(await far.cards.findKeptCard(customerId)).toBeNull()
    const paid = await charge(kept?.methodId ?? '', { customerId, use: 'off_session' })
    expect(paid.status).not.toBe('authorised')
  })

  it('authorise money and capture it', async () => {
    const { answer, paymentId, next, events, find } = await authorised()
    expect(answer).toMatchObject({ status: 'authorised', paymentId })
    expect(await find()).toEqual(['authorised', true])
    expect(await far.cards.capture(next('capture'))).toBe('captured')
    expect(await find()).toEqual(['captured', true])
    expect(await find(true)).toEqual(['captured', true])
    expect(await events()).toEqual(['authorised', 'captured'])
  })

  it('charge once, however often a step is repeated', async () => {
    const { authorise, paymentId, next, events } = await authorised()
    const again = [1, 2, 3, 4].map(() => far.cards.authorise(authorise))
    for (const answer of await Promise.all(again)) {
      expect(answer).toMatchObject({ status: 'authorised', paymentId })
    }
    for (const time of [1, 2, 3]) {
      expect(await far.cards.capture(next('capture')), `capture ${time}`).toBe('captured')
    }
    expect(await far.cards.authorise(authorise)).toMatchObject({ status: 'authorised', paymentId })
    expect(await events()).toEqual(['authorised', 'captured'])
  })

  it.each([
    ['declined', 'Your card was declined.'],
    ['lacks_funds', 'Your card has insufficient funds.'],
    ['errs', 'An error occurred while processing your card. Please try again.'],
  ] as const)('give the reason of a refused card: %s', async (card, sentence) => {
    const { authorise } = await newStep(card)
    expect(await far.cards.authorise(authorise)).toEqual({ status: 'declined', sentence })
    expect(await far.cards.find({ ...authorise, paymentId: null })).toMatchObject({
      status: 'declined',
    })
    expect(await far.cards.authorise(authorise)).toMatchObject({ status: 'declined' })
    expect(await far.eventsOf(authorise.stepKey)).toEqual(['declined'])
  })

  it('try no card with an invalid, missing or used token', async () => {
    const used = await authorised()
    for (const cardToken of ['pm_nothing', '', used.authorise.cardToken]) {
      const { authorise } = await newStep()
      const step = { ...authorise, cardToken }
      expect(await far.cards.authorise(step)).toEqual({ status: 'bad_token' })
      expect(await far.cards.find({ ...step, paymentId: null })).toMatchObject({ status: 'none' })
      expect(await far.eventsOf(step.stepKey)).toEqual([])
      // A card that is one pays for the same step after it.
      expect(await far.cards.authorise(authorise)).toMatchObject({ status: 'authorised' })
    }
  })

  it('return the bank’s question, also when asked again, and continue once it is answered', async () => {
    const { answer, authorise, next, events, find } = await authorised('asks')
    if (answer.status !== 'action') throw new Error('no question')
    expect(answer.action.type).toBe('three_d_secure')
    expect(await far.cards.authorise({ ...authorise, cardToken: '' })).toEqual(answer)
    expect(await far.cards.capture(next('too-early'))).toBe('action')
    await far.answerBank(answer.action.client_secret, true)
    expect(await find(true)).toEqual(['authorised', true])
    expect(await far.cards.capture(next('capture'))).toBe('captured')
    expect(await events()).toEqual(['action', 'authorised', 'captured'])
  })

  it('treat a bank’s no as a refusal', async () => {
    const { answer, authorise, find } = await authorised('asks')
    if (answer.status !== 'action') throw new Error('no question')
    await far.answerBank(answer.action.client_secret, false)
    expect((await find())[0]).toBe('declined')
    expect(await far.cards.authorise(authorise)).toMatchObject({ status: 'declined' })
  })

  it.each(['pays', 'asks'] as const)('release an authorisation: %s', async (card) => {
    const { next, events, find } = await authorised(card)
    expect(await far.cards.void(next('void'))).toBe('voided')
    expect(await far.cards.void(next('void'))).toBe('voided')
    expect(await far.cards.capture(next('capture'))).toBe('voided')
    expect(await find()).toEqual(['voided', true])
    expect((await events()).slice(1)).toEqual(['voided'])
  })

  it('find the payment of an id, also of a payment without a dispute', async () => {
    const { authorise, paymentId, next } = await authorised()
    await far.cards.capture(next('capture'))
    const { stepKey } = authorise
    expect(await far.cards.findNamed(paymentId)).toEqual({ paymentId, stepKey })
    expect(await far.cards.findNamed('pi_nobody')).toBeNull()
    expect(await far.cards.readReport(paymentId)).toMatchObject({ disputes: [], fraudWarnings: [] })
    const empty = { chargeIds: [], refundIds: [], disputes: [], fraudWarnings: [], card: null }
    expect(await far.cards.readReport('pi_nobody')).toEqual(empty)
  })

  it('refund the captured amount once, and no other amount', async () => {
    const { next, events, find } = await authorised()
    expect(await far.cards.refund(next('too-early'))).toBe('authorised')
    await far.cards.capture(next('capture'))
    expect(await far.cards.void(next('void'))).toBe('captured')
    expect(await far.cards.refund(next('refund'))).toBe('refunded')
    expect(await far.cards.refund(next('refund'))).toBe('refunded')
    expect(await far.cards.refund(next('refund-again'))).toBe('refunded')
    expect(await find()).toEqual(['refunded', true])
    expect(await events()).toEqual(['authorised', 'captured', 'refunded'])
  })

  it('find the outcome of an authorisation whose answer was lost', async () => {
    const { authorise } = await newStep()
    await far.loseAnswer('authorise', true)
    await expect(far.cards.authorise(authorise)).rejects.toThrow()
    const found = await far.cards.find({ ...authorise, paymentId: null })
    expect(found.status).toBe('authorised')
    const again = await far.cards.authorise(authorise)
    expect(again).toMatchObject({ status: 'authorised', paymentId: found.paymentId })
    expect(await far.eventsOf(authorise.stepKey)).toEqual(['authorised'])
  })

  it('find that an authorisation never arrived, and authorise it then', async () => {
    const { authorise } = await newStep()
    await far.loseAnswer('authorise', false)
    await expect(far.cards.authorise(authorise)).rejects.toThrow()
    expect(await far.cards.find({ ...authorise, paymentId: null })).toMatchObject({
      status: 'none',
    })
    expect(await far.cards.authorise(authorise)).toMatchObject({ status: 'authorised' })
    expect(await far.eventsOf(authorise.stepKey)).toEqual(['authorised'])
  })

  it.each([
    ['capture', true],
    ['capture', false],
    ['void', true],
    ['refund', true],
    ['refund', false],
  ] as const)('repeat a %s safely after a lost answer (took effect: %s)', async (name, effect) => {
    const { next, events } = await authorised()
    if (name === 'refund') await far.cards.capture(next('capture'))
    const before = await events()
    await far.loseAnswer(name, effect)
    await expect(far.cards[name](next(name))).rejects.toThrow()
    const ends = { capture: 'captured', void: 'voided', refund: 'refunded' } as const
    expect(await far.cards[name](next(name))).toBe(ends[name])
    expect(await events()).toEqual([...before, ends[name]])
  })
})

it('the sandbox throws for a payment with an unknown status', async () => {
  const database = await createTestDatabase()
  const db = openTestDatabase(database.url)
  const cards = await openCardSandbox(database.url, Date.now, 20)
  const id = randomUUID()
  const txId = 'CP-7K2M-9QXF-4HJD'
  const step = {
    stepKey: `${id}:authorise`,
    txId,
    amountMinor: 100,
    currency: 'GBP',
    paymentId: null,
  }
  expect(await cards.find(step)).toEqual({ status: 'none', paymentId: null })
  const details = { number: testNumbers.pays, expMonth: 12, expYear: 2040, cvc: '123' }
  const cardToken = String(await cards.tokenise(details))
  await cards.authorise({ ...step, cardToken })
  await db.run(settle, [step.stepKey])
  await expect(cards.find(step)).rejects.toThrow('settled')
  await Promise.all([cards.close(), db.close()])
  await database.drop()
})
