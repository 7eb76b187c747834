// Shows the list of all disputes, open or not. A dispute opens its purchase.
import { type DisputeRow, listDisputes } from '#features/console/purchases/disputes-calls.ts'
import { deskPages } from '../desk/desk-page.tsx'
import { pathOfPurchase } from '../frame/console-paths.ts'
import { PageHeader } from '../frame/page-header.tsx'
import { SubNavigation } from '../frame/sub-navigation.tsx'
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
const disputeColumns: readonly Column<DisputeRow>[] = [
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
  },
  {
    id: 'outcome',
    name: 'Outcome',
    cell: ({ outcome }) => <StateBadge state={outcome} />,
  },
  { id: 'status', name: 'At the bank', cell: ({ status }) => wordsOf(status) },
  { id: 'reason', name: 'Reason', cell: ({ reason }) => (reason === null ? '–' : wordsOf(reason)) },
  {
    id: 'amount',
    name: 'Amount',
    cell: ({ amount, currency }) =>
      amount === null || currency === null ? '–' : formatMoney(amount, currency),
    isSortable: true,
    isNumber: true,
  },
  {
    id: 'opened_at',
    name: 'Opened',
    cell: ({ opened_at }) => <Moment at={opened_at} />,
    isSortable: true,
  },
  { id: 'id', name: 'Id', cell: ({ id }) => <Code>{id}</Code> },
]

/** Columns of the disputes of one purchase. */
export const ownDisputeColumns = disputeColumns.filter(({ id }) => id !== 'tx_id')

export function DisputesPage() {
  return (
    <>
      <PageHeader title="All disputes" />
      <SubNavigation name="Disputes and refunds" pages={deskPages} />
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
