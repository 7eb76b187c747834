// SQL of what a person reads of credits and of those that were taken back, and of the programmes that
// give them. Money is moved by the ledger alone.
import type { Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { unnestRows, type WholeColumns } from '#platform/database/unnest-rows.ts'

const insertProgramme = statement(
  'insert-programme',
  { id: 'text' },
  'insert into programmes (id, name) values ($1, $2) on conflict (id) do nothing returning id',
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
const creditRecord = unnestRows<CreditRecord>({
  passport_id: ['uuid', ({ passportId }) => passportId],
  programme_id: ['text', ({ programmeId }) => programmeId],
  currency: ['text', ({ currency }) => currency],
  amount_minor: ['int8', ({ amountMinor }) => amountMinor],
  source: ['text', ({ source }) => source],
  logo_url: ['text', ({ logoUrl }) => logoUrl],
} satisfies WholeColumns<CreditRecord>)
const insertCredits = statement(
  'insert-wallet-credits',
  { passport_id: 'uuid', id: 'uuid' },
  `insert into wallet_credits (${creditRecord.names})
   select ${creditRecord.names} from ${creditRecord.rows} returning passport_id, id`,
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

/** False where it was there already; it keeps its name. */
export async function writeProgramme(tx: Transaction, id: string, name: string): Promise<boolean> {
  const rows = await tx.run(insertProgramme, [id, name])
  return rows.length > 0
}

/** At most one a person. Answers the id of the row that each of them reads, by their passport. */
export async function writeCredits(
  tx: Transaction,
  credits: readonly CreditRecord[],
): Promise<ReadonlyMap<string, string>> {
  if (credits.length === 0) return new Map()
  const rows = await tx.run(insertCredits, creditRecord.values(credits))
  return new Map(rows.map((row) => [row.passport_id, row.id]))
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
  const [row] = await tx.run(insertReversal, [creditId])
  if (row === undefined) throw new Error('nothing was written')
  return row.id
}
