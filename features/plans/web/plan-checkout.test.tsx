// Tests the checkout of a month that the bank asks for: its purchase, its problems, and a reload.
import { describe, expect, it, vi } from 'vitest'
import { until } from '#web/test-page.ts'
import { ada } from '#web/test-person.ts'
import { PlanCheckout } from './plan-checkout.tsx'
import { busyButtons, drawPlans, openPlans, refusal, testPlan, testRun } from './test-plan.tsx'

const asked = { ...testRun, state: 'CONFIRMATION_NEEDED', kg: null, total: null } as const
const opened = { ...testRun, state: 'CHECKOUT', tx_id: 'CP-2222-2222-2222', kg: 321 } as const
const older = { ...testRun, period: '2026-10', kg: 200 }
const another = { ...testPlan, id: 'PL-AAAA-AAAA-AAAA', runs: [{ ...testRun, kg: 99 }] }
const reserved = {
  ...{ txId: 'CP-2222-2222-2222', expires_at: '2199-01-01T12:00:00.000Z', total: 4.8 },
  ...{ currency: 'EUR', wallet_used: 0, card_used: 4.8 },
}
const bank = { card_action: { type: 'use_stripe_sdk', client_secret: 'secret' } }

/** Each test has a month of its own, because a tab stores the purchase of each month. */
let months = 0
async function openMonth(answer: (body: unknown) => Response | Promise<Response>) {
  months += 1
  const period = `20${10 + months}-11`
  const runs = (run: object) => [
    older,
    { ...asked, ...run, period },
    { ...older, period: '2026-08' },
  ]
  const plans = (run: object = {}) => [another, { ...testPlan, runs: runs(run) }]
  const served = await openPlans({ plans: plans() })
  served.answers['POST /api/plans/checkout'] = async (body) => {
    const reply = await answer(body)
    if (reply.ok) served.plans = plans(opened)
    return reply
  }
  const openChanged = vi.fn()
  const checkout = (open: boolean) => (
    <PlanCheckout
      {...{ month: { id: testPlan.id, period }, projectName: 'Wind', profile: ada, open }}
      onOpenChange={openChanged}
    />
  )
  return { served, checkout, openChanged, sent: ['POST', { id: testPlan.id, period }] }
}

describe('the checkout of a month', () => {
  it('reserves the month, and shows its kilograms, its sum and its id', async () => {
    const { served, checkout, sent } = await openMonth(() => Response.json(reserved))
    const page = await drawPlans(checkout(true))
    expect(page.text()).toMatch(
      /Confirm November 20\d\d.*Wind.*if you cancel it, the month is left out/,
    )
    expect(served.sent).toEqual([])
    await page.press('Continue')
    await until(() => page.text().includes(reserved.txId))
    expect(served.sent).toEqual([sent])
    expect(page.text()).toContain('321 kg')
    expect(page.text()).toContain('€4.80')
    expect(page.text()).not.toMatch(/\b(0|99|200) kg/)
  })

  it.each([
    ['plan_checkout_over', 410, 'The checkout of this month is over.'],
    ['plan_is_paused', 409, 'The checkout of this month is over.'],
    ['internal', 500, 'Something went wrong.'],
  ])('shows the problem %s, and loads the list again', async (code, status, words) => {
    const { served, checkout } = await openMonth(() => refusal(code, status))
    const page = await drawPlans(checkout(true))
    expect(page.text()).not.toContain(words)
    await page.press('Continue')
    await until(() => page.text().includes(words))
    expect([served.sent.length, page.offers('Continue')]).toEqual([1, 1])
    await until(() => served.lists === 1)
  })

  it('is opened once, while its button waits', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const { checkout } = await openMonth(() => promise)
    const page = await drawPlans(checkout(true))
    await page.press('Continue')
    expect(busyButtons()).toEqual(['Continue'])
    resolve(Response.json(reserved))
    await until(() => page.text().includes(reserved.txId))
  })

  it('asks for the bank’s question again after a reload, once it is open', async () => {
    const answers = [
      { ...reserved, ...bank },
      { ...reserved, ...bank },
    ]
    const { served, checkout, sent } = await openMonth(() => Response.json(answers.shift()))
    const page = await drawPlans(checkout(true))
    await page.press('Continue')
    await until(() => page.text().includes(reserved.txId))
    await page.close()
    const again = await drawPlans(checkout(false))
    expect(served.sent).toEqual([sent])
    await again.again(checkout(true))
    await until(() => answers.length === 0)
    expect(served.sent).toEqual([sent, sent])
    await until(() => again.text().includes('321 kg'))
  })

  it('without a question of the bank asks for nothing after a reload', async () => {
    const { served, checkout } = await openMonth(() => Response.json(reserved))
    const page = await drawPlans(checkout(true))
    await page.press('Continue')
    await until(() => page.text().includes(reserved.txId))
    await page.close()
    const again = await drawPlans(checkout(true))
    expect(again.text()).toContain(reserved.txId)
    expect(served.sent).toHaveLength(1)
  })
})
