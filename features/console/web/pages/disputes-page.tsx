// Shows the list of disputes. A dispute opens its purchase.
import { type DisputeRow, listDisputes } from '#features/console/console-calls.ts'
import { pathOfPurchase } from '../frame/console-paths.ts'
import { PageHeader } from '../frame/page-header.tsx'
import type { Filter } from '../lists/list-filters.tsx'
import type { Column } from '../lists/list-table.tsx'
import { ListView } from '../lists/list-view.tsx'
import { sourceOf } from '../lists/load-list.ts'
import { RowLink } from '../lists/row-link.tsx'
import { formatMoney, wordsOf } from '../parts/console-format.ts'
import { Code } from '../parts/identifier.tsx'
import { Moment } from '../parts/moment.tsx'
import { StateBadge } from '../parts/state-badge.tsx'

const source = sourceOf(listDisputes)
const filters: readonly Filter[] = [
  {
    name: 'outcome',
    label: 'Outcome',
    kind: 'choice',
    options: ['open', 'won', 'lost'].map((value) => ({ value, label: wordsOf(value) })),
  },
]
export const disputeColumns: readonly Column<DisputeRow>[] = [
  {
    id: 'tx_id',
    name: 'Purchase',
    cell: ({ tx_id }) => (
      <RowLink path={pathOfPurchase(tx_id)} code>
        {tx_id}
      </RowLink>
    ),
  },
  {
    id: 'due_at',
    name: 'Evidence until',
    cell: ({ due_at }) => <Moment at={due_at} />,
    sortBy: ({ due_at }) => due_at ?? '9999',
  },
  {
    id: 'outcome',
    name: 'Outcome',
    cell: ({ outcome }) => <StateBadge state={outcome} />,
    sortBy: ({ outcome }) => outcome,
  },
  { id: 'status', name: 'At the bank', cell: ({ status }) => wordsOf(status) },
  { id: 'reason', name: 'Reason', cell: ({ reason }) => (reason === null ? '–' : wordsOf(reason)) },
  {
    id: 'amount',
    name: 'Amount',
    cell: ({ amount, currency }) =>
      amount === null || currency === null ? '–' : formatMoney(amount, currency),
    sortBy: ({ amount }) => amount ?? 0,
    isNumber: true,
  },
  {
    id: 'opened_at',
    name: 'Opened',
    cell: ({ opened_at }) => <Moment at={opened_at} />,
    sortBy: ({ opened_at }) => opened_at,
  },
  { id: 'id', name: 'Id', cell: ({ id }) => <Code>{id}</Code> },
]

export function DisputesPage() {
  return (
    <>
      <PageHeader title="Disputes" />
      <ListView
        name="Disputes"
        part="disputes"
        source={source}
        filters={filters}
        columns={disputeColumns}
        keyOf={({ id }) => id}
        empty="No bank has opened a dispute."
      />
    </>
  )
}
