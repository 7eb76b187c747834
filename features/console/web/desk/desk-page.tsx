// Shows the desk: each open dispute, fraud warning and refund that somebody has to look at, most urgent first.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listCases } from '#features/console/desk/desk-calls.ts'
import { PageHeader } from '../frame/page-header.tsx'
import { SubNavigation } from '../frame/sub-navigation.tsx'
import { useListAddress } from '../lists/list-address.ts'
import { type Filter, ListFilters } from '../lists/list-filters.tsx'
import { listQuery, Pager } from '../lists/list-view.tsx'
import { sourceOf } from '../lists/load-list.ts'
import { Shown } from '../parts/shown.tsx'
import { CaseCard } from './case-card.tsx'
import { kindWords } from './case-kinds.ts'

export const deskPages = [
  { path: '/disputes', name: 'Desk' },
  { path: '/disputes/all', name: 'All disputes' },
]

const source = sourceOf(listCases)
const filters: readonly Filter[] = [
  {
    name: 'kind',
    label: 'Kind',
    kind: 'choice',
    options: Object.entries(kindWords).map(([value, { name }]) => ({ value, label: name })),
  },
]

export function DeskPage() {
  const { search, filter } = useListAddress()
  const query = listQuery(search, ['kind'])
  const answer = useQuery({
    queryKey: [source.id, 'list', query],
    queryFn: ({ signal }) => source.load(query, signal),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader title="Disputes and refunds" />
      <SubNavigation name="Disputes and refunds" pages={deskPages} />
      <ListFilters filters={filters} search={search} onChange={filter} />
      <Shown query={answer} part="disputes">
        {({ rows, next }) => (
          <div aria-busy={answer.isPlaceholderData}>
            {rows.length === 0 ? (
              <p className="rounded-field border border-line border-dashed px-4 py-8 text-center text-soft">
                {search.has('kind') ? 'There is no such case.' : 'Nothing waits for anybody.'}
              </p>
            ) : (
              <ul aria-label="Cases" className="grid gap-3">
                {rows.map((each) => (
                  <li key={each.id}>
                    <CaseCard deskCase={each} />
                  </li>
                ))}
              </ul>
            )}
            <Pager search={search} count={rows.length} next={next} />
          </div>
        )}
      </Shown>
    </>
  )
}
