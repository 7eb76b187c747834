// Tests the SQL of monthly plans row by row: which plans and runs each statement finds, in which order.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { send } from '#platform/database/write.ts'
import { ago, insertSql, passportSql, purchaseSql, type Row } from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import {
  findReversedRuns,
  findWaitingRuns,
  lockRun,
  lockUnfinishedRuns,
  newRunWrites,
  type RunRow,
  runWrites,
  setRunLease,
  takeDueRuns,
  writeReversedRun,
} from './plan-run-queries.ts'
import type { Plan } from './plan-states.ts'
import { plansOwnData } from './plans-own-data.ts'
import {
  countPlans,
  deleteUnconfirmed,
  findPlan,
  findPlanMessage,
  findPlansOf,
  findPlansToAnnounce,
  findRunOwner,
  findRunsOfPlans,
  listAllPlans,
  lockDuePlans,
  lockPlan,
  lockPlansOf,
  pauseAllPlans,
  planWrites,
  writeNewPlan,
} from './plans-queries.ts'

const [ada, ben] = [idOf(1), idOf(2)]
const project = idOf(9)
const inFuture = (interval: string) => ({ sql: `now() + interval '${interval}'` })

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
})
afterAll(() => rows.close())
beforeEach(() =>
  rows.run(
    'delete from plan_runs; delete from plans; delete from purchases; delete from passports; delete from projects;',
  ),
)

const plan = (id: string, row: Row = {}) =>
  insertSql('plans', {
    ...{ id, passport_id: ada, state: 'active', amount_minor: 500, currency: 'GBP', pay: 'wallet' },
    ...{ day: 5, next_run_at: inFuture('1 day'), expires_at: ago('1 day'), ...row },
  })
const planRun = (plan_id: string, period: string, row: Row = {}) =>
  insertSql('plan_runs', {
    ...{ plan_id, period, state: 'open', pay: 'wallet', run_at: ago('1 hour') },
    ...{ due_at: ago('1 hour'), ...row },
  })
const bought = (number: number, row: Row = {}) =>
  purchaseSql(
    { id: idOf(8), projectId: project },
    { id: idOf(number), buyer_id: ada, tx_id: `CP-${number}`, is_planned: true, ...row },
  )
const idsOf = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id)
const periodsOf = (found: readonly Pick<RunRow, 'plan_id' | 'period'>[]) =>
  found.map(({ plan_id, period }) => `${plan_id} ${period}`)

it('due plans are active, and their time has come; the earliest are first', async () => {
  await rows.run(
    plan('PL-1', { next_run_at: '2026-02-01 10:00' }) +
      plan('PL-2', { next_run_at: '2026-01-31 10:00' }) +
      plan('PL-3', { next_run_at: '2026-02-01 10:00:01' }) +
      plan('PL-4', { next_run_at: '2026-01-01', state: 'paused', pause_reason: 'paused' }) +
      plan('PL-5', { next_run_at: '2026-01-31 10:00' }),
  )
  const now = new Date('2026-02-01T10:00:00Z')
  await rows.db.transaction(async (tx) => {
    expect(idsOf(await lockDuePlans(tx, now, 9))).toEqual(['PL-2', 'PL-5', 'PL-1'])
    expect(idsOf(await lockDuePlans(tx, now, 2))).toEqual(['PL-2', 'PL-5'])
  })
})

