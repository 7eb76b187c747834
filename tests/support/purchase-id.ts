// The id of a purchase by its transaction ID, which alone people know.
import type { Db } from '#platform/database/database.ts'
import { statement } from '#tests/support/statement.ts'

const findId = statement(
  'test-purchase-id',
  { id: 'uuid' },
  'select id from purchases where tx_id = $1',
)

/** Throws where there is no such purchase. */
export async function purchaseIdOf(db: Db, txId: string): Promise<string> {
  const [row] = await db.run(findId, [txId])
  if (row === undefined) throw new Error(`there is no purchase ${txId}`)
  return row.id
}
