// Shows the retirements that registries have made, newest first.
import {
  listConsoleRecorded,
  type RecordedRow,
} from '#features/console/catalogue/console-catalogue-calls.ts'
import { Badge } from '#web/ui/badge.tsx'
import { PartActions } from '../actions/subject-actions.tsx'
import { pathOfBatch } from '../frame/console-paths.ts'
import { PageHeader } from '../frame/page-header.tsx'
import { SubNavigation } from '../frame/sub-navigation.tsx'
import type { Filter } from '../lists/list-filters.tsx'
import type { Column } from '../lists/list-table.tsx'
import { ListView } from '../lists/list-view.tsx'
import { sourceOf } from '../lists/load-list.ts'
import { RowLink } from '../lists/row-link.tsx'
import { formatDay, formatTonnes } from '../parts/console-format.ts'
import { Code } from '../parts/identifier.tsx'
import { Moment } from '../parts/moment.tsx'
import { retirementPages } from './retirement-page.tsx'

const source = sourceOf(listConsoleRecorded)
const filters: readonly Filter[] = [
  { name: 'reference', label: 'Reference', kind: 'text', placeholder: 'Of the registry' },
]
const columns: readonly Column<RecordedRow>[] = [
  {
    id: 'reference',
    name: 'Reference',
    cell: ({ reference, url, registry }) =>
      url === null ? (
        `${registry} ${reference}`
      ) : (
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className="wrap-anywhere text-link underline underline-offset-4"
        >
          {`${registry} ${reference}`}
        </a>
      ),
  },
  { id: 'retired_on', name: 'Retired on', cell: ({ retired_on }) => formatDay(retired_on) },
  { id: 'tonnes', name: 'Tonnes', cell: ({ tonnes }) => formatTonnes(tonnes), isNumber: true },
  { id: 'serial', name: 'Retired serial', cell: ({ serial }) => <Code>{serial}</Code> },
  {
    id: 'serial_number',
    name: 'Batch',
    cell: ({ batch_id, serial_number }) => (
      <RowLink path={pathOfBatch(batch_id)} code>
        {serial_number}
      </RowLink>
    ),
  },
  { id: 'recorded_at', name: 'Recorded', cell: ({ recorded_at }) => <Moment at={recorded_at} /> },
  {
    id: 'is_corrected',
    name: 'State',
    cell: ({ is_corrected }) =>
      is_corrected ? <Badge tone="warn">Corrected</Badge> : <Badge tone="good">In force</Badge>,
  },
  {
    id: 'confirmed_on',
    name: 'Confirmed by the registry',
    cell: ({ confirmed_on }) => (confirmed_on === null ? 'Not yet' : formatDay(confirmed_on)),
  },
]

export function RecordedPage() {
  return (
    <>
      <PageHeader title="Recorded retirements" actions={<PartActions words={['retirements']} />} />
      <SubNavigation name="Retirement" pages={retirementPages} />
      <ListView
        name="Recorded retirements"
        part="retirement"
        source={source}
        filters={filters}
        columns={columns}
        keyOf={({ id }) => String(id)}
        empty="No retirement was recorded yet."
      />
    </>
  )
}
