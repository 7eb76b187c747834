// Tests the figures of each report, and the file of the console.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { newPartner, type Partner } from '#tests/support/people/partner.ts'
import { cardOrder, newPhone, Person } from '#tests/support/people/person.ts'
import { costAll } from '#tests/support/people/posted-costs.ts'
import { startTestBooks, type TestBooks } from '#tests/support/servers/test-books.ts'
import type { StaffClient } from '#tests/support/servers/test-console.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { readMonth } from '#values/text/calendar-month.ts'
import { recordCost } from '../costs/record-cost.ts'
import { type ReportName, readReport } from './read-report.ts'

let books: TestBooks
let test: TestApp
let money: StaffClient
let batch: IssuedBatch
let partner: Partner
let uncosted: IssuedBatch
const record = async () => undefined
const month = new Date().toISOString().slice(0, 7)
/** The month two months before this one. */
const earlier = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 3, 1))
  .toISOString()
  .slice(0, 7)

beforeAll(async () => {
  books = await startTestBooks({ OPEN_RESERVATIONS_MAX: '10' })
  ;({ test, money } = books)
  const { db } = test.services
  batch = await issueTestBatch(db, { kg: 1_000 })
  partner = await newPartner(test.services, test.url)
  const buyer = await new Person(test.url).signIn()
  const old = await new Person(test.url).signIn()
  await db.run(moveSignUp, [old.id, `${earlier}-15T12:00Z`])
  await partner.credit(buyer.phone, 3, 'GBP')
  const first = await buyer.buyByCard(batch, 100)
  const gift = {
    ...cardOrder(batch, 50, await buyer.cardToken()),
    is_gift: 1,
    telephone: newPhone(),
  }
  const { body } = await buyer.reserve(gift)
  expect((await buyer.complete(body.txId)).status).toBe(200)
  const part = await old.buyByCard(batch, 200)
  await refundPurchase(test.services, { txId: first, keepsKilograms: false, record })
  await refundPurchase(test.services, { txId: part, keepsKilograms: false, kg: 20, record })
  const cost = { serial: batch.serial, amountMinor: 1_000, currency: 'EUR', today: `${month}-01` }
  await recordCost(db, { ...cost, record })
  await costAll(db)
  // A reservation that is open, and a batch that is listed before the others.
  const open = await old.reserve(cardOrder(batch, 30, await old.cardToken()))
  expect(open.status).toBe(200)
  uncosted = await issueTestBatch(db, { kg: 70, serial: 'AAA-first' })
})
afterAll(() => books.close())

const moveSignUp = statement(
  'test-move-sign-up',
  {},
  'update passports set created_at = $2 where id = $1',
)

/** Returns the report from the earlier month to this one, as objects. */
async function rowsOf(name: ReportName) {
  const until = readMonth(month)?.next ?? ''
  const { columns, rows } = await readReport(test.services.db, name, `${earlier}-01`, until)
  return rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])))
}

