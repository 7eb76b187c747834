// Shows the list of programmes. A programme's own people see their programme only.
import {
  listProgrammes,
  type ProgrammeRow,
} from '#features/console/programmes/console-programmes-calls.ts'
import { PartActions } from '../actions/subject-actions.tsx'
import { pathOfProgramme } from '../frame/console-paths.ts'
import { PageHeader } from '../frame/page-header.tsx'
import type { Column } from '../lists/list-table.tsx'
import { ListView } from '../lists/list-view.tsx'
import { sourceOf } from '../lists/load-list.ts'
import { RowLink } from '../lists/row-link.tsx'
import { formatMoney } from '../parts/console-format.ts'
import { StateBadge } from '../parts/state-badge.tsx'

const source = sourceOf(listProgrammes)
const limit = (amount: number | null, currency: string) =>
  amount === null ? 'No limit' : formatMoney(amount, currency)

const columns: readonly Column<ProgrammeRow>[] = [
  {
    id: 'name',
    name: 'Programme',
    cell: ({ id, name }) => <RowLink path={pathOfProgramme(id)}>{name}</RowLink>,
    isSortable: true,
  },
  {
    id: 'state',
    name: 'State',
    cell: ({ state }) => <StateBadge state={state} tone={state === 'open' ? 'good' : 'plain'} />,
    isSortable: true,
  },
  {
    id: 'left',
    name: 'May still give',
    cell: ({ funds }) => (
      <span className="tabular-nums">
        {funds.map(({ currency, left }) => (
          <span key={currency} className="block">
            {formatMoney(left, currency)}
          </span>
        ))}
        {funds.length === 0 ? <span>–</span> : null}
      </span>
    ),
  },
  {
    id: 'given_today',
    name: 'Given today',
    cell: ({ given_today, limit_currency }) => formatMoney(given_today, limit_currency),
    isSortable: true,
    isNumber: true,
  },
  {
    id: 'day_limit',
    name: 'Limit a day',
    cell: ({ day_limit, limit_currency }) => limit(day_limit, limit_currency),
    isNumber: true,
  },
  {
    id: 'person_limit',
    name: 'Limit a person',
    cell: ({ person_limit, limit_currency }) => limit(person_limit, limit_currency),
    isNumber: true,
  },
]

export function ProgrammesPage() {
  return (
    <>
      <PageHeader
        title="Programmes"
        actions={<PartActions words={['programmes', 'partners', 'wallet']} />}
      />
      <ListView
        name="Programmes"
        part="programmes"
        source={source}
        columns={columns}
        keyOf={({ id }) => id}
        empty="There is no programme yet."
      />
    </>
  )
}
