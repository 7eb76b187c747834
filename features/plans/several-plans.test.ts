// Tests what one person with several plans, and people of other countries, read and are sent.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { planMessages } from '#features/plans/plan-messages.ts'
import { pauseAllPlans, planTidying } from '#features/plans/plans-queries.ts'
import { createPlanRound, type PlanRound } from '#features/plans/run-plans.ts'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { blockNumber } from '#features/sign-in/number/number-blocks.ts'
import { tidyDatabase } from '#platform/database/tidy.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { creditTestWallet } from '#tests/support/people/credit.ts'
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
  saveTestCard,
  settleTestCards,
  startTestPlan,
} from '#tests/support/people/monthly-plans.ts'
import type { Person } from '#tests/support/people/person.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const addMonths = statement(
  'test-add-months-of-plan',
  {},
  `insert into plan_runs (plan_id, period, state, reason, pay, run_at, started_at, due_at)
   select $1, month, 'left_out', 'insufficient_stock', 'wallet', month, month, month
   from generate_series('2024-01-01'::date, '2024-01-01'::date + make_interval(months => $2::int - 1),
     interval '1 month') as month`,
)
const addUnfinished = statement(
  'test-add-unfinished-months-of-plan',
  {},
  `insert into plan_runs (plan_id, period, state, pay, run_at, started_at, due_at)
   select $1, month, state, 'wallet', month, month, '2100-01-01'
   from (values ('2024-01-01'::date, 'asking'), ('2024-02-01', 'open'), ('2024-03-01', 'paying'))
     as run (month, state)`,
)
const endUnfinished = statement(
  'test-end-unfinished-months-of-plan',
  {},
  `delete from plan_runs where plan_id = $1 and period < '2025-01-01'`,
)
const move = statement(
  'test-move-plan-owner',
  {},
  'update passports set country = $2, currency = $3, language = $4 where id = $1',
)
const feature = statement(
  'test-feature-for-plan',
  {},
  'insert into featured_projects (country, position, project_id) values ($1, $2, $3)',
)
const setReversal = statement(
  'test-reverse-planned-purchase',
  {},
  'update purchases set reversal = $2 where tx_id = $1',
)
const subjectsOf = statement(
  'test-subjects-of-plan-messages',
  { template: 'text', subject: 'text' },
  `select template, subject from outbox where template like 'plan_%' and subject like $1 || '/%'
   order by id`,
)
const age = statement(
  'test-age-plans-of',
  {},
  `update plans set expires_at = now() - make_interval(hours => $2::int) where passport_id = $1`,
)
const idsOf = statement(
  'test-ids-of-plans',
  { id: 'text' },
  'select id from plans where passport_id = $1 order by created_at',
)

let test: TestApp
let round: PlanRound
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
  round = createPlanRound(test.services)
})
afterAll(() => closeWithBooks(test))

const db = () => test.services.db

const runAt = (moment: Date) => runPlansAt(db(), round, moment)

async function startTwo(terms: readonly [object, object] = [{}, {}], amountMinor?: number) {
  const person = await newSaver(test.url, db(), amountMinor)
  const batch = await newPlanBatch(db())
  const first = await startTestPlan(person, batch, terms[0])
  const second = await startTestPlan(person, batch, terms[1])
  return { person, batch, first, second }
}

const listed = async (person: Person) => (await listTestPlans(person)).body

