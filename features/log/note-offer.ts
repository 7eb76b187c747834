// Tells the log that a batch was taken off sale or put back. The entry follows the commit.
import type { Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'

const insertNotice = statement(
  'insert-log-notice',
  {},
  'insert into log_notices (batch_id, kind) values ($1, $2)',
)

/** The caller has changed the batch in the same transaction, and so holds its row. */
export async function noteOffer(
  tx: Transaction,
  batchId: string,
  offer: 'offered' | 'withdrawn',
): Promise<void> {
  await tx.run(insertNotice, [batchId, offer === 'offered' ? 'offer' : 'withdraw'])
}
