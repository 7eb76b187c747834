// Tests how long a run of a plan waits after each step, and what becomes of a run that was late. Also runs whose plan was
// stopped while its purchase was being paid.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPlanRound, type PlanRound } from '#features/plans/run-plans.ts'
import { armFailPoint, disarmFailPoint } from '#tests/faults/stop-at.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import {
  changeTestPlan,
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
  saveTestCard,
  settleTestCards,
  startTestPlan,
} from '#tests/support/people/monthly-plans.ts'
import { Person } from '#tests/support/people/person.ts'
import { healSandboxes, withoutCircuits } from '#tests/support/stand-ins/sandbox-faults.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const waits = statement(
  'test-wait-of-plan-run',
  { seconds: 'int4?' },
  `select case when span <= interval '5 seconds' then 5
     when span between interval '30 seconds' and interval '60 seconds' then 60
     when span between interval '500 seconds' and interval '600 seconds' then 600 end as seconds
   from (select leased_until - now() as span from plan_runs where plan_id = $1) run`,
)
const setState = statement(
  'test-set-state-of-plan-run',
  {},
  'update plan_runs set state = $2 where plan_id = $1',
)
const setDue = statement(
  'test-set-due-of-plan-run',
  {},
  'update plan_runs set due_at = now() - make_interval(secs => $2) where plan_id = $1',
)
const ageCode = statement(
  'test-age-code-of-plan-owner',
  {},
  `update sessions set code_at = now() - interval '16 minutes' where passport_id = $1`,
)
const moveToEuro = statement(
  'test-move-plan-owner-to-euro',
  {},
  `update passports set country = 'NL', currency = 'EUR' where id = $1`,
)
const asks = '4000002500003155'
const declinedKept = '4000000000000341'

let test: TestApp
let round: PlanRound
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
  round = createPlanRound({ ...test.services, ...withoutCircuits(test.services) })
})
beforeEach(() => healSandboxes(test.services.db))
afterAll(() => closeWithBooks(test))

const db = () => test.services.db
const runAt = async (moment: Date) => {
  await endPlanLeases(db())
  await round(moment)
}
const waitOf = async (id: string) => (await db().run(waits, [id]))[0]?.seconds ?? null

/** Starts a plan that the wallet pays. */
async function started(terms = {}) {
  const [person, batch] = [await newSaver(test.url, db()), await newPlanBatch(db())]
  return { person, ...(await startTestPlan(person, batch, terms)) }
}
/** Starts a plan that a new saved card pays. */
async function startedByCard(number?: string) {
  const person = await newSaver(test.url, db(), 0)
  const cardId = await saveTestCard(test.services, person, number)
  const plan = await startTestPlan(person, await newPlanBatch(db()), { pay: `saved:${cardId}` })
  return { person, ...plan, period: plan.first.toISOString().slice(0, 7) }
}
/** Runs a plan whose bank asks for its owner. */
async function asked() {
  const plan = await startedByCard(asks)
  for (const _round of [1, 2]) {
    await runAt(plan.first)
    await settleTestCards(test.services)
  }
  return plan
}
const openCheckout = (person: Person, id: string, period: string, nonce?: string) =>
  person.signed('/api/plans/checkout', { id, period }, nonce === undefined ? {} : { nonce })

describe('a run waits', () => {
  it('five seconds for the card provider, and ten minutes for its owner', async () => {
    const { id, first, person, period } = await startedByCard(asks)
    await runAt(first)
    expect(await waitOf(id)).toBe(5)
    await settleTestCards(test.services)
    await runAt(first)
    await runAt(first)
    expect(await readPlanRuns(db(), id)).toMatchObject([{ state: 'asking' }])
    expect(await waitOf(id)).toBe(600)
    await endPlanLeases(db())
    expect((await openCheckout(person, id, period)).status).toBe(200)
    expect(await waitOf(id)).toBe(60)
  })

  it('ten minutes where no exchange rate is known, without a pause', async () => {
    const person = await newSaver(test.url, db())
    const batch = await issueTestBatch(db(), { kg: 1_000, currency: 'XTS' })
    const { id, first } = await startTestPlan(person, batch)
    await runAt(first)
    expect(await waitOf(id)).toBe(600)
    expect((await listTestPlans(person)).body).toMatchObject([
      { state: 'ACTIVE', last_run: { state: 'OPEN', tx_id: null } },
    ])
    expect(await readPlannedPurchases(db(), person)).toEqual([])
  })
})

