// Declares the SQL of listed purchases in the console, and converts their rows.
import { sqlShownName } from '#features/catalogue/show-projects.ts'
import type { PurchaseRow } from '#features/console/purchases/console-purchases-calls.ts'
import { shownPersonOf } from '#features/console/shown-person.ts'
import {
  listedColumns,
  listedJoins,
  listedOnWire,
  listedSelect,
} from '#features/purchases/inspect/list-purchases.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'

/**
 * Returns purchases by id, newest first. The left joins, of rows that are always there, make PostgreSQL start
 * from the purchases, also with a plan that was made for empty tables.
 */
export const findListedPurchases = statement(
  'console-purchases-by-id',
  {
    ...listedColumns,
    is_gift: 'bool',
    project: 'text',
    buyer_id: 'uuid',
    first_name: 'text?',
    last_name: 'text?',
    nickname: 'text?',
    phone: 'text?',
  },
  `select ${listedSelect}, p.is_gift, ${sqlShownName('project')} as project, p.buyer_id,
     buyer.first_name, buyer.last_name, buyer.nickname, buyer.phone
   from purchases p left join projects project on project.id = p.project_id
     left join passports buyer on buyer.id = p.buyer_id ${listedJoins}
   where p.id = any($1::uuid[]) order by p.id desc`,
).rows<[ids: readonly string[]]>()

export function purchaseRowOnWire(row: RowOf<typeof findListedPurchases>): PurchaseRow {
  const { is_gift, project, buyer_id } = row
  return { ...listedOnWire(row), is_gift, project, buyer_id, buyer: shownPersonOf(row) }
}
