// Tests the words of plans: who pays, the outcome of each month, every reason, and every problem.
import { describe, expect, it } from 'vitest'
import { featuredProject, type RunReason, runReasons } from '#values/lists/plans.ts'
import { ApiError } from '#web/api/api.ts'
import { texts } from '#web/texts.ts'
import type { WirePlan, WireRun } from '../plans-calls.ts'
import {
  checkoutProblemText,
  payText,
  planProblem,
  reasonText,
  runText,
  stillPaidText,
} from './plan-words.ts'

const ids = ['0199c4a1-7f00-7a31-8c2e-1d2c3b4a5f61', '0199c4a1-7f00-7a31-8c2e-1d2c3b4a5f62']
const cards = ['visa', 'mastercard'].map((brand, index) => ({
  ...{ id: ids[index] ?? '', brand, last4: `424${index}`, exp_month: 12, exp_year: 2030 },
}))
const plain = (words: string) => words.replaceAll('\u00a0', ' ')

it.each([
  ['wallet', 'Wallet'],
  [`saved:${ids[0]}`, 'Visa ending in 4240'],
  [`saved:${ids[1]}`, 'Mastercard ending in 4241'],
  [`wallet+saved:${ids[1]}`, 'Wallet, then Mastercard ending in 4241'],
  [`saved:${ids[0]?.replace('0199', '0200')}`, 'A card that is no longer saved'],
])('%s is paid by: %s', (pay, words) => expect(payText(pay, cards)).toBe(words))

describe('a month', () => {
  const run: WireRun = {
    ...{ period: '2026-11', state: 'COMPLETED', reason: null, tx_id: 'CP-1', kg: 200, total: 5 },
  }
  const plan: WirePlan = {
    ...{ id: 'PL-7K2M-9QXF-4HJD', state: 'ACTIVE', pause_reason: null, expires_at: null },
    ...{ amount: 5, currency: 'GBP', project_id: featuredProject, pay: 'wallet', day: 15 },
    ...{ next_run: null, last_run: null },
  }
  const nothing = { kg: null, total: null, tx_id: null }

  it.each<[Partial<WireRun>, string]>([
    [{}, '200 kg for £5.00'],
    [{ state: 'PAYING' }, 'Being paid: 200 kg for £5.00'],
    [{ state: 'CHECKOUT' }, 'Being paid: 200 kg for £5.00'],
    [{ state: 'OPEN', ...nothing }, 'In progress'],
    [{ state: 'CONFIRMATION_NEEDED', ...nothing }, 'In progress'],
    [{ state: 'NONE', reason: 'declined', ...nothing }, 'Your card was declined.'],
    [{ state: 'REVERSED', reason: 'refunded' }, 'Its last purchase was refunded.'],
    [{ state: 'NONE', reason: null, ...nothing }, ''],
  ])('%j reads: %s', (own, words) => expect(plain(runText({ ...run, ...own }, 'GBP'))).toBe(words))

  it('has its amount in the plan’s currency', () => {
    expect(plain(runText(run, 'EUR'))).toBe('200 kg for €5.00')
  })

  it('that is still being paid is named after a change, and no other', () => {
    const last = (own: Partial<WireRun>) =>
      plain(stillPaidText({ ...plan, last_run: { ...run, ...own } }))
    expect(last({ state: 'PAYING' })).toBe('Only CP-1 (200 kg for £5.00) is already being paid.')
    for (const state of ['COMPLETED', 'OPEN', 'CHECKOUT'] as const) expect(last({ state })).toBe('')
    expect(last({ state: 'PAYING', tx_id: null })).toBe('')
  })
})

it('every reason has its own words, which messages share', () => {
  const others: Partial<Record<RunReason, () => string>> = texts.plan_reasons
  const all = new Map<string, unknown>(Object.entries(texts))
  for (const reason of runReasons) {
    const words = others[reason] ?? all.get(`sms_plan_${reason}`)
    expect([reason, reasonText(reason)]).toEqual([
      reason,
      typeof words === 'function' ? words() : undefined,
    ])
  }
  expect(new Set(runReasons.map(reasonText)).size).toBe(runReasons.length)
})

describe('a problem', () => {
  const refusal = (code: string, error?: string) =>
    new ApiError(
      new Response(null, { status: 409 }),
      error === undefined ? { code } : { code, error },
    )

  it.each([
    [refusal('invalid_plan_amount', 'At least £1.'), 'amount', 'At least £1.'],
    [refusal('invalid_selection'), 'project', 'Its project is no longer on offer.'],
    [refusal('not_offered'), 'project', 'Its project is no longer on offer.'],
    [refusal('card_details_required'), 'pay', 'Its card is no longer saved.'],
    [refusal('too_many_plans'), '', 'You have three plans, the most possible.'],
    [refusal('plan_expired'), '', 'The time to confirm this plan has passed. Set it up again.'],
    [refusal('another', 'The server’s words.'), '', 'The server’s words.'],
    [refusal('another', ''), '', 'This did not work. Please try again.'],
    [new Error('a fault'), '', 'This did not work. Please try again.'],
    [new TypeError('no network'), '', texts.common_no_connection()],
  ])('%s is shown at "%s": %s', (error, at, text) =>
    expect(planProblem(error)).toEqual({ at, text }),
  )

  it('of a checkout that is over, or whose plan is paused, has words of its own', () => {
    const words = (code: string, text?: string) => checkoutProblemText({ at: 'form', code, text })
    for (const code of ['plan_checkout_over', 'plan_is_paused']) {
      expect(words(code, 'The server’s words.')).toBe('The checkout of this month is over.')
    }
    expect(words('another', 'The server’s words.')).toBe('The server’s words.')
    expect(words('another')).toBe('This did not work. Please try again.')
  })
})
