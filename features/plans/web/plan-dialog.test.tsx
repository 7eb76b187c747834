// Tests the dialogs of a plan in a simulated page: the terms that are sent, the retyped id, and each problem.
import { describe, expect, it, vi } from 'vitest'
import { exampleProject } from '#features/catalogue/catalogue-calls.ts'
import { featuredProject } from '#values/lists/plans.ts'
import { until } from '#web/test-page.ts'
import { ada } from '#web/test-person.ts'
import { texts } from '#web/texts.ts'
import { ChangePlanDialog, NewPlanDialog } from './plan-dialog.tsx'
import { busyButtons, drawPlans, openPlans, refusal, testCards, testPlan } from './test-plan.tsx'

const { runs: _, ...reply } = testPlan
const created = { ...reply, state: 'PENDING', next_run: null, amount: 7.5, day: 28 } as const
const payer = `wallet+saved:${testCards[1]?.id}`
const projects = [exampleProject, { ...exampleProject, id: 'wind', shown_name: 'Wind' }]

async function openNew(projectId: string | null = null, profile = ada) {
  const served = await openPlans({ cards: testCards, projects }, profile)
  const done = vi.fn()
  const closed = vi.fn()
  const page = await drawPlans(
    <NewPlanDialog {...{ profile, projectId }} open onClose={closed} onDone={done} />,
  )
  await until(() => page.text().includes('Wind') && page.text().includes('4241'))
  return { served, page, done, closed }
}

describe('a new plan', () => {
  it.each([
    [null, featuredProject],
    ['wind', 'wind'],
  ])('of the project %s begins with %s', async (projectId, project_id) => {
    const { served, page } = await openNew(projectId)
    served.answers['POST /api/plans'] = () => Response.json(created, { status: 201 })
    await page.submit()
    await until(() => served.sent.length === 1)
    expect(served.sent).toEqual([['POST', { amount: 5, project_id, pay: 'wallet', day: 1 }]])
  })

  it.each([
    ['EUR', '5'],
    ['GBP', '5'],
    ['TRY', '200'],
    ['USD', '5'],
  ])('in %s begins with an amount that a card can pay', async (currency, amount) => {
    const { page } = await openNew(null, { ...ada, currency })
    expect(page.valueOf('At most a month')).toBe(amount)
  })

  it.each([
    ['7,50', 7.5],
    ['7.5', 7.5],
    [' 12 ', 12],
    ['99999,99', 99_999.99],
    ['٧٫٥', 7.5],
    ['７．５０', 7.5],
    ['£ 12345.67', 12_345.67],
    ['7.50 GBP', 7.5],
  ])('sends the chosen terms, with the amount %s', async (text, amount) => {
    const { served, page } = await openNew()
    served.answers['POST /api/plans'] = () => Response.json(created, { status: 201 })
    await page.type('At most a month', text)
    await page.type('Project', 'wind')
    await page.type('Paid by', payer)
    await page.type('Day of the month', '28')
    await page.submit()
    await until(() => page.text().includes('Confirm your plan'))
    expect(served.sent).toEqual([['POST', { amount, project_id: 'wind', pay: payer, day: 28 }]])
  })

  it.each(['', 'five', '5.005', '-5', '1,000.00', '12345678', '€5', '5 USD'])(
    'with the amount "%s" sends nothing, and shows so until it is edited',
    async (text) => {
      const { served, page } = await openNew()
      await page.type('At most a month', text)
      await page.submit()
      const wrong = 'Enter an amount such as 5.00.'
      await until(() => page.text().includes(wrong))
      expect(served.sent).toEqual([])
      await page.type('At most a month', '6')
      expect(page.text()).not.toContain(wrong)
    },
  )

  it.each([
    ['amount', 'invalid_plan_amount', /Enter an amount such|not possible/],
    ['project', 'not_offered', /Its project is no longer on offer\./],
    ['pay', 'card_details_required', /Its card is no longer saved\./],
  ])('shows the problem of its field %s there', async (name, code, words) => {
    const { served, page } = await openNew()
    served.answers['POST /api/plans'] = () => refusal(code, 400)
    await page.submit()
    await until(() => words.test(page.text()))
    const field = document.querySelector(`[name=${name}]`)
    const about = field?.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(about.map((id) => document.getElementById(id)?.textContent).join(' ')).toMatch(words)
    expect(field?.getAttribute('aria-invalid')).toBe('true')
    expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(1)
    expect(document.activeElement).toBe(field)
    expect(page.offers('Continue')).toBe(1)
  })

  it('is sent once, and each step has its name', async () => {
    const { served, page } = await openNew()
    const step = () => document.querySelector('[data-step]')?.getAttribute('data-step')
    const { promise, resolve } = Promise.withResolvers<Response>()
    served.answers['POST /api/plans'] = () => promise
    const before = step()
    await page.submit()
    expect(busyButtons()).toEqual(['Continue'])
    resolve(Response.json(created, { status: 201 }))
    await until(() => page.text().includes('Confirm your plan'))
    expect([before, step()]).toEqual(['Monthly plan', texts.purchases_step_ack()])
  })

  it('beyond the limit shows why', async () => {
    const { served, page } = await openNew()
    served.answers['POST /api/plans'] = () => refusal('too_many_plans')
    await page.submit()
    await until(() => page.text().includes('You have three plans, the most possible.'))
    expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(0)
  })
})

