// Shows the rows of a list as a table, and as cards on phones. A press of a column's name sorts the whole list on
// the server, if the list has that sort.
import type { Content } from '#web/ui/elements.tsx'
import type { Sort } from './list-address.ts'

export type Column<Row> = {
  readonly id: string
  readonly name: string
  readonly cell: (row: Row) => Content
  /** True if the call of the list sorts by this column, whose id is the name of the sort. */
  readonly isSortable?: boolean
  readonly isNumber?: boolean
}

type ListTableProps<Row> = {
  /** The accessible name of the table. */
  name: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  columns: readonly Column<Row>[]
  sort?: Sort | null
  /** Without it, no column sorts the rows. */
  onSort?: (column: string) => void
}

export function ListTable<Row>(props: ListTableProps<Row>) {
  const { name, rows, keyOf, columns, sort = null, onSort } = props
  return (
    <table className="list-table w-full border-collapse text-left" aria-label={name}>
      <thead>
        <tr className="border-line border-b">
          {columns.map((column) => (
            <ColumnHead key={column.id} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map((row) => (
          <tr key={keyOf(row)} className="align-top hover:bg-page/60">
            {columns.map((column) => (
              <td
                key={column.id}
                data-label={column.name}
                className={`md:px-3 md:py-2.5 ${column.isNumber ? 'tabular-nums md:whitespace-nowrap md:text-right' : ''}`}
              >
                <span className="min-w-0">{column.cell(row)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type ColumnHeadProps<Row> = {
  column: Column<Row>
  sort: Sort | null
  onSort: ((column: string) => void) | undefined
}

function ColumnHead<Row>({ column, sort, onSort }: ColumnHeadProps<Row>) {
  const { id, name, isSortable = false, isNumber } = column
  const isSorted = sort?.column === id
  const direction = sort?.isDescending ? 'descending' : 'ascending'
  const className = `px-3 py-1 font-semibold text-soft text-sm ${isNumber ? 'text-right' : ''}`
  if (!isSortable || onSort === undefined) {
    return (
      <th scope="col" className={className}>
        {name}
      </th>
    )
  }
  return (
    <th scope="col" aria-sort={isSorted ? direction : 'none'} className={className}>
      <button
        type="button"
        onClick={() => onSort(id)}
        className="-mx-1 inline-flex min-h-9 items-center gap-1 rounded px-1 py-1 hover:text-ink"
      >
        <span>{name}</span>
        <span aria-hidden="true" className={isSorted ? '' : 'opacity-40'}>
          {isSorted ? (sort.isDescending ? '↓' : '↑') : '↕'}
        </span>
      </button>
    </th>
  )
}
