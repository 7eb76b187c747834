// SQL of what a person reads of credits and of those that were taken back, and of the programmes that
// give them. Money is moved by the ledger alone.
import type { Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

const insertProgramme = statement(
  'insert-programme',
  { id: 'text' },
  'insert into programmes (id, name) values ($1, $2) on conflict (id) do nothing returning id',
)
const insertCredit = statement(
  'insert-wallet-credit',
  { id: 'uuid' },
  `insert into wallet_credits
     (passport_id, programme_id, currency, amount_minor, source, logo_url)
   values ($1, $2, $3, $4, $5, $6) returning id`,
)
const lockCreditRow = statement(
  'lock-wallet-credit',
  { id: 'uuid', passport_id: 'uuid', currency: 'bpchar', amount_minor: 'int8' },
  `select id, passport_id, currency, amount_minor from wallet_credits
   where id = $1 and programme_id = $2 for update`,
)
// A statement of its own, so that it sees what was committed while the lock was waited for.
const findReversalOf = statement(
  'find-wallet-reversal',
  { id: 'uuid' },
  'select id from wallet_reversals where credit_id = $1',
)
const insertReversal = statement(
  'insert-wallet-reversal',
  { id: 'uuid' },
  'insert into wallet_reversals (credit_id) values ($1) returning id',
)

export type CreditRecord = {
  readonly passportId: string
  readonly programmeId: string
  readonly currency: string
  readonly amountMinor: number
  /** What the person reads as where it came from. */
  readonly source: string
  readonly logoUrl: string | null
}

/** False where it was there already; it keeps its name. */
export async function writeProgramme(tx: Transaction, id: string, name: string): Promise<boolean> {
  const rows = await tx.run(insertProgramme, [id, name])
  return rows.length > 0
}

/** Answers the id of the row that a person reads. */
export async function writeCredit(tx: Transaction, credit: CreditRecord): Promise<string> {
  const { passportId, programmeId, currency, amountMinor, source, logoUrl } = credit
  const values = [passportId, programmeId, currency, amountMinor, source, logoUrl]
  return idOf(await tx.run(insertCredit, values))
}

/** The credit where it is this programme's, and whether it was taken back before. */
export async function lockCredit(tx: Transaction, programmeId: string, creditId: string) {
  const [[credit], earlier] = await Promise.all([
    tx.run(lockCreditRow, [creditId, programmeId]),
    tx.run(findReversalOf, [creditId]),
  ])
  return { credit: credit ?? null, isReversed: earlier.length > 0 }
}

/** Answers the id of the row that a person reads. */
export async function writeReversal(tx: Transaction, creditId: string): Promise<string> {
  return idOf(await tx.run(insertReversal, [creditId]))
}

function idOf([row]: readonly { readonly id: string }[]): string {
  if (row === undefined) throw new Error('nothing was written')
  return row.id
}
