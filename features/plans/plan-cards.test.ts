// Tests monthly plans that a saved card pays: declines, cards that are gone, a bank that wants the owner, and
// the checkout of such a month.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPlanRound, type PlanRound } from '#features/plans/run-plans.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import {
  changeTestPlan,
  createTestPlan,
  daysAfter,
  endPlanLeases,
  endTestPlan,
  lapsePlannedPurchases,
  listTestPlans,
  monthAfter,
  newPlanBatch,
  newSaver,
  readPlanMessages,
  readPlannedPurchases,
  readPlanRuns,
  saveTestCard,
  settleTestCards,
  startTestPlan,
} from '#tests/support/people/monthly-plans.ts'
import { Person } from '#tests/support/people/person.ts'
import {
  cardEventsOf,
  failCards,
  healSandboxes,
  withoutCircuits,
} from '#tests/support/stand-ins/sandbox-faults.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const asks = '4000002500003155'
const declinedKept = '4000000000000341'

const healCard = statement(
  'test-heal-kept-card',
  {},
  `update sandbox_cards.tokens set behaviour = 'pays' where behaviour = 'declined_kept'`,
)
const expireCard = statement(
  'test-expire-plan-card',
  {},
  `update sandbox_cards.tokens set exp_year = 2020
   where customer_id = (select customer_id from saved_cards where id = $1)`,
)
const forgetAtProvider = statement(
  'test-forget-plan-card',
  {},
  `update sandbox_cards.customers set deleted_at = now()
   where id = (select customer_id from saved_cards where id = $1)`,
)
const ageCode = statement(
  'test-age-code-of-saver',
  {},
  `update sessions set code_at = now() - interval '16 minutes' where passport_id = $1`,
)
const endReservation = statement(
  'test-end-reservation-of-plan',
  {},
  `update purchases set expires_at = now() - interval '1 second' where tx_id = $1`,
)
const setPrice = statement(
  'test-price-of-card-plan',
  {},
  'update batches set price_micros = $2 where id = $1',
)

let test: TestApp
let round: PlanRound
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
  round = createPlanRound({ ...test.services, ...withoutCircuits(test.services) })
})
beforeEach(() => healSandboxes(test.services.db))
afterAll(() => closeWithBooks(test))

const db = () => test.services.db

/** Runs everything that is due at a moment, with the answers of the card provider. */
async function runAt(moment: Date): Promise<void> {
  for (let rounds = 0; rounds < 3; rounds += 1) {
    await endPlanLeases(db())
    await round(moment)
    await settleTestCards(test.services)
  }
}

/** Starts a plan that a new saved card pays. The wallet holds `walletMinor` on top of the welcome credit of 1.00. */
async function started({ number = '', pay = 'saved:', walletMinor = 0, amount = 5 } = {}) {
  const [person, batch] = [await newSaver(test.url, db(), walletMinor), await newPlanBatch(db())]
  const cardId = await saveTestCard(test.services, person, number || undefined)
  const plan = await startTestPlan(person, batch, { pay: `${pay}${cardId}`, amount })
  return { person, batch, cardId, ...plan, period: plan.first.toISOString().slice(0, 7) }
}

const purchasesOf = (person: Person) => readPlannedPurchases(db(), person)
const walletOf = async (person: Person) =>
  (await person.get('/api/wallet/me')).body.totalInUserCurrency
const openCheckout = (person: Person, id: string, period: string) =>
  person.signed('/api/plans/checkout', { id, period })

it('an ended plan refuses a change as ended, also when its card is gone', async () => {
  const person = await newSaver(test.url, db(), 0)
  const cardId = await saveTestCard(test.services, person)
  const plan = await startTestPlan(person, await newPlanBatch(db()), { pay: `saved:${cardId}` })
  await endTestPlan(person, plan.id)
  await person.signed(`/api/cards/${cardId}`, undefined, { method: 'DELETE' })
  for (const [action, terms] of [
    ['change', { amount: 6 }],
    ['resume', {}],
  ] as const) {
    expect(await changeTestPlan(person, plan.id, action, terms)).toMatchObject({
      status: 409,
      body: { code: 'plan_ended' },
    })
  }
})