describe('two plans', () => {
  it('are listed oldest first, each with its own newest twelve months, newest first', async () => {
    const { person, first, second } = await startTwo()
    await db().run(addMonths, [first.id, 14])
    await db().run(addMonths, [second.id, 1])
    const skipped = await changeTestPlan(person, second.id, 'skip')
    expect(skipped.body.last_run.period).toBe('2024-01')
    const plans = await listed(person)
    expect(plans.map(({ id }: { id: string }) => id)).toEqual([first.id, second.id])
    const months = plans.map(({ runs }: { runs: { period: string }[] }) =>
      runs.map(({ period }) => period),
    )
    const twelve = Array.from({ length: 12 }, (_, place) =>
      new Date(Date.UTC(2025, 1 - place, 1)).toISOString().slice(0, 7),
    )
    // The month that is skipped ahead of time has not begun.
    expect(months).toEqual([twelve, ['2024-01']])
    expect(plans[0].last_run.period).toBe('2025-02')
  })

  it('are changed and ended one by one', async () => {
    const { person, first, second } = await startTwo()
    await changeTestPlan(person, second.id, 'pause')
    expect(await listed(person)).toMatchObject([{ state: 'ACTIVE' }, { state: 'PAUSED' }])
    await endTestPlan(person, first.id)
    expect(await listed(person)).toMatchObject([{ id: second.id, state: 'PAUSED' }])
  })

  it('are both paused by a block of the number, each with a message', async () => {
    const { person, first, second } = await startTwo()
    const hashed = test.services.numbers.hashOf(person.phone)
    await db().transaction((tx) => blockNumber(tx, hashed, person.id))
    expect(await readPlanMessages(db(), person)).toEqual(['plan_paused', 'plan_paused'])
    await runAt(first.first)
    expect(await readPlannedPurchases(db(), person)).toEqual([])
    for (const { id } of [first, second]) expect(await readPlanRuns(db(), id)).toEqual([])
  })

  it('both buy in their month, and the export names each run with its own plan', async () => {
    const { person, batch, first, second } = await startTwo([
      { amount: 5, day: 15 },
      { amount: 7.5, day: 28 },
    ])
    for (const { first: moment } of [first, second]) await runAt(moment)
    const purchases = await readPlannedPurchases(db(), person)
    expect(purchases.map(({ total_minor }) => total_minor).toSorted()).toEqual([500, 750])
    const paidBy = (total: number) =>
      purchases.find(({ total_minor }) => total_minor === total * 100)?.tx_id
    const { body } = await person.get('/api/profile/export')
    const part = Object.values<{ plans?: { id: string }[]; runs?: object[] }>(body).find(
      (each) => each?.plans !== undefined,
    )
    const own = {
      state: 'active',
      'reason of the pause': null,
      currency: 'GBP',
      'paid by': 'wallet',
    }
    const next = [first, second].map(({ first: moment }) => monthAfter(moment).toISOString())
    const project = batch.projectId
    expect(part?.plans).toEqual([
      { ...own, id: first.id, 'at most': 5, day: 15, project, 'next run': next[0] },
      { ...own, id: second.id, 'at most': 7.5, day: 28, project, 'next run': next[1] },
    ])
    const run = { outcome: 'bought', reason: null, currency: 'GBP' }
    const runs = [
      { ...run, plan: first.id, month: first.first.toISOString().slice(0, 7), paid: 5 },
      { ...run, plan: second.id, month: second.first.toISOString().slice(0, 7), paid: 7.5 },
    ].map((each) => ({ ...each, purchase: paidBy(each.paid) }))
    expect(part?.runs).toHaveLength(2)
    expect(part?.runs).toEqual(expect.arrayContaining(runs))
  })
})

