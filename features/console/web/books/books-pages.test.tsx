// Tests what the pages of the books show and save.
import { expect, it, vi } from 'vitest'
import type {
  Balances,
  ClosedMonthRow,
  JournalPosting,
  PaymentDifference,
  PayoutRow,
} from '#features/console/books/books-calls.ts'
import { until } from '#web/test-page.ts'
import { answer, openConsole } from '../test-console-page.tsx'
import { accountWords } from './account-name.tsx'

const balances: Balances = {
  until: '2026-11-27T09:30:00.000Z',
  ledgers: [
    {
      unit: 'EUR',
      accounts: [
        { account: 'programme', balance: 0 },
        { account: 'sales', balance: 0 },
      ],
      sum: 0,
    },
    {
      unit: 'GBP',
      accounts: [
        { account: 'programme:green-bank', balance: -1000.5 },
        { account: 'sales', balance: 1000.5 },
      ],
      sum: 0,
    },
    {
      unit: 'kg',
      accounts: [
        { account: 'available', balance: 2000 },
        { account: 'issued', balance: -2001 },
      ],
      sum: -1,
    },
  ],
}

it('the balances have a table for money and one for kilograms, each with its sum', async () => {
  const { shown, paths } = await openConsole('/books', { '/books': balances })
  expect(paths()).toContain('/books')
  expect(shown()).toMatchInlineSnapshot(`
    "# Books
    Balances </books>
    Journal </books/journal>
    Payouts </books/payouts>
    Differences </books/differences>
    Months </books/months>
    At the end of:
    Balances of 27 Nov 2026, hh:mm. Debits are negative.
    [Save as CSV]
    # Money
    + Adds up to zero
    | Account | EUR | GBP
    | programme:green-bank </books/journal?ledger=money&account=programme%3Agreen-bank> Paid in by the programme, not given yet | 0.00 | -1,000.50
    | sales </books/journal?ledger=money&account=sales> Sales | 0.00 | 1,000.50
    | Sum | 0.00 | 0.00
    2 accounts. An account opens its postings.
    # Kilograms
    !! Does not add up
    | Account | kg
    | available </books/journal?ledger=kilograms&account=available> For sale | 2,000
    | issued </books/journal?ledger=kilograms&account=issued> Issued by registries | -2,001
    | Sum | -1
    2 accounts. An account opens its postings."
  `)
})

it('the balances at the end of a day are asked for, and shown until then', async () => {
  const { shown, paths } = await openConsole('/books?at=2026-10-31', {
    '/books?at=2026-10-31': { ...balances, until: '2026-11-01T00:00:00.000Z' },
  })
  expect(paths()).toContain('/books?at=2026-10-31')
  expect(shown()).toContain('At the end of: 2026-10-31')
})

it('a chosen day is in the address, and can be cleared', async () => {
  const { page, address, shown } = await openConsole('/books', {
    '/books': balances,
    '/books?at=2026-10-31': { ...balances, until: '2026-11-01T00:00:00.000Z' },
  })
  await page.type('At the end of', '2026-10-31')
  await page.submit()
  await until(() => expect(address()).toBe('/books?at=2026-10-31'))
  await until(() => expect(shown()).toContain('Balances of 1 Nov 2026'))
  await page.press('Clear filters')
  await until(() => expect(address()).toBe('/books'))
})

/** The kinds of accounts of both ledgers (docs/ledger.md). */
const chart = [
  ...['programme', 'wallet', 'held', 'card_clearing', 'bank', 'fees', 'fx', 'rounding', 'sales'],
  ...['refunds_due', 'goodwill', 'chargebacks', 'rewards', 'tax', 'stock', 'suppliers'],
  ...['cost_of_sales', 'write_offs', 'costs', 'income', 'equity'],
  ...['issued', 'available', 'holder', 'waiting', 'returned', 'operator', 'replaced'],
]

