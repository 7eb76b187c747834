// Writes the sums of days as lines of Xero's import of manual journals: a journal a day, a line an account. Pure.
import type { DaySum } from '#features/accounts/sum-journal.ts'
import { decimalsOf } from '#values/money/currencies.ts'
import { minorText } from '#values/money/money.ts'
import { csv } from '#values/text/csv-text.ts'
import { type AccountNumbers, accountsWithoutNumber, numberOf } from './account-numbers.ts'

/** Maximum number of lines that Xero imports from one file. */
const xeroLinesMax = 300

const xeroHeader = [
  'Narration',
  'Date',
  'Description',
  'AccountCode',
  'TaxRate',
  'Amount',
  'TrackingName1',
  'TrackingOption1',
  'TrackingName2',
  'TrackingOption2',
] as const

/** The debits less the credits of an account on a day, in minor units. */
type Movement = { readonly day: string; readonly account: string; readonly debitMinor: number }

/** Returns the movement of each account on each day, by day and account, without those of 0. */
function movementsOf(sums: readonly DaySum[]): Movement[] {
  const movements = new Map<string, Movement>()
  const add = (day: string, account: string, minor: number) => {
    const key = `${day} ${account}`
    const debitMinor = (movements.get(key)?.debitMinor ?? 0) + minor
    movements.set(key, { day, account, debitMinor })
  }
  for (const { day, debit, credit, amountMinor } of sums) {
    add(day, debit, amountMinor)
    add(day, credit, -amountMinor)
  }
  return [...movements]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, movement]) => movement)
    .filter(({ debitMinor }) => debitMinor !== 0)
}

/** Returns the file, or its faults. All sums have the currency. */
export function xeroText(
  sums: readonly DaySum[],
  currency: string,
  numbers: AccountNumbers,
): { readonly text: string } | { readonly faults: readonly string[] } {
  const movements = movementsOf(sums)
  const accounts = movements.map(({ account }) => account)
  const missing = accountsWithoutNumber(numbers, accounts)
  if (missing.length > 0) return { faults: missing }
  if (movements.length > xeroLinesMax) return { faults: [tooManySentence(movements)] }
  const lines = movements.map(({ day, account, debitMinor }) => {
    const { number = '', tax = '' } = numberOf(numbers, account) ?? {}
    const [year, month, dayOfMonth] = day.split('-')
    const amount = minorText(debitMinor, decimalsOf(currency))
    const date = `${dayOfMonth}/${month}/${year}`
    const narration = `Carbon Passport ${day} ${currency}`
    return [narration, date, account, number, tax, amount, '', '', '', '']
  })
  return { text: csv(xeroHeader, lines).replaceAll('\n', '\r\n') }
}

/** A journal of a day stays whole, so the sentence names the last day that fits. */
function tooManySentence(movements: readonly Movement[]): string {
  const firstLeftOut = movements[xeroLinesMax]?.day ?? ''
  const lastDay = movements.findLast(({ day }) => day < firstLeftOut)?.day
  const fits = lastDay === undefined ? 'Xero cannot take that day.' : `--to ${lastDay} fits.`
  return `The file would have ${movements.length} lines, and Xero takes ${xeroLinesMax}: ${fits}`
}