describe('two months of a plan that have no outcome', () => {
  const unfinished = async () => {
    const { person, batch, first, second } = await startTwo()
    for (const { id } of [first, second]) await db().run(addUnfinished, [id])
    return { person, batch, first, second }
  }
  const outcomes = async (id: string) =>
    (await readPlanRuns(db(), id)).map(({ period, state, reason }) => [period, state, reason])
  const stopped = (reason: string) => [
    ['2024-01-01', 'left_out', reason],
    ['2024-02-01', 'left_out', reason],
    ['2024-03-01', 'paying', null],
  ]
  const untouched = [
    ['2024-01-01', 'asking', null],
    ['2024-02-01', 'open', null],
    ['2024-03-01', 'paying', null],
  ]

  it.each([
    ['pause', 'paused'],
    ['skip', 'skipped'],
    ['change', 'changed'],
  ])('both end by %s, and those of another plan do not', async (action, reason) => {
    const { person, first, second } = await unfinished()
    expect((await changeTestPlan(person, first.id, action, { amount: 4 })).status).toBe(200)
    expect(await outcomes(first.id)).toEqual(stopped(reason))
    expect(await outcomes(second.id)).toEqual(untouched)
    for (const { id } of [first, second]) await db().run(endUnfinished, [id])
  })

  it('both end by a block, of each plan that is not paused', async () => {
    const { person, first, second } = await unfinished()
    const third = await startTestPlan(person, { projectId: 'featured' })
    await changeTestPlan(person, third.id, 'pause')
    const hashed = test.services.numbers.hashOf(person.phone)
    await db().transaction((tx) => blockNumber(tx, hashed, person.id))
    for (const { id } of [first, second]) expect(await outcomes(id)).toEqual(stopped('blocked'))
    expect(await readPlanMessages(db(), person)).toEqual(['plan_paused', 'plan_paused'])
    for (const { id } of [first, second]) await db().run(endUnfinished, [id])
  })
})

describe('the limit of three plans', () => {
  it('counts paused plans, and no ended ones', async () => {
    const { person, batch, first, second } = await startTwo()
    const third = await startTestPlan(person, batch)
    await changeTestPlan(person, first.id, 'pause')
    await changeTestPlan(person, third.id, 'pause')
    const full = { status: 409, body: { code: 'too_many_plans' } }
    expect(await createTestPlan(person, {})).toMatchObject(full)
    await endTestPlan(person, second.id)
    expect((await createTestPlan(person, {})).status).toBe(201)
  })
})

describe('a change', () => {
  it.each([
    [{ amount: 6 }, { amount: 6 }],
    [{ day: 20 }, { day: 20 }],
    [{ pay: 'wallet' }, { pay: 'wallet' }],
    [{ project_id: 'featured' }, { project_id: 'featured' }],
  ])('of %j keeps the other terms', async (terms, changed) => {
    const [person, batch] = [await newSaver(test.url, db(), 0), await newPlanBatch(db())]
    const pay = `wallet+saved:${await saveTestCard(test.services, person)}`
    const before = { amount: 7.5, day: 28, pay, project_id: batch.projectId }
    const { id } = await startTestPlan(person, batch, before)
    const answer = await changeTestPlan(person, id, 'change', terms)
    expect(answer).toMatchObject({ status: 200, body: { id, ...before, ...changed } })
    expect(await listed(person)).toMatchObject([{ id, ...before, ...changed }])
  })
})

describe('a bought month', () => {
  const bought = async () => {
    const [person, batch] = [await newSaver(test.url, db()), await newPlanBatch(db())]
    const { id, first } = await startTestPlan(person, batch)
    await runAt(first)
    const [purchase] = await readPlannedPurchases(db(), person)
    return { person, id, first, txId: purchase?.tx_id ?? '' }
  }
  const paused = (reason: string) => [
    { state: 'PAUSED', pause_reason: reason, last_run: { state: 'REVERSED', reason } },
  ]

  it('that is disputed pauses its plan as disputed', async () => {
    const { person, first, txId } = await bought()
    await db().run(setReversal, [txId, 'disputed'])
    await runAt(daysAfter(first, 1))
    await db().run(setReversal, [txId, 'none'])
    expect(await listed(person)).toMatchObject(paused('disputed'))
  })

  it('pauses its plan for its own reason, where another is reversed in the same round', async () => {
    const [disputed, refunded, kept] = [await bought(), await bought(), await bought()]
    await db().run(setReversal, [disputed.txId, 'disputed'])
    const order = { keepsKilograms: false, kg: 10, record: async () => undefined }
    await refundPurchase(test.services, { txId: refunded.txId, ...order })
    await runAt(daysAfter(disputed.first, 1))
    await db().run(setReversal, [disputed.txId, 'none'])
    expect(await listed(disputed.person)).toMatchObject(paused('disputed'))
    expect(await listed(refunded.person)).toMatchObject(paused('refunded'))
    expect(await listed(kept.person)).toMatchObject([
      { state: 'ACTIVE', last_run: { state: 'COMPLETED', reason: null } },
    ])
    const told = async ({ person }: typeof kept) =>
      (await readPlanMessages(db(), person)).filter((each) => each === 'plan_paused').length
    expect([await told(disputed), await told(refunded), await told(kept)]).toEqual([1, 1, 0])
  })

  it('of which a part is refunded pauses its plan as refunded', async () => {
    const { person, first, txId } = await bought()
    const order = { txId, keepsKilograms: false, kg: 10, record: async () => undefined }
    await refundPurchase(test.services, order)
    await runAt(daysAfter(first, 1))
    expect(await listed(person)).toMatchObject(paused('refunded'))
  })
})

