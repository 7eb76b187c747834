// Defines columns that several lists share.
import type { PurchaseRow } from '#features/console/purchases/console-purchases-calls.ts'
import { pathOfPerson, pathOfPurchase } from '../frame/console-paths.ts'
import type { Column } from '../lists/list-table.tsx'
import { RowLink } from '../lists/row-link.tsx'
import { formatMoney, formatWhole } from '../parts/console-format.ts'
import { Moment } from '../parts/moment.tsx'
import { StateBadge } from '../parts/state-badge.tsx'

const buyerColumn: Column<PurchaseRow> = {
  id: 'buyer',
  name: 'Buyer',
  cell: ({ buyer_id, buyer }) =>
    buyer === null ? 'Deleted' : <RowLink path={pathOfPerson(buyer_id)}>{buyer}</RowLink>,
}

/** Columns of the purchases of one person. */
export const ownPurchaseColumns: readonly Column<PurchaseRow>[] = [
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
    id: 'created_at',
    name: 'Time',
    cell: ({ created_at }) => <Moment at={created_at} precise />,
    isSortable: true,
  },
  {
    id: 'status',
    name: 'State',
    cell: ({ status }) => <StateBadge state={status} />,
  },
  {
    id: 'total',
    name: 'Total',
    cell: ({ total, currency }) => formatMoney(total, currency),
    isNumber: true,
  },
  {
    id: 'quantity_kg',
    name: 'Kilograms',
    cell: ({ quantity_kg }) => formatWhole(quantity_kg),
    isNumber: true,
  },
  {
    id: 'project',
    name: 'Project',
    cell: ({ project, is_gift }) => (is_gift ? `${project} (gift)` : project),
  },
]

/** Columns of the purchases of all people: the buyer is the third. */
export const purchaseColumns: readonly Column<PurchaseRow>[] = [
  ...ownPurchaseColumns.slice(0, 2),
  buyerColumn,
  ...ownPurchaseColumns.slice(2),
]