it('plans to announce are active ones of the span that had no message', async () => {
  const of = (id: string, next: string, row: Row = {}) => plan(id, { next_run_at: next, ...row })
  await rows.run(
    passportSql(ada, { country: 'DE' }) +
      of('PL-1', '2026-02-01 10:00') +
      of('PL-2', '2026-02-01 10:00:01') +
      of('PL-3', '2026-02-04 10:00') +
      of('PL-4', '2026-02-04 10:00:01') +
      of('PL-5', '2026-02-02 10:00', { notice_pending: false }) +
      of('PL-6', '2026-02-02 10:00', { state: 'paused', pause_reason: 'paused' }) +
      of('PL-7', '2026-02-02 10:00'),
  )
  const span = [new Date('2026-02-01T10:00:00Z'), new Date('2026-02-04T10:00:00Z')] as const
  const found = await findPlansToAnnounce(rows.db, ...span, 9)
  expect(found).toEqual([
    { id: 'PL-2', country: 'DE', next_run_at: new Date('2026-02-01T10:00:01Z') },
    { id: 'PL-7', country: 'DE', next_run_at: new Date('2026-02-02T10:00:00Z') },
    { id: 'PL-3', country: 'DE', next_run_at: new Date('2026-02-04T10:00:00Z') },
  ])
  expect(idsOf(await findPlansToAnnounce(rows.db, ...span, 1))).toEqual(['PL-2'])
})

it('the plans of a passport are confirmed, or may still be confirmed; those of others are not among them', async () => {
  await rows.run(
    plan('PL-1', { created_at: ago('1 minute') }) +
      plan('PL-2', { state: 'paused', pause_reason: 'paused', created_at: ago('3 minutes') }) +
      plan('PL-3', { state: 'ended' }) +
      plan('PL-4', { state: 'unconfirmed', expires_at: inFuture('1 minute') }) +
      plan('PL-5', { state: 'unconfirmed', expires_at: ago('1 second') }) +
      plan('PL-6', { passport_id: ben, state: 'unconfirmed', expires_at: inFuture('1 minute') }) +
      plan('PL-7', { passport_id: ben }),
  )
  expect(idsOf(await findPlansOf(rows.db, ada))).toEqual(['PL-2', 'PL-1', 'PL-4'])
  await rows.db.transaction(async (tx) => {
    expect(await countPlans(tx, ada)).toEqual({ count: 2 })
    const locked = await lockPlansOf(tx, ada)
    expect(idsOf(locked)).toEqual(['PL-1', 'PL-2', 'PL-3', 'PL-4', 'PL-5'])
    expect(locked.map(({ is_over }) => is_over)).toEqual([true, true, true, false, true])
    await deleteUnconfirmed(tx, ada)
    expect(idsOf(await lockPlansOf(tx, ada))).toEqual(['PL-1', 'PL-2', 'PL-3'])
    expect(idsOf(await lockPlansOf(tx, ben))).toEqual(['PL-6', 'PL-7'])
  })
})

it('the list of all plans has the next run first; a restore pauses the active ones', async () => {
  await rows.run(
    plan('PL-1', { next_run_at: inFuture('2 days') }) +
      plan('PL-2', { state: 'paused', pause_reason: 'declined', next_run_at: inFuture('1 day') }) +
      plan('PL-3', { passport_id: ben, next_run_at: inFuture('3 hours') }) +
      plan('PL-4', { state: 'ended', next_run_at: null }) +
      plan('PL-5', { state: 'unconfirmed', next_run_at: null }),
  )
  expect(idsOf(await listAllPlans(rows.db, null, 9))).toEqual(['PL-3', 'PL-2', 'PL-1'])
  expect(idsOf(await listAllPlans(rows.db, 'active', 9))).toEqual(['PL-3', 'PL-1'])
  expect(idsOf(await listAllPlans(rows.db, 'paused', 9))).toEqual(['PL-2'])
  expect(idsOf(await listAllPlans(rows.db, null, 1))).toEqual(['PL-3'])
  await pauseAllPlans(rows.db)
  expect(await rows.ask('select id, state, pause_reason from plans order by id')).toEqual([
    ['PL-1', 'paused', 'restored'],
    ['PL-2', 'paused', 'declined'],
    ['PL-3', 'paused', 'restored'],
    ['PL-4', 'ended', null],
    ['PL-5', 'unconfirmed', null],
  ])
})

