// Tests the calls of plans: the list while a month is being paid, and the fresh code that a card needs.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { onConfirmPerson } from '#features/people/web/session/signing.ts'
import { featuredProject } from '#values/lists/plans.ts'
import { pass, until } from '#web/test-page.ts'
import type { ListedPlan, WireRun } from '../plans-calls.ts'
import { drawPlans, openPlans, refusal, testPlan, testRun } from './test-plan.tsx'
import { askChange, askCreate, askEnd, usePlans } from './use-plans.ts'

const { runs: _, ...reply } = testPlan

function Amounts() {
  return <p>{usePlans().data?.map(({ amount }) => `Up to ${amount}`)}</p>
}

describe('the list', () => {
  const last = (state: WireRun['state']): ListedPlan => ({
    ...{ ...testPlan, id: `PL-${state}`, last_run: { ...testRun, state } },
  })
  async function listed(plans: readonly ListedPlan[]) {
    const served = await openPlans({ plans })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    const page = await drawPlans(<Amounts />)
    await until(() => page.text().includes('Up to 5'))
    return { served, page }
  }

  it.each([
    ['one', [last('PAYING')]],
    ['the second', [testPlan, last('PAYING')]],
  ])('is loaded again while a month of %s plan is being paid, and no longer', async (_, plans) => {
    const { served, page } = await listed(plans)
    expect(served.lists).toBe(1)
    await pass(5_000)
    await until(() => served.lists === 2 && page.client.isFetching() === 0)
    served.plans = [{ ...last('COMPLETED'), amount: 6 }]
    await pass(5_000)
    await until(() => page.text().includes('Up to 6'))
    await pass(60_000)
    expect([page.client.isFetching(), served.lists]).toEqual([0, 3])
  })

  it.each(['OPEN', 'CONFIRMATION_NEEDED', 'CHECKOUT', 'COMPLETED', 'REVERSED', 'NONE'] as const)(
    'is not loaded again after a month in the state %s',
    async (state) => {
      const { served, page } = await listed([last(state)])
      await pass(60_000)
      expect([page.client.isFetching(), served.lists]).toEqual([0, 1])
    },
  )
})

describe('a fresh code', () => {
  let answers: boolean[]
  let forget: () => void
  beforeEach(() => {
    answers = []
    forget = onConfirmPerson(async () => answers.shift() ?? false)
  })
  afterEach(() => forget())

  const { id } = testPlan
  const terms = { amount: 5, project_id: featuredProject, pay: 'wallet', day: 15 }
  const calls = [
    ['POST', () => askCreate(terms), terms],
    ['PATCH', () => askChange({ id, action: 'resume' }), { id, action: 'resume' }],
    ['DELETE', () => askEnd(id), { id }],
  ] as const

  it.each(calls)('is asked for, then %s is sent again', async (method, send, body) => {
    const served = await openPlans()
    served.answers[`${method} /api/plans`] = () =>
      served.sent.length === 1
        ? refusal('code_required', 403)
        : Response.json(reply, { status: method === 'POST' ? 201 : 200 })
    answers = [true]
    expect(await send()).toMatchObject({ id })
    expect(served.sent).toEqual([
      [method, body],
      [method, body],
    ])
  })

  it.each(calls)('that the user does not enter leaves %s refused', async (method, send) => {
    const served = await openPlans()
    served.answers[`${method} /api/plans`] = () => refusal('code_required', 403)
    answers = [false]
    await expect(send()).rejects.toMatchObject({ code: 'code_required' })
    expect([served.sent.length, answers]).toEqual([1, []])
  })
})
