// Tests the books in the console: balances on any day, the journal by account, time and purchase, its file, and the
// differences of payouts and payments.
import { Readable } from 'node:stream'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordPayouts } from '#features/accounts/record-payouts.ts'
import type {
  Balances,
  JournalPosting,
  PaymentDifference,
  PayoutRow,
} from '#features/console/books/books-calls.ts'
import { moneyAccounts } from '#ledger/accounts.ts'
import { post } from '#ledger/post.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { Person } from '#tests/support/people/person.ts'
import { type ConsoleReader, openConsoleReader } from '#tests/support/servers/console-reader.ts'
import { startTestConsole } from '#tests/support/servers/test-console.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { readTrialBalance } from './read-trial-balance.ts'

const findPayment = statement(
  'test-books-payment',
  { id: 'text' },
  'select card_payment_id as id from purchases where tx_id = $1',
)
const disableTriggers = statement(
  'test-books-thaw',
  {},
  'alter table money_postings disable trigger user',
)
const openDispute = statement(
  'test-books-open-dispute',
  {},
  `insert into disputes (id, purchase_id, status, outcome, amount_minor, currency, opened_at, read_at)
   select 'dp_books', id, 'needs_response', 'open', 200, 'GBP', now(), now()
   from purchases where tx_id = $1`,
)
const winDispute = statement(
  'test-books-win-dispute',
  {},
  `update disputes set status = 'won', outcome = 'won', closed_at = now() where id = 'dp_books'`,
)
const enableTriggers = statement(
  'test-books-freeze',
  {},
  'alter table money_postings enable trigger user',
)
const moveDays = statement(
  'test-books-move',
  {},
  `update money_postings m set created_at = m.created_at - $2::interval
   from purchases p where p.id = m.purchase_id and p.tx_id = $1`,
)

let test: TestApp
let reader: ConsoleReader
/** Of 10 days ago. */
let oldTxId: string
let txId: string
let buyer: Person
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
  reader = await openConsoleReader(test)
  const { db } = test.services
  const batch = await issueTestBatch(db, { kg: 1_000 })
  buyer = await new Person(test.url).signIn()
  oldTxId = await buyer.buyByCard(batch, 50)
  txId = await buyer.buyByCard(batch, 100)
  await db.run(disableTriggers)
  await db.run(moveDays, [oldTxId, '10 days'])
  await db.run(enableTriggers)
})
afterAll(async () => {
  await reader.close()
  await test.close()
})

const dayOf = (daysAgo: number) =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

function balanceOf({ ledgers }: Balances, unit: string, account: string): number | undefined {
  const ledger = ledgers.find((each) => each.unit === unit)
  return ledger?.accounts.find((each) => each.account === account)?.balance
}

describe('balances', () => {
  it('are those of all postings, and add up to zero in each unit', async () => {
    await reader.reads()
    const { body } = await reader.read('books')
    expect(balanceOf(body, 'GBP', 'sales')).toBe(3)
    expect(balanceOf(body, 'GBP', 'card_clearing')).toBe(-3)
    expect(balanceOf(body, 'GBP', 'chargebacks')).toBe(0)
    expect(balanceOf(body, 'kg', 'holder')).toBe(150)
    expect(balanceOf(body, 'kg', 'issued')).toBe(-1_000)
    for (const { unit, sum } of body.ledgers) expect([unit, sum]).toEqual([unit, 0])
    expect(await reader.reads()).toEqual(['books'])
  })

  it('at the end of a day leave out later postings', async () => {
    const { body } = await reader.read(`books?at=${dayOf(5)}`)
    expect(balanceOf(body, 'GBP', 'sales')).toBe(1)
    expect(body.until).toBe(`${dayOf(4)}T00:00:00.000Z`)
    const { body: early } = await reader.read(`books?at=${dayOf(20)}`)
    expect(balanceOf(early, 'GBP', 'sales')).toBeUndefined()
    expect((await reader.read('books?at=yesterday')).status).toBe(400)
  })

  it('keep the sums of complete ranges, without later days in an earlier balance', async () => {
    const { db } = test.services
    const salesAt = async (until: Date, now: Date) =>
      balanceOf(await readTrialBalance(db, until, now, 1), 'GBP', 'sales')
    const later = new Date(Date.now() + 2 * 3_600_000)
    const fiveDaysAgo = new Date(`${dayOf(5)}T00:00:00Z`)
    expect(await salesAt(fiveDaysAgo, later)).toBe(1)
    expect(await salesAt(later, later)).toBe(3)
    expect(await salesAt(later, later)).toBe(3)
    expect(await salesAt(fiveDaysAgo, later)).toBe(1)
  })
})

