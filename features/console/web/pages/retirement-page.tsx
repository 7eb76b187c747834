// Shows the tonnes that are due for retirement, by batch, and the actions of retirements.
import { type DueRow, listConsoleDue } from '#features/console/catalogue/console-catalogue-calls.ts'
import { PartActions } from '../actions/subject-actions.tsx'
import { PageHeader } from '../frame/page-header.tsx'
import { SubNavigation } from '../frame/sub-navigation.tsx'
import type { Column } from '../lists/list-table.tsx'
import { ListView } from '../lists/list-view.tsx'
import { sourceOf } from '../lists/load-list.ts'
import { RowLink } from '../lists/row-link.tsx'
import { formatTonnes } from '../parts/console-format.ts'
import { Moment } from '../parts/moment.tsx'

const source = sourceOf(listConsoleDue)

function tonnesColumn(id: TonnesName, name: string): Column<DueRow> {
  return {
    id,
    name,
    cell: (row) => formatTonnes(row[id]),
    isSortable: true,
    isNumber: true,
  }
}
type TonnesName = 'sold_tonnes' | 'retired_tonnes' | 'due_tonnes' | 'held_back_tonnes'

const columns: readonly Column<DueRow>[] = [
  {
    id: 'serial_number',
    name: 'Serial number',
    cell: ({ serial_number }) => (
      <RowLink path={`/catalogue/batches?${new URLSearchParams({ q: serial_number })}`} code>
        {serial_number}
      </RowLink>
    ),
    isSortable: true,
  },
  {
    id: 'project',
    name: 'Project',
    cell: ({ registry, project }) => `${project} (${registry})`,
    isSortable: true,
  },
  tonnesColumn('due_tonnes', 'Due'),
  {
    id: 'due_since',
    name: 'Due since',
    cell: ({ due_since }) => <Moment at={due_since} />,
  },
  tonnesColumn('held_back_tonnes', 'Held back'),
  tonnesColumn('sold_tonnes', 'Sold'),
  tonnesColumn('retired_tonnes', 'Retired'),
]

export const retirementPages = [
  { path: '/retirement', name: 'Due' },
  { path: '/retirement/recorded', name: 'Recorded' },
]

export function RetirementPage() {
  return (
    <>
      <PageHeader title="Retirement" actions={<PartActions words={['retirements']} />} />
      <SubNavigation name="Retirement" pages={retirementPages} />
      <ListView
        name="Due for retirement"
        part="retirement"
        source={source}
        columns={columns}
        keyOf={({ serial_number }) => serial_number}
        empty="No tonne is due for retirement."
      />
    </>
  )
}
