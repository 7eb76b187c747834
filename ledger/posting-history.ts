// Reads the postings of one cause, oldest first.
import { causeColumn } from '#ledger/postings.ts'
import { statement } from '#platform/database/statement.ts'

/** `ledger` is `kg` or a currency. Amounts are in kilograms or minor units. */
export const history = statement(
  'postings-of-cause',
  {
    ledger: 'text',
    source: 'text',
    destination: 'text',
    amount: 'int8',
    created_at: 'timestamptz',
  },
  `select ledger, source, destination, amount, created_at from (
     select id, 'kg' as ledger, source, destination, quantity_kg as amount, created_at
     from kg_postings where ${causeColumn} = $1
     union all
     select id, currency::text, source, destination, amount_minor, created_at
     from money_postings where ${causeColumn} = $1) both_ledgers
   order by created_at, ledger, id`,
).rows<[causeId: string]>()
