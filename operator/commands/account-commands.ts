// Defines the commands that read the balances of accounts and the postings. They change nothing.
import { amountText, journalHeader, journalLines } from '#features/accounts/journal-lines.ts'
import { readBalances } from '#features/accounts/read-balances.ts'
import { type JournalEntry, type ledgers, readJournal } from '#features/accounts/read-journal.ts'
import { type DaySum, sumJournal } from '#features/accounts/sum-journal.ts'
import { readsPart } from '#operator/access.ts'
import { misused } from '#operator/audit/outcomes.ts'
import { momentFault, readFrom, readUntil } from '#operator/read-moments.ts'
import { decimalsOf } from '#values/money/currencies.ts'
import { minorText, minorToUnits } from '#values/money/money.ts'
import { type Field, spreadsheetLine } from '#values/text/csv-text.ts'
import { utcDayOf } from '#values/text/utc-day.ts'
import type { Command, Context, Outcome } from './command.ts'
import { exportJournal, exportOptions } from './journal-export.ts'

const dayMs = 86_400_000

export const accountsBalances: Command = {
  name: 'accounts balances',
  access: readsPart('books'),
  usage: '[--at DATE]',
  example: '--at 2026-05-31',
  optionTexts: {
    at: 'a day in UTC, such as 2026-05-31: the balances at its end',
  },
  summary:
    'shows every account of the chart, now or at the end of a day by value date, and that all add up to zero',
  readsAll: true,
  run: async ({ db, options }) => {
    const until = readUntil(options.at)
    if (until === undefined) return misused(momentFault('at'))
    return balancesAt(db, until ?? new Date())
  },
}

export const accountsJournal: Command = {
  name: 'accounts journal',
  access: readsPart('books'),
  usage:
    '--from DATE --to DATE [--csv] [--kilograms] [--daily] [--format FORMAT] [--accounts FILE] [--currency CURRENCY] [--consultant NUMBER] [--client NUMBER] [--year DATE]',
  example: '--from 2026-05-01 --to 2026-05-31 --csv',
  optionTexts: {
    from: 'the first value date, in UTC, such as 2026-05-01',
    to: 'the last value date, in UTC',
    csv: 'two lines a posting for an accountant, a debit and a credit',
    kilograms: 'postings of kilograms in place of money',
    daily: 'a sum for each day, currency and pair of accounts in place of every posting',
    format:
      'xero or datev: the daily sums as a file for the accountant, to be redirected into a file',
    accounts: 'with --format: a CSV file account,number,tax with the numbers of the accountant',
    currency: 'with --format: the currency of the file',
    consultant: 'for datev: the number of the accountant (Beraternummer)',
    client: 'for datev: the number of the client (Mandantennummer)',
    year: 'for datev: the first day of the fiscal year, such as 2026-01-01',
  },
  file: { at: 'accounts', use: 'read' },
  summary:
    'lists every posting of money, both days taken, or of kilograms; --csv for an accountant',
  readsAll: true,
  run: journal,
}

async function balancesAt(db: Context['db'], until: Date): Promise<Outcome> {
  const { money, batches, kilograms } = await readBalances(db, until)
  const currencies = [...new Set(money.map(({ currency }) => currency))]
  const sums = currencies.map((currency) => ({
    currency,
    sum: sumOf(money.filter((each) => each.currency === currency)),
  }))
  const kgSum = sumOf(kilograms)
  const unbalanced = batches.filter(({ accounts }) => sumOf(accounts) !== 0)
  const ok = sums.every(({ sum }) => sum === 0) && unbalanced.length === 0
  const lines = [
    ...sums.flatMap(({ currency, sum }) => [
      ...money
        .filter((each) => each.currency === currency)
        .map(({ account, accounts, amount }) =>
          row(currency, account, accounts, minorText(amount, decimalsOf(currency))),
        ),
      row(currency, 'sum', 0, minorText(sum, decimalsOf(currency))),
    ]),
    ...kilograms.map(({ account, accounts, amount }) => row('kg', account, accounts, `${amount}`)),
    row('kg', 'sum', 0, `${kgSum}`),
    ...unbalanced.map(
      ({ serialNumber }) => `WRONG: the kilograms of ${serialNumber} do not add up.`,
    ),
  ]
  const json = {
    ok,
    until: until.toISOString(),
    money: money.map(({ amount, ...each }) => ({
      ...each,
      balance: minorToUnits(amount, decimalsOf(each.currency)),
    })),
    sums: sums.map(({ currency, sum }) => ({
      currency,
      sum: minorToUnits(sum, decimalsOf(currency)),
    })),
    kilograms: kilograms.map(({ amount, ...each }) => ({ ...each, kg: amount })),
    kg_sum: kgSum,
    batches: batches.map(({ serialNumber, accounts }) => ({
      serial_number: serialNumber,
      accounts: Object.fromEntries(accounts.map(({ account, amount }) => [account, amount])),
    })),
  }
  return { ok, lines, json }
}

