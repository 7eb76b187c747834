// Shows the balances of all accounts, now or at the end of a day, and that each ledger adds up to zero.
import { useSearchParams } from 'wouter'
import { type Balances, getBalances } from '#features/console/books/books-calls.ts'
import { csv } from '#values/text/csv-text.ts'
import { useAnswer } from '#web/api/use-answer.ts'
import { csvFile, saveFile } from '#web/storage/save-file.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { changedSearch } from '../lists/list-address.ts'
import { ListFilters } from '../lists/list-filters.tsx'
import { RowLink } from '../lists/row-link.tsx'
import { RecordTable } from '../pages/record-table.tsx'
import { formatCount, formatMoment } from '../parts/console-format.ts'
import { Panel } from '../parts/panel.tsx'
import { Shown } from '../parts/shown.tsx'
import { accountWords, kindOfAccount } from './account-name.tsx'
import { formatBalance, type LedgerTable, tablesOf } from './balance-tables.ts'
import { BooksFrame } from './books-frame.tsx'

const filters = [{ name: 'at', label: 'At the end of', kind: 'day' }] as const

export function BalancesPage() {
  const [search, setSearch] = useSearchParams()
  const at = search.get('at') ?? ''
  const query = useAnswer(getBalances, at === '' ? {} : { query: { at } })
  return (
    <BooksFrame title="Books">
      <ListFilters
        filters={filters}
        search={search}
        onChange={(changes) =>
          setSearch((current) => changedSearch(current, changes), { replace: true })
        }
      />
      <Shown query={query} part="books">
        {(balances) => <BalancesView balances={balances} />}
      </Shown>
    </BooksFrame>
  )
}

function BalancesView({ balances }: { balances: Balances }) {
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-soft">{`Balances of ${formatMoment(balances.until)}. Debits are negative.`}</p>
        <SaveBalances balances={balances} />
      </div>
      {tablesOf(balances).map((table) => (
        <LedgerPanel key={table.ledger} table={table} />
      ))}
    </div>
  )
}

function LedgerPanel({ table: { ledger, units, rows, sums } }: { table: LedgerTable }) {
  const isMoney = ledger === 'money'
  const addsUp = sums.every((sum) => sum === 0)
  return (
    <Panel
      title={isMoney ? 'Money' : 'Kilograms'}
      aside={
        addsUp ? (
          <Badge tone="good">Adds up to zero</Badge>
        ) : (
          <Badge tone="bad">Does not add up</Badge>
        )
      }
    >
      <RecordTable
        name={isMoney ? 'Balances of money' : 'Balances of kilograms'}
        heads={['Account', ...units]}
        numbers={units}
        rows={[
          ...rows.map(({ account, balances }) => ({
            key: account,
            cells: [
              <span key="account">
                <RowLink path={pathOfJournal(ledger, account)}>{account}</RowLink>
                <span className="block text-soft text-sm">
                  {accountWords[kindOfAccount(account)] ?? ''}
                </span>
              </span>,
              ...balances.map((balance, index) => formatBalance(balance, units[index] ?? '')),
            ],
          })),
          {
            key: 'sum',
            cells: [
              <strong key="sum">Sum</strong>,
              ...sums.map((sum, index) => (
                <strong key={units[index]}>{formatBalance(sum, units[index] ?? '')}</strong>
              )),
            ],
          },
        ]}
      />
      {rows.length === 0 ? null : (
        <p className="mt-2 text-soft text-sm">{`${formatCount(rows.length, 'account')}. An account opens its postings.`}</p>
      )}
    </Panel>
  )
}

const pathOfJournal = (ledger: LedgerTable['ledger'], account: string) =>
  `/books/journal?${new URLSearchParams({ ledger, account })}`

function SaveBalances({ balances }: { balances: Balances }) {
  const save = () => {
    const rows = balances.ledgers.flatMap(({ unit, accounts, sum }) => [
      ...accounts.map(({ account, balance }) => [unit, account, balance]),
      [unit, 'sum', sum],
    ])
    const text = csv(['unit', 'account', 'balance'], rows)
    const name = `balances-${balances.until.slice(0, 10)}.csv`
    saveFile(csvFile(text), name)
  }
  return (
    <Button variant="outline" size="small" onClick={save}>
      Save as CSV
    </Button>
  )
}