it('the last run of a plan is one whose purchase may complete, else the newest one that has begun', async () => {
  await rows.run(
    plan('PL-1', { project_id: project, pause_reason: null }) +
      planRun('PL-1', '2026-01-01', { state: 'paying', purchase_id: idOf(31) }) +
      planRun('PL-1', '2026-02-01', { state: 'left_out', reason: 'declined' }) +
      bought(31, { quantity_kg: 12, total_minor: 250, card_minor: 250 }) +
      plan('PL-2') +
      planRun('PL-2', '2026-01-01', { state: 'bought', purchase_id: idOf(32) }) +
      planRun('PL-2', '2026-02-01', { state: 'asking', purchase_id: idOf(33) }) +
      planRun('PL-2', '2026-03-01', {
        state: 'left_out',
        reason: 'skipped',
        run_at: inFuture('1 day'),
      }) +
      bought(32) +
      bought(33) +
      plan('PL-3') +
      planRun('PL-3', '2026-03-01', {
        ...{ state: 'left_out', reason: 'skipped', run_at: inFuture('1 day') },
        started_at: ago('1 hour'),
      }),
  )
  const last = async (id: string) => {
    const row = await findPlan(rows.db, id)
    if (row === null) throw new Error('no plan')
    const { last_period, last_state, last_reason, tx_id, quantity_kg, total_minor } = row
    return [last_period, last_state, last_reason, tx_id, quantity_kg, total_minor]
  }
  expect(await last('PL-1')).toEqual(['2026-01-01', 'paying', null, 'CP-31', 12, 250])
  expect(await last('PL-2')).toEqual(['2026-02-01', 'asking', null, null, null, null])
  expect((await last('PL-3')).slice(0, 3)).toEqual(['2026-03-01', 'left_out', 'skipped'])
  expect(await findRunsOfPlans(rows.db, ada)).toEqual(
    expect.arrayContaining([
      {
        ...{ plan_id: 'PL-1', period: '2026-01-01', state: 'paying', reason: null },
        ...{ tx_id: 'CP-31', quantity_kg: 12, total_minor: 250 },
      },
      {
        ...{ plan_id: 'PL-2', period: '2026-02-01', state: 'asking', reason: null },
        ...{ tx_id: null, quantity_kg: null, total_minor: null },
      },
    ]),
  )
  const shown = periodsOf(await findRunsOfPlans(rows.db, ada)).toSorted()
  expect(shown).toEqual([
    'PL-1 2026-01-01',
    'PL-1 2026-02-01',
    'PL-2 2026-01-01',
    'PL-2 2026-02-01',
    'PL-3 2026-03-01',
  ])
})

it('an owner has the number, country and currency; a dispute of any purchase counts, and the offer of the project', async () => {
  await rows.run(
    passportSql(ada, { phone: '+447400000001', country: 'DE', currency: 'EUR' }) +
      passportSql(ben, { phone: null }) +
      insertSql('projects', {
        ...{ id: project, registry: 'TST', registry_name: 'T', external_id: '1', name: 'Wind' },
        ...{ country: 'TR', country_name: 'Türkiye', status: 'Verified', unlisted_status: 'Ended' },
        project_type: '{Wind}',
      }) +
      plan('PL-1') +
      plan('PL-2', { project_id: project }) +
      plan('PL-3', { passport_id: ben }) +
      bought(31, { reversal: 'refunded' }) +
      bought(32, { buyer_id: ben, reversal: 'disputed', is_planned: false }),
  )
  const own = { phone: '+447400000001', country: 'DE', currency: 'EUR', is_disputed: false }
  expect(await findRunOwner(rows.db, 'PL-1')).toEqual({ ...own, is_project_offered: true })
  expect(await findRunOwner(rows.db, 'PL-2')).toEqual({ ...own, is_project_offered: false })
  expect(await findRunOwner(rows.db, 'PL-3')).toEqual({
    ...{ phone: null, country: 'GB', currency: 'GBP', is_disputed: true, is_project_offered: true },
  })
  await rows.run(`update passports set language = 'tr' where id = '${ada}'`)
  await rows.run(
    plan('PL-4', { state: 'paused', pause_reason: 'declined', amount_minor: 725, currency: 'TRY' }),
  )
  expect(await findPlanMessage(rows.db, 'PL-4')).toEqual({
    ...{ state: 'paused', pause_reason: 'declined', amount_minor: 725, currency: 'TRY' },
    ...{ next_run_at: expect.any(Date), phone: '+447400000001', language: 'tr' },
  })
})

