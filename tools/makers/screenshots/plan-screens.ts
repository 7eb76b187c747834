// Lists the screens of monthly plans: none, the set-up in its two steps, a refused amount, plans in each state, and
// the checkout of a month.
import type { WirePlan } from '#features/plans/plans-calls.ts'
import { paths, patterns } from '#web/paths.ts'
import { ofNewcomer, type Screen, type Stage } from './stage.ts'

const none = { reason: null, tx_id: null, kg: null, total: null } as const
const bought = {
  ...none,
  state: 'COMPLETED',
  tx_id: 'CP-7K2M-9QXF-4HJD',
  kg: 190,
  total: 5,
} as const
const months: readonly WirePlan['last_run'][] = [
  { ...none, period: '2026-11', state: 'CONFIRMATION_NEEDED' },
  { ...bought, period: '2026-10' },
  { ...none, period: '2026-09', state: 'NONE', reason: 'insufficient_stock' },
  { ...bought, period: '2026-08', state: 'REVERSED', reason: 'refunded' },
  { ...none, period: '2026-07', state: 'NONE', reason: 'skipped' },
]

const plan = {
  id: 'PL-7K2M-9QXF-4HJD',
  state: 'ACTIVE',
  pause_reason: null,
  amount: 5,
  currency: 'GBP',
  project_id: 'featured',
  pay: 'wallet',
  day: 15,
  next_run: '2026-12-15T09:00:00.000Z',
  expires_at: null,
  last_run: months[0],
  runs: months,
} as const

/** Shows plans in several states, without a run of a month. */
async function answerPlans({ page }: Stage): Promise<void> {
  const paused = { ...plan, id: 'PL-2222-3333-4444', state: 'PAUSED', pause_reason: 'declined' }
  const json = [
    plan,
    { ...paused, pay: 'saved:0199c4a1-7f00-7a31-8c2e-1d2c3b4a5f61', runs: months.slice(1, 2) },
  ]
  await page.route('**/api/plans', (route) => route.fulfill({ json }))
}

/** Opens the dialog of a new plan for the featured project. */
async function openNew(stage: Stage): Promise<void> {
  await stage.enter(await stage.newcomer(), paths.plans)
  await stage.button('plans_new').click()
  await stage.button('plans_continue', stage.dialog()).waitFor()
  await stage.dialog().getByText(stage.say('plans_buys')).waitFor()
}

export const planScreens: readonly Screen[] = [
  ofNewcomer('plans-none', paths.plans),
  { name: 'plans-new', route: paths.plans, open: openNew },
  {
    name: 'plans-new-refused',
    route: paths.plans,
    async open(stage) {
      await openNew(stage)
      await stage.field('plans_amount', stage.dialog()).fill('much')
      await stage.button('plans_continue', stage.dialog()).click()
      await stage.dialog().getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'plans-confirm',
    route: paths.plans,
    async open(stage) {
      await openNew(stage)
      await stage.button('plans_continue', stage.dialog()).click()
      await stage.button('plans_start', stage.dialog()).waitFor()
    },
  },
  {
    name: 'plans-list',
    route: paths.plans,
    async open(stage) {
      await answerPlans(stage)
      await stage.enter(await stage.newcomer(), paths.plans)
      await stage.button('plans_resume').waitFor()
    },
  },
  {
    name: 'plans-change',
    route: paths.plans,
    async open(stage) {
      await answerPlans(stage)
      await stage.enter(await stage.newcomer(), paths.plans)
      await stage.button('plans_change').click()
      await stage.button('plans_save', stage.dialog()).waitFor()
    },
  },
  {
    name: 'plans-month',
    route: patterns.planMonth,
    async open(stage) {
      await answerPlans(stage)
      await stage.enter(await stage.newcomer(), `${paths.plans}/${plan.id}/2026-11`)
      await stage.button('plans_continue', stage.dialog()).waitFor()
    },
  },
]
