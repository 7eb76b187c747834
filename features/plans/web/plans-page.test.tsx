// Tests the page of plans in a simulated page: each state, each change with its words, and the dialogs.
import { beforeAll, describe, expect, it } from 'vitest'
import { Route } from 'wouter'
import { exampleProject } from '#features/catalogue/catalogue-calls.ts'
import { plansMax } from '#values/lists/plans.ts'
import { patterns } from '#web/paths.ts'
import { browserBack } from '#web/test-dialogs.tsx'
import { until } from '#web/test-page.ts'
import type { ListedPlan } from '../plans-calls.ts'
import { PlansPage } from './plans-page.tsx'
import {
  busyButtons,
  drawPlans,
  openPlans,
  refusal,
  testCards,
  testPlan,
  testRun,
} from './test-plan.tsx'

// A first load takes long on a busy machine.
beforeAll(() => Promise.all([import('./plan-dialog.tsx'), import('./plan-checkout.tsx')]))

const paused = { ...testPlan, state: 'PAUSED', pause_reason: 'paused', next_run: null } as const
const numbered = (count: number, own: Partial<ListedPlan> = {}) =>
  Array.from({ length: count }, (_, place) => ({
    ...{ ...testPlan, ...own, id: `PL-7K2M-9QXF-00${own.state ?? 'A'}${place}`, amount: place + 5 },
  }))

async function drawn(own: Parameters<typeof openPlans>[0] = {}, path?: string) {
  const served = await openPlans(own)
  const page = await drawPlans(
    <>
      <Route path="/app/plans">
        <PlansPage />
      </Route>
      <Route path={patterns.planMonth}>
        <PlansPage />
      </Route>
    </>,
    path,
  )
  await until(() => /Up to|no monthly plan/.test(page.text()))
  return { served, page }
}

describe('a plan', () => {
  it.each<[Partial<ListedPlan>, RegExp, RegExp]>([
    [{}, /Active.*Next on Dec 15, 2026\./, /Paused|Resume/],
    [paused, /Paused.*You paused the plan\./, /Active|Next on|Skip/],
    [{ ...paused, pause_reason: 'declined' }, /Paused.*Your card was declined\./, /Active|Next on/],
    [{ ...paused, pause_reason: null }, /PausedThe featured/, /Active|Next on|declined/],
    [{ ...paused, pause_reason: null, next_run: testPlan.next_run }, /Next on Dec 15/, /Active/],
    [{ pause_reason: 'declined' }, /Active.*Next on Dec 15/, /declined/],
  ])('%j reads %s and not %s', async (own, has, lacks) => {
    const { page } = await drawn({ plans: [{ ...testPlan, ...own }] })
    expect(page.text()).toMatch(has)
    expect(page.text()).not.toMatch(lacks)
    const isActive = own.state !== 'PAUSED'
    const offered = ['Pause', 'Resume', 'Skip one month', 'Change', 'End'].map(page.offers)
    expect(offered).toEqual(isActive ? [1, 0, 1, 1, 1] : [0, 1, 0, 1, 1])
  })

  it('has its amount, project, payer and day', async () => {
    const project_id = exampleProject.id
    const pay = `wallet+saved:${testCards[1]?.id}`
    const { page } = await drawn({
      plans: [{ ...testPlan, amount: 1234.5, currency: 'EUR', project_id, pay, day: 28 }],
      projects: [{ ...exampleProject, id: 'another', shown_name: 'Wind' }, exampleProject],
      cards: testCards,
    })
    await until(() => page.text().includes('Mastercard'))
    const words =
      'Up to €1,234.50 a monthActiveCookstoves in KampalaWallet, then Mastercard ending in 4241, on day 28'
    expect(page.text()).toContain(words)
  })

  it('of a project that is no longer listed names a project', async () => {
    const { page } = await drawn({ plans: [{ ...testPlan, project_id: 'gone' }] })
    expect(page.text()).toContain('ActiveProjectWallet, on day 15')
  })

  it('has its past months, each with its outcome in the plan’s currency', async () => {
    const runs = [
      { ...testRun, period: '2026-11', state: 'NONE', reason: 'skipped', kg: null, total: null },
      { ...testRun, period: '2026-10', kg: 1200 },
    ] as const
    const { page } = await drawn({ plans: [{ ...testPlan, currency: 'EUR', runs: [...runs] }] })
    expect(page.text()).toMatch(
      /Past months.*November 2026You skipped this month\.October 20261,200 kg for €5\.00/,
    )
    const { page: fresh } = await drawn()
    expect(fresh.text()).not.toContain('Past months')
  })
})

