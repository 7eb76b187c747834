// Tests monthly plans over HTTP, and their runs at chosen times.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPlanRound, type PlanRound } from '#features/plans/run-plans.ts'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { blockNumber } from '#features/sign-in/number/number-blocks.ts'
import { armFailPoint, disarmFailPoint } from '#tests/faults/stop-at.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import {
  changeTestPlan,
  createTestPlan,
  daysAfter,
  endPlanLeases,
  endTestPlan,
  listTestPlans,
  monthAfter,
  newPlanBatch,
  newSaver,
  readPlanMessages,
  readPlannedPurchases,
  readPlanRuns,
  runPlansAt,
  startTestPlan,
} from '#tests/support/people/monthly-plans.ts'
import { cardOrder, type Person } from '#tests/support/people/person.ts'
import { startTestApp, startTestAppBeside, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const expire = statement(
  'test-expire-plan',
  {},
  'update plans set expires_at = now() where id = $1',
)
const price = statement(
  'test-price-plan-batch',
  {},
  'update batches set price_micros = $2 where id = $1',
)
const delist = statement(
  'test-delist-plan-project',
  {},
  `update projects set unlisted_status = 'withdrawn' where id = $1`,
)
const moveToEuro = statement(
  'test-plan-owner-to-euro',
  {},
  `update passports set country = 'NL', currency = 'EUR' where id = $1`,
)
const dispute = statement(
  'test-dispute-purchase',
  {},
  `update purchases set reversal = $2 where tx_id = $1`,
)
const available = statement(
  'test-available-for-plan',
  { available_kg: 'int8' },
  'select available_kg from batch_stock where batch_id = $1',
)

let test: TestApp
let round: PlanRound
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
  round = createPlanRound(test.services)
})
afterAll(() => closeWithBooks(test))

const db = () => test.services.db
const saver = (amountMinor?: number) => newSaver(test.url, db(), amountMinor)
const walletOf = async (person: Person) =>
  (await person.get('/api/wallet/me')).body.totalInUserCurrency

const runAt = (moment: Date) => runPlansAt(db(), round, moment)

async function started(terms = {}, amountMinor?: number) {
  const [person, batch] = [await saver(amountMinor), await newPlanBatch(db())]
  return { person, batch, ...(await startTestPlan(person, batch, terms)) }
}