const read = async (query: string): Promise<readonly JournalPosting[]> =>
  (await reader.read(`books/journal?${query}`)).body

describe('the journal', () => {
  it('shows each posting with its accounts, its purchase and its reason', async () => {
    const [posting] = await read('account=sales')
    expect(posting).toEqual({
      id: expect.any(Number),
      at: expect.any(String),
      unit: 'GBP',
      source: 'card_clearing',
      destination: 'sales',
      amount: 2,
      tx_id: txId,
      about: null,
      reason: 'sold by card',
      note: null,
    })
  })

  it('finds by account, whole name, days and purchase', async () => {
    const idsOf = (rows: readonly JournalPosting[]) => [...new Set(rows.map(({ tx_id }) => tx_id))]
    expect(idsOf(await read('account=sales'))).toEqual([txId, oldTxId])
    expect(idsOf(await read(`since=${dayOf(12)}&until=${dayOf(9)}`))).toEqual([oldTxId])
    expect(idsOf(await read(`since=${dayOf(1)}&account=sales`))).toEqual([txId])
    expect(idsOf(await read(`purchase=${oldTxId.toLowerCase()}`))).toEqual([oldTxId])
    expect(await read('purchase=CP-2222-2222-2222')).toEqual([])
    expect(await read('account=nothing')).toEqual([])
    const held = await read(`ledger=kilograms&account=holder:${buyer.id}`)
    expect(held.map(({ amount, unit }) => `${amount} ${unit}`)).toEqual(['100 kg', '50 kg'])
    expect(held[0]?.about).toEqual(expect.any(String))
  })

  it('pages through all postings, newest first', async () => {
    const whole = await read('ledger=kilograms&limit=100')
    const paged: number[] = []
    let next: string | null = 'books/journal?ledger=kilograms&limit=2'
    while (next !== null) {
      const page = await reader.read(next)
      paged.push(...page.body.map(({ id }: JournalPosting) => id))
      next = page.next
    }
    expect(paged).toEqual(whole.map(({ id }) => id))
    expect(paged).toEqual(paged.toSorted((one, other) => other - one))
    expect((await reader.read('books/journal?after=x')).status).toBe(400)
  })

  it('is a file of two lines a posting, oldest first, which is recorded', async () => {
    const console = await startTestConsole(test)
    const money = await console.signIn('money')
    const answer = await money.call('GET', '/console/api/books/journal.csv?account=sales')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toContain('journal.csv')
    const rows: readonly Record<string, string>[] = parse(answer.body, { columns: true })
    expect(
      rows.map(({ account, debit, credit, purchase }) => [account, debit, credit, purchase]),
    ).toEqual([
      ['card_clearing', '1.00', '', oldTxId],
      ['sales', '', '1.00', oldTxId],
      ['card_clearing', '2.00', '', txId],
      ['sales', '', '2.00', txId],
    ])
    expect((await reader.reads()).at(-1)).toBe('books journal --csv ledger account')
    await console.close()
  })
})

const header =
  'balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,source_id,' +
  'customer_facing_amount,customer_facing_currency,payment_intent_id,automatic_payout_id'

