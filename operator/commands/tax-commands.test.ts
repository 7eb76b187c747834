// Tests the report of tax: sums of a quarter, credit notes in the quarter of their day, and cards of other
// countries.
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { taxComparisons } from '#features/tax/check-tax.ts'
import { quarterOf, readEvidenceDifferences } from '#features/tax/tax-report.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, newPhone, Person } from '#tests/support/people/person.ts'
import { numberAll } from '#tests/support/people/receipt-numbers.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const thaw = statement('test-thaw-sold', {}, 'alter table purchases disable trigger user')
const freeze = statement('test-freeze-sold', {}, 'alter table purchases enable trigger user')
const moveSale = statement(
  'test-move-sale',
  {},
  'update purchases set completed_at = $2 where tx_id = $1',
)
const rates = { rates: [{ country: '*', rate: '19', from: '2020-01-01' }] }
rates.rates.push({ country: 'GB', rate: '20', from: '2020-01-01' })

let test: TestApp
let batch: IssuedBatch
let buyer: Person
beforeAll(async () => {
  test = await startTestApp({}, ({ settings }) => ({ settings: { ...settings, tax: rates } }), {
    background: false,
  })
  batch = await issueTestBatch(test.services.db, { kg: 1_000_000 })
  buyer = await new Person(test.url).signIn()
})
// The sales of other days disagree with their weeks, which closeWithBooks compares too.
afterAll(async () => {
  const { faults } = await checkLedger(test.services.db, taxComparisons)
  await test.close()
  expect(faults).toEqual([])
})

function run(...args: readonly string[]) {
  const { databaseUrl, secretKey } = test.services.settings
  return runOperator({ DATABASE_URL: databaseUrl, SECRET_KEY: secretKey.toString('hex') }, args)
}
const report = async (...args: readonly string[]) =>
  JSON.parse((await run('accounts', 'tax', ...args, '--json')).stdout)

/** Buys by a card, as on a day. */
async function boughtOn(day: string, who = buyer, number?: string): Promise<string> {
  const { db } = test.services
  const order = cardOrder(batch, 107, await who.cardToken(number))
  const { txId } = (await who.reserve(order)).body
  expect((await who.complete(txId)).status).toBe(200)
  await db.transaction(async (tx) => {
    await tx.run(thaw)
    await tx.run(moveSale, [txId, `${day}T12:00Z`])
    await tx.run(freeze)
  })
  await numberAll(test.services)
  return txId
}

const thisQuarter = () => {
  const now = new Date()
  return `${now.getUTCFullYear()}-Q${Math.floor(now.getUTCMonth() / 3) + 1}`
}

describe('a quarter', () => {
  it.each([
    ['2026-Q1', { from: '2026-01-01', until: '2026-04-01' }],
    ['2026-Q4', { from: '2026-10-01', until: '2027-01-01' }],
    ['2026-Q5', null],
    ['2026-Q0', null],
    ['26-Q1', null],
    ['2026Q1', null],
    ['', null],
  ])('%s has the days %j', (text, days) => {
    expect(quarterOf(text)).toEqual(days)
  })

  it('that is no quarter is refused', async () => {
    for (const args of [
      ['--quarter', '2026-Q5'],
      [],
      ['--quarter', '2026-Q1', '--csv', '--json'],
    ]) {
      expect((await run('accounts', 'tax', ...args)).code).toBe(2)
    }
  })

  it('sums receipts of its days by country and rate, in three forms', async () => {
    for (const day of ['2024-03-31', '2024-04-01', '2024-06-30', '2024-07-01']) await boughtOn(day)
    const german = await new Person(test.url, `+49151${newPhone().slice(-8)}`).signIn()
    await boughtOn('2024-05-05', german)
    const { sums, ...days } = await report('--quarter', '2024-Q2')
    expect(days).toEqual({ ok: true, from: '2024-04-01', until: '2024-07-01' })
    const [de, gb] = sums
    expect(gb).toEqual({
      ...{ country: 'GB', currency: 'GBP', rate: '20', receipts: 2, credit_notes: 0 },
      ...{ net: 3.56, tax: 0.72, gross: 4.28 },
    })
    expect(de).toMatchObject({ country: 'DE', currency: 'EUR', rate: '19', receipts: 1 })
    expect(de.net + de.tax).toBeCloseTo(de.gross, 9)
    const csv = (await run('accounts', 'tax', '--quarter', '2024-Q2', '--csv')).stdout
    const rows = parse(csv, { columns: true, bom: true })
    expect(rows).toHaveLength(2)
    expect(rows[1]).toEqual({
      ...{ country: 'GB', currency: 'GBP', rate: '20', receipts: '2', credit_notes: '0' },
      ...{ net: '3.56', tax: '0.72', gross: '4.28' },
    })
    const { stdout } = await run('accounts', 'tax', '--quarter', '2024-Q2')
    expect(stdout).toMatch(/GB {2}GBP +20 % +3\.56 +0\.72 +4\.28 {2}2 receipts, 0 credit notes/)
    expect((await run('accounts', 'tax', '--quarter', '2019-Q1')).stdout).toContain('No receipt')
  })

  it('subtracts credit notes of its own days', async () => {
    const txId = await boughtOn('2024-09-30')
    const record = async () => undefined
    await refundPurchase(test.services, { txId, keepsKilograms: false, record })
    await numberAll(test.services)
    expect((await report('--quarter', '2024-Q3')).sums).toMatchObject([
      { country: 'GB', receipts: 2, credit_notes: 0, tax: 0.72, gross: 4.28 },
    ])
    expect((await report('--quarter', thisQuarter())).sums).toMatchObject([
      { country: 'GB', receipts: 0, credit_notes: 1, net: -1.78, tax: -0.36, gross: -2.14 },
    ])
  })
})