describe('a new plan', () => {
  it('is confirmed by its retyped id, and then listed with its first run', async () => {
    const [person, batch] = [await saver(), await newPlanBatch(db())]
    const created = await createTestPlan(person, { project_id: batch.projectId, day: 3 })
    expect(created).toMatchObject({
      status: 201,
      body: {
        state: 'PENDING',
        amount: 5,
        currency: 'GBP',
        day: 3,
        next_run: null,
        last_run: null,
      },
    })
    expect(created.body.id).toMatch(/^PL(-[2-9A-HJKMNP-Z]{4}){3}$/)
    const confirmed = await changeTestPlan(person, created.body.id, 'confirm')
    expect(confirmed).toMatchObject({ status: 200, body: { state: 'ACTIVE', expires_at: null } })
    const first = new Date(confirmed.body.next_run)
    expect([first.getUTCDate(), first.getUTCHours(), first.getUTCMinutes()]).toEqual([3, 9, 0])
    expect(first.getTime()).toBeGreaterThan(Date.now())
    expect(first.getTime() - Date.now()).toBeLessThan(32 * 86_400_000)
    const again = await changeTestPlan(person, created.body.id, 'confirm')
    expect(again.body).toEqual(confirmed.body)
    expect((await listTestPlans(person)).body).toEqual([{ ...confirmed.body, runs: [] }])
  })

  it('is not run before it is confirmed, and cannot be confirmed after ten minutes', async () => {
    const [person, batch] = [await saver(), await newPlanBatch(db())]
    const { body } = await createTestPlan(person, { project_id: batch.projectId })
    await runAt(daysAfter(new Date(), 40))
    expect(await readPlanRuns(db(), body.id)).toEqual([])
    await db().run(expire, [body.id])
    expect(await changeTestPlan(person, body.id, 'confirm')).toMatchObject({
      status: 410,
      body: { code: 'plan_expired' },
    })
    expect((await listTestPlans(person)).body).toEqual([])
  })

  it('replaces one that was not confirmed', async () => {
    const person = await saver()
    const first = await createTestPlan(person, {})
    const second = await createTestPlan(person, {})
    expect((await changeTestPlan(person, first.body.id, 'confirm')).status).toBe(404)
    expect((await changeTestPlan(person, second.body.id, 'confirm')).status).toBe(200)
  })

  it('is one of three at most, also for calls at once', async () => {
    const [person, batch] = [await saver(), await newPlanBatch(db())]
    for (let count = 0; count < 2; count += 1) await startTestPlan(person, batch)
    const { body } = await createTestPlan(person, {})
    const answers = await Promise.all(
      [1, 2, 3].map(() => changeTestPlan(person, body.id, 'confirm')),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await createTestPlan(person, {})).toMatchObject({
      status: 409,
      body: { code: 'too_many_plans' },
    })
    await endTestPlan(person, body.id)
    expect((await createTestPlan(person, {})).status).toBe(201)
  })

  it.each([
    [{ amount: 0.29 }, 400, 'invalid_plan_amount', 'amount'],
    [{ amount: 1.234 }, 400, 'invalid_plan_amount', 'amount'],
    [{ amount: 100_000.01 }, 400, 'invalid_plan_amount', 'amount'],
    [{ amount: 1e9 }, 400, 'invalid_plan_amount', 'amount'],
    [{ day: 0 }, 400, 'invalid_plan_day', 'day'],
    [{ day: 29 }, 400, 'invalid_plan_day', 'day'],
    [{ day: 1.5 }, 400, 'invalid_plan_day', 'day'],
    [{ project_id: 'nowhere' }, 400, 'invalid_selection', 'project_id'],
    [
      { project_id: '0199c4a1-7f00-7a31-8c2e-1d2c3b4a5f61' },
      400,
      'invalid_selection',
      'project_id',
    ],
    [{ pay: 'cash' }, 400, 'card_details_required', 'pay'],
    [{ pay: 'saved:unknown' }, 400, 'card_details_required', 'pay'],
    [{ pay: 'wallet+saved:unknown' }, 400, 'card_details_required', 'pay'],
    [{ amount: 0.3 }, 201, undefined, undefined],
    [{ amount: 100_000 }, 201, undefined, undefined],
    [{ day: 1 }, 201, undefined, undefined],
    [{ day: 28 }, 201, undefined, undefined],
  ])('with %j is answered with %i %s of %s', async (terms, status, code, field) => {
    const person = await saver(0)
    const answer = await createTestPlan(person, terms)
    expect([answer.status, answer.body.code, answer.body.field]).toEqual([status, code, field])
  })

  it('is the same for a repeated call, and needs a signature also to be read', async () => {
    const person = await saver(0)
    const body = { amount: 5, project_id: 'featured', pay: 'wallet', day: 1 }
    const key = 'a-key-of-a-plan'
    const first = await person.signed('/api/plans', body, { key })
    expect((await person.signed('/api/plans', body, { key })).body).toEqual(first.body)
    expect((await person.get('/api/plans')).body).toMatchObject({ code: 'bad_signature' })
  })

  it('is seen and changed by its owner alone', async () => {
    const { id } = await started()
    const other = await saver(0)
    expect((await listTestPlans(other)).body).toEqual([])
    for (const action of ['confirm', 'pause', 'resume', 'skip', 'change']) {
      expect((await changeTestPlan(other, id, action)).status).toBe(404)
    }
    expect((await endTestPlan(other, id)).status).toBe(404)
  })
})

