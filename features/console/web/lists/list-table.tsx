// Shows the rows of a list as a table, and as cards on phones. A press of a column's name sorts the shown page.
import {
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import type { Content } from '#web/ui/elements.tsx'
import type { Sort } from './list-address.ts'

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic },
})

export type Column<Row> = {
  readonly id: string
  readonly name: string
  readonly cell: (row: Row) => Content
  /** The value to sort by. A column without it is not sortable. */
  readonly sortBy?: (row: Row) => string | number
  readonly isNumber?: boolean
}

type ListTableProps<Row> = {
  /** The accessible name of the table. */
  name: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  columns: readonly Column<Row>[]
  sort: Sort | null
  /** Without it, the columns are not sortable. */
  onSort?: (column: string) => void
}

export function ListTable<Row extends RowData>(props: ListTableProps<Row>) {
  const { name, rows, keyOf, columns, sort, onSort } = props
  const data = useMemo(() => [...rows], [rows])
  const definitions = useMemo(
    () =>
      columns.map(({ id, sortBy }) => ({
        id,
        accessorFn: (row: Row) => sortBy?.(row) ?? '',
        enableSorting: sortBy !== undefined,
        sortFn: 'basic' as const,
      })),
    [columns],
  )
  const sorting = useMemo(
    () => (sort === null ? [] : [{ id: sort.column, desc: sort.isDescending }]),
    [sort],
  )
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: keyOf,
    state: { sorting },
    onSortingChange: () => {},
  })
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
        {table.getRowModel().rows.map((row) => (
          <tr key={row.id} className="align-top hover:bg-page/60">
            {columns.map((column) => (
              <td
                key={column.id}
                data-label={column.name}
                className={`md:px-3 md:py-2.5 ${column.isNumber ? 'tabular-nums md:whitespace-nowrap md:text-right' : ''}`}
              >
                <span className="min-w-0">{column.cell(row.original)}</span>
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
  const { id, name, sortBy, isNumber } = column
  const isSorted = sort?.column === id
  const direction = sort?.isDescending ? 'descending' : 'ascending'
  const className = `px-3 py-1 font-semibold text-soft text-sm ${isNumber ? 'text-right' : ''}`
  if (sortBy === undefined || onSort === undefined) {
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
        className="-mx-1 inline-flex min-h-9 items-center gap-1 rounded px-1 hover:text-ink"
      >
        <span>{name}</span>
        <span aria-hidden="true" className={isSorted ? '' : 'opacity-40'}>
          {isSorted ? (sort.isDescending ? '↓' : '↑') : '↕'}
        </span>
      </button>
    </th>
  )
}
