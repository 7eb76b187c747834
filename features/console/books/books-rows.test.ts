// Tests whole rows of the books, and their pages where rows have the same id, day or amount.
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { Person } from '#tests/support/people/person.ts'
import { askRows, runSql } from '#tests/support/postgres.ts'
import { type ConsoleReader, openConsoleReader } from '#tests/support/servers/console-reader.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let test: TestApp
let reader: ConsoleReader
let buyer: Person
let txId: string
let other: string
let serial: string
let id: string
beforeAll(async () => {
  test = await startTestApp({}, undefined, { background: false })
  reader = await openConsoleReader(test)
  const batch = await issueTestBatch(test.services.db, { kg: 1_000 })
  serial = batch.serial
  buyer = await new Person(test.url).signIn()
  txId = await buyer.buyByCard(batch, 50)
  other = await buyer.buyByCard(batch, 70)
  const [[found] = []] = await askRows(
    test.databaseUrl,
    `select id from purchases where tx_id = '${txId}'`,
  )
  id = String(found)
  await sql(`update purchases set card_payment_id = 'pi_own' where id = '${id}';
    update purchases set card_payment_id = 'pi_other' where tx_id = '${other}'`)
})
afterAll(async () => {
  await reader.close()
  await test.close()
})

const sql = (text: string) =>
  runSql(
    test.databaseUrl,
    `alter table purchases disable trigger user; ${text}; alter table purchases enable trigger user`,
  )
const bodyOf = async (path: string) => (await reader.read(path)).body

/** Reads all pages of a list, one row at a time. */
async function pagesOf<Row>(path: string): Promise<Row[]> {
  const rows: Row[] = []
  let next: string | null = `${path}&limit=1`
  while (next !== null) {
    const page = await reader.read(next)
    expect(page.body).toHaveLength(1)
    rows.push(...page.body)
    next = page.next
  }
  return rows
}

const at = (day: number) => `2026-10-${day}T09:30:00.000Z`

it('The balances have every account of the chart, in its order, with both sides of each posting', async () => {
  const { ledgers } = await bodyOf('books')
  const shown = ledgers.map(
    (ledger: { unit: string; sum: number; accounts: { account: string; balance: number }[] }) => [
      ledger.unit,
      ledger.sum,
      ...ledger.accounts.map(({ account, balance }) => `${account} ${balance}`),
    ],
  )
  expect(shown).toEqual([
    [
      ...['GBP', 0, 'programme:welcome -1', 'wallet 1', 'held 0', 'card_clearing -2.4', 'bank 0'],
      ...['fees 0', 'fx 0', 'rounding 0', 'sales 2.4', 'refunds_due 0', 'goodwill 0'],
      ...['chargebacks 0', 'rewards 0', 'tax 0', 'stock 0', 'suppliers 0', 'cost_of_sales 0'],
      ...['write_offs 0', 'costs 0', 'income 0', 'equity 0'],
    ],
    [
      ...['kg', 0, 'issued -1000', 'available 880', 'held 0', 'holder 120', 'waiting 0'],
      ...['returned 0', 'operator 0', 'replaced 0'],
    ],
  ])
})

it('The kilograms of a purchase are whole rows, by account, on pages and in the file', async () => {
  const path = `books/journal?ledger=kilograms&purchase=${txId}`
  const row = (source: string, destination: string, reason: string) => ({
    ...{ id: expect.any(Number), at: expect.any(String), unit: 'kg', source, destination },
    ...{ amount: 50, tx_id: txId, about: serial, reason, note: null },
  })
  const rows = [
    row('held', `holder:${buyer.id}`, 'sold'),
    row('available', 'held', 'kilograms reserved'),
  ]
  expect(await bodyOf(path)).toEqual(rows)
  expect(await pagesOf(path)).toEqual(rows)
  expect(await bodyOf(`${path}&account=available`)).toEqual([rows[1]])
  expect(await bodyOf(`${path}&account=holder`)).toEqual([rows[0]])
  const file: readonly Record<string, string>[] = parse(
    await bodyOf(path.replace('journal?', 'journal.csv?')),
    { columns: true },
  )
  expect(
    file.map(({ account, debit, credit, currency, purchase, about, account_detail }) => [
      ...[account, debit, credit, currency, purchase, about, account_detail],
    ]),
  ).toEqual([
    ['available', '50', '', 'kg', txId, serial, 'available'],
    ['held', '', '50', 'kg', txId, serial, 'held'],
    ['held', '50', '', 'kg', txId, serial, 'held'],
    ['holder', '', '50', 'kg', txId, serial, `holder:${buyer.id}`],
  ])
  const ofAccount = parse(
    await bodyOf(`${path.replace('journal?', 'journal.csv?')}&account=available`),
  )
  expect(ofAccount).toHaveLength(3)
})

it('The money of an account is on full pages, and of a purchase only its own', async () => {
  const txIds = (rows: readonly { readonly tx_id: string | null }[]) =>
    rows.map(({ tx_id }) => tx_id)
  expect(txIds(await pagesOf('books/journal?account=sales'))).toEqual([other, txId])
  expect(txIds(await pagesOf(`books/journal?account=sales&purchase=${txId}`))).toEqual([txId])
  expect(txIds(await pagesOf(`books/journal?account=wallet:${buyer.id}:welcome`))).toEqual([null])
})