describe('a run', () => {
  it('buys the most whole kilograms for the amount, once a month', async () => {
    const { person, id, first } = await started({ amount: 5.01 })
    await runAt(new Date(first.getTime() - 1))
    expect(await readPlannedPurchases(db(), person)).toEqual([])
    for (const moment of [first, daysAfter(first, 1), daysAfter(first, -3), daysAfter(first, 20)]) {
      await runAt(moment)
    }
    const period = first.toISOString().slice(0, 7)
    const [purchase, ...more] = await readPlannedPurchases(db(), person)
    expect(more).toEqual([])
    expect(purchase).toMatchObject({
      state: 'COMPLETED',
      quantity_kg: 250,
      total_minor: 500,
      key: `plan:${id}:${period}:1`,
    })
    expect(await walletOf(person)).toBe(96)
    await runAt(monthAfter(first))
    expect(await readPlannedPurchases(db(), person)).toHaveLength(2)
    expect((await listTestPlans(person)).body[0]).toMatchObject({
      last_run: {
        period: monthAfter(first).toISOString().slice(0, 7),
        state: 'COMPLETED',
        kg: 250,
        total: 5,
      },
    })
    expect((await person.get('/api/tokens/transaction/me')).body[0]).toMatchObject({
      status: 'COMPLETED',
      payment_source: 'wallet',
    })
  })

  it('happens once in two processes', async () => {
    const second = await startTestAppBeside(test)
    const rounds = [round, createPlanRound(second.services), createPlanRound(second.services)]
    const plans = await Promise.all([1, 2, 3, 4].map(() => started()))
    const last = plans.map(({ first }) => first).at(-1) ?? new Date()
    for (let times = 0; times < 5; times += 1) {
      await Promise.all(rounds.map((each) => each(last)))
      await endPlanLeases(db())
    }
    await second.close()
    for (const { person } of plans) {
      const purchases = await readPlannedPurchases(db(), person)
      expect(purchases.map(({ state }) => state)).toEqual(['COMPLETED'])
    }
  })

  it('is no open reservation, and is not stopped by those', async () => {
    const { person, batch, first } = await started()
    for (let count = 0; count < 3; count += 1) {
      const held = await person.reserve(cardOrder(batch, 20, await person.cardToken()))
      expect(held.status).toBe(200)
    }
    armFailPoint('after:commit of insert-purchases:throw')
    await runAt(first)
    disarmFailPoint()
    expect(await readPlannedPurchases(db(), person)).toMatchObject([{ state: 'READY' }])
    const listed = (await person.get('/api/tokens/transaction/me')).body
    expect(listed).toHaveLength(3)
    await person.cancel(listed[0].tx_id)
    expect((await person.reserve(cardOrder(batch, 20, await person.cardToken()))).status).toBe(200)
    await runAt(first)
    expect(await readPlannedPurchases(db(), person)).toMatchObject([{ state: 'COMPLETED' }])
  })

  it('takes the price of its day, and another batch where the cheapest holds too little', async () => {
    const { person, batch, first } = await started()
    await db().run(price, [batch.id, 40_000])
    await issueTestBatch(db(), { kg: 10, projectId: batch.projectId })
    await runAt(first)
    expect(await readPlannedPurchases(db(), person)).toMatchObject([
      { quantity_kg: 125, total_minor: 500 },
    ])
  })

  it('that is a week late is left out, and the next one takes place', async () => {
    const { person, id, first } = await started()
    await runAt(daysAfter(first, 7))
    expect(await readPlanRuns(db(), id)).toMatchObject([{ state: 'left_out', reason: 'missed' }])
    await runAt(monthAfter(first))
    expect(await readPlannedPurchases(db(), person)).toHaveLength(1)
    const late = daysAfter(monthAfter(monthAfter(first)), 6)
    await runAt(late)
    expect(await readPlannedPurchases(db(), person)).toHaveLength(2)
  })
})

