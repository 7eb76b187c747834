// Computes a passport's statement of a year: the kilograms at its start and end, their changes, and the
// payments.

import {
  findHolder,
  findOwed,
  findProgrammeNames,
  findStatement,
  type StatementEntry,
  type StatementOwed,
  type StatementSum,
} from '#features/receipts/statement-queries.ts'
import { documentNumber } from '#features/tax/tax-document.ts'
import type { Database } from '#platform/database/database.ts'
import { readOneSnapshot } from '#platform/database/read-snapshot.ts'
import type { EntryKind, PaidBackWay, Statement } from './receipt-services.ts'

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
  const { sums, entries, owed, holder, names } = await db.transaction(async (tx) => {
    await tx.run(readOneSnapshot, [])
    const found = await findStatement(tx, passportId, { from, to, entriesMax })
    const programmes = found.entries.flatMap(({ ways }) => ways ?? [])
    return {
      ...found,
      owed: await findOwed(tx, passportId, to),
      holder: await findHolder(tx, passportId),
      names: await findProgrammeNames(tx, [...new Set(programmes)]),
    }
  })
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  const kgOf = (entryKind: EntryKind) =>
    sums.reduce((sum, { kind, kg }) => sum + (kind === entryKind ? kg : 0), 0)
  const changeKg = sums.reduce((sum, { kind, kg }) => sum + signs[kind] * kg, 0)
  const openingKg = sums.reduce((sum, { kind, before_kg }) => sum + signs[kind] * before_kg, 0)
  return {
    year,
    passportId,
    holder: holderNameOf(holder),
    issuedOn: dayOf(now),
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
    money: moneyByCurrency(sums, owed),
    entryCount: sums.reduce((sum, each) => sum + each.entries, 0),
    entries: entries.map((entry) => ({
      kind: entry.kind,
      day: entry.day,
      txId: entry.tx_id,
      documentNumbers: (entry.documents ?? []).map(documentNumberOf),
      project: entry.project,
      projectNumber: entry.project_number,
      kg: entry.kg,
      currency: entry.currency,
      amountMinor: entry.amount_minor,
      ways: waysOf(entry, nameOf),
    })),
  }
}

type Holder = Awaited<ReturnType<typeof findHolder>>

/** Returns the name that a partner gave, or the one on the passport. */
function holderNameOf(holder: Holder): string | null {
  if (holder === null) return null
  const full = [holder.first_name, holder.last_name].flatMap((name) => name ?? []).join(' ')
  return full === '' ? holder.holder_name : full
}

/** Returns the number of a document, which the query gives as kind, series, year and sequence. */
function documentNumberOf(document: string): string {
  const [kind, series, year, sequence] = document.split(' ')
  return documentNumber({
    kind: kind === 'receipt' ? kind : 'credit_note',
    series: Number(series),
    year: Number(year),
    sequence: Number(sequence),
  })
}

/** Returns the ways of money that came back. The query gives `card`, `other`, or the id of a programme. */
function waysOf(
  { ways, way_amounts: amounts }: StatementEntry,
  nameOf: ReadonlyMap<string, string>,
): PaidBackWay[] {
  return (ways ?? []).map((id, index) => {
    const way = id === 'card' || id === 'other' ? id : 'wallet'
    const amountMinor = Number(amounts?.[index] ?? 0)
    return { way, programmeId: id, programme: nameOf.get(id) ?? id, amountMinor }
  })
}

/** Returns the paid, repaid and owed amounts of each currency with one of them, sorted by currency. */
function moneyByCurrency(sums: readonly StatementSum[], owed: StatementOwed): Statement['money'] {
  const currencies = new Set(sums.map(({ currency }) => currency))
  const money = [...currencies].sort().map((currency) => {
    let [paidMinor, backMinor] = [0, 0]
    for (const sum of sums.filter((each) => each.currency === currency)) {
      if (sum.kind === 'paid_back') backMinor += sum.amount_minor
      else paidMinor += sum.amount_minor
    }
    const owedMinor = owed.find((each) => each.currency === currency)?.owed_minor ?? 0
    return { currency, paidMinor, backMinor, owedMinor }
  })
  return money.filter(
    (each) => each.paidMinor !== 0 || each.backMinor !== 0 || each.owedMinor !== 0,
  )
}
