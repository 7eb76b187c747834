// Shows requests for approval, waiting ones first unless the address says otherwise. A request is decided after its
// figures were read.
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { type Approval, getApproval, listApprovals } from '#features/staff/staff-calls.ts'
import { useAnswer } from '#web/api/use-answer.ts'
import { Button } from '#web/ui/button.tsx'
import { PageHeader } from '../frame/page-header.tsx'
import { changedSearch } from '../lists/list-address.ts'
import type { Filter } from '../lists/list-filters.tsx'
import type { Column } from '../lists/list-table.tsx'
import { ListView } from '../lists/list-view.tsx'
import { sourceOf } from '../lists/load-list.ts'
import { wordsOf } from '../parts/console-format.ts'
import { Moment } from '../parts/moment.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { ApprovalDialog } from './approval-dialog.tsx'

const source = sourceOf(listApprovals)
const filters: readonly Filter[] = [
  {
    name: 'state',
    label: 'State',
    kind: 'choice',
    options: ['waiting', 'done', 'refused', 'void'].map((value) => ({
      value,
      label: wordsOf(value),
    })),
  },
]

function columnsOf(onOpen: (id: string) => void): readonly Column<Approval>[] {
  return [
    {
      id: 'title',
      name: 'Request',
      cell: ({ id, title }) => (
        <span className="-mx-3.5 -my-2.5 block">
          <Button variant="quiet" size="small" onClick={() => onOpen(id)}>
            {title}
          </Button>
        </span>
      ),
    },
    {
      id: 'state',
      name: 'State',
      cell: ({ state }) => <StateBadge state={state} />,
    },
    {
      id: 'figures',
      name: 'Figures',
      cell: ({ figures }) => figures.map(({ label, after }) => `${label}: ${after}`).join('; '),
    },
    { id: 'reason', name: 'Reason', cell: ({ reason }) => reason || '–' },
    {
      id: 'requested_by',
      name: 'By',
      cell: ({ requested_by }) => requested_by,
    },
    {
      id: 'requested_at',
      name: 'Time',
      cell: ({ requested_at }) => <Moment at={requested_at} />,
    },
    {
      id: 'decided_by',
      name: 'Decided by',
      cell: ({ decided_by }) => decided_by ?? '–',
    },
  ]
}

export function ApprovalsPage() {
  const [search, setSearch] = useSearchParams()
  const open = (id: string) =>
    setSearch((current) => changedSearch(current, { request: id }), { replace: true })
  const [columns] = useState(() => columnsOf(open))
  const request = search.get('request')
  return (
    <>
      <PageHeader title="Approvals" />
      <ListView
        name="Requests for approval"
        part="approvals"
        source={source}
        filters={filters}
        columns={columns}
        keyOf={({ id }) => id}
        empty="Nobody has asked for an approval."
      />
      {request === null ? null : (
        <RequestDialog key={request} id={request} onClose={() => open('')} />
      )}
    </>
  )
}

function RequestDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useAnswer(getApproval, { params: { id } })
  return <ApprovalDialog query={query} onClose={onClose} />
}