describe('the id of a new plan', () => {
  async function openConfirm(plan: object = created) {
    const all = await openNew()
    const { served, page } = all
    served.answers['POST /api/plans'] = () =>
      Response.json({ ...created, ...plan }, { status: 201 })
    await page.type('At most a month', '7,50')
    await page.submit()
    await until(() => page.text().includes('Confirm your plan'))
    served.sent = []
    return all
  }
  const field = 'Retype the plan ID'

  it.each([
    [{}, 'On day 28 of each month at most £7.50 is paid'],
    [{ day: 3, amount: 1200, currency: 'USD' }, 'On day 3 of each month at most $1,200.00 is paid'],
  ])('is shown with the terms of the answer: %j', async (plan, words) => {
    const { page } = await openConfirm(plan)
    expect(page.text()).toContain(words)
    expect(page.text()).toContain(created.id)
  })

  it('starts it, if it is retyped', async () => {
    const { served, page, done } = await openConfirm()
    const started = { ...created, state: 'ACTIVE' }
    const { promise, resolve } = Promise.withResolvers<Response>()
    served.answers['PATCH /api/plans'] = () => promise
    await page.type(field, created.id.toLowerCase())
    await page.submit()
    expect(busyButtons()).toEqual(['Start plan'])
    expect(done.mock.calls).toEqual([])
    resolve(Response.json(started))
    await until(() => done.mock.calls.length === 1)
    expect(done.mock.calls).toEqual([[started]])
    expect(served.sent).toEqual([['PATCH', { id: created.id, action: 'confirm' }]])
  })

  it.each(['', 'PL-7K2M-9QXF-4HJE', 'PL-7K2M-9QXF'])(
    'does not start it, if "%s" is typed',
    async (typed) => {
      const { served, page, done } = await openConfirm()
      await page.type(field, typed)
      await page.submit()
      await until(() => page.text().includes('Plan ID mismatch'))
      expect([served.sent, done.mock.calls]).toEqual([[], []])
    },
  )

  it('that has expired says so, and leads back to the terms that were typed', async () => {
    const { served, page, done } = await openConfirm()
    served.answers['PATCH /api/plans'] = () => refusal('plan_expired', 410)
    await page.type(field, created.id)
    await page.submit()
    await until(() => page.text().includes('The time to confirm this plan has passed.'))
    expect([page.offers('Start plan'), done.mock.calls]).toEqual([1, []])
    await page.press('Change')
    expect(page.text()).toContain('New plan')
    expect(page.valueOf('At most a month')).toBe('7,50')
    // The newer plan has an id of its own.
    const id = 'PL-3333-3333-3333'
    served.answers['POST /api/plans'] = () => Response.json({ ...created, id }, { status: 201 })
    await page.submit()
    await until(() => page.text().includes(id))
    expect(page.valueOf(field)).toBe('')
  })
})

describe('a changed plan', () => {
  it.each([
    [{ amount: 7.5, day: 28, pay: payer, project_id: 'wind' }, '7.50'],
    [{ amount: 1200, day: 1, pay: 'wallet', project_id: featuredProject }, '1200.00'],
    [{ amount: 8, day: 3, pay: 'wallet', project_id: 'wind', currency: 'EUR' }, '8.00'],
  ])('begins with its terms, and sends the new ones: %j', async (given, amount) => {
    const { currency = 'GBP', ...own } = { currency: undefined, ...given }
    const served = await openPlans({ cards: testCards, projects })
    const plan = { ...testPlan, ...own, currency }
    const done = vi.fn()
    const dialog = (
      <ChangePlanDialog {...{ plan }} profile={ada} open onClose={done} onDone={done} />
    )
    const page = await drawPlans(dialog)
    await until(() => page.text().includes('Wind') && page.text().includes('4241'))
    await until(() => {
      const names = ['At most a month', 'Project', 'Paid by', 'Day of the month']
      expect(names.map(page.valueOf)).toEqual([amount, own.project_id, own.pay, `${own.day}`])
    })
    served.answers['PATCH /api/plans'] = () => Response.json({ ...reply, ...own, amount: 9 })
    // The new amount is in the currency of the profile, also of a plan in another one.
    await page.type('At most a month', '£9')
    await page.submit()
    await until(() => done.mock.calls.length === 1)
    const { id } = plan
    expect(served.sent).toEqual([['PATCH', { id, action: 'change', ...own, amount: 9 }]])
    expect(done.mock.calls).toEqual([[{ ...reply, ...own, amount: 9 }]])
  })

  it('that is refused stays open with the problem', async () => {
    const served = await openPlans({ cards: testCards, projects })
    const done = vi.fn()
    const page = await drawPlans(
      <ChangePlanDialog plan={testPlan} profile={ada} open onClose={done} onDone={done} />,
    )
    served.answers['PATCH /api/plans'] = () => refusal('internal', 500)
    await page.submit()
    await until(() => page.text().includes('Something went wrong.'))
    expect([done.mock.calls, page.offers('Save')]).toEqual([[], 1])
  })
})
