// Lists and reads programmes for the console. A programme's own people see that programme only.

import { firstIdAt, startOfDay } from '#features/console/moment-ids.ts'
import type {
  ProgrammeRow,
  WholeProgramme,
} from '#features/console/programmes/console-programmes-calls.ts'
import { type SortOf, sortRows } from '#features/console/sorted-pages.ts'
import {
  type ConsolePage,
  consolePageAfter,
  isBadKey,
  type PageQuery,
  textKeyOf,
} from '#features/staff/console-page.ts'
import { findProgrammes, type ListedProgramme } from '#features/wallet/programmes/programme-rows.ts'
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { minorToUnits, minorToUnitsOrNull } from '#values/money/money.ts'
import type { Problem } from '#values/problem.ts'
import { programmesOf, readers } from '#values/staff/roles.ts'

/** Number of days in the chart of credits, today included. */
const chartDays = 30

const sumPayments = statement(
  'console-payments-of-programmes',
  { programme_id: 'text', currency: 'bpchar', paid_minor: 'int8' },
  `select programme_id, currency, sum(amount_minor)::int8 as paid_minor from programme_payments
   group by programme_id, currency`,
).rows()

const findTerminals = statement(
  'console-terminals-of-programme',
  { id: 'text', name: 'text', signs: 'bool', retires_at: 'timestamptz?' },
  `select id, holder_name as name, retires_at is null or retires_at > now() as signs, retires_at
   from partner_terminals where programme_id = $1 order by created_at, id`,
).rows<[programmeId: string]>()

/** Maximum number of credits on a programme's page. */
const creditsMax = 50

/** Returns the newest credits, without their receivers, whom a programme's own people may not see. */
const findCredits = statement(
  'console-newest-credits-of-programme',
  {
    id: 'uuid',
    created_at: 'timestamptz',
    amount_minor: 'int8',
    currency: 'bpchar',
    source: 'text',
  },
  `select id, created_at, amount_minor, currency, source from wallet_credits
   where programme_id = $1 order by id desc limit ${creditsMax}`,
).rows<[programmeId: string]>()

const sumCredits = statement(
  'console-credits-of-programme',
  { day: 'date', currency: 'bpchar', given_minor: 'int8' },
  `select (c.created_at at time zone 'UTC')::date as day, c.currency,
     sum(c.amount_minor)::int8 as given_minor
   from wallet_credits c
   where c.programme_id = $1 and c.id >= $2::uuid and c.created_at >= $3
   group by 1, 2 order by 1, 2`,
).rows<[programmeId: string, firstId: string, since: Date]>()

/** Returns the programmes that the roles may read: ids, or all. */
export function visibleProgrammes(roles: readonly string[]): 'all' | readonly string[] {
  const allReaders: readonly string[] = readers.programmes
  return roles.some((role) => allReaders.includes(role)) ? 'all' : programmesOf(roles)
}

/** Returns true if the roles may read the programme. */
export function mayReadProgramme(roles: readonly string[], id: string): boolean {
  const visible = visibleProgrammes(roles)
  return visible === 'all' || visible.includes(id)
}

const keys = {
  name: ({ name }: ProgrammeRow) => name.toLowerCase(),
  state: ({ state }: ProgrammeRow) => state,
  given_today: ({ given_today }: ProgrammeRow) => given_today,
} as const

/** Returns a page, by id unless the query has a sort. Problem: `bad_request` for an invalid key. */
export async function listConsoleProgrammes(
  db: Db,
  roles: readonly string[],
  query: PageQuery & { readonly sort?: SortOf<keyof typeof keys> | undefined },
): Promise<ConsolePage<ProgrammeRow> | Problem<'bad_request'>> {
  const after = textKeyOf(query)
  if (isBadKey(after)) return after
  const { limit, sort } = query
  return consolePageAfter(
    sortRows(await readProgrammes(db, roles), sort, keys),
    { limit, after },
    ({ id }) => id,
  )
}

/** Returns the programmes that the roles may read, by id. */
export async function readProgrammes(db: Db, roles: readonly string[]): Promise<ProgrammeRow[]> {
  const [rows, payments] = await Promise.all([findProgrammes(db), sumPayments(db)])
  const paidIn = new Map(
    payments.map(({ programme_id, currency, paid_minor }) => [
      `${programme_id} ${currency}`,
      paid_minor,
    ]),
  )
  const visibleRows = rows.filter(({ id }) => mayReadProgramme(roles, id))
  return [...Map.groupBy(visibleRows, ({ id }) => id).values()].map((balances) =>
    programmeOnWire(balances, paidIn),
  )
}

/** Returns one programme; null if there is none, or the roles may not read it. */
export async function readConsoleProgramme(
  db: Db,
  roles: readonly string[],
  id: string,
  nowMs: number,
): Promise<WholeProgramme | null> {
  const programme = (await readProgrammes(db, roles)).find((each) => each.id === id)
  if (programme === undefined) return null
  const since = startOfDay(nowMs, chartDays - 1)
  const [terminals, credits, days] = await Promise.all([
    findTerminals(db, id),
    findCredits(db, id),
    sumCredits(db, id, firstIdAt(since), since),
  ])
  return {
    ...programme,
    terminals: terminals.map(({ retires_at, ...terminal }) => ({
      ...terminal,
      retires_at: retires_at?.toISOString() ?? null,
    })),
    credits: credits.map(({ created_at, amount_minor, ...credit }) => ({
      ...credit,
      at: created_at.toISOString(),
      amount: minorToUnits(amount_minor),
    })),
    days: days.map(({ given_minor, ...day }) => ({ ...day, given: minorToUnits(given_minor) })),
  }
}

function programmeOnWire(
  rows: readonly ListedProgramme[],
  paidIn: ReadonlyMap<string, number>,
): ProgrammeRow {
  const [first] = rows
  if (first === undefined) throw new Error('a programme without balances')
  const paidMinorOf = ({ id, balance_currency }: ListedProgramme) =>
    paidIn.get(`${id} ${balance_currency}`) ?? 0
  const isUsed = (row: ListedProgramme) =>
    row.balance_minor !== 0 || row.floor_minor !== 0 || paidMinorOf(row) !== 0
  return {
    id: first.id,
    name: first.name,
    state: first.closed_at === null ? 'open' : 'closed',
    funds: rows.filter(isUsed).map((row) => ({
      currency: row.balance_currency,
      paid_in: minorToUnits(paidMinorOf(row)),
      line: minorToUnits(Math.abs(row.floor_minor)),
      left: minorToUnits(row.balance_minor - row.floor_minor),
    })),
    limit_currency: first.currency,
    person_limit: minorToUnitsOrNull(first.person_limit_minor),
    day_limit: minorToUnitsOrNull(first.day_limit_minor),
    given_today: minorToUnits(first.day_minor),
  }
}
