// Shows the list of projects.
import {
  listConsoleProjects,
  type ProjectRow,
} from '#features/console/catalogue/console-catalogue-calls.ts'
import { Badge } from '#web/ui/badge.tsx'
import { PartActions } from '../actions/subject-actions.tsx'
import { pathOfProject } from '../frame/console-paths.ts'
import { PageHeader } from '../frame/page-header.tsx'
import type { Filter } from '../lists/list-filters.tsx'
import type { Column } from '../lists/list-table.tsx'
import { ListView } from '../lists/list-view.tsx'
import { sourceOf } from '../lists/load-list.ts'
import { RowLink } from '../lists/row-link.tsx'
import { formatKilograms, formatWhole, wordsOf } from '../parts/console-format.ts'
import { Code } from '../parts/identifier.tsx'

const source = sourceOf(listConsoleProjects)
const filters: readonly Filter[] = [
  { name: 'q', label: 'Search', kind: 'text', placeholder: 'Name or registry id' },
  {
    name: 'on_sale',
    label: 'On sale',
    kind: 'choice',
    options: [
      { value: 'yes', label: 'On sale' },
      { value: 'no', label: 'Not on sale' },
    ],
  },
]
const columns: readonly Column<ProjectRow>[] = [
  {
    id: 'shown_name',
    name: 'Project',
    cell: ({ id, shown_name }) => <RowLink path={pathOfProject(id)}>{shown_name}</RowLink>,
    isSortable: true,
  },
  {
    id: 'registry_id',
    name: 'Registry',
    cell: ({ registry, registry_id }) => <Code>{`${registry} ${registry_id}`}</Code>,
    isSortable: true,
  },
  {
    id: 'country',
    name: 'Country',
    cell: ({ country }) => country,
    isSortable: true,
  },
  {
    id: 'status',
    name: 'Status',
    cell: ({ status }) => (status === null ? '–' : wordsOf(status)),
  },
  {
    id: 'is_listed',
    name: 'Listed',
    cell: ({ is_listed }) => <Badge>{is_listed ? 'Listed' : 'Hidden'}</Badge>,
  },
  {
    id: 'batches',
    name: 'Batches',
    cell: ({ batches }) => formatWhole(batches),
    isSortable: true,
    isNumber: true,
  },
  {
    id: 'available_kg',
    name: 'Available',
    cell: ({ available_kg }) => formatKilograms(available_kg),
    isSortable: true,
    isNumber: true,
  },
]

export function ProjectsPage() {
  return (
    <>
      <PageHeader title="Projects" actions={<PartActions words={['projects', 'featured']} />} />
      <ListView
        name="Projects"
        part="catalogue"
        source={source}
        filters={filters}
        columns={columns}
        keyOf={({ id }) => id}
        empty="No project was imported yet."
      />
    </>
  )
}
