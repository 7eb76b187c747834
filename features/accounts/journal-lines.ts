// Arranges postings as lines of a file for an accountant: a debit and a credit for each. Pure.
import type { JournalEntry } from '#features/accounts/read-journal.ts'
import { decimalsOf } from '#values/money/currencies.ts'
import { minorText } from '#values/money/money.ts'
import type { Field } from '#values/text/csv-text.ts'

export const journalHeader = [
  'date',
  'time',
  'posting',
  'account',
  'debit',
  'credit',
  'currency',
  'purchase',
  'about',
  'reason',
  'note',
  'account_detail',
  'value_date',
] as const

/** Returns the amount with the decimals of its currency, or whole kilograms. */
export const amountText = ({ unit, amount }: Pick<JournalEntry, 'unit' | 'amount'>) =>
  unit === 'kg' ? String(amount) : minorText(amount, decimalsOf(unit))

/**
 * Returns the two lines of a posting, which have the same amount: the debit of its source account, and the
 * credit of its destination account.
 */
export function journalLines(entry: JournalEntry): Field[][] {
  const { at, valueDate, posting, unit, txId, about, reason, note, source, destination } = entry
  const amount = amountText(entry)
  const line = (account: string, debit: string, credit: string, detail: string) => [
    at.slice(0, 10),
    at.slice(11, 19),
    posting,
    account,
    debit,
    credit,
    unit,
    txId,
    about,
    reason,
    note,
    detail,
    valueDate,
  ]
  return [line(entry.debit, amount, '', source), line(entry.credit, '', amount, destination)]
}
