// Writes postings, many in one statement. A posting is never changed: a mistake is a new, opposite
// one. Sums to zero hold by shape: what leaves a source enters a destination.
import type { Transaction } from '#server/database.ts'
import { statement } from '#server/statement.ts'

export type MoneyPosting = {
  readonly purchaseId: string | null
  readonly currency: string
  readonly source: string
  readonly destination: string
  readonly amountMinor: number
}

export type KgPosting = {
  readonly purchaseId: string | null
  readonly batchId: string
  readonly source: string
  readonly destination: string
  readonly quantityKg: number
}

const insertMoneyPostings = statement(
  'insert-money-postings',
  {},
  `insert into money_postings (purchase_id, currency, source, destination, amount_minor)
   select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::bigint[])`,
)
const insertKgPostings = statement(
  'insert-kg-postings',
  {},
  `insert into kg_postings (purchase_id, batch_id, source, destination, quantity_kg)
   select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::bigint[])`,
)

/** Amounts of zero move nothing and are left out. */
export async function postMoney(tx: Transaction, postings: readonly MoneyPosting[]): Promise<void> {
  const moving = postings.filter(({ amountMinor }) => amountMinor !== 0)
  if (moving.length === 0) return
  await tx.run(insertMoneyPostings, [
    moving.map((each) => each.purchaseId),
    moving.map((each) => each.currency),
    moving.map((each) => each.source),
    moving.map((each) => each.destination),
    moving.map((each) => each.amountMinor),
  ])
}

export async function postKg(tx: Transaction, postings: readonly KgPosting[]): Promise<void> {
  if (postings.length === 0) return
  await tx.run(insertKgPostings, [
    postings.map((each) => each.purchaseId),
    postings.map((each) => each.batchId),
    postings.map((each) => each.source),
    postings.map((each) => each.destination),
    postings.map((each) => each.quantityKg),
  ])
}
