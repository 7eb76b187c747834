// Shows the list of people.
import { listPeople, type PersonRow } from '#features/console/people/console-people-calls.ts'
import { Badge } from '#web/ui/badge.tsx'
import { PartActions } from '../actions/subject-actions.tsx'
import { pathOfPerson } from '../frame/console-paths.ts'
import { PageHeader } from '../frame/page-header.tsx'
import type { Filter } from '../lists/list-filters.tsx'
import type { Column } from '../lists/list-table.tsx'
import { ListView } from '../lists/list-view.tsx'
import { sourceOf } from '../lists/load-list.ts'
import { RowLink } from '../lists/row-link.tsx'
import { formatWhole } from '../parts/console-format.ts'
import { Moment } from '../parts/moment.tsx'

const source = sourceOf(listPeople)
const filters: readonly Filter[] = [
  {
    name: 'q',
    label: 'Search',
    kind: 'text',
    placeholder: 'Phone, name, CP-…',
  },
  { name: 'country', label: 'Country', kind: 'text', placeholder: 'GB', lengthMax: 2 },
  {
    name: 'blocked',
    label: 'Blocked',
    kind: 'choice',
    options: [
      { value: 'yes', label: 'Blocked' },
      { value: 'no', label: 'Not blocked' },
    ],
  },
]
const columns: readonly Column<PersonRow>[] = [
  {
    id: 'name',
    name: 'Name',
    cell: ({ id, name, phone }) => (
      <RowLink path={pathOfPerson(id)}>{name ?? phone ?? 'Deleted passport'}</RowLink>
    ),
  },
  { id: 'phone', name: 'Phone', cell: ({ phone }) => phone ?? '–' },
  {
    id: 'created_at',
    name: 'Since',
    cell: ({ created_at }) => <Moment at={created_at} />,
    isSortable: true,
  },
  {
    id: 'country',
    name: 'Country',
    cell: ({ country, currency }) => `${country}, ${currency}`,
  },
  {
    id: 'kilograms',
    name: 'Kilograms',
    cell: ({ kilograms }) => formatWhole(kilograms),
    isNumber: true,
  },
  {
    id: 'is_blocked',
    name: 'Sign-in',
    cell: ({ is_blocked }) => (is_blocked ? <Badge tone="bad">Blocked</Badge> : 'Open'),
  },
]

export function PeoplePage() {
  return (
    <>
      <PageHeader title="People" actions={<PartActions words={['people']} />} />
      <ListView
        name="People"
        part="people"
        source={source}
        filters={filters}
        columns={columns}
        keyOf={({ id }) => id}
        empty="No person has a passport yet."
      />
    </>
  )
}
