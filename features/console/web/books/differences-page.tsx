// Shows the payments of which the card provider's reports and the ledger differ.
import { listDifferences, type PaymentDifference } from '#features/console/books/books-calls.ts'
import { pathOfPurchase } from '../frame/console-paths.ts'
import type { Filter } from '../lists/list-filters.tsx'
import type { Column } from '../lists/list-table.tsx'
import { ListView } from '../lists/list-view.tsx'
import { sourceOf } from '../lists/load-list.ts'
import { RowLink } from '../lists/row-link.tsx'
import { formatMoney, wordsOf } from '../parts/console-format.ts'
import { Code } from '../parts/identifier.tsx'
import { Moment } from '../parts/moment.tsx'
import { BooksFrame } from './books-frame.tsx'

const source = sourceOf(listDifferences)
const filters: readonly Filter[] = [
  { name: 'since', label: 'From', kind: 'day' },
  { name: 'until', label: 'Until', kind: 'day' },
]
const columns: readonly Column<PaymentDifference>[] = [
  {
    id: 'tx_id',
    name: 'Purchase',
    cell: ({ tx_id }) =>
      tx_id === null ? (
        'None'
      ) : (
        <RowLink path={pathOfPurchase(tx_id)} code>
          {tx_id}
        </RowLink>
      ),
  },
  { id: 'id', name: 'Payment', cell: ({ id }) => <Code>{id}</Code> },
  { id: 'kind', name: 'Movement', cell: ({ kind }) => wordsOf(kind) },
  { id: 'moved_at', name: 'Time', cell: ({ moved_at }) => <Moment at={moved_at} /> },
  {
    id: 'reported',
    name: 'Reports',
    cell: ({ reported, currency }) => formatMoney(reported, currency),
    isNumber: true,
  },
  {
    id: 'posted',
    name: 'Ledger',
    cell: ({ posted, currency }) => formatMoney(posted, currency),
    isNumber: true,
  },
  { id: 'cause', name: 'Cause', cell: ({ cause }) => cause },
]

export function DifferencesPage() {
  return (
    <BooksFrame title="Differences">
      <ListView
        name="Payments that differ"
        part="books"
        source={source}
        filters={filters}
        columns={columns}
        keyOf={({ id, kind, currency }) => `${id} ${kind} ${currency}`}
        empty="The reports and the ledger agree."
      />
    </BooksFrame>
  )
}
