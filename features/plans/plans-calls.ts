// Declares the calls of monthly plans (docs/product.md#monthly-plans).
import { z } from 'zod'
import { exampleTxId, reservePurchase } from '#features/purchases/purchases-calls.ts'
import { call, json } from '#values/call.ts'
import {
  featuredProject,
  pauseReasons,
  planActions,
  planDays,
  plansMax,
  runReasons,
} from '#values/lists/plans.ts'
import type { ProblemKind } from '#values/problem.ts'

const tag = 'Plans'
const access = 'signed'
const path = '/api/plans'

const wirePlanStates = ['PENDING', 'ACTIVE', 'PAUSED', 'ENDED'] as const
const wireRunStates = [
  'OPEN',
  'PAYING',
  'CONFIRMATION_NEEDED',
  'CHECKOUT',
  'COMPLETED',
  'REVERSED',
  'NONE',
] as const

const run = z.object({
  /** The month in UTC, such as `2026-11`. */
  period: z.string(),
  state: z.enum(wireRunStates),
  reason: z.enum(runReasons).nullable(),
  tx_id: z.string().nullable(),
  kg: z.number().int().nullable(),
  total: z.number().nullable(),
})
export type WireRun = z.infer<typeof run>
const plan = z.object({
  id: z.string(),
  state: z.enum(wirePlanStates),
  pause_reason: z.enum(pauseReasons).nullable(),
  amount: z.number(),
  currency: z.string().length(3),
  project_id: z.string(),
  pay: z.string(),
  day: z.number().int(),
  next_run: z.iso.datetime().nullable(),
  expires_at: z.iso.datetime().nullable(),
  last_run: run.nullable(),
})
/** A listed plan, with its newest months. */
const listedPlan = plan.extend({ runs: z.array(run) })
export type ListedPlan = z.infer<typeof listedPlan>
export type WirePlan = z.infer<typeof plan>

const exampleId = 'PL-7K2M-9QXF-4HJD'
const exampleRun: WireRun = {
  period: '2026-11',
  state: 'COMPLETED',
  reason: null,
  tx_id: exampleTxId,
  kg: 200,
  total: 5,
}
const examplePlan: WirePlan = {
  id: exampleId,
  state: 'ACTIVE',
  pause_reason: null,
  amount: 5,
  currency: 'GBP',
  project_id: featuredProject,
  pay: 'wallet',
  day: 15,
  next_run: '2026-12-15T09:00:00.000Z',
  expires_at: null,
  last_run: exampleRun,
}

const terms = {
  /** The most that a month's purchase may cost, in the profile's currency. */
  amount: z.number(),
  project_id: z.string().max(64),
  pay: z.string().regex(/^(wallet|(wallet\+)?saved:[\w-]{1,64})$/),
  day: z.number().int().min(planDays.first).max(planDays.last),
}
const createBody = z.object(terms)
export type CreateBody = z.infer<typeof createBody>

const changeBody = z.object({
  id: z.string().max(64),
  action: z.enum(planActions),
  amount: terms.amount.nullish(),
  project_id: terms.project_id.nullish(),
  pay: terms.pay.nullish(),
  day: terms.day.nullish(),
})
export type ChangeBody = z.infer<typeof changeBody>

const invalidFields = {
  amount: 'invalid_plan_amount',
  day: 'invalid_plan_day',
  project_id: 'invalid_selection',
  pay: 'card_details_required',
} as const
const termProblems = [
  'invalid_plan_amount',
  'invalid_plan_day',
  'invalid_selection',
  'not_offered',
  'card_details_required',
  'code_required',
] as const
const repeatProblems = ['key_reused', 'in_progress'] as const

export const listPlans = call({
  id: 'listPlans',
  method: 'GET',
  path,
  access,
  tag,
  summary: 'Lists the monthly plans of the user.',
  description:
    'The oldest is first. Ended plans are left out. `last_run` is the run that pays at the moment, otherwise the newest that has begun. `runs` are the newest 12 months that have begun.',
  answers: {
    200: json(z.array(listedPlan), 'The plans.', [{ ...examplePlan, runs: [exampleRun] }]),
  },
})

