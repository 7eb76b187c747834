// Closes a month of the books. Months close in order, from the third day after their end, once nothing of the month is
// open. From then on a trigger refuses postings into it, and a late posting counts on the first open day
// (docs/ledger.md#closed-months).
import {
  closeWrites,
  findFirstValueDate,
  hasOlderPoster,
  lockClose,
  type MonthSum,
  sumMonth,
} from '#ledger/closed-months.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { ending } from '#platform/database/write.ts'
import { type Problem, problem } from '#values/problem.ts'
import { type CalendarMonth, monthOf } from '#values/text/calendar-month.ts'
import { addDays, utcDayOf } from '#values/text/utc-day.ts'
import {
  findOpenPurchases,
  findUncostedBatches,
  findUnnumberedPurchases,
  findUnreportedPayments,
  raiseCloseTimeout,
} from './close-queries.ts'

/** The first day after a month on which it may be closed, counted from its last day. */
const closesOnDay = 3
/** Maximum number of purchases that a refusal names. */
const namedMax = 10

export type CloseProblem =
  | 'month_not_over'
  | 'month_closed'
  | 'month_order'
  | 'purchases_open'
  | 'report_missing'
  | 'receipts_open'
  | 'costs_open'
  | 'postings_running'

/** The figures of a closed month. */
export type MonthFigures = {
  readonly postings: number
  readonly sums: readonly MonthSum[]
}

type Close = {
  readonly month: CalendarMonth
  readonly by: string
  readonly now: Date
  /** Writes the row of the audit trail in the transaction of the close. */
  readonly record: (tx: Transaction, figures: MonthFigures) => Promise<void>
}

/** Closes the month, or returns the problem that keeps it open. */
export function closeMonth(
  db: Database,
  { month, by, now, record }: Close,
): Promise<MonthFigures | Problem<CloseProblem>> {
  return db.transaction<MonthFigures | Problem<CloseProblem>>(async (tx) => {
    await raiseCloseTimeout(tx)
    const closedThrough = (await lockClose(tx))?.closed_through ?? null
    const refused =
      (await refuseOrder(tx, month, closedThrough, now)) ?? (await refuseOpen(tx, month))
    if (refused !== null) return refused
    const rows = await sumMonth(tx, month.first, month.next)
    const figures = {
      postings: rows.reduce((sum, { postings }) => sum + postings, 0),
      sums: rows.map((row): MonthSum => {
        const { currency, account } = row
        const { debit_minor: debitMinor, credit_minor: creditMinor } = row
        return { currency, account, debitMinor, creditMinor, balanceMinor: row.balance_minor }
      }),
    }
    await record(tx, figures)
    return ending(figures, closeWrites({ first: month.first, closedBy: by, ...figures }))
  })
}

/** Returns why the month is not the next one to close, or null. */
async function refuseOrder(
  tx: Transaction,
  month: CalendarMonth,
  closedThrough: string | null,
  now: Date,
): Promise<Problem<CloseProblem> | null> {
  if (closedThrough !== null && month.first <= closedThrough) {
    return problem('month_closed', { text: `${month.name} is closed already.` })
  }
  const firstDay =
    closedThrough === null
      ? ((await findFirstValueDate(tx))?.day ?? null)
      : addDays(closedThrough, 1)
  if (firstDay === null) {
    return problem('month_order', { text: 'The ledger has no posting, so no month can be closed.' })
  }
  if (monthOf(firstDay) !== month.name) {
    const text = `Months are closed in order: the next one is ${monthOf(firstDay)}.`
    return problem('month_order', { text })
  }
  const closesOn = addDays(month.next, closesOnDay - 1)
  if (utcDayOf(now) < closesOn) {
    const text = `${month.name} can be closed from ${closesOn} on, in UTC.`
    return problem('month_not_over', { text })
  }
  return null
}

/** Returns what of the month is open, or null. */
async function refuseOpen(
  tx: Transaction,
  { name, first, next }: CalendarMonth,
): Promise<Problem<CloseProblem> | null> {
  const max = namedMax + 1
  const open = await findOpenPurchases(tx, next, max)
  if (open.length > 0) {
    const text = `Purchases of ${name} or before are open: ${named(open.map(({ tx_id }) => tx_id))}.`
    return problem('purchases_open', { text })
  }
  const unreported = await findUnreportedPayments(tx, first, next, max)
  if (unreported.length > 0) {
    const movements = unreported.map(({ tx_id, kind }) => `${kind} of ${tx_id}`)
    const text = `No report of the card provider has the ${named(movements)}. Record it first: accounts payouts.`
    return problem('report_missing', { text })
  }
  const unnumbered = await findUnnumberedPurchases(tx, next, max)
  if (unnumbered.length > 0) {
    const txIds = named(unnumbered.map(({ tx_id }) => tx_id))
    const text = `Receipts or credit notes have no number yet: ${txIds}.`
    return problem('receipts_open', { text })
  }
  const uncosted = await findUncostedBatches(tx, next, max)
  if (uncosted.length > 0) {
    const serials = named(uncosted.map(({ serial_number }) => serial_number))
    return problem('costs_open', { text: `Costs of sales are not posted yet: ${serials}.` })
  }
  if (await hasOlderPoster(tx, new Date(next))) {
    const text = `A transaction that began before the end of ${name} still writes postings. Try again later.`
    return problem('postings_running', { text })
  }
  return null
}

/** Returns the names in one text, of which at most `namedMax` are shown. */
function named(names: readonly string[]): string {
  const shown = names.slice(0, namedMax).join(', ')
  return names.length > namedMax ? `${shown} and more` : shown
}