describe('in another country', () => {
  it.each([
    ['EUR', 'DE', '0.49', '0.50'],
    ['USD', 'US', '0.49', '0.50'],
    ['TRY', 'TR', '19.99', '20.00'],
  ])('a plan in %s costs at least the card’s minimum', async (currency, country, less, least) => {
    const person = await newSaver(test.url, db(), 0)
    await db().run(move, [person.id, country, currency, 'en'])
    expect(await createTestPlan(person, { amount: Number(less) })).toMatchObject({
      status: 400,
      body: { error: `A month costs at least ${least} ${currency}.`, field: 'amount' },
    })
    expect(await createTestPlan(person, { amount: Number(least) })).toMatchObject({
      status: 201,
      body: { amount: Number(least), currency },
    })
  })

  it('a batch and a wallet in another currency are paid at their rates', async () => {
    const person = await newSaver(test.url, db(), 0)
    const credit = { passportId: person.id, currency: 'EUR', amountMinor: 200 }
    await creditTestWallet(db(), credit)
    const batch = await issueTestBatch(db(), { kg: 1_000, currency: 'EUR' })
    const { first } = await startTestPlan(person, batch, { amount: 2 })
    await runAt(first)
    // A kilogram costs 0.02 EUR, which are 0.0174116 GBP. The pound of the wallet pays first.
    expect(await readPlannedPurchases(db(), person)).toMatchObject([
      { state: 'COMPLETED', quantity_kg: 115, total_minor: 200, wallet_minor: 200, card_minor: 0 },
    ])
    const { wallets } = (await person.get('/api/wallet/me')).body
    const totals = wallets.flatMap((each: { totals: object[] }) => each.totals)
    expect(totals).toEqual([
      { currency: 'GBP', total: 0, held: 0 },
      { currency: 'EUR', total: 0.85, held: 0 },
    ])
  })

  it('the featured project is that of the owner’s country', async () => {
    const [british, german] = [await newPlanBatch(db()), await issueTestBatch(db(), { kg: 900 })]
    await db().run(feature, ['GB', 1, british.projectId])
    await db().run(feature, ['DE', 1, german.projectId])
    const person = await newSaver(test.url, db())
    await db().run(move, [person.id, 'DE', 'GBP', 'de'])
    const { first } = await startTestPlan(person, { projectId: 'featured' })
    await runAt(first)
    const [entry] = (await person.get('/api/tokens/transaction/me')).body
    expect(entry).toMatchObject({ project_id: german.projectId, kg: 250 })
  })

  it('the message before a run leaves in the hours of the owner’s country', async () => {
    const [person, batch] = [await newSaver(test.url, db()), await newPlanBatch(db())]
    await db().run(move, [person.id, 'US', 'USD', 'en'])
    const { first } = await startTestPlan(person, batch)
    const sent = () => readPlanMessages(db(), person)
    const at = (hour: number) => new Date(daysAfter(first, -2).setUTCHours(hour, 30))
    // In Great Britain it is noon then, and early in the morning in Honolulu.
    await runAt(at(12))
    expect(await sent()).toEqual([])
    await runAt(at(20))
    expect(await sent()).toEqual(['plan_upcoming'])
  })
})

