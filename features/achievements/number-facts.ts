// Migrates facts about receivers of gifts from the previous form of phone hash to the current one.
import type { Transaction } from '#platform/database/database.ts'
import { statement } from '#platform/database/statement.ts'
import { unnestRows } from '#platform/database/unnest-rows.ts'

export type KeyedNumber = {
  readonly giverId: string
  readonly key: string
  /** The last 32 characters of the fact's key, as a previous version wrote them. */
  readonly plainKey: string
}
const number = unnestRows<KeyedNumber>({
  giver_id: ['uuid', ({ giverId }) => giverId],
  key: ['text', ({ key }) => key],
  plain_key: ['text', ({ plainKey }) => plainKey],
})
/** Replaces only the last 32 characters of a key, because the key of a gift's fact begins with its week. */
const keyFacts = statement(
  'key-number-facts',
  {},
  `update passport_facts f set key = left(f.key, length(f.key) - 32) || given.key
   from ${number.rows}
   where f.passport_id = given.giver_id and f.kind in ('number', 'gift')
     and right(f.key, 32) = given.plain_key`,
)

export async function rewriteNumberFacts(
  tx: Transaction,
  numbers: readonly KeyedNumber[],
): Promise<void> {
  await tx.run(keyFacts, number.values(numbers))
}
