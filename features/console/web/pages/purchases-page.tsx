// Shows the list of purchases.
import { listConsolePurchases } from '#features/console/purchases/console-purchases-calls.ts'
import { PartActions } from '../actions/subject-actions.tsx'
import { PageHeader } from '../frame/page-header.tsx'
import type { Filter } from '../lists/list-filters.tsx'
import { ListView } from '../lists/list-view.tsx'
import { sourceOf } from '../lists/load-list.ts'
import { wordsOf } from '../parts/console-format.ts'
import { purchaseColumns } from './list-columns.tsx'

const source = sourceOf(listConsolePurchases)
const states = [
  ...['PENDING', 'COMPLETED', 'FAILED', 'EXPIRED', 'REFUNDED', 'DISPUTED', 'REFUND_FAILED'],
  ...['REINSTATED', 'GOODWILL', 'FRAUD_WARNING'],
]
const filters: readonly Filter[] = [
  {
    name: 'q',
    label: 'Search',
    kind: 'text',
    placeholder: 'Transaction id, phone, name, payment id',
  },
  {
    name: 'state',
    label: 'State',
    kind: 'choice',
    options: states.map((value) => ({ value, label: wordsOf(value) })),
  },
  { name: 'since', label: 'From', kind: 'day' },
  { name: 'until', label: 'Until', kind: 'day' },
  { name: 'person', label: 'Passport', kind: 'text', isHidden: true },
]
export function PurchasesPage() {
  return (
    <>
      <PageHeader title="Purchases" actions={<PartActions words={['purchases']} />} />
      <ListView
        name="Purchases"
        part="purchases"
        source={source}
        filters={filters}
        columns={purchaseColumns}
        keyOf={({ tx_id }) => tx_id}
        empty="Nothing was bought yet."
      />
    </>
  )
}
