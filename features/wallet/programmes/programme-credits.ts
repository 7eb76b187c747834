// Reads a programme's credits and balances for its partner.

import type { Db } from '#platform/database/database.ts'
import { type RowOf, sqlLastUuid, statement } from '#platform/database/statement.ts'
import { sqlDayMinor } from './programme-limits.ts'

const columns = {
  id: 'uuid',
  amount_minor: 'int8',
  currency: 'bpchar',
  source: 'text',
  logo_url: 'text?',
  created_at: 'timestamptz',
  reversal_id: 'uuid?',
  reversed_at: 'timestamptz?',
} as const
const selectCredits = `select w.id, w.amount_minor, w.currency, w.source, w.logo_url, w.created_at,
     r.id as reversal_id, r.created_at as reversed_at
   from wallet_credits w left join wallet_reversals r on r.credit_id = w.id`
const pageOfCredits = statement(
  'credits-of-programme',
  columns,
  `${selectCredits} where w.programme_id = $1
     and w.id < coalesce($2::uuid, ${sqlLastUuid}) order by w.id desc limit $3`,
)

/** Returns a credit of the programme; null if there is none with this id. */
export const findCredit = statement(
  'credit-of-programme',
  columns,
  `${selectCredits} where w.programme_id = $1 and w.id = $2`,
).row<[programmeId: string, id: string]>()

/**
 * Returns one balance per currency, in minor units: the money paid in less the money credited. A balance
 * below zero means that the programme credited more than was paid in.
 */
export const findBalances = statement(
  'balances-of-programme',
  { currency: 'bpchar', balance_minor: 'int8', floor_minor: 'int8' },
  `select currency, balance_minor, floor_minor from programme_balances
   where programme_id = $1 order by currency`,
).rows<[programmeId: string]>()

const limits = statement(
  'limits-of-programme',
  {
    currency: 'bpchar',
    person_limit_minor: 'int8?',
    day_limit_minor: 'int8?',
    day_minor: 'int8',
  },
  `select g.currency, g.person_limit_minor, g.day_limit_minor, ${sqlDayMinor('now()')} as day_minor
   from programmes g where g.id = $1`,
)

export type ProgrammeCredit = RowOf<typeof pageOfCredits>

/** Returns at most `limit` credits older than `beforeId`, newest first, and whether more follow. */
export async function listCredits(
  db: Db,
  programmeId: string,
  { beforeId, limit }: { readonly beforeId: string | null; readonly limit: number },
): Promise<{ readonly credits: readonly ProgrammeCredit[]; readonly hasMore: boolean }> {
  const rows = await db.run(pageOfCredits, [programmeId, beforeId, limit + 1])
  return { credits: rows.slice(0, limit), hasMore: rows.length > limit }
}

/**
 * Returns the limits and the amount used in 24 hours, in minor units of the programme's own currency.
 * Throws if the programme does not exist.
 */
export async function findLimits(db: Db, programmeId: string) {
  const [row] = await db.run(limits, [programmeId])
  if (row === undefined) throw new Error(`there is no programme ${programmeId}`)
  return row
}