it('the journal of a day adds up to its postings, by pairs of accounts', async () => {
  await boughtOn('2022-05-05')
  await boughtOn('2022-05-05')
  const days = ['--from', '2022-05-05', '--to', '2022-05-05', '--daily'] as const
  const json = JSON.parse((await run('accounts', 'journal', ...days, '--json')).stdout)
  expect(json.days).toEqual([
    {
      ...{ day: '2022-05-05', currency: 'GBP', debit: 'sales', credit: 'tax:GB' },
      ...{ amount: 0.72, postings: 2, by_hand: false },
    },
  ])
  const csv = (await run('accounts', 'journal', ...days, '--csv')).stdout
  expect(parse(csv, { columns: true, bom: true })).toEqual([
    {
      date: '2022-05-05',
      account: 'sales',
      debit: '0.72',
      credit: '',
      currency: 'GBP',
      postings: '2',
      by_hand: '',
    },
    {
      date: '2022-05-05',
      account: 'tax:GB',
      debit: '',
      credit: '0.72',
      currency: 'GBP',
      postings: '2',
      by_hand: '',
    },
  ])
  const { stdout } = await run('accounts', 'journal', ...days)
  expect(stdout).toMatch(/2022-05-05 +0\.72 GBP {2}sales -> tax:GB {2}2 postings/)
  const today = new Date().toISOString().slice(0, 10)
  const now = ['--from', today, '--to', today] as const
  const all = JSON.parse((await run('accounts', 'journal', ...now, '--json')).stdout).postings
  const sums = JSON.parse((await run('accounts', 'journal', ...now, '--daily', '--json')).stdout)
  const total = (rows: readonly { amount: number }[]) =>
    rows.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
  expect(total(sums.days)).toBe(total(all))
  expect(
    sums.days.reduce((sum: number, each: { postings: number }) => sum + each.postings, 0),
  ).toBe(all.length)
  for (const more of [['--kilograms'], ['--from', '2022-05-05T10:00Z']]) {
    expect((await run('accounts', 'journal', ...days, ...more)).code).toBe(2)
  }
})

it('evidence lists receipts whose card is of another country than the number', async () => {
  await boughtOn('2023-01-01')
  const french = await boughtOn('2023-02-01', buyer, '4000002500000003')
  const { differences } = await report('--quarter', '2023-Q1', '--evidence')
  expect(differences).toEqual([
    {
      ...{ number: 'R-2023-000002', date: '2023-02-01', tx_id: french, country: 'GB' },
      ...{ card_country: 'FR', currency: 'GBP', tax: 0.36, gross: 2.14 },
    },
  ])
  const csv = (await run('accounts', 'tax', '--quarter', '2023-Q1', '--evidence', '--csv')).stdout
  expect(parse(csv, { columns: true, bom: true })).toMatchObject([
    { number: 'R-2023-000002', country: 'GB', card_country: 'FR', tax: '0.36' },
  ])
  const { stdout } = await run('accounts', 'tax', '--quarter', '2023-Q1', '--evidence')
  expect(stdout).toContain(`R-2023-000002  2023-02-01  ${french}  number GB, card FR  2.14 GBP`)
  expect(stdout).toContain('1 receipts whose card is of another country.')

  // Each is listed once and in order, however many make a page.
  await boughtOn('2023-02-02', buyer, '4000002760000016')
  await boughtOn('2023-02-03', buyer, '4000002500000003')
  const days = { from: '2023-01-01', until: '2023-04-01' }
  for (const max of [1, 2, 3, 4]) {
    const listed: string[] = []
    const note = ({ number }: { readonly number: string }) => listed.push(number)
    expect(await readEvidenceDifferences(test.services.db, days, note, max)).toBe(3)
    expect(listed).toEqual(['R-2023-000002', 'R-2023-000003', 'R-2023-000004'])
  }
})
