// Computes a passport's statement of a year: the kilograms at its start and end, their changes, and the
// payments.

import { findStatement, type StatementSum } from '#features/receipts/statement-queries.ts'
import type { Database } from '#platform/database/database.ts'
import { readOneSnapshot } from '#platform/database/read-snapshot.ts'
import type { EntryKind, Statement } from './receipt-services.ts'

/** Maximum number of entries that a statement lists. Its sums include all entries. */
const entriesMax = 500

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)

/** Effect of each kind of entry on the passport's kilograms: 1 adds, -1 subtracts, 0 does not change them. */
const signs: Readonly<Record<EntryKind, -1 | 0 | 1>> = {
  bought: 1,
  reward: 1,
  received: 1,
  returned: -1,
  given: 0,
  paid_back: 0,
  retired: 0,
}

/** Returns the statement of a year in UTC, up to `now`. Returns null if the year has not begun. */
export async function readStatement(
  db: Database,
  passportId: string,
  year: number,
  now: Date,
): Promise<Statement | null> {
  const from = new Date(Date.UTC(year, 0, 1))
  const to = new Date(Date.UTC(year + 1, 0, 1))
  if (from > now) return null
  const { sums, entries } = await db.transaction(async (tx) => {
    await tx.run(readOneSnapshot, [])
    return findStatement(tx, passportId, { from, to, entriesMax })
  })
  const kgOf = (entryKind: EntryKind) =>
    sums.reduce((sum, { kind, kg }) => sum + (kind === entryKind ? kg : 0), 0)
  const changeKg = sums.reduce((sum, { kind, kg }) => sum + signs[kind] * kg, 0)
  const openingKg = sums.reduce((sum, { kind, before_kg }) => sum + signs[kind] * before_kg, 0)
  return {
    year,
    firstDay: dayOf(from),
    lastDay: dayOf(now < to ? now : new Date(to.getTime() - 1)),
    openingKg,
    closingKg: openingKg + changeKg,
    boughtKg: kgOf('bought'),
    rewardKg: kgOf('reward'),
    receivedKg: kgOf('received'),
    returnedKg: kgOf('returned'),
    givenKg: kgOf('given'),
    retiredKg: kgOf('retired'),
    money: moneyByCurrency(sums),
    entryCount: sums.reduce((sum, each) => sum + each.entries, 0),
    entries: entries.map(({ kind, day, project, project_number, kg, currency, amount_minor }) => {
      const projectNumber = project_number
      return { kind, day, project, projectNumber, kg, currency, amountMinor: amount_minor }
    }),
  }
}

/** Returns the paid and repaid amounts of each currency with a payment, sorted by currency. */
function moneyByCurrency(sums: readonly StatementSum[]): Statement['money'] {
  const currencies = new Set(sums.map(({ currency }) => currency))
  const money = [...currencies].sort().map((currency) => {
    let [paidMinor, backMinor] = [0, 0]
    for (const sum of sums.filter((each) => each.currency === currency)) {
      if (sum.kind === 'paid_back') backMinor += sum.amount_minor
      else paidMinor += sum.amount_minor
    }
    return { currency, paidMinor, backMinor }
  })
  return money.filter(({ paidMinor, backMinor }) => paidMinor !== 0 || backMinor !== 0)
}