describe('the list', () => {
  it.each([
    [0, { plans: [], offers: true }],
    [1, { offers: true }],
    [plansMax - 1, { offers: true }],
    [plansMax, { offers: false }],
  ])('of %i plans offers a new one up to the limit', async (count, { offers }) => {
    const { page } = await drawn({ plans: numbered(count) })
    expect(page.text().match(/Up to/g) ?? []).toHaveLength(count)
    expect(page.offers('New plan')).toBe(offers ? 1 : 0)
    expect(page.text().includes('You have three plans, the most possible.')).toBe(!offers)
    expect(page.text().includes('You have no monthly plan yet.')).toBe(count === 0)
  })

  it('leaves out plans that have ended or are not confirmed, and does not count them', async () => {
    const plans = [
      ...numbered(1),
      ...numbered(1, { state: 'PAUSED' }),
      ...numbered(2, { state: 'ENDED' }),
      ...numbered(1, { state: 'PENDING' }),
    ]
    const { page } = await drawn({ plans })
    expect(page.text().match(/Up to/g)).toHaveLength(2)
    expect(page.offers('New plan')).toBe(1)
    const { page: none } = await drawn({ plans: numbered(3, { state: 'ENDED' }) })
    expect(none.text()).toContain('You have no monthly plan yet.')
  })

  it('that does not load says so, and Retry loads it', async () => {
    const served = await openPlans({
      answers: { 'GET /api/plans': () => refusal('internal', 500) },
    })
    const page = await drawPlans(<PlansPage />)
    await until(() => page.text().includes('Your plans did not load.'))
    served.answers = {}
    await page.press('Retry')
    await until(() => page.text().includes('Up to £5.00 a month'))
  })
})

describe('a change', () => {
  const january = '2027-01-15T09:00:00.000Z'
  const paying = { ...testRun, state: 'PAYING' } as const
  const stillPaid = ' Only CP-1 (200 kg for £5.00) is already being paid.'
  const plan = testPlan
  const { id } = plan
  const changes: [string, ListedPlan, unknown[], ListedPlan, string, RegExp][] = [
    [
      'Pause',
      plan,
      ['PATCH', { id, action: 'pause' }],
      paused,
      'Paused. Nothing is bought until you resume it.',
      /You paused the plan\./,
    ],
    [
      'Resume',
      paused,
      ['PATCH', { id, action: 'resume' }],
      { ...plan, next_run: january },
      'Active again. Next on Jan 15, 2027.',
      /Active.*Jan 15, 2027/,
    ],
    [
      'Skip one month',
      plan,
      ['PATCH', { id, action: 'skip' }],
      { ...plan, next_run: january },
      'Skipped. Next on Jan 15, 2027.',
      /Active.*Jan 15, 2027/,
    ],
    [
      'End',
      plan,
      ['DELETE', { id }],
      { ...plan, state: 'ENDED', next_run: null },
      'Ended. Nothing more is bought.',
      /You have no monthly plan yet\./,
    ],
  ]
  const key = (sent: unknown[]) => `${sent[0]} /api/plans`

  it.each(changes)(
    '%s is sent, announced, and shown in the list',
    async (name, before, sent, after, done, shown) => {
      const other = { ...plan, id: 'PL-AAAA-AAAA-AAAA', amount: 9 }
      for (const last_run of [null, paying]) {
        const { served, page } = await drawn({ plans: [before] })
        served.answers[key(sent)] = () => {
          served.plans = [{ ...after, last_run }]
          const { runs: _, ...reply } = { ...after, last_run }
          return Response.json(reply)
        }
        await page.press(name)
        await until(() => shown.test(page.text()))
        expect(served.sent).toEqual([sent])
        expect(document.activeElement === document.body).toBe(name !== 'End')
        expect(served.toasts).toEqual([['high', last_run ? done + stillPaid : done]])
        await page.close()
      }
      // The second of two plans.
      const { served, page } = await drawn({ plans: [other, before] })
      const { runs: _, ...reply } = after
      served.answers[key(sent)] = () => Response.json(reply)
      await page.press(name, name === 'Resume' ? 0 : 1)
      await until(() => served.toasts.length === 1)
      expect(served.sent).toEqual([sent])
    },
  )

  it.each(changes)('%s that fails shows why, and no toast', async (name, before, sent) => {
    const { served, page } = await drawn({ plans: [before] })
    served.answers[key(sent)] = () => refusal('internal', 500)
    await page.press(name)
    await until(() => page.text().includes('Something went wrong.'))
    expect([served.toasts, served.sent.length, page.offers(name)]).toEqual([[], 1, 1])
    served.answers[key(sent)] = () => Response.json({ ...before, runs: undefined })
    await page.press(name)
    await until(() => served.toasts.length === 1)
    expect(page.text()).not.toContain('Something went wrong.')
  })

  it.each(changes)(
    '%s that is being sent shows so at its own button alone',
    async (name, before, sent) => {
      const second = { ...before, id: 'PL-AAAA-AAAA-AAAA', amount: 9 }
      const { served, page } = await drawn({ plans: [before, second] })
      const { promise, resolve } = Promise.withResolvers<Response>()
      served.answers[key(sent)] = () => promise
      expect(busyButtons()).toEqual([])
      await page.press(name)
      expect(busyButtons()).toEqual([name])
      const { runs: _, ...reply } = before
      resolve(Response.json(reply))
      await until(() => served.toasts.length === 1 && busyButtons().length === 0)
    },
  )

  it('that ends a plan moves the focus to the list', async () => {
    const { served, page } = await drawn({ plans: numbered(2) })
    served.answers['DELETE /api/plans'] = () => Response.json({ ...testPlan, state: 'ENDED' })
    await page.press('End', 1)
    await until(() => served.toasts.length === 1)
    expect(document.activeElement?.textContent).toContain('Up to £5.00 a month')
  })
})