it('Payouts of the same moment and of two currencies are whole rows on full pages', async () => {
  const line = (
    [name, kind, currency, gross, fee]: readonly [string, string, string, number, number],
    day: number,
    payout: string | null,
  ) => `('${name}', '${kind}', '${kind}', '${at(day)}', '${currency}', ${gross}, ${fee},
      '${currency}', ${gross}, null, ${payout === null ? 'null' : `'${payout}'`})`
  await sql(`insert into payout_lines (id, kind, category, moved_at, currency, gross_minor, fee_minor,
      paid_currency, paid_minor, payment_id, payout_id) values ${[
        line(['l_1', 'charge', 'GBP', 500, 20], 11, 'po_a'),
        line(['l_2', 'charge', 'EUR', 700, 30], 11, 'po_a'),
        line(['l_3', 'charge', 'GBP', 100, 0], 11, 'po_b'),
        line(['l_4', 'charge', 'GBP', 50, 5], 12, 'po_c'),
        line(['l_5', 'refund', 'GBP', -20, 0], 13, 'po_c'),
        line(['po_b', 'payout', 'GBP', -90, 0], 11, null),
        line(['po_d', 'payout', 'GBP', -60, 0], 14, null),
      ].join(', ')}`)
  const row = (
    [name, currency, day]: readonly [string, string, number],
    [paid, lines, difference]: readonly [number, number | null, number | null],
  ) => ({ id: name, currency, moved_at: at(day), paid, lines, posted: 0, difference })
  const rows = [
    row(['po_d', 'GBP', 14], [0.6, null, null]),
    row(['po_c', 'GBP', 13], [0.25, 0.25, null]),
    row(['po_b', 'GBP', 11], [0.9, 1, -0.1]),
    row(['po_a', 'GBP', 11], [4.8, 4.8, null]),
    row(['po_a', 'EUR', 11], [6.7, 6.7, null]),
  ]
  const days = 'since=2026-10-01&until=2026-10-31'
  expect(await bodyOf(`books/payouts?${days}`)).toEqual(rows)
  expect(await pagesOf(`books/payouts?${days}`)).toEqual(rows)
  expect(await bodyOf(`books/payouts?${days}&differing=yes`)).toEqual([rows[2]])
  expect(await bodyOf('books/payouts?since=2026-10-12&until=2026-10-13')).toEqual([rows[1]])
  expect(await bodyOf('books/payouts?until=2026-10-10')).toEqual([])
  // A payout of the period has all its lines, also those of other days.
  expect(await bodyOf('books/payouts?since=2026-10-13&until=2026-10-13')).toEqual([rows[1]])
})

it('Differences of one payment in two kinds and currencies are whole rows on full pages', async () => {
  await sql(`insert into payout_lines (id, kind, category, moved_at, currency, gross_minor, fee_minor,
      paid_currency, paid_minor, payment_id, payout_id) values
    ('m_1', 'charge', 'charge', '2026-09-11T09:30:00Z', 'GBP', 90, 0, 'GBP', 90, 'pi_own', null),
    ('m_2', 'charge', 'charge', '2026-09-12T09:30:00Z', 'GBP', 5, 0, 'GBP', 5, 'pi_own', null),
    ('m_3', 'refund', 'refund', '2026-09-13T09:30:00Z', 'GBP', -30, 0, 'EUR', -40, 'pi_own', null),
    ('m_4', 'charge', 'charge', '2026-09-14T09:30:00Z', 'GBP', 140, 0, 'GBP', 140, 'pi_other', null),
    ('m_5', 'dispute', 'dispute', '2026-09-15T09:30:00Z', 'GBP', -7, 0, 'GBP', -7, null, null),
    ('m_6', 'fee', 'fee', '2026-09-16T09:30:00Z', 'GBP', -9, 0, 'GBP', -9, null, null)`)
  const moment = (day: number) => `2026-09-${day}T09:30:00.000Z`
  const rows = [
    {
      ...{ id: 'pi_own', tx_id: txId, kind: 'refund', currency: 'EUR', moved_at: moment(13) },
      ...{ reported: -0.4, posted: 0, cause: 'The ledger has no such refund.' },
    },
    {
      ...{ id: 'pi_own', tx_id: txId, kind: 'charge', currency: 'GBP', moved_at: moment(12) },
      ...{ reported: 0.95, posted: 1, cause: 'The sums differ.' },
    },
    {
      ...{ id: 'm_5', tx_id: null, kind: 'dispute', currency: 'GBP', moved_at: moment(15) },
      ...{ reported: -0.07, posted: 0, cause: 'No purchase has this payment.' },
    },
  ]
  const days = 'since=2026-09-01&until=2026-09-30'
  expect(await bodyOf(`books/differences?${days}`)).toEqual(rows)
  expect(await pagesOf(`books/differences?${days}`)).toEqual(rows)
  // A payment of the period has all its lines, also those of other days.
  expect(await bodyOf('books/differences?since=2026-09-11&until=2026-09-11')).toEqual(
    rows.slice(0, 2),
  )
  expect(await bodyOf('books/differences?since=2026-09-15&until=2026-09-15')).toEqual([rows[2]])
})

it('Closed months are whole rows, newest first, on full pages', async () => {
  await sql(`insert into closed_months (month, closed_at, closed_by, postings) values
    ('2026-08-01', '${at(10)}', 'Ada', 12), ('2026-09-01', '${at(11)}', 'Grace', 34),
    ('2025-12-01', '${at(12)}', 'Eve', 5)`)
  const rows = [
    { month: '2026-09', closed_at: at(11), closed_by: 'Grace', postings: 34 },
    { month: '2026-08', closed_at: at(10), closed_by: 'Ada', postings: 12 },
    { month: '2025-12', closed_at: at(12), closed_by: 'Eve', postings: 5 },
  ]
  expect(await bodyOf('books/months')).toEqual(rows)
  expect(await pagesOf('books/months?')).toEqual(rows)
})
