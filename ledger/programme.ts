// A partner programme's balances: it starts at nothing and may give until its credit line is used.
import type { Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

const insertProgramme = statement(
  'insert-programme',
  { id: 'text' },
  'insert into programmes (id, name) values ($1, $2) on conflict (id) do nothing returning id',
)
const insertBalances = statement(
  'insert-programme-balances',
  {},
  `insert into programme_balances (programme_id, currency, floor_minor)
   select $1, currency, -$3::bigint from unnest($2::text[]) as given (currency)
   on conflict do nothing`,
)

export type Programme = {
  readonly id: string
  readonly name: string
  readonly currencies: readonly string[]
  /** How far below zero each balance may fall, in minor units. */
  readonly creditLineMinor: number
}

/**
 * Makes a programme and its balances where they are missing; what is there keeps its name and its
 * credit line. Answers whether it was made.
 */
export async function openProgramme(tx: Transaction, programme: Programme): Promise<boolean> {
  const { id, name, currencies, creditLineMinor } = programme
  const made = await tx.run(insertProgramme, [id, name])
  await tx.run(insertBalances, [id, currencies, creditLineMinor])
  return made.length > 0
}