describe('a run by a saved card', () => {
  it('charges the card without its owner, and nothing else', async () => {
    const { person, first } = await started()
    await runAt(first)
    await runAt(daysAfter(first, 8))
    const [purchase, ...more] = await purchasesOf(person)
    expect(more).toEqual([])
    expect(purchase).toMatchObject({ state: 'COMPLETED', wallet_minor: 0, card_minor: 500 })
    expect(await cardEventsOf(db(), purchase?.id ?? '')).toEqual(['authorised', 'captured'])
    expect(await walletOf(person)).toBe(1)
  })

  it.each([
    [0, { wallet_minor: 100, card_minor: 400 }],
    // The rest would be below the card's minimum.
    [390, { wallet_minor: 470, card_minor: 30 }],
    [400, { wallet_minor: 500, card_minor: 0 }],
  ])('after a wallet of 1.00 and %i pence pays %j', async (walletMinor, parts) => {
    const { person, first } = await started({ pay: 'wallet+saved:', walletMinor })
    await runAt(first)
    expect(await purchasesOf(person)).toMatchObject([{ state: 'COMPLETED', ...parts }])
  })

  it('is not made below the card’s minimum', async () => {
    const { person, batch, first } = await started({ amount: 0.5 })
    await db().run(setPrice, [batch.id, 290_000])
    await runAt(first)
    expect(await purchasesOf(person)).toEqual([])
    expect((await listTestPlans(person)).body).toMatchObject([{ pause_reason: 'amount_too_small' }])
  })

  it('below the card’s minimum is made where the wallet pays all of it', async () => {
    const { person, batch, first } = await started({ pay: 'wallet+saved:', amount: 0.5 })
    await db().run(setPrice, [batch.id, 290_000])
    await runAt(first)
    const parts = { wallet_minor: 29, card_minor: 0 }
    expect(await purchasesOf(person)).toMatchObject([{ state: 'COMPLETED', ...parts }])
  })

  it('that is declined is tried again after 1, 3 and 7 days, then pauses with one message', async () => {
    const { person, id, first } = await started({ number: declinedKept })
    const attempts: number[] = []
    for (let day = 0; day < 12; day += 1) {
      await runAt(daysAfter(first, day))
      attempts.push((await purchasesOf(person)).length)
    }
    expect(attempts).toEqual([1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4])
    expect((await purchasesOf(person)).map(({ state }) => state)).toEqual(
      Array.from({ length: 4 }, () => 'FAILED'),
    )
    const [plan] = (await listTestPlans(person)).body
    expect(plan).toMatchObject({ state: 'PAUSED', pause_reason: 'declined' })
    expect(plan.runs).toMatchObject([{ state: 'NONE', reason: 'declined', tx_id: null }])
    expect(await readPlanMessages(db(), person)).toEqual(['plan_paused'])
    expect(await readPlanRuns(db(), id)).toMatchObject([{ attempt: 4, declines: 4 }])
  })

  it('that is declined once buys at the second attempt', async () => {
    const { person, first } = await started({ number: declinedKept })
    await runAt(first)
    await db().run(healCard)
    for (const day of [1, 3, 7, 8]) await runAt(daysAfter(first, day))
    expect((await purchasesOf(person)).map(({ state }) => state)).toEqual(['FAILED', 'COMPLETED'])
  })

  it('that is declined is not completed where the next attempt is a week late', async () => {
    const { id, first } = await started({ number: declinedKept })
    await runAt(first)
    await runAt(daysAfter(first, 8))
    expect(await readPlanRuns(db(), id)).toMatchObject([
      { state: 'left_out', reason: 'not_completed', attempt: 1 },
    ])
  })

  it('starts no attempt before the one before has ended at the card provider', async () => {
    const { person, first } = await started({ number: declinedKept })
    await round(first)
    for (let day = 1; day < 6; day += 1) {
      await endPlanLeases(db())
      await round(daysAfter(first, day))
    }
    expect(await purchasesOf(person)).toHaveLength(1)
    await runAt(daysAfter(first, 6))
    // Two delays have passed, so that the third attempt follows the second one.
    expect((await purchasesOf(person)).length).toBeGreaterThan(1)
  })

  it.each(['unknown', 'error', 'late', 'duplicate', 'slow'] as const)(
    'pays once in spite of %j at each step of the card provider',
    async (fault) => {
      const { person, first } = await started()
      for (const step of ['authorise', 'capture', 'find'] as const) {
        await failCards(db(), step, fault, { waitMs: 20 })
      }
      for (let hour = 0; hour < 4; hour += 1) {
        await runAt(new Date(first.getTime() + hour * 3_600_000))
        await lapsePlannedPurchases(test.services)
      }
      const completed = (await purchasesOf(person)).filter(({ state }) => state === 'COMPLETED')
      expect(completed).toHaveLength(1)
    },
  )

  it('by an expired card is declined', async () => {
    const { person, cardId, first } = await started()
    await db().run(expireCard, [cardId])
    await runAt(first)
    expect(await purchasesOf(person)).toMatchObject([{ state: 'FAILED' }])
    expect((await listTestPlans(person)).body).toMatchObject([{ state: 'ACTIVE' }])
  })

  it('by a removed card pauses without a purchase', async () => {
    const { person, cardId, first } = await started()
    await person.signed(`/api/cards/${cardId}`, undefined, { method: 'DELETE' })
    await runAt(first)
    expect(await purchasesOf(person)).toEqual([])
    expect((await listTestPlans(person)).body).toMatchObject([{ pause_reason: 'card_missing' }])
    expect(await readPlanMessages(db(), person)).toEqual(['plan_paused'])
  })

  it('by a removed card is made where the wallet pays all of it', async () => {
    const { person, cardId, first } = await started({ pay: 'wallet+saved:', walletMinor: 400 })
    await person.signed(`/api/cards/${cardId}`, undefined, { method: 'DELETE' })
    await runAt(first)
    expect(await purchasesOf(person)).toMatchObject([
      { state: 'COMPLETED', wallet_minor: 500, card_minor: 0 },
    ])
    await runAt(monthAfter(first))
    expect(await purchasesOf(person)).toHaveLength(1)
    expect((await listTestPlans(person)).body).toMatchObject([{ pause_reason: 'card_missing' }])
  })

  it('by a card that the provider no longer has pauses', async () => {
    const { person, cardId, first } = await started()
    await db().run(forgetAtProvider, [cardId])
    await runAt(first)
    expect(await purchasesOf(person)).toMatchObject([{ state: 'FAILED' }])
    await lapsePlannedPurchases(test.services)
    await runAt(first)
    expect((await listTestPlans(person)).body).toMatchObject([{ pause_reason: 'card_missing' }])
  })
})