export const createPlan = call({
  id: 'createPlan',
  method: 'POST',
  path,
  access,
  tag,
  summary: 'Prepares a monthly plan, which the user then confirms.',
  description: [
    'The plan is PENDING until the user retypes its id: `PATCH` with `action: "confirm"`, within 10 minutes. A newer plan replaces a PENDING one.',
    '`amount` is in the profile’s currency and at least the card’s minimum. `project_id` is a project or `featured`. `day` is 1 to 28.',
    `A passport has at most ${plansMax} plans.`,
  ].join('\n'),
  body: createBody,
  example: { amount: 5, project_id: featuredProject, pay: 'wallet', day: 15 },
  invalidFields,
  problems: ['too_many_plans', ...termProblems, ...repeatProblems],
  answers: {
    201: json(plan, 'The plan, to be confirmed.', {
      ...examplePlan,
      state: 'PENDING',
      next_run: null,
      expires_at: '2026-11-21T10:10:00.000Z',
      last_run: null,
    }),
  },
})

export const changePlan = call({
  id: 'changePlan',
  method: 'PATCH',
  path,
  access,
  tag,
  summary: 'Confirms, pauses, resumes, skips a month of, or changes a plan.',
  description: [
    '`confirm` starts a PENDING plan; `id` is what the user typed. `skip` leaves out the run that is open, otherwise the next one. `change` takes new terms; absent ones stay.',
    'Money that is only held is released. A purchase that is being paid already is named by `last_run` (PAYING), and is the last.',
  ].join('\n'),
  body: changeBody,
  example: { id: exampleId, action: 'pause' },
  invalidFields,
  problems: [
    'plan_not_found',
    'plan_expired',
    'plan_unconfirmed',
    'plan_ended',
    'plan_is_paused',
    'too_many_plans',
    ...termProblems,
    ...repeatProblems,
  ],
  answers: { 200: json(plan, 'The plan after the change.', examplePlan) },
})

export const endPlan = call({
  id: 'endPlan',
  method: 'DELETE',
  path,
  access,
  tag,
  summary: 'Ends a plan.',
  description:
    'No purchase begins after the answer. One that is being paid already is named by `last_run` (PAYING), and is the last. Idempotent.',
  body: z.object({ id: z.string().max(64) }),
  example: { id: exampleId },
  problems: ['plan_not_found', ...repeatProblems],
  answers: { 200: json(plan, 'The ended plan.', { ...examplePlan, state: 'ENDED' }) },
})

const checkoutProblems = [
  'plan_not_found',
  'plan_is_paused',
  'plan_checkout_over',
  ...reservePurchase.problems,
] as const

export const openPlanCheckout = call({
  id: 'openPlanCheckout',
  method: 'POST',
  path: '/api/plans/checkout',
  access,
  tag,
  summary: 'Opens the checkout of a month in which the bank asks for the owner.',
  description:
    'For a run that waits for its owner, within 7 days. The answer is that of `getPin`, and `validatePin` completes the purchase. A month has one checkout: a repeat returns the same purchase.',
  body: z.object({ id: z.string().max(64), period: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/) }),
  example: { id: exampleId, period: '2026-11' },
  invalidFields: { period: 'plan_checkout_over' },
  problems: checkoutProblems,
  answers: reservePurchase.answers,
})

export const planProblems = {
  invalid_plan_amount: { status: 400, text: 'This amount is not possible.', field: 'amount' },
  invalid_plan_day: { status: 400, text: 'Choose a day from 1 to 28.', field: 'day' },
  plan_not_found: { status: 404, text: 'There is no such plan.' },
  plan_ended: { status: 409, text: 'This plan has ended.' },
  plan_is_paused: { status: 409, text: 'This plan is paused.' },
  too_many_plans: { status: 409, text: `You can have at most ${plansMax} plans.` },
  plan_checkout_over: { status: 410, text: 'The checkout of this month is over.' },
  plan_unconfirmed: { status: 409, text: 'This plan is not confirmed yet.' },
  plan_expired: { status: 410, text: 'The time to confirm this plan has passed.' },
} as const satisfies Record<string, ProblemKind>
