// Shows the closed months of the books, with who closed each and when.
import { type ClosedMonthRow, listMonths } from '#features/console/books/books-calls.ts'
import type { Column } from '../lists/list-table.tsx'
import { ListView } from '../lists/list-view.tsx'
import { sourceOf } from '../lists/load-list.ts'
import { formatWhole } from '../parts/console-format.ts'
import { Moment } from '../parts/moment.tsx'
import { BooksFrame } from './books-frame.tsx'

const source = sourceOf(listMonths)
const columns: readonly Column<ClosedMonthRow>[] = [
  { id: 'month', name: 'Month', cell: ({ month }) => month },
  { id: 'closed_at', name: 'Closed', cell: ({ closed_at }) => <Moment at={closed_at} /> },
  { id: 'closed_by', name: 'By', cell: ({ closed_by }) => closed_by },
  {
    id: 'postings',
    name: 'Postings',
    cell: ({ postings }) => formatWhole(postings),
    isNumber: true,
  },
]

export function MonthsPage() {
  return (
    <BooksFrame title="Months">
      <ListView
        name="Closed months"
        part="books"
        source={source}
        filters={[]}
        columns={columns}
        keyOf={({ month }) => month}
        empty="No month is closed."
      />
    </BooksFrame>
  )
}