describe('reports of the card provider', () => {
  /** Records a report of lines: id, gross, fee, net, category, payment and payout. */
  async function record(...lines: readonly (readonly string[])[]) {
    const at = new Date().toISOString().slice(0, 19).replace('T', ' ')
    const rows = lines.map(([id, gross, fee, net, category, payment, payout]) =>
      [id, at, 'gbp', gross, fee, net, category, '', '', '', payment, payout].join(','),
    )
    const text = [header, ...rows, ''].join('\n')
    const source = { file: 'report.csv', open: () => Readable.from([Buffer.from(text)]) }
    const recorded = await recordPayouts(test.services.db, source, async () => undefined)
    expect(recorded).toHaveProperty('newLines', lines.length)
  }

  it('show payouts that do not add up, and payments of which ledger and reports differ', async () => {
    const [payment = '', old = ''] = await Promise.all(
      [txId, oldTxId].map(async (each) => (await test.services.db.run(findPayment, [each]))[0]?.id),
    )
    await record(
      ['txn_1', '2.00', '0.20', '1.80', 'charge', payment, 'po_1'],
      ['po_1', '-1.80', '0.00', '-1.80', 'payout', '', ''],
      ['txn_2', '0.90', '0.10', '0.80', 'charge', old, 'po_2'],
      ['txn_3', '5.00', '0.00', '5.00', 'charge', 'pi_none', 'po_2'],
      ['po_2', '-7.00', '0.00', '-7.00', 'payout', '', ''],
    )
    const { body: payouts } = await reader.read('books/payouts')
    expect(
      payouts.map(({ id, paid, lines, posted, difference }: PayoutRow) => ({
        id,
        paid,
        lines,
        posted,
        difference,
      })),
    ).toEqual([
      { id: 'po_2', paid: 7, lines: 5.8, posted: 7, difference: 1.2 },
      { id: 'po_1', paid: 1.8, lines: 1.8, posted: 1.8, difference: null },
    ])
    const { body: differing } = await reader.read('books/payouts?differing=yes')
    expect(differing.map(({ id }: PayoutRow) => id)).toEqual(['po_2'])
    const first = await reader.read('books/payouts?limit=1')
    expect((await reader.read(first.next ?? '')).body.map(({ id }: PayoutRow) => id)).toEqual([
      'po_1',
    ])
    expect((await reader.read(`books/payouts?until=${dayOf(2)}`)).body).toEqual([])

    const { body: differences } = await reader.read('books/differences')
    expect(
      differences.map(({ tx_id, reported, posted, cause }: PaymentDifference) => [
        tx_id,
        reported,
        posted,
        cause,
      ]),
    ).toEqual(
      expect.arrayContaining([
        [oldTxId, 0.9, 1, 'The sums differ.'],
        [null, 5, 0, 'No purchase has this payment.'],
      ]),
    )
    expect(differences).toHaveLength(2)
    expect((await reader.read(`books/differences?until=${dayOf(2)}`)).body).toEqual([])
  })

  it('name an open dispute as the cause of its difference, and no decided one', async () => {
    const [row] = await test.services.db.run(findPayment, [txId])
    await record(['txn_4', '-2.00', '0.00', '-2.00', 'dispute', row?.id ?? '', 'po_3'])
    const causeOfDispute = async () => {
      const { body } = await reader.read('books/differences')
      return body.find(({ kind }: PaymentDifference) => kind === 'dispute')?.cause
    }
    expect(await causeOfDispute()).toBe('The ledger has no such dispute.')
    await test.services.db.run(openDispute, [txId])
    expect(await causeOfDispute()).toBe('The dispute is open, and its loss is not posted yet.')
    await test.services.db.run(winDispute)
    expect(await causeOfDispute()).toBe('The ledger has no such dispute.')
  })
})

// Last: its postings would be in the lists above.
it('balances count money by its value date, and name the tax of each country', async () => {
  const { db } = test.services
  const tax = (country: string, valueDate: string) => ({
    ...{ causeId: null, currency: 'TRY', source: moneyAccounts.sales, amountMinor: 100 },
    ...{ destination: moneyAccounts.tax(country), valueDate },
  })
  const money = [tax('GB', dayOf(7)), tax('DE', dayOf(0))]
  await db.transaction((tx) => post(tx, { kg: [], money }))
  const { body } = await reader.read(`books?at=${dayOf(7)}`)
  expect(balanceOf(body, 'TRY', 'tax:GB')).toBe(1)
  expect(balanceOf(body, 'TRY', 'tax:DE')).toBeUndefined()
  expect(
    balanceOf((await reader.read(`books?at=${dayOf(8)}`)).body, 'TRY', 'sales'),
  ).toBeUndefined()
  expect(balanceOf((await reader.read('books')).body, 'TRY', 'tax:DE')).toBe(1)
})