it('each account of the chart has words, and is offered by the filter of the journal', async () => {
  expect(chart.filter((account) => accountWords[account] === undefined)).toEqual([])
  await openConsole('/books/journal', { '/books/journal': [] })
  const list = document.querySelector('input[placeholder=sales]')?.getAttribute('list')
  const options = [...document.querySelectorAll(`datalist[id="${list}"] option`)]
  expect(options.map((each) => each.getAttribute('value')).toSorted()).toEqual(chart.toSorted())
})

it('money adds up only if each of its currencies does', async () => {
  const [euros, pounds] = balances.ledgers
  const wrong = { ...balances, ledgers: [euros, { ...pounds, sum: 1 }] }
  const { shown } = await openConsole('/books', { '/books': wrong })
  expect(shown()).toContain('# Money\n!! Does not add up')
})

/** Returns the text of a file with its byte order mark, by which spreadsheets know UTF-8. */
async function wholeText(file: Blob = new Blob()): Promise<string> {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer())
}

/** Returns the texts of the saved files by their names. */
function savedFiles() {
  const blobs: Blob[] = []
  const saved: [string, Promise<string>][] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) blobs.push(blob)
    return 'blob:x'
  })
  vi.spyOn(window.HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push([this.download, wholeText(blobs.at(-1))])
  })
  return saved
}

it('the balances are saved with all ledgers', async () => {
  const { page } = await openConsole('/books', { '/books': balances })
  const saved = savedFiles()
  await page.press('Save as CSV')
  await until(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.[0]).toBe('balances-2026-11-27.csv')
  expect((await saved[0]?.[1])?.trim().split(/\r?\n/)).toEqual([
    'unit,account,balance',
    'EUR,programme,0',
    'EUR,sales,0',
    'EUR,sum,0',
    'GBP,programme:green-bank,-1000.5',
    'GBP,sales,1000.5',
    'GBP,sum,0',
    'kg,available,2000',
    'kg,issued,-2001',
    'kg,sum,-1',
  ])
})

const posting: JournalPosting = {
  ...{ id: 7, at: '2026-11-12T09:30:00.000Z', unit: 'GBP', source: 'wallet:p1:green-bank' },
  ...{ destination: 'sales', amount: 1002.5, tx_id: 'CP-1', about: null },
  ...{ reason: 'sold by wallet', note: null },
}
const kilograms: JournalPosting = {
  ...{ ...posting, id: 8, unit: 'kg', source: 'available', destination: 'holder:p1' },
  ...{ amount: 2000, tx_id: null, about: 'GS1-1', note: 'A gift' },
}
const filters = '?ledger=kilograms&account=sales&purchase=CP-1&since=2026-11-01&until=2026-11-30'

it('the journal shows each posting with its accounts', async () => {
  const plain = { ...posting, id: 9, source: 'bank', destination: 'programme:spring', tx_id: null }
  const { shown } = await openConsole(`/books/journal${filters}`, {
    [`/books/journal${filters}`]: [posting, kilograms, plain],
  })
  expect(shown()).toMatchInlineSnapshot(`
    "# Journal
    Balances </books>
    Journal </books/journal>
    Payouts </books/payouts>
    Differences </books/differences>
    Months </books/months>
    Ledger: Money / (Kilograms)
    Account (sales): sales
    Purchase (CP-…): CP-1
    From: 2026-11-01
    Until: 2026-11-30
    [Clear filters]
    [Save as CSV]
    | Time | Debit | Credit | Amount | Reason | Purchase
    | 2026-11-12 09:30 | wallet of a person </people/p1> | sales | 1,002.50 GBP | sold by wallet | CP-1 </purchases/CP-1>
    | 2026-11-12 09:30 | available | holder of a person </people/p1> | 2,000 kg | sold by wallet A gift | GS1-1
    | 2026-11-12 09:30 | bank | programme spring </programmes/spring> | 1,002.50 GBP | sold by wallet | –
    3 records on this page"
  `)
})