function sumOf(rows: readonly { readonly amount: number }[]): number {
  return rows.reduce((sum, { amount }) => sum + amount, 0)
}

function row(unit: string, account: string, accounts: number, amount: string): string {
  const accountsNote = accounts > 1 ? `  (${accounts} accounts)` : ''
  return `${unit.padEnd(3)}  ${account.padEnd(28)}  ${amount.padStart(16)}${accountsNote}`
}

async function journal(context: Context): Promise<Outcome> {
  const { db, options, flags, print, asJson } = context
  const from = readFrom(options.from)
  const until = readUntil(options.to)
  if (!from) return misused(momentFault('from'))
  if (!until) return misused(momentFault('to'))
  if (from >= until) return misused('--from is after --to.')
  if (options.format !== undefined) return exportJournal(context, { from, until })
  const lone = exportOptions.find((name) => options[name] !== undefined)
  if (lone !== undefined) return misused(`--${lone} goes with --format.`)
  const isCsv = flags.has('csv')
  if (isCsv && asJson) return misused('--csv and --json are two forms of one answer: take one.')
  if (flags.has('daily')) {
    if (flags.has('kilograms')) return misused('--daily sums money, not --kilograms.')
    return sumDays(context, from, until)
  }
  const ledger: keyof typeof ledgers = flags.has('kilograms') ? 'kilograms' : 'money'
  const entries: object[] = []
  const printCsv = (fields: readonly Field[]) => print(spreadsheetLine(fields).slice(0, -1))
  if (isCsv) printCsv(journalHeader)
  const count = await readJournal(db, ledger, { from, until }, (entry) => {
    if (asJson) entries.push(toJson(entry))
    else if (isCsv) for (const fields of journalLines(entry)) printCsv(fields)
    else print(lineOf(entry))
  })
  const lines = isCsv ? [] : [`${count} postings.`]
  return { ok: true, lines, json: { ok: true, ledger, postings: entries } }
}

const dailyHeader = 'date account debit credit currency postings by_hand'.split(' ')

/** Prints the sums of whole days. */
async function sumDays(
  { db, flags, print, asJson }: Context,
  from: Date,
  until: Date,
): Promise<Outcome> {
  const isWhole = (moment: Date) => moment.getTime() % dayMs === 0
  if (!isWhole(from) || !isWhole(until)) return misused('--daily takes days, without a time.')
  const sums = await sumJournal(db, utcDayOf(from), utcDayOf(until))
  const isCsv = flags.has('csv')
  if (isCsv) {
    const printCsv = (fields: readonly Field[]) => print(spreadsheetLine(fields).slice(0, -1))
    printCsv(dailyHeader)
    for (const sum of sums) for (const fields of dailyRows(sum)) printCsv(fields)
  } else if (!asJson) for (const sum of sums) print(dailyLine(sum))
  const json = sums.map(({ amountMinor, isEntry: by_hand, ...sum }) => ({
    ...sum,
    by_hand,
    amount: minorToUnits(amountMinor, decimalsOf(sum.currency)),
  }))
  const lines = isCsv ? [] : [`${sums.length} sums.`]
  return { ok: true, lines, json: { ok: true, ledger: 'money', days: json } }
}

/** Returns the two lines of a sum: the debit of one account, and the credit of the other. */
function dailyRows({ day, currency, debit, credit, amountMinor, ...sum }: DaySum): Field[][] {
  const amount = minorText(amountMinor, decimalsOf(currency))
  const { postings, isEntry } = sum
  const byHand = isEntry ? 'yes' : ''
  return [
    [day, debit, amount, '', currency, postings, byHand],
    [day, credit, '', amount, currency, postings, byHand],
  ]
}

function dailyLine({ day, currency, debit, credit, amountMinor, ...sum }: DaySum): string {
  const amount = `${minorText(amountMinor, decimalsOf(currency)).padStart(14)} ${currency}`
  const postings = `${sum.postings} ${sum.isEntry ? 'entries by hand' : 'postings'}`
  return `${day}  ${amount}  ${debit} -> ${credit}  ${postings}`
}

function lineOf(entry: JournalEntry): string {
  const { at, valueDate, unit, txId, about, reason, note, source, destination } = entry
  const value = at.startsWith(valueDate) ? null : `value ${valueDate}`
  const words = [txId ?? about, reason, note, value].filter((word) => word !== null)
  const amount = `${amountText(entry).padStart(12)} ${unit}`
  return `${at}  ${amount}  ${source} -> ${destination}  ${words.join(', ')}`
}

function toJson({ unit, amount, txId, debit, credit, valueDate, ...entry }: JournalEntry): object {
  const wireAmount = unit === 'kg' ? amount : minorToUnits(amount, decimalsOf(unit))
  return { ...entry, value_date: valueDate, unit, amount: wireAmount, tx_id: txId }
}