describe('the dialog of a new plan', () => {
  const created = {
    ...testPlan,
    id: 'PL-2222-2222-2222',
    state: 'PENDING',
    next_run: null,
  } as const
  const { runs: _, ...reply } = created

  it('starts the plan, announces it, closes, and shows it in the list', async () => {
    const { served, page } = await drawn({ plans: [] })
    expect(page.text()).not.toContain('At most a month')
    await page.press('New plan')
    await until(() => page.text().includes('At most a month'))
    const started = { ...created, state: 'ACTIVE', next_run: testPlan.next_run } as const
    served.answers['POST /api/plans'] = () => Response.json(reply, { status: 201 })
    served.answers['PATCH /api/plans'] = () => {
      served.plans = [started]
      return Response.json({ ...reply, state: 'ACTIVE', next_run: started.next_run })
    }
    await page.submit()
    await until(() => page.text().includes('Confirm your plan'))
    await page.type('Retype the plan ID', created.id)
    await page.submit()
    await until(() => page.text().includes('Up to £5.00 a month'))
    expect(served.toasts).toEqual([['low', 'Your plan has started. Next on Dec 15, 2026.']])
    expect(page.text()).not.toContain('Confirm your plan')
    expect(served.sent.at(-1)).toEqual(['PATCH', { id: created.id, action: 'confirm' }])
  })

  it('begins with its usual terms each time', async () => {
    const { page } = await drawn()
    await page.press('New plan')
    await until(() => page.text().includes('At most a month'))
    await page.type('At most a month', '77')
    await page.press('Cancel')
    expect(page.text()).not.toContain('At most a month')
    await page.press('New plan')
    expect(page.valueOf('At most a month')).toBe('5')
  })

  it('opens by itself with the project of the address', async () => {
    const { page } = await drawn(
      { projects: [exampleProject] },
      `/app/plans?project=${exampleProject.id}`,
    )
    await until(() => page.text().includes('At most a month'))
    await until(() => page.valueOf('Project') === exampleProject.id)
  })
})

