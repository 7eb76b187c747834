// Declares the SQL that records credits and their reversals. Their money is moved by `post`.
import type { Transaction } from '#platform/database/database.ts'
import { inOrder } from '#platform/database/in-order.ts'
import { statement } from '#platform/database/statement.ts'
import { unnestRows, type WholeColumns } from '#platform/database/unnest-rows.ts'

export type CreditRecord = {
  readonly passportId: string
  readonly programmeId: string
  readonly currency: string
  readonly amountMinor: number
  /** The source of the money, as the wallet's owner sees it. */
  readonly source: string
  readonly logoUrl: string | null
}
/** A credit with the amount and time by which a programme's limits count it. */
export type CountedCredit = CreditRecord & {
  /** Minor units of the programme's currency. Null if the programme has no limits. */
  readonly countedMinor: number | null
  /** Null means the time of the transaction. */
  readonly createdAt: Date | null
}
const creditRecord = unnestRows<CountedCredit>({
  passport_id: ['uuid', ({ passportId }) => passportId],
  programme_id: ['text', ({ programmeId }) => programmeId],
  currency: ['text', ({ currency }) => currency],
  amount_minor: ['int8', ({ amountMinor }) => amountMinor],
  source: ['text', ({ source }) => source],
  logo_url: ['text', ({ logoUrl }) => logoUrl],
  counted_minor: ['int8', ({ countedMinor }) => countedMinor],
  created_at: ['timestamptz', ({ createdAt }) => createdAt],
} satisfies WholeColumns<CountedCredit>)
const columnNames = creditRecord.namesWithout('created_at')
const insertCredits = statement(
  'insert-wallet-credits',
  { passport_id: 'uuid', id: 'uuid' },
  `insert into wallet_credits (${columnNames}, created_at)
   select ${columnNames}, coalesce(created_at, now()) from ${creditRecord.rows}
   returning passport_id, id`,
)
const lockCreditRow = statement(
  'lock-wallet-credit',
  { id: 'uuid', passport_id: 'uuid', currency: 'bpchar', amount_minor: 'int8' },
  `select id, passport_id, currency, amount_minor from wallet_credits
   where id = $1 and programme_id = $2 for update`,
)
// Runs as a second statement after the lock, so that it sees the commits of concurrent calls.
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

/** Writes credits, at most one per passport. Returns the id of each credit by passport. */
export async function writeCredits(
  tx: Transaction,
  credits: readonly CountedCredit[],
): Promise<ReadonlyMap<string, string>> {
  if (credits.length === 0) return new Map()
  const rows = await tx.run(insertCredits, creditRecord.values(credits))
  return new Map(rows.map((row) => [row.passport_id, row.id]))
}

/** Locks a credit of the programme. Returns it (or null) and whether it is reversed already. */
export async function lockCredit(tx: Transaction, programmeId: string, creditId: string) {
  const { credits, reversals } = await inOrder({
    credits: tx.run(lockCreditRow, [creditId, programmeId]),
    reversals: tx.run(findReversalOf, [creditId]),
  })
  return { credit: credits[0] ?? null, isReversed: reversals.length > 0 }
}

/** Writes a reversal. Returns its id. */
export async function writeReversal(tx: Transaction, creditId: string): Promise<string> {
  const [row] = await tx.run(insertReversal, [creditId])
  if (row === undefined) throw new Error('nothing was written')
  return row.id
}