it('due runs are taken once for their lease, the earliest first', async () => {
  const of = (period: string, due: string, row: Row = {}) =>
    planRun('PL-1', period, { due_at: due, ...row })
  await rows.run(
    of('2026-01-01', '2026-02-01 10:00') +
      of('2026-02-01', '2026-01-31 10:00', { state: 'asking' }) +
      of('2026-03-01', '2026-02-01 10:00:01') +
      of('2026-04-01', '2026-01-01 10:00', { state: 'bought' }) +
      of('2026-05-01', '2026-01-02 10:00', { leased_until: inFuture('1 minute') }) +
      of('2026-06-01', '2026-01-03 10:00', { leased_until: ago('1 second'), state: 'paying' }) +
      of('2026-07-01', '2026-01-04 10:00', { leased_until: inFuture('5 minutes') }),
  )
  const now = new Date('2026-02-01T10:00:00Z')
  const waiting = await findWaitingRuns(rows.db, now)
  expect(waiting?.count).toBe(1)
  expect(waiting?.seconds).toBeGreaterThan(50)
  expect(waiting?.seconds).toBeLessThanOrEqual(60)
  const first = await takeDueRuns(rows.db, now, 2, 60)
  expect(periodsOf(first).toSorted()).toEqual(['PL-1 2026-02-01', 'PL-1 2026-06-01'])
  expect(periodsOf(await takeDueRuns(rows.db, now, 9, 60))).toEqual(['PL-1 2026-01-01'])
  expect(await takeDueRuns(rows.db, now, 9, 60)).toEqual([])
  await rows.db.transaction(async (tx) => {
    const unfinished = await lockUnfinishedRuns(tx, 'PL-1')
    expect(unfinished.map(({ period }) => period.slice(5, 7))).toEqual([
      ...['01', '02', '03', '05', '06', '07'],
    ])
  })
})

it('reversed runs are bought ones of planned purchases that were refunded, in part too, or are disputed', async () => {
  const of = (month: string, number: number, row: Row = {}, run: Row = {}) =>
    planRun('PL-1', `2026-${month}-01`, { state: 'bought', purchase_id: idOf(number), ...run }) +
    bought(number, row)
  await rows.run(
    of('01', 31) +
      of('02', 32, { reversal: 'refunding' }) +
      of('03', 33, { refunded_kg: 1 }) +
      of('04', 34, { reversal: 'disputed' }) +
      of('05', 35, { reversal: 'refunded', is_planned: false }) +
      of('06', 36, { reversal: 'refunded' }, { state: 'reversed', reason: 'refunded' }),
  )
  const found = await findReversedRuns(rows.db, 9)
  expect(found.toSorted((a, b) => a.period.localeCompare(b.period))).toEqual([
    { plan_id: 'PL-1', period: '2026-02-01', is_disputed: false },
    { plan_id: 'PL-1', period: '2026-03-01', is_disputed: false },
    { plan_id: 'PL-1', period: '2026-04-01', is_disputed: true },
  ])
})

