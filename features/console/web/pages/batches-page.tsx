// Shows the list of batches.
import { type BatchRow, listBatches } from '#features/console/catalogue/console-catalogue-calls.ts'
import { PartActions } from '../actions/subject-actions.tsx'
import { pathOfBatch, pathOfProject } from '../frame/console-paths.ts'
import { PageHeader } from '../frame/page-header.tsx'
import type { Filter } from '../lists/list-filters.tsx'
import type { Column } from '../lists/list-table.tsx'
import { ListView } from '../lists/list-view.tsx'
import { sourceOf } from '../lists/load-list.ts'
import { RowLink } from '../lists/row-link.tsx'
import { formatKilograms, formatPrice } from '../parts/console-format.ts'
import { StateBadge } from '../parts/state-badge.tsx'

const source = sourceOf(listBatches)
const filters: readonly Filter[] = [
  { name: 'q', label: 'Search', kind: 'text', placeholder: 'Serial number or project' },
  {
    name: 'offer',
    label: 'Offer',
    kind: 'choice',
    options: [
      { value: 'offered', label: 'Offered' },
      { value: 'withdrawn', label: 'Withdrawn' },
      { value: 'conflicting', label: 'Conflicting' },
      { value: 'unread', label: 'Unread' },
    ],
  },
  { name: 'project', label: 'Project id', kind: 'text', isHidden: true },
]
const batchColumns: readonly Column<BatchRow>[] = [
  {
    id: 'serial_number',
    name: 'Serial number',
    cell: ({ id, serial_number }) => (
      <RowLink path={pathOfBatch(id)} code>
        {serial_number}
      </RowLink>
    ),
    isSortable: true,
  },
  {
    id: 'project',
    name: 'Project',
    cell: ({ project_id, project }) => (
      <RowLink path={pathOfProject(project_id)}>{project}</RowLink>
    ),
    isSortable: true,
  },
  {
    id: 'vintage',
    name: 'Vintage',
    cell: ({ vintage }) => (vintage === null ? '–' : String(vintage)),
    isSortable: true,
  },
  {
    id: 'offer',
    name: 'Offer',
    cell: ({ offer }) => <StateBadge state={offer} />,
  },
  {
    id: 'price_per_kg',
    name: 'Price per kg',
    cell: ({ price_per_kg, currency }) => formatPrice(price_per_kg, currency),
    isSortable: true,
    isNumber: true,
  },
  {
    id: 'sold_kg',
    name: 'Sold',
    cell: ({ sold_kg }) => formatKilograms(sold_kg),
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

/** Columns of the batches of one project. */
export const ownBatchColumns = batchColumns.filter(({ id }) => id !== 'project')

export function BatchesPage() {
  return (
    <>
      <PageHeader title="Batches" actions={<PartActions words={['batches']} />} />
      <ListView
        name="Batches"
        part="catalogue"
        source={source}
        filters={filters}
        columns={batchColumns}
        keyOf={({ id }) => id}
        empty="No batch was imported yet."
      />
    </>
  )
}
