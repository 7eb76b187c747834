// Shows the name of an account. It links to the person or the programme whose account it is.
import { pathOfPerson, pathOfProgramme } from '../frame/console-paths.ts'
import { RowLink } from '../lists/row-link.tsx'

/** The content of each kind of account (docs/ledger.md). */
export const accountWords: Readonly<Record<string, string>> = {
  programme: 'Paid in by the programme, not given yet',
  wallet: 'In people’s wallets',
  held: 'Held for open purchases',
  card_clearing: 'With the card provider',
  bank: 'At our bank',
  fees: 'Fees of the card provider',
  fx: 'Currency conversion',
  rounding: 'Rounding',
  sales: 'Sales',
  refunds_due: 'Owed to buyers',
  goodwill: 'Goodwill',
  chargebacks: 'Lost to banks',
  rewards: 'Cost of rewards',
  tax: 'Tax of receipts, owed to a country',
  stock: 'Cost of unsold kilograms',
  suppliers: 'Owed to suppliers of batches',
  cost_of_sales: 'Cost of sold kilograms',
  write_offs: 'Cost of kilograms that cannot be sold',
  costs: 'Other costs',
  income: 'Other income',
  equity: 'Money of the owners',
  issued: 'Issued by registries',
  available: 'For sale',
  holder: 'Held by people',
  waiting: 'Gifts that wait',
  returned: 'Taken back, never sold again',
  operator: 'Taken to make tonnes whole',
  replaced: 'Taken back by registries',
}

export const kindOfAccount = (account: string) => account.split(':')[0] ?? account

/** Returns the page of the person or programme of an account, or null. */
export function pathOfAccount(account: string): string | null {
  const [kind, id = ''] = account.split(':')
  if (id === '') return null
  if (kind === 'wallet' || kind === 'holder') return pathOfPerson(id)
  return kind === 'programme' ? pathOfProgramme(id) : null
}

export function AccountName({ account }: { account: string }) {
  const path = pathOfAccount(account)
  const [kind, id] = account.split(':')
  if (path === null) return <span className="wrap-anywhere">{kind}</span>
  const shown = kind === 'programme' ? `programme ${id}` : `${kind} of a person`
  return <RowLink path={path}>{shown}</RowLink>
}
