// Defines the commands that list monthly plans, and run those of a day in a sandbox.
import { setTimeout } from 'node:timers/promises'
import { planOnWire } from '#features/plans/plan-on-wire.ts'
import { findWaitingRuns } from '#features/plans/plan-run-queries.ts'
import { planStates } from '#features/plans/plan-states.ts'
import { listAllPlans, type ShownPlanRow } from '#features/plans/plans-queries.ts'
import { createPlanRound, type PlanRound } from '#features/plans/run-plans.ts'
import { reconcilePurchases } from '#features/purchases/card/reconcile-purchases.ts'
import type { Services } from '#features/purchases/purchase-services.ts'
import { readsPart, rootOnly } from '#operator/access.ts'
import { failed, listed, misused } from '#operator/audit/outcomes.ts'
import { type NumbersContext, underNumbersKey } from '#operator/backup/under-numbers-key.ts'
import { readDay } from '#operator/read-moments.ts'
import { signed } from '#operator/signed-command.ts'
import { withServices } from '#operator/with-services.ts'
import type { Command } from './command.ts'

const listMax = 1_000
const listedStates = planStates.filter((state) => state === 'active' || state === 'paused')
const hoursOfDay = 24
/** Maximum number of rounds in an hour of the day. */
const roundsMax = 1_000
/** Maximum number of times that an hour of the day waits for a card, 5 to 60 seconds each. */
const waitsMax = 4

export const plansList: Command = {
  name: 'plans list',
  access: readsPart('purchases'),
  usage: '[--state STATE]',
  example: '--state paused',
  optionTexts: { state: `only plans in this state: ${listedStates.join(' or ')}` },
  summary: 'lists monthly plans, those with the next run first, at most 1,000',
  run: async ({ db, options }) => {
    const state = listedStates.find((each) => each === options.state?.toLowerCase())
    if (options.state !== undefined && state === undefined) {
      return misused(`--state takes one of ${listedStates.join(', ')}.`)
    }
    const rows = await listAllPlans(db, state ?? null, listMax)
    const plans = rows.map((row) => ({ ...planOnWire(row), passport_id: row.passport_id }))
    const lines = listed(rows.map(planLine), 'No such plan is stored.')
    return { ok: true, lines, json: { ok: true, plans } }
  },
}

/** Returns a plan as a line of a list. */
function planLine(row: ShownPlanRow): string {
  const { id, state, amount, currency, project_id, pay, day, next_run, ...plan } = planOnWire(row)
  const why = plan.pause_reason === null ? '' : ` (${plan.pause_reason})`
  const last = plan.last_run
  const lastText =
    last === null ? '' : `, last ${last.period} ${last.tx_id ?? last.reason ?? last.state}`
  return `${id}  ${row.passport_id}  ${state}${why}  ${amount.toFixed(2)} ${currency} by ${pay} on day ${day}, project ${project_id}, next ${next_run ?? 'none'}${lastText}`
}

export const plansRun: Command = underNumbersKey(
  signed<NumbersContext>(
    {
      name: 'plans run',
      access: rootOnly,
      usage: '--on DAY',
      example: '--on 2026-12-15 --by ada',
      optionTexts: { on: 'the day in UTC, such as 2026-12-15' },
      summary:
        'sandbox only: runs the monthly plans as on that day, hour by hour, messages included',
      run: (context) => {
        const day = readDay(context.options.on)
        if (day === null) return Promise.resolve(misused('--on takes a date such as 2026-12-15.'))
        return withServices(context, async (services) => {
          if (services.cardSandbox === null || services.smsSandbox === null) {
            return failed('plans run works with sandboxes only: no real money, no real SMS.')
          }
          const round = createPlanRound(services)
          for (let hour = 0; hour < hoursOfDay; hour += 1) {
            const at = new Date(day.getTime() + hour * 3_600_000)
            const waiting = await runAllOf(services, round, at)
            if (waiting > 0) {
              return failed(`${waiting} runs still wait for their card. Run the command again.`)
            }
          }
          const line = `Ran the monthly plans of ${day.toISOString().slice(0, 10)}.`
          return { ok: true, lines: [line], json: { ok: true } }
        })
      },
    },
    { reason: 'optional', about: () => [] },
  ),
)

/** Runs all that is due at a moment, with the answers of the card provider. Returns the number of runs that wait. */
async function runAllOf(services: Services, round: PlanRound, at: Date): Promise<number> {
  for (let waits = 0; ; waits += 1) {
    for (let rounds = 0; rounds < roundsMax && (await round(at)) > 0; rounds += 1);
    const waiting = await findWaitingRuns(services.db, at)
    if (waiting === null || waiting.count === 0 || waits === waitsMax) return waiting?.count ?? 0
    await reconcilePurchases(services, 0)
    await setTimeout(waiting.seconds * 1_000)
  }
}
