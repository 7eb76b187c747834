// Shows payouts of the card provider, and whether the lines of its reports add up to each.
import { listPayouts, type PayoutRow } from '#features/console/books/books-calls.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Filter } from '../lists/list-filters.tsx'
import type { Column } from '../lists/list-table.tsx'
import { ListView } from '../lists/list-view.tsx'
import { sourceOf } from '../lists/load-list.ts'
import { formatMoney } from '../parts/console-format.ts'
import { Code } from '../parts/identifier.tsx'
import { Moment } from '../parts/moment.tsx'
import { BooksFrame } from './books-frame.tsx'

const source = sourceOf(listPayouts)
const filters: readonly Filter[] = [
  {
    name: 'differing',
    label: 'Lines',
    kind: 'choice',
    options: [{ value: 'yes', label: 'Do not add up' }],
  },
  { name: 'since', label: 'From', kind: 'day' },
  { name: 'until', label: 'Until', kind: 'day' },
]
const columns: readonly Column<PayoutRow>[] = [
  { id: 'id', name: 'Payout', cell: ({ id }) => <Code>{id}</Code> },
  { id: 'moved_at', name: 'Time', cell: ({ moved_at }) => <Moment at={moved_at} /> },
  {
    id: 'paid',
    name: 'Paid out',
    cell: ({ paid, currency }) => formatMoney(paid, currency),
    isNumber: true,
  },
  {
    id: 'lines',
    name: 'Lines of the reports',
    cell: ({ lines, currency }) => (lines === null ? '–' : formatMoney(lines, currency)),
    isNumber: true,
  },
  {
    id: 'posted',
    name: 'In the ledger',
    cell: ({ posted, currency }) => formatMoney(posted, currency),
    isNumber: true,
  },
  {
    id: 'difference',
    name: 'Difference',
    cell: ({ difference, currency, lines }) => {
      if (lines === null) return 'No lines yet'
      if (difference === null) return <Badge tone="good">None</Badge>
      return <Badge tone="bad">{formatMoney(difference, currency)}</Badge>
    },
  },
]

export function PayoutsPage() {
  return (
    <BooksFrame title="Payouts">
      <ListView
        name="Payouts"
        part="books"
        source={source}
        filters={filters}
        columns={columns}
        keyOf={({ id, currency }) => `${id} ${currency}`}
        empty="No report with a payout was recorded in the last 92 days."
      />
    </BooksFrame>
  )
}
