// Writes postings, many in one statement. A posting is never changed: a mistake is a new, opposite
// one. Sums to zero hold by shape: what leaves a source enters a destination.
import type { Transaction } from '#platform/database/database.ts'
import { givenRows } from '#platform/database/given-rows.ts'
import { statement } from '#platform/database/statement.ts'

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

const money = givenRows<MoneyPosting>({
  purchase_id: ['uuid', ({ purchaseId }) => purchaseId],
  currency: ['text', ({ currency }) => currency],
  source: ['text', ({ source }) => source],
  destination: ['text', ({ destination }) => destination],
  amount_minor: ['int8', ({ amountMinor }) => amountMinor],
})
const insertMoneyPostings = statement(
  'insert-money-postings',
  {},
  `insert into money_postings (${money.names}) select ${money.names} from ${money.rows}`,
)
const kg = givenRows<KgPosting>({
  purchase_id: ['uuid', ({ purchaseId }) => purchaseId],
  batch_id: ['uuid', ({ batchId }) => batchId],
  source: ['text', ({ source }) => source],
  destination: ['text', ({ destination }) => destination],
  quantity_kg: ['int8', ({ quantityKg }) => quantityKg],
})
const insertKgPostings = statement(
  'insert-kg-postings',
  {},
  `insert into kg_postings (${kg.names}) select ${kg.names} from ${kg.rows}`,
)

/** Amounts of zero move nothing and are left out. */
export async function postMoney(tx: Transaction, postings: readonly MoneyPosting[]): Promise<void> {
  const moving = postings.filter(({ amountMinor }) => amountMinor !== 0)
  if (moving.length === 0) return
  await tx.run(insertMoneyPostings, money.values(moving))
}

export async function postKg(tx: Transaction, postings: readonly KgPosting[]): Promise<void> {
  if (postings.length === 0) return
  await tx.run(insertKgPostings, kg.values(postings))
}