describe('the dialog of a change', () => {
  it('shows the present terms each time, saves new ones, and announces the next day', async () => {
    const { served, page } = await drawn({ plans: [{ ...testPlan, amount: 7.5, day: 28 }] })
    const open = async () => {
      await page.press('Change')
      await until(() => page.text().includes('Change plan'))
    }
    await open()
    await page.type('At most a month', '77')
    await page.press('Cancel')
    expect(page.text()).not.toContain('Change plan')
    await open()
    expect([page.valueOf('At most a month'), page.valueOf('Day of the month')]).toEqual([
      '7.50',
      '28',
    ])
    const changed = { ...testPlan, amount: 8, day: 1, next_run: '2027-01-01T09:00:00.000Z' }
    served.answers['PATCH /api/plans'] = () => {
      served.plans = [changed]
      const { runs: _, ...reply } = changed
      return Response.json({ ...reply, last_run: { ...testRun, state: 'PAYING' } })
    }
    await page.type('At most a month', '8')
    await page.submit()
    await until(() => page.text().includes('Up to £8.00 a month'))
    expect(page.text()).not.toContain('Change plan')
    const words =
      'Changed. Next on Jan 1, 2027. Only CP-1 (200 kg for £5.00) is already being paid.'
    expect(served.toasts).toEqual([['high', words]])
    // The terms after the change, also in this session.
    await open()
    expect(page.valueOf('At most a month')).toBe('8.00')
  })
})

describe('a month that the bank asks for', () => {
  const asked = { ...testRun, state: 'CONFIRMATION_NEEDED', kg: null, total: null } as const
  const dialog = /Continue/
  const reserved = {
    ...{ txId: 'CP-3333-3333-3333', expires_at: '2199-01-01T12:00:00.000Z', total: 5 },
    ...{ currency: 'GBP', wallet_used: 0, card_used: 5 },
  }

  it.each([
    ['CONFIRMATION_NEEDED', true],
    ['CHECKOUT', true],
    ['OPEN', false],
    ['PAYING', false],
    ['COMPLETED', false],
    ['REVERSED', false],
    ['NONE', false],
  ] as const)('in the state %s is offered: %s', async (state, isOffered) => {
    const runs = [
      { ...testRun, period: '2026-12' },
      { ...asked, state },
      // The newest month is confirmed first.
      ...(isOffered ? [{ ...asked, period: '2026-10' }] : []),
    ]
    const { page } = await drawn({ plans: [{ ...testPlan, runs }] })
    expect(page.offers('Confirm November 2026')).toBe(isOffered ? 1 : 0)
    expect(page.offers('Confirm October 2026')).toBe(0)
    expect(page.text().includes('Your bank asks you to confirm this month')).toBe(isOffered)
    if (!isOffered) return
    expect(page.text()).not.toMatch(dialog)
    await page.press('Confirm November 2026')
    await until(() => page.text().includes('Your bank asks you to confirm November 2026.'))
    await page.press('Cancel')
    expect(page.text()).not.toMatch(dialog)
  })

  const second = { ...testPlan, id: 'PL-BBBB-BBBB-BBBB', runs: [asked] }

  it('opens by its link, of the linked plan alone', async () => {
    const { page } = await drawn({ plans: [testPlan, second] }, `/app/plans/${second.id}/2026-11`)
    await until(() => dialog.test(page.text()))
    expect(page.text().match(/Continue/g)).toHaveLength(1)
    const { page: first } = await drawn(
      { plans: [testPlan, second] },
      `/app/plans/${testPlan.id}/2026-10`,
    )
    await until(() => dialog.test(first.text()))
    expect(first.text()).toContain('Your bank asks you to confirm October 2026.')
    expect(first.text().match(/Continue/g)).toHaveLength(1)
    const { page: unlinked } = await drawn({ plans: [testPlan, second] })
    expect(unlinked.text()).not.toMatch(dialog)
  })

  it.each([
    ['the problem', refusal('plan_checkout_over', 410), 'The checkout of this month is over.'],
    ['the reservation', Response.json(reserved), reserved.txId],
  ])('does not show %s of another month', async (_, answer, words) => {
    const { served, page } = await drawn({ plans: [second] }, `/app/plans/${second.id}/2026-10`)
    served.answers['POST /api/plans/checkout'] = () => answer
    await until(() => dialog.test(page.text()))
    await page.press('Continue')
    await until(() => page.text().includes(words))
    await page.press(browserBack)
    expect(page.text()).not.toContain(words)
    await page.press('Confirm November 2026')
    await until(() => page.text().includes('Your bank asks you to confirm November 2026.'))
    expect(page.text()).not.toContain(words)
  })
})