it('a plan and its runs are written and read in each of their columns', async () => {
  await rows.run(
    plan('PL-1', { created_at: ago('1 hour') }) + plan('PL-2') + planRun('PL-2', '2026-03-01'),
  )
  const terms: Plan = {
    ...{ amount_minor: 725, currency: 'EUR', project_id: project, pay: 'saved:x', day: 9 },
    ...{ state: 'paused', pause_reason: 'declined', notice_pending: false },
    next_run_at: new Date('2026-05-09T09:00:00Z'),
  }
  const run: RunRow = {
    ...{ plan_id: 'PL-1', period: '2026-03-01', state: 'asking', reason: null, pay: 'saved:x' },
    ...{ attempt: 2, declines: 1, purchase_id: idOf(31), run_at: new Date('2026-03-05T09:00:00Z') },
    ...{ started_at: new Date('2026-03-05T09:01:00Z'), due_at: new Date('2026-03-08T09:01:00Z') },
  }
  const changed: RunRow = {
    ...{ ...run, state: 'left_out', reason: 'skipped', attempt: 3, declines: 2, purchase_id: null },
    ...{ started_at: new Date('2026-03-06T09:01:00Z'), due_at: new Date('2026-03-09T09:01:00Z') },
  }
  const other = { ...run, period: '2026-04-01', state: 'open', purchase_id: null } as const
  await rows.db.transaction(async (tx) => {
    await send(tx, [...planWrites([{ id: 'PL-1', ...terms }]), ...newRunWrites([run, other])])
    expect(await lockPlan(tx, 'PL-1')).toEqual({
      ...{ id: 'PL-1', passport_id: ada, ...terms, is_over: true },
      ...{ expires_at: expect.any(Date), now: expect.any(Date) },
    })
    expect(await lockRun(tx, 'PL-1', '2026-03-01')).toEqual(run)
    expect(await lockUnfinishedRuns(tx, 'PL-1')).toEqual([run, other])
    // A run that exists stays as it is.
    await send(tx, newRunWrites([{ ...other, state: 'left_out', reason: 'missed' }]))
    await send(tx, runWrites([changed]))
    expect(await lockRun(tx, 'PL-1', '2026-03-01')).toEqual(changed)
    expect(await lockUnfinishedRuns(tx, 'PL-1')).toEqual([other])
    expect(await lockRun(tx, 'PL-1', '2026-05-01')).toBeNull()
    const untouched = await lockRun(tx, 'PL-2', '2026-03-01')
    expect(untouched).toMatchObject({ state: 'open', attempt: 0, purchase_id: null })
    expect(await lockPlan(tx, 'PL-2')).toMatchObject({ state: 'active', amount_minor: 500, day: 5 })
    await writeNewPlan(tx, 'PL-3', ben, terms)
    const made = await lockPlan(tx, 'PL-3')
    expect(made).toEqual({
      ...{ id: 'PL-3', passport_id: ben, state: 'unconfirmed', pause_reason: null, is_over: false },
      ...{ amount_minor: 725, currency: 'EUR', project_id: project, pay: 'saved:x', day: 9 },
      ...{ next_run_at: null, notice_pending: true, now: made?.now },
      expires_at: new Date((made?.now.getTime() ?? 0) + 600_000),
    })
  })
})

it('a lease is of one run; a bought run is reversed once', async () => {
  await rows.run(
    planRun('PL-1', '2026-01-01', { state: 'bought' }) +
      planRun('PL-1', '2026-02-01', { state: 'bought' }) +
      planRun('PL-2', '2026-01-01'),
  )
  await setRunLease(rows.db, 'PL-1', '2026-01-01', 600)
  expect(
    await rows.ask(`select plan_id, period::text, leased_until > now() + interval '590 seconds'
      and leased_until <= now() + interval '600 seconds' from plan_runs order by 1, 2`),
  ).toEqual([
    ['PL-1', '2026-01-01', true],
    ['PL-1', '2026-02-01', null],
    ['PL-2', '2026-01-01', null],
  ])
  const reverse = (id: string, period: string) =>
    rows.db.transaction((tx) => writeReversedRun(tx, id, period, 'refunded'))
  expect(await reverse('PL-1', '2026-01-01')).toBe(true)
  expect(await reverse('PL-1', '2026-01-01')).toBe(false)
  expect(await reverse('PL-2', '2026-01-01')).toBe(false)
  expect(
    await rows.ask('select plan_id, period::text, state, reason from plan_runs order by 1, 2'),
  ).toEqual([
    ['PL-1', '2026-01-01', 'reversed', 'refunded'],
    ['PL-1', '2026-02-01', 'bought', null],
    ['PL-2', '2026-01-01', 'open', null],
  ])
})