describe('a plan by a saved card', () => {
  it('is refused with another’s card, and with one that is gone', async () => {
    const [owner, other] = [await newSaver(test.url, db(), 0), await newSaver(test.url, db(), 0)]
    const cardId = await saveTestCard(test.services, owner)
    const refused = { status: 400, body: { code: 'card_details_required' } }
    for (const pay of [`saved:${cardId}`, `wallet+saved:${cardId}`]) {
      expect(await createTestPlan(other, { pay })).toMatchObject(refused)
    }
    expect(await createTestPlan(owner, { pay: `saved:${randomUUID()}` })).toMatchObject(refused)
    expect((await createTestPlan(owner, { pay: `saved:${cardId.toUpperCase()}` })).body.pay).toBe(
      `saved:${cardId}`,
    )
  })

  it('needs a fresh code in a session that has not used the card, wherever the card pays more', async () => {
    const { person, id, cardId } = await started()
    const again = await new Person(test.url, person.phone).signIn()
    await db().run(ageCode, [person.id])
    const pay = `saved:${cardId}`
    const refused = { status: 403, body: { code: 'code_required' } }
    const changed = { status: 200 }
    expect(await createTestPlan(again, { pay })).toMatchObject(refused)
    expect((await createTestPlan(person, { pay })).status).toBe(201)
    const { amount } = (await listTestPlans(person)).body[0]
    const change = (who: Person, terms: object) => changeTestPlan(who, id, 'change', terms)
    expect(await change(again, { pay: `wallet+${pay}` })).toMatchObject(refused)
    expect(await change(again, { amount: amount + 0.01 })).toMatchObject(refused)
    expect(await change(again, { amount: 300, day: 6, project_id: 'featured' })).toMatchObject(
      refused,
    )
    expect((await listTestPlans(person)).body[0]).toMatchObject({ amount, pay })
    for (const terms of [{ day: 3 }, { amount }, { amount: amount - 1 }]) {
      expect(await change(again, terms)).toMatchObject(changed)
    }
    // The amount that was lowered is the highest now.
    expect(await change(again, { amount })).toMatchObject(refused)
    expect(await change(person, { amount: 300 })).toMatchObject(changed)
  })

  it('is paused in any session, and resumed only where the card is confirmed', async () => {
    const { person, id } = await started()
    const again = await new Person(test.url, person.phone).signIn()
    await db().run(ageCode, [person.id])
    // A resumption that changes nothing needs no code.
    expect((await changeTestPlan(again, id, 'resume')).status).toBe(200)
    expect((await changeTestPlan(again, id, 'pause')).status).toBe(200)
    expect(await changeTestPlan(again, id, 'resume')).toMatchObject({
      status: 403,
      body: { code: 'code_required' },
    })
    expect((await listTestPlans(person)).body).toMatchObject([{ state: 'PAUSED' }])
    expect((await changeTestPlan(person, id, 'resume')).status).toBe(200)
  })
})