describe('a plan is paused, with one message and no purchase,', () => {
  const expectPaused = async (person: Person, id: string, reason: string) => {
    const [plan] = (await listTestPlans(person)).body
    expect(plan).toMatchObject({ id, state: 'PAUSED', pause_reason: reason })
    const messages = await readPlanMessages(db(), person)
    expect(messages.filter((each) => each === 'plan_paused')).toHaveLength(1)
  }

  it('by too little in the wallet', async () => {
    const { person, id, first } = await started({ amount: 6 }, 450)
    await runAt(first)
    await runAt(daysAfter(first, 1))
    await expectPaused(person, id, 'insufficient_wallet')
    expect(await readPlannedPurchases(db(), person)).toEqual([])
    expect(await readPlanRuns(db(), id)).toMatchObject([
      { state: 'left_out', reason: 'insufficient_wallet' },
    ])
    expect(await walletOf(person)).toBe(5.5)
  })

  it('by too little stock', async () => {
    const [person, batch] = [await saver(), await newPlanBatch(db(), 249)]
    const { id, first } = await startTestPlan(person, batch)
    await runAt(first)
    await expectPaused(person, id, 'insufficient_stock')
  })

  it('by a price above the amount', async () => {
    const { person, batch, id, first } = await started({ amount: 0.3 })
    await db().run(price, [batch.id, 400_000])
    await runAt(first)
    await expectPaused(person, id, 'amount_too_small')
  })

  it('by a project that is delisted', async () => {
    const { person, batch, id, first } = await started()
    await db().run(delist, [batch.projectId])
    await runAt(first)
    await expectPaused(person, id, 'not_offered')
    expect(await changeTestPlan(person, id, 'change', { amount: 6 })).toMatchObject({
      status: 409,
      body: { code: 'not_offered', field: 'project_id' },
    })
    expect(await createTestPlan(person, { project_id: batch.projectId })).toMatchObject({
      status: 409,
      body: { code: 'not_offered', field: 'project_id' },
    })
  })

  it('by a new currency of the profile, until its owner names an amount in it', async () => {
    const { person, id, first } = await started()
    await db().run(moveToEuro, [person.id])
    await runAt(first)
    await expectPaused(person, id, 'currency_changed')
    expect((await changeTestPlan(person, id, 'change', { day: 15 })).status).toBe(400)
    expect(await changeTestPlan(person, id, 'change', { amount: 7 })).toMatchObject({
      status: 200,
      body: { amount: 7, currency: 'EUR' },
    })
  })

  it('by a block of the number, at once', async () => {
    const { person, id, first } = await started()
    const { numbers } = test.services
    await db().transaction((tx) => blockNumber(tx, numbers.hashOf(person.phone), person.id))
    await db().transaction((tx) => blockNumber(tx, numbers.hashOf(person.phone), person.id))
    await runAt(first)
    expect(await readPlanMessages(db(), person)).toEqual(['plan_paused'])
    expect(await readPlannedPurchases(db(), person)).toEqual([])
    expect(await readPlanRuns(db(), id)).toEqual([])
  })

  it('by the refund of a run, and again only by another one', async () => {
    const { person, id, first } = await started()
    await runAt(first)
    const [purchase] = await readPlannedPurchases(db(), person)
    await refundPurchase(test.services, {
      txId: purchase?.tx_id ?? '',
      keepsKilograms: false,
      record: async () => undefined,
    })
    await runAt(daysAfter(first, 1))
    await expectPaused(person, id, 'refunded')
    expect((await listTestPlans(person)).body[0].last_run).toMatchObject({
      state: 'REVERSED',
      reason: 'refunded',
    })
    await changeTestPlan(person, id, 'resume')
    await runAt(monthAfter(first))
    expect(await readPlannedPurchases(db(), person)).toHaveLength(2)
  })

  it('by a dispute about any of its owner’s purchases', async () => {
    const { person, batch, id, first } = await started()
    const txId = await person.buyByCard(batch, 20)
    await db().run(dispute, [txId, 'disputed'])
    await runAt(first)
    await expectPaused(person, id, 'disputed')
    await db().run(dispute, [txId, 'none'])
  })
})