it('the journal is saved with the filters of the list, from its first page on', async () => {
  const { page, paths } = await openConsole(`/books/journal${filters}&after=9`, {
    [`/books/journal${filters}&after=9`]: [posting],
    [`/books/journal.csv${filters}`]: new Response('date,time\r\n'),
  })
  const saved = savedFiles()
  await page.press('Save as CSV')
  await until(() => expect(saved).toHaveLength(1))
  expect(paths().at(-1)).toBe(`/books/journal.csv${filters}`)
  expect(saved[0]?.[0]).toBe('journal.csv')
  expect(await saved[0]?.[1]).toBe('\uFEFFdate,time\r\n')
})

it('a journal that cannot be saved says why', async () => {
  const failure = { error: 'Failed.', code: 'internal', request_id: 'req-9' }
  const { page } = await openConsole('/books/journal', {
    '/books/journal': [posting],
    '/books/journal.csv': answer(failure, 500),
  })
  await page.press('Save as CSV')
  await until(() => expect(page.text()).toContain('Request req-9.'))
})

const payout: PayoutRow = {
  ...{ id: 'po_1', currency: 'GBP', moved_at: '2026-11-12T09:30:00.000Z', paid: 1018.5 },
  ...{ lines: 1017.5, posted: 1016.5, difference: -1 },
}

it('payouts show whether their lines add up', async () => {
  const { shown } = await openConsole('/books/payouts?differing=yes', {
    '/books/payouts?differing=yes': [
      payout,
      { ...payout, id: 'po_2', difference: null },
      { ...payout, id: 'po_3', lines: null, difference: null },
    ],
  })
  expect(shown()).toMatchInlineSnapshot(`
    "# Payouts
    Balances </books>
    Journal </books/journal>
    Payouts </books/payouts>
    Differences </books/differences>
    Months </books/months>
    Lines: All / (Do not add up)
    From:
    Until:
    [Clear filters]
    | Payout | Time | Paid out | Lines of the reports | In the ledger | Difference
    | po_1 | 2026-11-12 09:30 | 1,018.50 GBP | 1,017.50 GBP | 1,016.50 GBP | !! -1.00 GBP
    | po_2 | 2026-11-12 09:30 | 1,018.50 GBP | 1,017.50 GBP | 1,016.50 GBP | + None
    | po_3 | 2026-11-12 09:30 | 1,018.50 GBP | – | 1,016.50 GBP | No lines yet
    3 records on this page"
  `)
})

const difference: PaymentDifference = {
  ...{ id: 'pi_1', tx_id: 'CP-1', kind: 'charge', currency: 'GBP', reported: 1002.5, posted: 3 },
  ...{ moved_at: '2026-11-12T09:30:00.000Z', cause: 'The ledger has another sum.' },
}

it('differences show what each side has', async () => {
  const other = { ...difference, id: 'pi_2', tx_id: null, kind: 'dispute' }
  const { shown } = await openConsole('/books/differences?since=2026-11-01', {
    '/books/differences?since=2026-11-01': [difference, other],
  })
  expect(shown()).toMatchInlineSnapshot(`
    "# Differences
    Balances </books>
    Journal </books/journal>
    Payouts </books/payouts>
    Differences </books/differences>
    Months </books/months>
    From: 2026-11-01
    Until:
    [Clear filters]
    | Purchase | Payment | Movement | Time | Reports | Ledger | Cause
    | CP-1 </purchases/CP-1> | pi_1 | Charge | 2026-11-12 09:30 | 1,002.50 GBP | 3.00 GBP | The ledger has another sum.
    | None | pi_2 | Dispute | 2026-11-12 09:30 | 1,002.50 GBP | 3.00 GBP | The ledger has another sum.
    2 records on this page"
  `)
})

const month: ClosedMonthRow = {
  ...{ month: '2026-10', closed_at: '2026-11-02T09:30:00.000Z', closed_by: 'Ada', postings: 4711 },
}

it('closed months show who closed them', async () => {
  const { shown } = await openConsole('/books/months', { '/books/months': [month] })
  expect(shown()).toMatchInlineSnapshot(`
    "# Months
    Balances </books>
    Journal </books/journal>
    Payouts </books/payouts>
    Differences </books/differences>
    Months </books/months>
    | Month | Closed | By | Postings
    | 2026-10 | 2026-11-02 09:30 | Ada | 4,711
    1 record on this page"
  `)
})