/** Each state of a run, in a month of its own, and whether it names its purchase. */
const namesPurchase = {
  ...{ open: false, paying: true, asking: false, checkout: true, bought: true, reversed: true },
  left_out: false,
} as const
const stateRuns = Object.keys(namesPurchase).map((state, index) => ({
  ...{ state, period: `2026-0${index + 1}-01`, number: 31 + index, kg: 11 + index },
  reason: state === 'left_out' || state === 'reversed' ? 'refunded' : null,
}))
const insertStates = () =>
  rows.run(
    stateRuns
      .map(({ state, period, number, kg, reason }) => {
        const total = 100 * kg
        return (
          planRun('PL-1', period, { state, reason, purchase_id: idOf(number), attempt: 1 }) +
          bought(number, { quantity_kg: kg, total_minor: total, card_minor: total })
        )
      })
      .join('') +
      plan('PL-1', { created_at: ago('1 day') }) +
      plan('PL-2', {
        project_id: project,
        state: 'paused',
        pause_reason: 'declined',
        pay: 'saved:x',
      }) +
      planRun('PL-2', '2026-09-01', { state: 'left_out', reason: 'declined' }) +
      plan('PL-3', { state: 'ended' }) +
      planRun('PL-3', '2026-08-01') +
      plan('PL-4', { state: 'unconfirmed', next_run_at: null }) +
      planRun('PL-4', '2026-08-01') +
      plan('PL-5', { passport_id: ben }) +
      planRun('PL-5', '2026-08-01'),
  )

it('months are shown newest first, each with the purchase that it may name', async () => {
  await insertStates()
  const shown = stateRuns.toReversed().map(({ state, period, number, kg, reason }) => {
    const isNamed = Object.entries(namesPurchase).some(([each, named]) => each === state && named)
    return {
      ...{ plan_id: 'PL-1', period, state, reason, tx_id: isNamed ? `CP-${number}` : null },
      ...{ quantity_kg: isNamed ? kg : null, total_minor: isNamed ? 100 * kg : null },
    }
  })
  expect(await findRunsOfPlans(rows.db, ada)).toEqual([
    {
      ...{ plan_id: 'PL-2', period: '2026-09-01', state: 'left_out', reason: 'declined' },
      ...{ tx_id: null, quantity_kg: null, total_minor: null },
    },
    ...shown,
  ])
})

it('the export has every plan that has not ended, and the runs of all, oldest first', async () => {
  await insertStates()
  const at = expect.any(Date)
  const terms = { 'at most': 5, currency: 'GBP', day: 5, 'next run': at }
  const ran = stateRuns.map(({ state, period, number, kg, reason }) => {
    const isNamed = Object.entries(namesPurchase).some(([each, named]) => each === state && named)
    return {
      ...{ plan: 'PL-1', month: period.slice(0, 7), outcome: state, reason, currency: 'GBP' },
      ...{ purchase: isNamed ? `CP-${number}` : null, paid: isNamed ? kg : null },
    }
  })
  const none = { reason: null, purchase: null, paid: null, currency: 'GBP' }
  expect(await plansOwnData.read?.(rows.db, { passportId: ada, phone: '' })).toEqual({
    plans: [
      {
        ...{ id: 'PL-1', state: 'active', 'reason of the pause': null, 'paid by': 'wallet' },
        ...{ ...terms, project: 'the featured one' },
      },
      {
        ...{ id: 'PL-2', state: 'paused', 'reason of the pause': 'declined', 'paid by': 'saved:x' },
        ...{ ...terms, project },
      },
    ],
    runs: [
      ...ran,
      { plan: 'PL-3', month: '2026-08', outcome: 'open', ...none },
      { plan: 'PL-4', month: '2026-08', outcome: 'open', ...none },
      { plan: 'PL-2', month: '2026-09', outcome: 'left_out', ...none, reason: 'declined' },
    ],
  })
})