describe('its owner', () => {
  it('pauses and resumes it: nothing is bought meanwhile, and each month has its reason', async () => {
    const { person, id, first } = await started()
    expect((await changeTestPlan(person, id, 'pause')).body).toMatchObject({
      state: 'PAUSED',
      pause_reason: 'paused',
    })
    await runAt(first)
    expect(await readPlannedPurchases(db(), person)).toEqual([])
    const resumed = await changeTestPlan(person, id, 'resume')
    expect(resumed.body).toMatchObject({ state: 'ACTIVE', next_run: first.toISOString() })
    await runAt(first)
    expect(await readPlannedPurchases(db(), person)).toHaveLength(1)
  })

  it('skips one month', async () => {
    const { person, id, first } = await started()
    expect((await changeTestPlan(person, id, 'skip')).body).toMatchObject({
      state: 'ACTIVE',
      next_run: monthAfter(first).toISOString(),
    })
    await runAt(first)
    expect(await readPlanRuns(db(), id)).toMatchObject([{ state: 'left_out', reason: 'skipped' }])
    await runAt(monthAfter(first))
    expect(await readPlannedPurchases(db(), person)).toHaveLength(1)
  })

  it('changes amount, project and day', async () => {
    const { person, id } = await started()
    const other = await newPlanBatch(db())
    const terms = { amount: 3, project_id: other.projectId, day: 20 }
    const changed = await changeTestPlan(person, id, 'change', terms)
    expect(changed.body).toMatchObject({ ...terms, state: 'ACTIVE' })
    await runAt(new Date(changed.body.next_run))
    expect(await readPlannedPurchases(db(), person)).toMatchObject([{ total_minor: 300 }])
  })

  it.each([
    ['pause', 'paused'],
    ['skip', 'skipped'],
    ['change', 'changed'],
    ['end', 'ended'],
  ])('stops a purchase that is only reserved by %s', async (action, reason) => {
    const { person, batch, id, first } = await started()
    armFailPoint('after:commit of insert-purchases:throw')
    await runAt(first)
    expect(disarmFailPoint()).toBe(false)
    expect(await walletOf(person)).toBe(96)
    const answer =
      action === 'end'
        ? await endTestPlan(person, id)
        : await changeTestPlan(person, id, action, { amount: 4 })
    expect(answer).toMatchObject({ status: 200, body: { last_run: { state: 'NONE', reason } } })
    expect(await walletOf(person)).toBe(101)
    const [stock] = await db().run(available, [batch.id])
    expect(stock?.available_kg).toBe(1_000_000)
    await runAt(daysAfter(first, 1))
    expect(await readPlannedPurchases(db(), person)).toMatchObject([{ state: 'EXPIRED' }])
  })

  it('is named the purchase that is being paid at the end, which is the last', async () => {
    const { person, id, first } = await started()
    // The run is marked as paying, and the process dies before it completes the purchase.
    armFailPoint('before:lock-purchases-by-tx-id:throw')
    await runAt(first)
    expect(disarmFailPoint()).toBe(false)
    const key = 'the-end-of-a-plan'
    const ended = await endTestPlan(person, id, key)
    const [purchase] = await readPlannedPurchases(db(), person)
    expect(ended.body).toMatchObject({
      state: 'ENDED',
      next_run: null,
      last_run: { state: 'PAYING', tx_id: purchase?.tx_id, kg: 250, total: 5 },
    })
    expect((await endTestPlan(person, id, key)).body).toEqual(ended.body)
    await runAt(first)
    await runAt(monthAfter(first))
    expect(await readPlannedPurchases(db(), person)).toMatchObject([{ state: 'COMPLETED' }])
    expect((await endTestPlan(person, id)).body.last_run.state).toBe('COMPLETED')
    expect(await changeTestPlan(person, id, 'resume')).toMatchObject({
      status: 409,
      body: { code: 'plan_ended' },
    })
    expect((await listTestPlans(person)).body).toEqual([])
  })
})

describe('the message before a run', () => {
  const nine = (run: Date, days: number) => daysAfter(run, days)

  it('is sent once, three days before the first run and the first after a change', async () => {
    const { person, id, first } = await started()
    const sent = () => readPlanMessages(db(), person)
    await runAt(new Date(nine(first, -3).getTime() - 1))
    expect(await sent()).toEqual([])
    // 20:00 and 05:00 in Great Britain.
    await runAt(new Date(nine(first, -3).getTime() + 11 * 3_600_000))
    await runAt(new Date(nine(first, -2).getTime() - 4 * 3_600_000))
    expect(await sent()).toEqual([])
    await runAt(new Date(nine(first, -2).getTime() + 3_600_000))
    await runAt(nine(first, -1))
    await runAt(first)
    expect(await sent()).toEqual(['plan_upcoming'])
    await runAt(monthAfter(first))
    expect(await sent()).toEqual(['plan_upcoming'])
    await changeTestPlan(person, id, 'change', { amount: 4 })
    const third = monthAfter(monthAfter(first))
    await runAt(new Date(nine(third, -3).getTime() + 3_600_000))
    await runAt(third)
    expect(await sent()).toEqual(['plan_upcoming', 'plan_upcoming'])
    await runAt(monthAfter(third))
    expect(await sent()).toHaveLength(2)
  })
})

describe('an erased passport', () => {
  it('has no plan, and a run that had begun pays nothing', async () => {
    const { person, id, first } = await started()
    armFailPoint('after:commit of insert-purchases:throw')
    await runAt(first)
    disarmFailPoint()
    const requested = await person.signed('/api/profile/code', { purpose: 'delete' })
    expect(requested.status).toBe(200)
    const code = await person.readCode()
    const erased = await person.signed('/api/profile', { code }, { method: 'DELETE' })
    expect(erased.status).toBe(204)
    await runAt(daysAfter(first, 1))
    expect(await readPlanRuns(db(), id)).toEqual([])
    expect(await readPlannedPurchases(db(), person)).toMatchObject([{ state: 'EXPIRED' }])
  })
})

describe('the export of one’s data', () => {
  it('lists plans and their runs', async () => {
    const { person, id, first } = await started()
    await runAt(first)
    const { body } = await person.get('/api/profile/export')
    const text = JSON.stringify(body)
    expect(text).toContain(id)
    expect(text).toContain(first.toISOString().slice(0, 7))
  })
})
