// Defines the commands that close a month of the books, and that list closed months.
import { accountsClose as close } from '#features/accounts/close-actions.ts'
import { readClosedMonths } from '#features/accounts/read-closed-months.ts'
import { readsPart } from '#operator/access.ts'
import { actionCommand } from '#operator/action-command.ts'
import { listed } from '#operator/audit/outcomes.ts'
import { withDatabase } from '#operator/with-services.ts'
import { decimalsOf } from '#values/money/currencies.ts'
import { minorText, minorToUnits } from '#values/money/money.ts'
import type { Command, Context } from './command.ts'

export const accountsClose: Command = actionCommand({
  action: close,
  usage: 'MONTH',
  example: '2026-10 --reason "Close of October"',
  open: withDatabase,
  input: ({ words: [month] }: Context) => ({ month }),
  words: { month: 'MONTH' },
  outcome: ({ details: { month, postings, sums } }) => ({
    ok: true,
    lines: [
      `${month.name} is closed, with ${postings} postings.`,
      ...sums.map(({ currency, account, balanceMinor }) => {
        const balance = minorText(balanceMinor, decimalsOf(currency))
        return `${currency}  ${account.padEnd(28)}  ${balance.padStart(16)}`
      }),
    ],
    json: {
      ok: true,
      month: month.name,
      postings,
      sums: sums.map(({ currency, account, debitMinor, creditMinor, balanceMinor }) => {
        const units = (minor: number) => minorToUnits(minor, decimalsOf(currency))
        return {
          ...{ currency, account, debit: units(debitMinor), credit: units(creditMinor) },
          balance: units(balanceMinor),
        }
      }),
    },
  }),
})

export const accountsMonths: Command = {
  name: 'accounts months',
  access: readsPart('books'),
  usage: '',
  example: '',
  summary: 'lists the closed months of the books, newest first, with who closed each and when',
  readsAll: true,
  run: async ({ db }) => {
    const months = await readClosedMonths(db)
    const lines = months.map(({ month, closed_at, closed_by, postings }) => {
      return `${month}  closed ${closed_at} by ${closed_by}  ${postings} postings`
    })
    return {
      ok: true,
      lines: listed(lines, 'No month is closed.'),
      json: { ok: true, months },
    }
  },
}
