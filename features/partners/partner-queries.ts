// Declares the SQL of partners: terminals, passports by phone number, and credits. Only the ledger
// moves money.
import type { Db, Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

const findPassport = statement(
  'find-passport-of-number',
  { id: 'uuid' },
  'select id from passports where phone = $1',
)

export const writeTerminal = statement(
  'insert-partner-terminal',
  {},
  'insert into partner_terminals (id, programme_id, holder_name) values ($1, $2, $3)',
).effect<[id: string, programmeId: string, holderName: string], Transaction>()

export const lockPartnerTerminal = statement(
  'lock-partner-terminal',
  { programme_id: 'text', holder_name: 'text', has_end: 'bool' },
  `select programme_id, holder_name, retires_at is not null as has_end
   from partner_terminals where id = $1 for update`,
).row<[id: string], Transaction>()

const retireTerminal = statement(
  'retire-partner-terminal',
  { retires_at: 'timestamptz?' },
  `update partner_terminals
   set retires_at = least(retires_at, now() + make_interval(hours => $2::int))
   where id = $1 returning retires_at`,
)
const retireTerminals = statement(
  'retire-partner-terminals',
  { id: 'text' },
  `update partner_terminals set retires_at = now()
   where programme_id = $1 and (retires_at is null or retires_at > now()) returning id`,
)

/**
 * Returns a row for each terminal of each programme. A programme without terminals has a row with nulls.
 */
export const findTerminals = statement(
  'list-partner-terminals',
  {
    program_id: 'text',
    terminal_id: 'text?',
    holder_name: 'text?',
    created_at: 'timestamptz?',
    retires_at: 'timestamptz?',
    signs: 'bool',
  },
  `select g.id as program_id, t.id as terminal_id, t.holder_name, t.created_at, t.retires_at,
     t.id is not null and (t.retires_at is null or t.retires_at > now()) as signs
   from programmes g left join partner_terminals t on t.programme_id = g.id
   order by g.id, t.created_at, t.id`,
).rows()

export const programmeExists = statement(
  'find-programme',
  { id: 'text' },
  'select id from programmes where id = $1',
).found<[id: string]>()

export const findCreditById = statement(
  'find-credit-for-operator',
  { programme_id: 'text', passport_id: 'uuid', currency: 'bpchar', amount_minor: 'int8' },
  'select programme_id, passport_id, currency, amount_minor from wallet_credits where id = $1',
).row<[id: string], Transaction>()

export async function findPassportByPhone(tx: Transaction, phone: string): Promise<string | null> {
  const [row] = await tx.run(findPassport, [phone])
  return row?.id ?? null
}

/**
 * Sets a terminal's end to `hours` from now, unless its end is earlier. Returns the end, or null if the
 * terminal does not exist.
 */
export async function endTerminal(db: Db, id: string, hours: number): Promise<Date | null> {
  const [row] = await db.run(retireTerminal, [id, hours])
  return row?.retires_at ?? null
}

/** Ends all active terminals of the programme now. Returns their ids. */
export async function endTerminalsOf(tx: Transaction, programmeId: string): Promise<string[]> {
  const rows = await tx.run(retireTerminals, [programmeId])
  return rows.map(({ id }) => id)
}
