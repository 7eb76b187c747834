// Tests each change of a plan, and the next step of a run in every state of its purchase.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { transitions } from '#features/purchases/states/state.ts'
import { planActions } from '#values/lists/plans.ts'
import { periodAfter, periodOf } from './plan-calendar.ts'
import {
  changePlan,
  endPlan,
  type Plan,
  type PlanAction,
  runStepOf,
  stopPlan,
} from './plan-states.ts'

const next = new Date('2026-12-15T09:00:00Z')
const active: Plan = {
  state: 'active',
  pause_reason: null,
  amount_minor: 500,
  currency: 'GBP',
  project_id: null,
  pay: 'wallet',
  day: 15,
  next_run_at: next,
  notice_pending: false,
}
const unconfirmed: Plan = {
  ...active,
  state: 'unconfirmed',
  next_run_at: null,
  notice_pending: true,
}
const paused = stopPlan(active, 'declined')
const moment = { now: new Date('2026-11-20T12:00:00Z'), isOver: false, hasOpenRun: false }
const change = (plan: Plan, action: PlanAction, terms = {}, at = moment) => {
  const result = changePlan(plan, action, terms, at)
  if (typeof result === 'string') throw new Error(result)
  return result
}

describe('a change of a plan', () => {
  it('confirms it once, in time, with its first run on a later day', () => {
    expect(change(unconfirmed, 'confirm')).toMatchObject({
      plan: { ...unconfirmed, state: 'active', next_run_at: next },
      ...{ release: null, leftOut: [] },
    })
    const same = { ...moment, now: new Date('2026-12-15T08:00:00Z') }
    expect(change(unconfirmed, 'confirm', {}, same).plan.next_run_at).toEqual(
      new Date('2027-01-15T09:00:00Z'),
    )
    expect(changePlan(unconfirmed, 'confirm', {}, { ...moment, isOver: true })).toBe('plan_expired')
    expect(change(active, 'confirm')).toMatchObject({ plan: active, release: null, leftOut: [] })
  })

  it('is refused before the confirmation and after the end', () => {
    for (const action of planActions) {
      if (action !== 'confirm')
        expect(changePlan(unconfirmed, action, {}, moment)).toBe('plan_unconfirmed')
      expect(changePlan(endPlan(active).plan, action, {}, moment)).toBe('plan_ended')
    }
  })

  it('pauses it and releases an open run; a pause of the product stays as it is', () => {
    expect(change(active, 'pause')).toEqual({
      plan: { ...active, state: 'paused', pause_reason: 'paused' },
      ...{ release: 'paused', leftOut: [], leftOutReason: 'changed' },
    })
    expect(change(paused, 'pause')).toMatchObject({ plan: paused, release: null, leftOut: [] })
  })

  it('resumes it at the next run, and gives a reason for each month of the pause', () => {
    const later = { ...moment, now: new Date('2027-02-15T09:00:00Z') }
    expect(change(paused, 'resume', {}, later)).toMatchObject({
      plan: { state: 'active', pause_reason: null, next_run_at: new Date('2027-03-15T09:00:00Z') },
      leftOut: ['2026-12-01', '2027-01-01', '2027-02-01'],
      leftOutReason: 'declined',
    })
    expect(change(paused, 'resume')).toMatchObject({ plan: active, release: null, leftOut: [] })
    expect(change(active, 'resume')).toMatchObject({ plan: active, release: null, leftOut: [] })
    const ownPause = change(change(active, 'pause').plan, 'resume', {}, later)
    expect(ownPause.leftOutReason).toBe('paused')
  })

  it('skips the open run, otherwise the next one', () => {
    const open = { ...moment, hasOpenRun: true }
    expect(change(active, 'skip', {}, open)).toMatchObject({
      plan: active,
      release: 'skipped',
      leftOut: [],
    })
    expect(change(active, 'skip')).toMatchObject({
      plan: { next_run_at: new Date('2027-01-15T09:00:00Z') },
      release: null,
      leftOut: ['2026-12-01'],
      leftOutReason: 'skipped',
    })
    expect(changePlan(paused, 'skip', {}, moment)).toBe('plan_is_paused')
  })

  it('changes its terms, and announces the next run again', () => {
    expect(change(active, 'change', { amount_minor: 900 })).toMatchObject({
      plan: { amount_minor: 900, next_run_at: next, notice_pending: true },
      release: 'changed',
      leftOut: [],
    })
    const onTheTenth = { ...moment, now: new Date('2026-12-10T00:00:00Z') }
    expect(change(active, 'change', { day: 20 }, onTheTenth)).toMatchObject({
      plan: { next_run_at: new Date('2026-12-20T09:00:00Z') },
      leftOut: [],
    })
    expect(change(active, 'change', { day: 5 }, onTheTenth)).toMatchObject({
      plan: { next_run_at: new Date('2027-01-05T09:00:00Z') },
      leftOut: ['2026-12-01'],
      leftOutReason: 'changed',
    })
    // A day that begins today has its run a month later, also before its hour.
    expect(change(active, 'change', { day: 10 }, onTheTenth)).toMatchObject({
      plan: { next_run_at: new Date('2027-01-10T09:00:00Z') },
      leftOut: ['2026-12-01'],
    })
    expect(change(paused, 'change', { amount_minor: 900 }).plan).toEqual({
      ...{ ...paused, amount_minor: 900, notice_pending: true },
    })
    const terms = {
      ...{ amount_minor: 900, currency: 'EUR', project_id: 'other', pay: 'saved:x', day: 15 },
    }
    expect(change(active, 'change', terms)).toEqual({
      plan: { ...active, ...terms, notice_pending: true },
      ...{ release: 'changed', leftOut: [], leftOutReason: 'changed' },
    })
  })

  it('ends it for good, from every state', () => {
    for (const plan of [active, paused, unconfirmed]) {
      expect(endPlan(plan)).toEqual({
        plan: { ...plan, state: 'ended', pause_reason: null },
        ...{ release: 'ended', leftOut: [], leftOutReason: 'ended' },
      })
    }
  })

  it('never gives a period two outcomes, and leaves none out without a reason', () => {
    const step = fc.record({
      action: fc.constantFrom(...planActions),
      day: fc.integer({ min: 1, max: 28 }),
      hours: fc.integer({ min: -200, max: 2_000 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let plan = change(unconfirmed, 'confirm').plan
        let now = moment.now
        let expected = periodOf(plan.next_run_at ?? now)
        for (const { action, day, hours } of steps) {
          // The clock may jump back.
          now = new Date(now.getTime() + hours * 3_600_000)
          const result = changePlan(plan, action, { day }, { ...moment, now })
          if (typeof result === 'string') continue
          for (const period of result.leftOut) {
            expect(period).toBe(expected)
            expected = periodAfter(expected)
          }
          plan = result.plan
          expect(periodOf(plan.next_run_at ?? now)).toBe(expected)
        }
      }),
    )
  })
})

describe('the next step of a run', () => {
  const run = { state: 'open', purchase_id: 'purchase' } as const
  const stages = new Set([
    ...Object.keys(transitions),
    ...Object.values(transitions).flatMap((moves) => Object.keys(moves)),
  ])
  const stepOf = (stage: string, more = {}, runOf: Parameters<typeof runStepOf>[0] = run) => {
    const [state, card_state] = stage.split(' ')
    // biome-ignore lint/suspicious/noExplicitAny: the stages are those of the table
    const stored: any = { state, card_state, failure_code: null, is_over: false, ...more }
    return runStepOf(runOf, stored)
  }

  it('begins an attempt, then reserves its purchase', () => {
    expect(runStepOf({ ...run, purchase_id: null }, null)).toBe('begin')
    expect(runStepOf(run, null)).toBe('reserve')
  })

  it('follows from the stage of the purchase', () => {
    expect(Object.fromEntries([...stages].map((stage) => [stage, stepOf(stage)]))).toEqual({
      'HELD AUTHORISING': 'wait',
      'READY NONE': 'pay',
      'READY ACTION': 'pay',
      'READY AUTHORISED': 'pay',
      'COMPLETING CAPTURING': 'wait',
      'COMPLETED NONE': 'bought',
      'COMPLETED CAPTURED': 'bought',
      'FAILED VOIDING': 'wait',
      'FAILED VOIDED': 'again',
      'FAILED REFUNDING': 'wait',
      'FAILED REFUNDED': 'again',
      'EXPIRED NONE': 'again',
      'EXPIRED VOIDING': 'wait',
      'EXPIRED VOIDED': 'again',
      'EXPIRED REFUNDING': 'wait',
      'EXPIRED REFUNDED': 'again',
    })
    expect(stepOf('READY NONE', { is_over: true })).toBe('wait')
    const declined = { failure_code: 'card_declined' }
    expect(stepOf('FAILED VOIDING', declined)).toBe('wait')
    expect(stepOf('FAILED VOIDED', declined)).toBe('declined')
    const asking = { failure_code: 'cardholder_needed' }
    expect(stepOf('FAILED VOIDING', asking)).toBe('wait')
    expect(stepOf('FAILED VOIDED', asking)).toBe('ask')
    expect(stepOf('FAILED VOIDED', { failure_code: 'card_details_required' })).toBe('card_missing')
  })

  it('is never a payment while its owner is asked', () => {
    const checkout = { ...run, state: 'checkout' } as const
    expect(runStepOf({ state: 'asking', purchase_id: null }, null)).toBe('wait_for_owner')
    expect(runStepOf(checkout, null)).toBe('wait_for_owner')
    const steps = [...stages].map((stage) => [stage, stepOf(stage, {}, checkout)])
    expect(Object.fromEntries(steps)).toEqual({
      'HELD AUTHORISING': 'wait',
      'READY NONE': 'wait',
      'READY ACTION': 'wait',
      'READY AUTHORISED': 'wait',
      'COMPLETING CAPTURING': 'wait',
      'COMPLETED NONE': 'bought',
      'COMPLETED CAPTURED': 'bought',
      'FAILED VOIDING': 'wait',
      'FAILED VOIDED': 'not_confirmed',
      'FAILED REFUNDING': 'wait',
      'FAILED REFUNDED': 'not_confirmed',
      'EXPIRED NONE': 'not_confirmed',
      'EXPIRED VOIDING': 'wait',
      'EXPIRED VOIDED': 'not_confirmed',
      'EXPIRED REFUNDING': 'wait',
      'EXPIRED REFUNDED': 'not_confirmed',
    })
  })
})
