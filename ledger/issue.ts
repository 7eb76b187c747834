// Brings kilograms into the product: a batch that its registry has issued becomes stock. A batch is
// issued once; what it holds never changes by issuing again.
import { kgAccounts } from '#ledger/accounts.ts'
import { postKg } from '#ledger/postings.ts'
import type { Transaction } from '#platform/database/database.ts'
import { givenRows } from '#platform/database/given-rows.ts'
import { statement } from '#platform/database/statement.ts'

export type Issue = { readonly batchId: string; readonly quantityKg: number }

const issue = givenRows<Issue>({
  batch_id: ['uuid', ({ batchId }) => batchId],
  quantity_kg: ['int8', ({ quantityKg }) => quantityKg],
})
const insertStock = statement(
  'insert-batch-stock',
  {},
  `with given as (select * from ${issue.rows}),
   places as (insert into batch_places (batch_id) select batch_id from given)
   insert into batch_stock (batch_id, issued_kg, available_kg)
   select batch_id, quantity_kg, quantity_kg from given`,
)

/** Throws (primary key) where one of the batches was issued before. */
export async function issueBatches(tx: Transaction, issues: readonly Issue[]): Promise<void> {
  if (issues.length === 0) return
  const { issued, available } = kgAccounts
  await Promise.all([
    tx.run(insertStock, issue.values(issues)),
    postKg(
      tx,
      issues.map((each) => ({
        purchaseId: null,
        source: issued,
        destination: available,
        ...each,
      })),
    ),
  ])
}