describe('a month in which the bank wants the owner', () => {
  const asked = async () => {
    const plan = await started({ number: asks })
    await runAt(plan.first)
    return plan
  }

  it('ends the attempt with one message, and is paid by the owner in one checkout', async () => {
    const { person, id, first, period } = await asked()
    expect(await purchasesOf(person)).toMatchObject([{ state: 'FAILED' }])
    await runAt(daysAfter(first, 3))
    expect(await readPlanMessages(db(), person)).toEqual(['plan_confirm'])
    expect((await listTestPlans(person)).body).toMatchObject([
      { state: 'ACTIVE', last_run: { state: 'CONFIRMATION_NEEDED', tx_id: null } },
    ])
    const opened = await openCheckout(person, id, period)
    expect(opened).toMatchObject({ status: 200, body: { total: 5, card_used: 5 } })
    expect((await openCheckout(person, id, period)).body).toEqual(opened.body)
    expect((await listTestPlans(person)).body[0].last_run).toMatchObject({ state: 'CHECKOUT' })
    const { client_secret } = opened.body.card_action
    await person.post('/dev/cards/actions', { client_secret, approved: true })
    // Only the owner's retyped id completes it.
    await runAt(daysAfter(first, 4))
    expect((await purchasesOf(person)).map(({ state }) => state)).toEqual(['FAILED', 'READY'])
    expect((await person.complete(opened.body.txId)).body.status).toBe('COMPLETED')
    await runAt(daysAfter(first, 4))
    expect((await listTestPlans(person)).body[0].last_run).toMatchObject({
      state: 'COMPLETED',
      tx_id: opened.body.txId,
    })
    expect(await openCheckout(person, id, period)).toMatchObject({
      status: 410,
      body: { code: 'plan_checkout_over' },
    })
  })

  it('has no second checkout after a refusal at the bank', async () => {
    const { person, id, first, period } = await asked()
    const { body } = await openCheckout(person, id, period)
    const { client_secret } = body.card_action
    await person.post('/dev/cards/actions', { client_secret, approved: false })
    expect((await person.complete(body.txId)).status).toBe(402)
    await runAt(daysAfter(first, 1))
    expect(await readPlanRuns(db(), id)).toMatchObject([
      { state: 'left_out', reason: 'not_confirmed' },
    ])
    expect((await openCheckout(person, id, period)).status).toBe(410)
  })

  it('has no second checkout after the time of the first is over', async () => {
    const { person, id, period } = await asked()
    const { body } = await openCheckout(person, id, period)
    await db().run(endReservation, [body.txId])
    expect(await openCheckout(person, id, period)).toMatchObject({
      status: 410,
      body: { code: 'plan_checkout_over' },
    })
  })

  it('is left out after a week, and the next month asks again', async () => {
    const { person, id, first, period } = await asked()
    await runAt(daysAfter(first, 7))
    expect(await readPlanRuns(db(), id)).toMatchObject([
      { state: 'left_out', reason: 'not_confirmed' },
    ])
    expect((await openCheckout(person, id, period)).status).toBe(410)
    await runAt(monthAfter(first))
    expect(await readPlanMessages(db(), person)).toEqual(['plan_confirm', 'plan_confirm'])
  })

  it.each(['pause', 'skip', 'change', 'end'])('has no checkout after %s', async (action) => {
    const { person, id, period } = await asked()
    const answer =
      action === 'end'
        ? await endTestPlan(person, id)
        : await changeTestPlan(person, id, action, { amount: 4 })
    expect(answer).toMatchObject({ status: 200, body: { last_run: { state: 'NONE' } } })
    expect((await openCheckout(person, id, period)).status).toBe(410)
  })

  it('releases an open checkout when the plan ends', async () => {
    const { person, id, first, period } = await asked()
    const opened = await openCheckout(person, id, period)
    const ended = await endTestPlan(person, id)
    expect(ended.body.last_run).toMatchObject({ state: 'CHECKOUT', tx_id: opened.body.txId })
    expect((await person.complete(opened.body.txId)).status).toBe(410)
    await runAt(daysAfter(first, 1))
    expect(await readPlanRuns(db(), id)).toMatchObject([{ state: 'left_out', reason: 'ended' }])
  })

  it('is its owner’s alone, and no other month’s', async () => {
    const { id, period } = await asked()
    const other = await newSaver(test.url, db(), 0)
    expect((await openCheckout(other, id, period)).status).toBe(404)
    const { person, ...plan } = await asked()
    expect((await openCheckout(person, plan.id, '2020-01')).status).toBe(410)
    expect((await openCheckout(person, plan.id, 'soon')).status).toBe(410)
  })

  it('pauses if its kilograms are gone by then', async () => {
    const { person, batch, id, period } = await asked()
    await db().run(setPrice, [batch.id, 6_000_000])
    expect(await openCheckout(person, id, period)).toMatchObject({
      status: 409,
      body: { code: 'plan_is_paused' },
    })
    expect((await listTestPlans(person)).body).toMatchObject([{ pause_reason: 'amount_too_small' }])
  })
})
