// Computes a programme's statement of a month in UTC: its own money and the money in its wallets, by value date, so that
// both agree with the accounts of the ledger.
import { moneyAccounts } from '#ledger/accounts.ts'
import type { Database } from '#platform/database/database.ts'
import { readOneSnapshot } from '#platform/database/read-snapshot.ts'
import { type Problem, problem } from '#values/problem.ts'
import { readMonth } from '#values/text/calendar-month.ts'
import { addDays, utcDayOf } from '#values/text/utc-day.ts'
import {
  findProgramme,
  type MovementKind,
  type MovementSum,
  type Side,
  sumMovements,
} from './programme-movements.ts'

/** Money that moved for one reason, in minor units. An amount that left is negative. */
export type Movement = {
  readonly kind: MovementKind
  readonly amountMinor: number
  readonly postings: number
}

/** One side of a programme in one currency: opening, movements and closing add up. */
export type StatementSide = {
  readonly openingMinor: number
  readonly movements: readonly Movement[]
  readonly closingMinor: number
  /** The movements of each day with one, such as `2026-11-22`. */
  readonly days: readonly (Movement & { readonly day: string })[]
}

export type ProgrammeStatement = {
  readonly id: string
  readonly name: string
  /** Such as `2026-11`. */
  readonly month: string
  readonly firstDay: string
  /** The last day of the month, or today. */
  readonly lastDay: string
  /** The day on which it was made. Postings of later days with an earlier value date are not in it. */
  readonly issuedOn: string
  /** False while the month lasts. */
  readonly isOver: boolean
  readonly currencies: readonly ({ readonly currency: string } & Readonly<
    Record<Side, StatementSide>
  >)[]
}

export const sides = ['funds', 'wallets'] as const satisfies readonly Side[]

/** The movements that a statement shows in any case. `other` is shown if there is one. */
const kindsOf = {
  funds: ['paid_in', 'paid_out', 'credited', 'taken_back'],
  wallets: ['credited', 'spent', 'refunded', 'taken_back'],
} as const satisfies Record<Side, readonly MovementKind[]>

export type StatementProblem = 'programme_not_found' | 'month_unreadable' | 'month_not_begun'

/** Returns the statement of a month such as `2026-11`, up to `now`. */
export async function readProgrammeStatement(
  db: Database,
  id: string,
  monthName: string,
  now: Date,
): Promise<ProgrammeStatement | Problem<StatementProblem>> {
  const month = readMonth(monthName)
  if (month === null) return problem('month_unreadable', { text: 'A month is one like 2026-11.' })
  const today = utcDayOf(now)
  if (month.first > today) {
    return problem('month_not_begun', { text: `${month.name} has not begun, in UTC.` })
  }
  const account = moneyAccounts.programme(id).name
  const wallets = moneyAccounts.wallet({ passportId: '%', programmeId: id }).name
  const found = await db.transaction(async (tx) => {
    await tx.run(readOneSnapshot)
    const programme = await findProgramme(tx, id)
    if (programme === null) return null
    return { programme, sums: await sumMovements(tx, account, wallets, month.first, month.next) }
  })
  if (found === null) return problem('programme_not_found')
  const { programme, sums } = found
  const isOver = month.next <= today
  return {
    id,
    name: programme.name,
    month: month.name,
    firstDay: month.first,
    lastDay: isOver ? addDays(month.next, -1) : today,
    issuedOn: today,
    isOver,
    currencies: currenciesOf(sums, programme.currency).map((currency) => ({
      currency,
      funds: sideOf(sums, currency, 'funds'),
      wallets: sideOf(sums, currency, 'wallets'),
    })),
  }
}

/** Returns the currencies with a posting up to the end of the month; `own` if there is none. */
function currenciesOf(sums: readonly MovementSum[], own: string): string[] {
  return sums.length === 0 ? [own] : [...new Set(sums.map(({ currency }) => currency))].toSorted()
}

function sideOf(sums: readonly MovementSum[], currency: string, side: Side): StatementSide {
  const own = sums.filter((sum) => sum.currency === currency && sum.side === side)
  const openingMinor = totalOf(own.filter(({ day }) => day === null))
  const ofMonth = own.flatMap(({ day, kind, amount_minor, postings }) =>
    day === null ? [] : [{ day, kind, amountMinor: amount_minor, postings }],
  )
  const kinds: readonly MovementKind[] = [...kindsOf[side], 'other']
  const movements = kinds.map((kind): Movement => {
    const moved = ofMonth.filter((each) => each.kind === kind)
    const amountMinor = moved.reduce((sum, each) => sum + each.amountMinor, 0)
    return { kind, amountMinor, postings: moved.reduce((sum, each) => sum + each.postings, 0) }
  })
  const changeMinor = movements.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  return {
    openingMinor,
    movements: movements.filter(({ kind, postings }) => kind !== 'other' || postings > 0),
    closingMinor: openingMinor + changeMinor,
    days: ofMonth.toSorted(
      (a, b) => a.day.localeCompare(b.day) || kinds.indexOf(a.kind) - kinds.indexOf(b.kind),
    ),
  }
}

const totalOf = (sums: readonly MovementSum[]) =>
  sums.reduce((sum, { amount_minor }) => sum + amount_minor, 0)