describe('a message about a plan', () => {
  const textOf = (template = '', subject = '') =>
    planMessages.textOf(test.services, { template, subject, recipient: 'holder' })

  it('is in its owner’s language, with the sum in the plan’s currency, and leads to the plans', async () => {
    const [person, batch] = [await newSaver(test.url, db()), await newPlanBatch(db())]
    await db().run(move, [person.id, 'DE', 'EUR', 'de'])
    const { first } = await startTestPlan(person, batch, { amount: 1234.5 })
    await runAt(new Date(daysAfter(first, -2).setUTCHours(11)))
    const [message, ...more] = await db().run(subjectsOf, [person.id])
    expect(more).toEqual([])
    const sent = await textOf(message?.template, message?.subject)
    expect(sent).toMatchObject({ to: person.phone, causedBy: null })
    const text = sent?.body.replaceAll('\u00a0', ' ') ?? ''
    expect(text).toMatch(/^Dein Monatsplan kauft am 15\. \p{L}+ Klimabeiträge/u)
    expect(text).toMatch(/1\.234,50 (€|EUR)/)
    expect(text).toContain('/app/plans')
    expect(text).not.toContain('/app/plans/')
  })

  it('that asks for a month leads to that month', async () => {
    const [person, batch] = [await newSaver(test.url, db(), 0), await newPlanBatch(db())]
    const cardId = await saveTestCard(test.services, person, '4000002500003155')
    const { id, first } = await startTestPlan(person, batch, { pay: `saved:${cardId}` })
    const months = [first, monthAfter(first)]
    for (const month of months) {
      for (let rounds = 0; rounds < 3; rounds += 1) {
        await endPlanLeases(db())
        await round(month)
        await settleTestCards(test.services)
      }
    }
    const messages = await db().run(subjectsOf, [person.id])
    const asks = messages.filter(({ template }) => template === 'plan_confirm')
    const texts = await Promise.all(asks.map(({ template, subject }) => textOf(template, subject)))
    expect(texts.map((each) => /\/app\/plans\/\S+/.exec(each?.body ?? '')?.[0])).toEqual(
      months.map((month) => `/app/plans/${id}/${month.toISOString().slice(0, 7)}`),
    )
  })
})

it('only plans that were not confirmed are deleted, a day after they expired', async () => {
  const { person, first, second } = await startTwo()
  await endTestPlan(person, second.id)
  const { body } = await createTestPlan(person, {})
  const kept = async () => (await db().run(idsOf, [person.id])).map(({ id }) => id)
  const all = [first.id, second.id, body.id]
  await db().run(age, [person.id, 23])
  await tidyDatabase(db(), [planTidying])
  expect(await kept()).toEqual(all)
  await db().run(age, [person.id, 25])
  await tidyDatabase(db(), [planTidying])
  expect(await kept()).toEqual(all.slice(0, 2))
})

it('a restored backup pauses every active plan, and changes no other', async () => {
  const { person, batch, first, second } = await startTwo()
  const third = await startTestPlan(person, batch)
  await changeTestPlan(person, second.id, 'pause')
  await endTestPlan(person, third.id)
  await createTestPlan(person, {})
  await pauseAllPlans(db())
  expect(await listed(person)).toMatchObject([
    { id: first.id, state: 'PAUSED', pause_reason: 'restored' },
    { id: second.id, state: 'PAUSED', pause_reason: 'paused' },
    { state: 'PENDING', pause_reason: null },
  ])
  expect((await changeTestPlan(person, third.id, 'resume')).body.code).toBe('plan_ended')
  expect((await changeTestPlan(person, first.id, 'resume')).body.state).toBe('ACTIVE')
})
