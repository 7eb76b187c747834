// Shows the journal: each posting with its accounts, its purchase and its reason, and saves it as a file.
import { useSearchParams } from 'wouter'
import {
  type JournalPosting,
  listJournal,
  saveJournal,
} from '#features/console/books/books-calls.ts'
import { sendCall } from '#web/api/ask.ts'
import { csvFile, saveFile } from '#web/storage/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { FormProblem } from '#web/ui/forms/text-field.tsx'
import { useAction } from '#web/ui/forms/use-action.ts'
import { pathOfPurchase } from '../frame/console-paths.ts'
import type { Filter } from '../lists/list-filters.tsx'
import type { Column } from '../lists/list-table.tsx'
import { ListView } from '../lists/list-view.tsx'
import { sourceOf } from '../lists/load-list.ts'
import { RowLink } from '../lists/row-link.tsx'
import { formatKilograms, formatMoney } from '../parts/console-format.ts'
import { problemWords } from '../parts/load-problem.tsx'
import { Moment } from '../parts/moment.tsx'
import { AccountName, accountWords } from './account-name.tsx'
import { BooksFrame } from './books-frame.tsx'

const source = sourceOf(listJournal)
const filters: readonly Filter[] = [
  {
    name: 'ledger',
    label: 'Ledger',
    kind: 'choice',
    unset: 'Money',
    options: [{ value: 'kilograms', label: 'Kilograms' }],
  },
  { name: 'account', label: 'Account', kind: 'text', placeholder: 'sales', list: 'accounts' },
  { name: 'purchase', label: 'Purchase', kind: 'text', placeholder: 'CP-…' },
  { name: 'since', label: 'From', kind: 'day' },
  { name: 'until', label: 'Until', kind: 'day' },
]

const columns: readonly Column<JournalPosting>[] = [
  { id: 'at', name: 'Time', cell: ({ at }) => <Moment at={at} /> },
  { id: 'source', name: 'Debit', cell: ({ source }) => <AccountName account={source} /> },
  {
    id: 'destination',
    name: 'Credit',
    cell: ({ destination }) => <AccountName account={destination} />,
  },
  {
    id: 'amount',
    name: 'Amount',
    cell: ({ amount, unit }) =>
      unit === 'kg' ? formatKilograms(amount) : formatMoney(amount, unit),
    isNumber: true,
  },
  {
    id: 'reason',
    name: 'Reason',
    cell: ({ reason, note }) => (
      <span>
        <span className="block">{reason}</span>
        {note === null ? null : <span className="block text-soft text-sm">{note}</span>}
      </span>
    ),
  },
  {
    id: 'tx_id',
    name: 'Purchase',
    cell: ({ tx_id, about }) => (
      <span>
        {tx_id === null ? null : (
          <RowLink path={pathOfPurchase(tx_id)} code>
            {tx_id}
          </RowLink>
        )}
        {about === null ? null : (
          <span className="wrap-anywhere block font-code text-soft text-sm">{about}</span>
        )}
        {tx_id === null && about === null ? <span>–</span> : null}
      </span>
    ),
  },
]

export function JournalPage() {
  return (
    <BooksFrame title="Journal">
      <ListView
        name="Postings"
        part="books"
        source={source}
        filters={filters}
        columns={columns}
        keyOf={({ id, unit }) => `${unit} ${id}`}
        empty="Nothing was posted in the last 31 days."
        aside={<SaveJournal />}
      />
      <datalist id="accounts">
        {Object.keys(accountWords).map((account) => (
          <option key={account} value={account} />
        ))}
      </datalist>
    </BooksFrame>
  )
}

/** Saves the postings of all pages that the filters choose. */
function SaveJournal() {
  const [search] = useSearchParams()
  const { busy, problem, run } = useAction<string>()
  const save = () =>
    run(
      'sending',
      async () => {
        const query = Object.fromEntries(
          filters.flatMap(({ name }) => {
            const value = search.get(name)
            return value === null || value === '' ? [] : [[name, value]]
          }),
        )
        const response = await sendCall(saveJournal, { query })
        saveFile(csvFile(await response.text()), 'journal.csv')
        return undefined
      },
      (error) => problemWords(error).detail,
    )
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button variant="outline" size="small" busy={busy !== undefined} onClick={() => void save()}>
        Save as CSV
      </Button>
      <FormProblem>{problem}</FormProblem>
    </div>
  )
}
