// The action with which staff close a month of the books.
import { z } from 'zod'
import type { MonthSum } from '#ledger/closed-months.ts'
import { type Action, action, figure } from '#platform/actions/action.ts'
import { monthField } from '#platform/actions/fields.ts'
import type { Figure } from '#platform/database/audit/audit-trail.ts'
import type { Database } from '#platform/database/database.ts'
import { decimalsOf } from '#values/money/currencies.ts'
import { minorText } from '#values/money/money.ts'
import { isProblem } from '#values/problem.ts'
import type { CalendarMonth } from '#values/text/calendar-month.ts'
import { closeMonth, type MonthFigures } from './close-month.ts'

type Services = { readonly db: Database; readonly clock: () => number }

const month = monthField({ title: 'Month', description: 'Such as 2026-10.' })

export type ClosedBooks = MonthFigures & { readonly month: CalendarMonth }

export const accountsClose: Action<Services, ClosedBooks> = action({
  name: 'accounts close',
  title: 'Close a month',
  summary: 'Closes the oldest open month of the books, so that no later posting counts in it.',
  roles: ['money', 'admin'],
  needsReason: true,
  isSensitive: true,
  approval: 'never',
  input: z.object({ month }),
  run: async ({ services: { db, clock }, by, record }, { month }) => {
    const closed = await closeMonth(db, {
      ...{ month, by, now: new Date(clock()) },
      record: (tx, figures) =>
        record(tx, [month.name], { effect: { figures: shownFigures(month, figures) } }),
    })
    if (isProblem(closed)) return closed
    return { figures: shownFigures(month, closed), details: { month, ...closed } }
  },
})

/** Returns the month, its postings, and what its sales, taxes and fees come to in each currency. */
function shownFigures({ name }: CalendarMonth, { postings, sums }: MonthFigures): Figure[] {
  const shown = sums.filter(({ account }) => isShown(account))
  return [
    figure('Month', name),
    figure('Postings', postings),
    ...shown.map((sum) =>
      figure(`Movement of ${sum.account}`, `${movementText(sum)} ${sum.currency}`),
    ),
  ]
}

const shownAccounts: readonly string[] = ['sales', 'fees', 'card_clearing', 'bank']
const isShown = (account: string) => shownAccounts.includes(account) || account.startsWith('tax:')

/** Returns what the account gained in the month. */
function movementText({ currency, debitMinor, creditMinor }: MonthSum): string {
  return minorText(creditMinor - debitMinor, decimalsOf(currency))
}

export const closeActions = [accountsClose]
