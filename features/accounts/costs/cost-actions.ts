// The action with which staff record what a batch cost.
import { z } from 'zod'
import { type Action, action, change, figure } from '#platform/actions/action.ts'
import { amountField, currencyField, textField } from '#platform/actions/fields.ts'
import type { Figure } from '#platform/database/audit/audit-trail.ts'
import type { Database } from '#platform/database/database.ts'
import { decimalsOf } from '#values/money/currencies.ts'
import { minorText } from '#values/money/money.ts'
import { isProblem } from '#values/problem.ts'
import { utcDayOf } from '#values/text/utc-day.ts'
import { type RecordedCost, recordCost } from './record-cost.ts'

type Services = { readonly db: Database; readonly clock: () => number }

export const batchesCost: Action<Services, RecordedCost> = action({
  name: 'batches cost',
  title: 'Record the cost',
  summary: 'Records what a batch cost, so that its kilograms are stock and cost of sales.',
  roles: ['money', 'admin'],
  needsReason: true,
  isSensitive: true,
  approval: 'never',
  subject: { of: 'batch', field: 'serial' },
  input: z.object({
    serial: textField({ title: 'Serial number' }, 300),
    amount: amountField({ title: 'Cost of the whole batch', description: 'Without tax.' }),
    currency: currencyField(),
  }),
  run: async ({ services: { db, clock }, record }, { serial, amount, currency }) => {
    const recorded = await recordCost(db, {
      ...{ serial, amountMinor: amount, currency, today: utcDayOf(new Date(clock())) },
      record: (tx, done) =>
        record(tx, [done.serialNumber], { effect: { figures: figuresOf(done) } }),
    })
    if (isProblem(recorded)) return recorded
    return { figures: figuresOf(recorded), details: recorded }
  },
})

function figuresOf(done: RecordedCost): Figure[] {
  const { currency, previousMinor, amountMinor, costOfSalesMinor, writeOffsMinor } = done
  const text = (minor: number) => `${minorText(minor, decimalsOf(currency))} ${currency}`
  return [
    figure('Batch', done.serialNumber),
    change('Cost', previousMinor === null ? null : text(previousMinor), text(amountMinor)),
    figure('Of it cost of sales', text(costOfSalesMinor)),
    figure('Of it written off', text(writeOffsMinor)),
    figure('Of it stock', text(amountMinor - costOfSalesMinor - writeOffsMinor)),
  ]
}

export const costActions = [batchesCost]
