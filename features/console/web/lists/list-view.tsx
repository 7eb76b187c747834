// Shows a list with its filters, its table and links to its pages, in each state: loading, empty, failed, full.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import type { ConsolePart } from '#values/staff/roles.ts'
import { buttonClass } from '#web/ui/button.tsx'
import type { Elements } from '#web/ui/elements.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/states/skeleton.tsx'
import { formatCount } from '../parts/console-format.ts'
import { Problem } from '../parts/load-problem.tsx'
import { changedSearch, sortOf, useListAddress } from './list-address.ts'
import { type Filter, ListFilters } from './list-filters.tsx'
import { type Column, ListTable } from './list-table.tsx'
import type { ListQuery, ListSource } from './load-list.ts'

type ListViewProps<Row> = {
  /** The accessible name of the table. */
  name: string
  part: ConsolePart
  source: ListSource<readonly Row[]>
  filters?: readonly Filter[]
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
  /** The words of a list without rows and without filters. */
  empty: string
  /** Content between the filters and the table. */
  aside?: Elements
}

const noFilters: readonly Filter[] = []

export function ListView<Row>(props: ListViewProps<Row>) {
  const { name, part, source, filters = noFilters, columns, keyOf, empty, aside } = props
  const { search, filter, sort } = useListAddress()
  const sorted = sortOf(search.get('sort'))
  const isSorted = columns.some(
    ({ id, isSortable }) => isSortable === true && id === sorted?.column,
  )
  const query = listQuery(search, [
    ...filters.map((each) => each.name),
    ...(isSorted ? ['sort'] : []),
  ])
  const answer = useQuery({
    queryKey: [source.id, 'list', query],
    queryFn: ({ signal }) => source.load(query, signal),
    placeholderData: keepPreviousData,
  })
  const { data, error, isFetching, errorUpdateCount } = answer
  const isFiltered = filters.some((each) => search.has(each.name))
  return (
    <div>
      {filters.length > 0 ? (
        <ListFilters filters={filters} search={search} onChange={filter} />
      ) : null}
      {aside === undefined || error !== null ? null : <div className="mb-3">{aside}</div>}
      {data === undefined || (error !== null && answer.isPlaceholderData) ? (
        <Waiting
          {...{ error, part, isFetching }}
          hasFailed={error !== null || errorUpdateCount > 0}
          onRetry={() => void answer.refetch()}
        />
      ) : (
        <div
          aria-busy={answer.isPlaceholderData}
          className={answer.isPlaceholderData ? 'opacity-60' : ''}
        >
          {data.rows.length === 0 ? (
            <p className="rounded-field border border-line border-dashed px-4 py-8 text-center text-soft">
              {isFiltered ? 'No record matches these filters.' : empty}
            </p>
          ) : (
            <div className="rounded-field border border-line bg-surface">
              <ListTable
                {...{ name, columns, keyOf }}
                rows={data.rows}
                sort={isSorted ? sorted : null}
                onSort={sort}
              />
            </div>
          )}
          <Pager search={search} count={data.rows.length} next={data.next} />
        </div>
      )}
    </div>
  )
}

/** Returns the query of the call: the named values of the address, and its page. */
export function listQuery(search: URLSearchParams, names: readonly string[]): ListQuery {
  return Object.fromEntries(
    [...names, 'after'].flatMap((name) => {
      const value = search.get(name)
      return value === null || value === '' ? [] : [[name, value]]
    }),
  )
}

type WaitingProps = {
  error: unknown
  part: ConsolePart
  isFetching: boolean
  hasFailed: boolean
  onRetry: () => void
}

function Waiting({ error, part, isFetching, hasFailed, onRetry }: WaitingProps) {
  if (hasFailed) return <Problem {...{ error, part, onRetry }} busy={isFetching} />
  return (
    <SkeletonGroup label="Loading…">
      <div className="grid gap-2 rounded-field border border-line p-3">
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-10 w-full" />
      </div>
    </SkeletonGroup>
  )
}

type PagerProps = { search: URLSearchParams; count: number; next: string | null }

/** Shows the number of rows, and links to the first and the next page. */
export function Pager({ search, count, next }: PagerProps) {
  const [path] = useLocation()
  const isFirst = !search.has('after')
  const addressOf = (after: string) => {
    const query = changedSearch(search, { after }).toString()
    return query === '' ? path : `${path}?${query}`
  }
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-soft text-sm">
        {`${formatCount(count, 'record')} on this page`}
      </p>
      {isFirst && next === null ? null : (
        <nav aria-label="Pages of the list" className="flex flex-wrap gap-2">
          {isFirst ? null : (
            <Link href={addressOf('')} className={buttonClass('outline', 'small')}>
              First page
            </Link>
          )}
          {next === null ? null : (
            <Link href={addressOf(next)} className={buttonClass('outline', 'small')}>
              Next page
            </Link>
          )}
        </nav>
      )}
    </div>
  )
}
