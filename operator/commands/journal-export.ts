// Prints the journal of money as a file for an accountant's program, in daily sums.
import { isJournalFormat, readAccountNumbers } from '#features/accounts/account-numbers.ts'
import { type DatevClient, datevText, lastDayOfYear } from '#features/accounts/datev-journal.ts'
import { sumJournal } from '#features/accounts/sum-journal.ts'
import { xeroText } from '#features/accounts/xero-journal.ts'
import { firstOf, misused } from '#operator/audit/outcomes.ts'
import { fileOnDisk } from '#providers/registries/tables/file-on-disk.ts'
import { faultSentence } from '#providers/registries/tables/file-source.ts'
import { listWithAnd } from '#values/text/list-in-words.ts'
import { addDays, utcDayOf } from '#values/text/utc-day.ts'
import type { Context, Outcome } from './command.ts'

const datevOptions = ['consultant', 'client', 'year'] as const
/** Options that `--format` needs or allows. */
export const exportOptions = ['accounts', 'currency', ...datevOptions] as const
/** Maximum number of printed faults. */
const shownMax = 100
const dayMs = 86_400_000

type Period = { readonly from: Date; readonly until: Date }

/**
 * Prints the sums of whole days in the form of the accountant's program. Standard output is the file, so sentences go
 * to standard error.
 */
export async function exportJournal(context: Context, period: Period): Promise<Outcome> {
  const outcome = await printExport(context, period)
  for (const line of outcome.lines) context.say(line)
  return { ...outcome, lines: [] }
}

async function printExport(
  { db, options, flags, print, asJson }: Context,
  { from, until }: Period,
): Promise<Outcome> {
  const { format, accounts = '', currency = '' } = options
  if (!isJournalFormat(format)) return misused('--format takes xero or datev.')
  if (asJson || ['csv', 'daily', 'kilograms'].some((flag) => flags.has(flag))) {
    return misused('--format goes without --csv, --daily, --kilograms and --json.')
  }
  if (accounts === '') return misused('--format needs --accounts FILE.')
  // The card provider's reports may bring currencies that the product does not sell in.
  if (!/^[A-Z]{3}$/.test(currency)) return misused('--format needs --currency, such as GBP.')
  if (from.getTime() % dayMs !== 0 || until.getTime() % dayMs !== 0) {
    return misused('--format takes days, without a time.')
  }
  const days = { from: utcDayOf(from), to: addDays(utcDayOf(until), -1) }
  const lone = datevOptions.find((name) => options[name] !== undefined)
  if (format === 'xero' && lone !== undefined) return misused(`--${lone} goes with datev only.`)
  const client = format === 'datev' ? datevClientOf(options, days) : null
  if (typeof client === 'string') return misused(client)
  const read = await readAccountNumbers(await fileOnDisk(accounts), format)
  if ('faults' in read) return refused(read.faults.map(faultSentence))
  const all = await sumJournal(db, days.from, utcDayOf(until))
  const sums = all.filter((sum) => sum.currency === currency)
  const others = [...new Set(all.map((sum) => sum.currency))].filter((each) => each !== currency)
  if (sums.length === 0) return refused([nothingSentence(days, currency, others)])
  const batch = { ...days, currency, createdAt: new Date() }
  const file =
    client === null
      ? xeroText(sums, currency, read.numbers)
      : datevText(sums, { ...batch, client }, read.numbers)
  if ('faults' in file) return refused(file.faults)
  // DATEV reads Windows-1252, which has the characters of Latin-1 under the same bytes.
  print(Buffer.from(file.text, client === null ? 'utf8' : 'latin1'))
  const lines =
    others.length === 0 ? [] : [`Postings of ${listWithAnd(others)} need files of their own.`]
  return { ok: true, lines, json: { ok: true } }
}

function nothingSentence(
  { from, to }: { readonly from: string; readonly to: string },
  currency: string,
  others: readonly string[],
): string {
  const found = others.length === 0 ? 'no currency' : listWithAnd(others)
  return `No posting of ${currency} is of ${from} to ${to}. These days have postings of ${found}.`
}

/** Returns the client, or the sentence of a wrong option. */
function datevClientOf(
  { consultant = '', client = '', year = '' }: Context['options'],
  { from, to }: { readonly from: string; readonly to: string },
): DatevClient | string {
  if (!/^[1-9]\d{3,6}$/.test(consultant)) return 'datev needs --consultant, of 4 to 7 digits.'
  if (!/^[1-9]\d{0,4}$/.test(client)) return 'datev needs --client, of at most 5 digits.'
  const isDay = /^20\d\d-\d\d-01$/.test(year) && !Number.isNaN(Date.parse(year))
  if (!isDay) return 'datev needs --year, the first day of a month such as 2026-01-01.'
  const last = lastDayOfYear(year)
  if (from < year || to > last)
    return `The fiscal year is from ${year} to ${last}: take days of it.`
  return { consultant: Number(consultant), client: Number(client), yearStart: year }
}

function refused(faults: readonly string[]): Outcome {
  return { ok: false, lines: firstOf(faults, shownMax), json: { ok: false, faults } }
}
