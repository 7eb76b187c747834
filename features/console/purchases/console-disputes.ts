// Lists disputes for the console: open ones first, by their deadline, then the others, newest first.
import type { DisputeRow } from '#features/console/purchases/disputes-calls.ts'
import { sortedPages } from '#features/console/sorted-pages.ts'
import {
  type ConsolePage,
  consolePageOf,
  isBadKey,
  type PageQuery,
  textKeyOf,
} from '#features/staff/console-page.ts'
import type { Db } from '#platform/database/database.ts'
import { type RowOf, statement } from '#platform/database/statement.ts'
import { minorToUnits } from '#values/money/money.ts'
import type { Problem } from '#values/problem.ts'

const disputeColumns = {
  id: 'text',
  tx_id: 'text',
  status: 'text',
  outcome: 'text',
  reason: 'text?',
  amount_minor: 'int8',
  currency: 'bpchar',
  opened_at: 'timestamptz',
  due_at: 'timestamptz?',
} as const
const disputeSelect = `d.id, p.tx_id, d.status, d.outcome, d.reason, d.amount_minor, d.currency,
     d.opened_at, d.due_at`
/** SQL of the keys of the order: of an open dispute its deadline, of another one its negated start. */
const sqlOrder = (d: string) =>
  `${d}.outcome <> 'open', case when ${d}.outcome = 'open'
       then coalesce(extract(epoch from ${d}.due_at), 'Infinity')
       else -extract(epoch from ${d}.opened_at) end, ${d}.id`

const findPage = statement(
  'console-disputes',
  disputeColumns,
  `select ${disputeSelect} from disputes d join purchases p on p.id = d.purchase_id
   where ($1::text is null or d.outcome = $1)
     and ($2::text is null or (${sqlOrder('d')}) > (select ${sqlOrder('l')} from disputes l where l.id = $2))
   order by ${sqlOrder('d')} limit $3`,
)

export const findDispute = statement(
  'console-dispute',
  disputeColumns,
  `select ${disputeSelect} from disputes d join purchases p on p.id = d.purchase_id where d.id = $1`,
).row<[id: string]>()

const findSortedPage = sortedPages({
  name: 'console-disputes',
  columns: disputeColumns,
  select: disputeSelect,
  tables: 'disputes d join purchases p on p.id = d.purchase_id',
  id: 'd.id',
  idType: 'text',
  where: '($3::text is null or d.outcome = $3)',
  keys: { opened_at: 'd.opened_at', amount: 'd.amount_minor' },
})

type DisputesQuery = PageQuery & {
  readonly outcome?: string | undefined
  readonly sort?: Parameters<typeof findSortedPage>[1] | undefined
}

/** Returns a page. Problem: `bad_request` for an invalid key. */
export async function listConsoleDisputes(
  db: Db,
  query: DisputesQuery,
): Promise<ConsolePage<DisputeRow> | Problem<'bad_request'>> {
  const after = textKeyOf(query)
  if (isBadKey(after)) return after
  const { limit, outcome = null, sort } = query
  const max = limit + 1
  const rows =
    sort === undefined
      ? await db.run(findPage, [outcome, after, max])
      : await findSortedPage(db, sort, { after, max }, [outcome])
  const page = consolePageOf(rows, limit, ({ id }) => id)
  return { rows: page.rows.map(disputeOnWire), next: page.next }
}

export function disputeOnWire({
  amount_minor,
  opened_at,
  due_at,
  ...dispute
}: RowOf<typeof findDispute>): DisputeRow {
  return {
    ...dispute,
    amount: minorToUnits(amount_minor),
    opened_at: opened_at.toISOString(),
    due_at: due_at?.toISOString() ?? null,
  }
}
