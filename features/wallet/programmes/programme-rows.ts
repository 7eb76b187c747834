// Declares the SQL of programmes: their rows, their payments, and the operator's list. Only the ledger
// writes their balances.

import type { Db, Transaction } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { skeleton } from '#values/text/look-alikes.ts'
import { sqlDayMinor } from './programme-limits.ts'

const insertProgramme = statement(
  'insert-programme',
  { id: 'text' },
  `insert into programmes (id, name, currency, person_limit_minor, day_limit_minor)
   values ($1, $2, $3, $4, $5) on conflict (id) do nothing returning id`,
)
const columns = {
  currency: 'bpchar',
  person_limit_minor: 'int8?',
  day_limit_minor: 'int8?',
  closed_at: 'timestamptz?',
} as const
/** Waits for concurrent credits if the programme has limits, because these credits take the same lock. */
export const lockProgramme = statement(
  'lock-programme',
  columns,
  `select currency, person_limit_minor, day_limit_minor, closed_at from programmes
   where id = $1 for no key update`,
).row<[id: string], Transaction>()

const updateLimits = statement(
  'set-programme-limits',
  {},
  'update programmes set person_limit_minor = $2, day_limit_minor = $3 where id = $1',
)

export const writeClosure = statement(
  'close-programme',
  {},
  'update programmes set closed_at = now() where id = $1',
).effect<[id: string], Transaction>()

const insertPayment = statement(
  'insert-programme-payment',
  { id: 'uuid' },
  `insert into programme_payments (programme_id, currency, amount_minor) values ($1, $2, $3)
   returning id`,
)
const balanceOf = statement(
  'balance-of-programme',
  { balance_minor: 'int8' },
  'select balance_minor from programme_balances where programme_id = $1 and currency = $2',
)

/** Returns a row for each balance, sorted by programme, then by currency. */
export const findProgrammes = statement(
  'list-programmes',
  {
    id: 'text',
    name: 'text',
    ...columns,
    day_minor: 'int8',
    balance_currency: 'bpchar',
    balance_minor: 'int8',
    floor_minor: 'int8',
    full_minor: 'int8',
  },
  `select g.id, g.name, g.currency, g.person_limit_minor, g.day_limit_minor, g.closed_at,
     ${sqlDayMinor('now()')} as day_minor, b.currency as balance_currency, b.balance_minor,
     b.floor_minor, b.full_minor
   from programmes g join programme_balances b on b.programme_id = g.id
   order by g.id, b.currency`,
).rows()

export type ProgrammeRow = RowOf<typeof lockProgramme>
export type ListedProgramme = RowOf<typeof findProgrammes>

/** Limits over 24 hours, in minor units of the programme's currency. Null means no limit. */
export type ProgrammeLimits = {
  readonly personMinor: number | null
  readonly dayMinor: number | null
}

export type NewProgramme = {
  readonly id: string
  readonly name: string
  /** Currency of its limits. */
  readonly currency: string
  readonly limits: ProgrammeLimits
}

const lockNames = statement(
  'lock-programme-names',
  { turn: 'text' },
  `select pg_advisory_xact_lock(hashtextextended('programme names', 0))::text as turn`,
)
const findNames = statement(
  'find-programme-names',
  { id: 'text', name: 'text' },
  'select id, name from programmes',
)

/**
 * Returns the id of another programme whose name looks like this one, or null. Other callers wait until the
 * transaction ends.
 */
export async function findNamesake(
  tx: Transaction,
  programme: { readonly id: string; readonly name: string },
): Promise<string | null> {
  await tx.run(lockNames)
  const name = skeleton(programme.name)
  const others = (await tx.run(findNames)).filter(({ id }) => id !== programme.id)
  return others.find((other) => skeleton(other.name) === name)?.id ?? null
}

/** Inserts a programme. Returns false and changes nothing if it exists already. */
export async function writeProgramme(
  tx: Transaction,
  { id, name, currency, limits: { personMinor, dayMinor } }: NewProgramme,
): Promise<boolean> {
  const rows = await tx.run(insertProgramme, [id, name, currency, personMinor, dayMinor])
  return rows.length > 0
}

export async function writeLimits(
  tx: Transaction,
  id: string,
  { personMinor, dayMinor }: ProgrammeLimits,
): Promise<void> {
  await tx.run(updateLimits, [id, personMinor, dayMinor])
}

/** Inserts a payment and returns its id. The amount is negative for money that is returned. */
export async function writePayment(
  tx: Transaction,
  programmeId: string,
  currency: string,
  amountMinor: number,
): Promise<string> {
  const [row] = await tx.run(insertPayment, [programmeId, currency, amountMinor])
  if (row === undefined) throw new Error('nothing was written')
  return row.id
}

/** Returns the balance in minor units, or 0 if it was never opened. */
export async function findBalance(db: Db, programmeId: string, currency: string): Promise<number> {
  const [row] = await db.run(balanceOf, [programmeId, currency])
  return row?.balance_minor ?? 0
}