describe('the report of', () => {
  it('sales has what was bought, and what of it was taken back', async () => {
    expect(await rowsOf('sales')).toEqual([
      {
        ...{ month, country: 'GB', currency: 'GBP', purchases: 3, gifts: 1, planned: 0 },
        ...{ kilograms: 350, total: 7, card: 7, wallet: 0, taken_back: 2 },
        ...{ kilograms_back: 120, total_back: 2.4 },
      },
    ])
  })

  it('kilograms has each way that they go', async () => {
    const own = (await rowsOf('kilograms')).filter((row) => row.serial_number === batch.serial)
    expect(own).toEqual([
      {
        ...{ month, project: `TST ${batch.serial}`, serial_number: batch.serial, issued: 1_000 },
        ...{ sold: 350, given_for_replaced: 0, returned: 120, replaced: 0, filled: 0, retired: 0 },
      },
    ])
  })

  it('people has sign-ups by their month, and buyers by that of their purchases', async () => {
    const none = { deletions: 0, buyers: 0, first_buyers: 0, givers: 0 }
    expect(await rowsOf('people')).toEqual([
      { month: earlier, country: 'GB', sign_ups: 1, ...none },
      { month, country: 'GB', sign_ups: 1, deletions: 0, buyers: 2, first_buyers: 2, givers: 1 },
    ])
  })

  it('stock has the batches of now, with their value', async () => {
    const rows = await rowsOf('stock')
    expect(rows.filter((row) => row.serial_number === batch.serial)).toEqual([
      {
        ...{ project: `TST ${batch.serial}`, serial_number: batch.serial, vintage: 2024 },
        ...{ offer: 'offered', issued: 1_000, available: 620, reserved: 30, sold: 350 },
        ...{ price: 0.02, currency: 'GBP', stock: 6.5, cost_currency: 'EUR' },
      },
    ])
    expect(rows.filter((row) => row.serial_number === uncosted.serial)).toEqual([
      expect.objectContaining({ issued: 70, sold: 0, stock: null, cost_currency: null }),
    ])
    const names = rows.map(({ project, serial_number }) => `${project} ${serial_number}`)
    expect(names).toEqual(names.toSorted())
  })

  it('programmes has what each gave', async () => {
    const rows = await rowsOf('programmes')
    expect(rows.filter(({ programme }) => programme !== 'welcome')).toMatchObject([
      { month, currency: 'GBP', paid_in: 0, credits: 1, credited: 3, taken_back: 0, spent: 0 },
    ])
  })

  it('cohorts follows the people of a month', async () => {
    const rows = await rowsOf('cohorts')
    const ofEarlier = rows.filter(({ signed_up }) => signed_up === earlier)
    const none = { signed_up: earlier, people: 1, buyers: 0, purchases: 0, kilograms: 0 }
    expect(ofEarlier).toEqual([
      { ...none, months_later: 0 },
      { ...none, months_later: 1 },
      { ...none, months_later: 2, buyers: 1, purchases: 1, kilograms: 200 },
    ])
    expect(rows.filter(({ signed_up }) => signed_up === month)).toMatchObject([
      { people: 1, months_later: 0, buyers: 1, purchases: 2, kilograms: 150 },
    ])
  })
})

describe('accounts report', () => {
  it('saves the file in the console, with its header also without rows', async () => {
    const saved = await money.act('accounts report', {
      report: 'sales',
      from: '2020-01',
      to: '2020-02',
    })
    expect(saved.status).toBe(200)
    expect(saved.body).toMatchObject({
      secrets: [
        {
          label: 'sales.csv',
          after:
            'month,country,currency,purchases,gifts,planned,kilograms,total,card,wallet,taken_back,kilograms_back,total_back\r\n',
        },
      ],
    })
    const people = await money.act('accounts report', { report: 'people', from: month, to: month })
    expect(people.body.figures.map(({ after }: { after: string }) => after)).toEqual([
      ...['people', `${month} to ${month}`, '1'],
    ])
    const now = await money.act('accounts report', { report: 'stock', from: month, to: month })
    expect(now.body.figures.map(({ after }: { after: string }) => after).slice(0, 2)).toEqual([
      ...['stock', 'now'],
    ])
    expect(people.body.secrets[0].after).toContain(`\r\n${month},GB,1,0,2,2,1\r\n`)
  })

  it('refuses months in disorder, and too many', async () => {
    const reason = async (from: string, to: string) =>
      (await money.act('accounts report', { report: 'sales', from, to })).body.reason_code
    expect(await reason('2026-02', '2026-01')).toBe('invalid_months')
    expect(await reason('2020-01', '2022-12')).toBeUndefined()
    expect(await reason('2020-01', '2023-01')).toBe('invalid_months')
    const support = await books.staffConsole.signIn('support')
    const refused = await support.act('accounts report', {
      report: 'sales',
      from: month,
      to: month,
    })
    expect(refused.status).toBe(403)
  })
})