describe('a run that is a week late', () => {
  it('is missed if it had no attempt, and not completed after one', async () => {
    const [none, one] = [await started(), await started({ day: 15 })]
    armFailPoint('before:take-due-plan-runs:throw')
    await expect(runAt(none.first)).rejects.toThrow()
    expect(disarmFailPoint()).toBe(false)
    await endTestPlan(one.person, one.id)
    await runAt(daysAfter(none.first, 7))
    expect(await readPlanRuns(db(), none.id)).toMatchObject([
      { state: 'left_out', reason: 'missed', attempt: 0 },
    ])
    const begun = await started()
    armFailPoint('before:insert-purchases:throw')
    await runAt(begun.first)
    expect(disarmFailPoint()).toBe(false)
    await runAt(daysAfter(begun.first, 7))
    expect(await readPlanRuns(db(), begun.id)).toMatchObject([
      { state: 'left_out', reason: 'not_completed', attempt: 1 },
    ])
    expect(await readPlannedPurchases(db(), begun.person)).toEqual([])
  })

  it('has no checkout any more, and has one until then', async () => {
    const { person, id, period } = await asked()
    await db().run(setDue, [id, 7 * 86_400])
    expect(await openCheckout(person, id, period)).toMatchObject({
      status: 410,
      body: { code: 'plan_checkout_over' },
    })
    await db().run(setDue, [id, 7 * 86_400 - 60])
    expect((await openCheckout(person, id, period)).status).toBe(200)
  })
})

describe('a plan that was paused while its run was being paid', () => {
  it.each([
    ['declined', declinedKept],
    ['refused until its owner confirms', asks],
  ])('keeps its own reason for a purchase that is %s, without a message', async (_, number) => {
    const { person, id, first } = await startedByCard(number)
    await runAt(first)
    expect(await readPlannedPurchases(db(), person)).toMatchObject([{ state: 'FAILED' }])
    await db().run(setState, [id, 'paying'])
    expect((await changeTestPlan(person, id, 'pause')).status).toBe(200)
    for (const _round of [1, 2]) {
      await settleTestCards(test.services)
      await runAt(first)
    }
    expect(await readPlanRuns(db(), id)).toMatchObject([
      { state: 'left_out', reason: 'paused', attempt: 1, declines: 0 },
    ])
    expect(await readPlanMessages(db(), person)).toEqual([])
    expect(await readPlannedPurchases(db(), person)).toHaveLength(1)
  })

  it('leaves out the month of an open checkout with that reason', async () => {
    const { person, id, first, period } = await asked()
    const opened = await openCheckout(person, id, period)
    const paused = await changeTestPlan(person, id, 'pause')
    expect(paused.body.last_run).toMatchObject({ state: 'CHECKOUT', tx_id: opened.body.txId })
    expect((await person.complete(opened.body.txId)).status).toBe(410)
    await settleTestCards(test.services)
    await runAt(daysAfter(first, 1))
    expect(await readPlanRuns(db(), id)).toMatchObject([{ state: 'left_out', reason: 'paused' }])
  })
})

describe('a purchase that is being paid', () => {
  it.each([
    ['pause', false],
    ['skip', true],
    ['change', false],
  ])('is completed in spite of %s, with its own sum', async (action, skipsNext) => {
    const { person, id, first } = await started()
    armFailPoint('before:lock-purchases-by-tx-id:throw')
    await runAt(first)
    expect(disarmFailPoint()).toBe(false)
    const { status, body } = await changeTestPlan(person, id, action, { amount: 4 })
    const second = monthAfter(first)
    expect([status, body.state, body.last_run.state, body.last_run.total]).toEqual([
      ...[200, action === 'pause' ? 'PAUSED' : 'ACTIVE', 'PAYING', 5],
    ])
    expect(body.next_run).toBe((skipsNext ? monthAfter(second) : second).toISOString())
    await runAt(first)
    expect(await readPlannedPurchases(db(), person)).toMatchObject([
      { state: 'COMPLETED', total_minor: 500 },
    ])
    const runs = await readPlanRuns(db(), id)
    expect(runs.map(({ state, reason }) => [state, reason])).toEqual([
      ['bought', null],
      ...(skipsNext ? [['left_out', 'skipped']] : []),
    ])
  })
})

describe('the checkout of a month', () => {
  it('needs a nonce of its own, and is over once it is paid', async () => {
    const { person, id, period } = await asked()
    const nonce = `${Date.now()}.${'c'.repeat(20)}`
    const opened = await openCheckout(person, id, period, nonce)
    expect(opened.status).toBe(200)
    expect((await openCheckout(person, id, period, nonce)).body.code).toBe('replayed')
    const { client_secret } = opened.body.card_action
    await person.post('/dev/cards/actions', { client_secret, approved: true })
    expect((await person.complete(opened.body.txId)).status).toBe(200)
    expect((await openCheckout(person, id, period)).body.code).toBe('plan_checkout_over')
  })
})

it('a plan in a new currency needs a fresh code for its card, also where it costs less', async () => {
  const { person, id } = await startedByCard()
  const again = await new Person(test.url, person.phone).signIn()
  await db().run(ageCode, [person.id])
  await db().run(moveToEuro, [person.id])
  const change = (who: Person) => changeTestPlan(who, id, 'change', { amount: 4 })
  expect(await change(again)).toMatchObject({ status: 403, body: { code: 'code_required' } })
  expect(await change(person)).toMatchObject({ status: 200, body: { amount: 4, currency: 'EUR' } })
  expect((await change(again)).status).toBe(200)
})
