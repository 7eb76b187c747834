// Tests the figures of a statement that its paper does not show apart: the holder's name, the names of programmes, the
// money of each currency, and the limit of entries.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { creditTestWallet } from '#tests/support/people/credit.ts'
import { Person } from '#tests/support/people/person.ts'
import { splitOrder } from '#tests/support/people/split-order.ts'
import { runSql } from '#tests/support/postgres.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { refundPurchase } from '../purchases/refund/refund-purchase.ts'
import { readStatement } from './read-statement.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ WELCOME_CREDIT: '0' }, undefined, { background: false })
})
afterAll(() => test.close())

const now = new Date()
const year = now.getUTCFullYear()
const statementOf = ({ id }: Person) =>
  readStatement(test.services.db, id, year, new Date(Date.now() + 1_000))

it.each([
  ['Ada', 'Lovelace', 'A. L.', 'Ada Lovelace'],
  ['Ada', null, 'A. L.', 'Ada'],
  [null, 'Lovelace', 'A. L.', 'Lovelace'],
  [null, null, 'A. L.', 'A. L.'],
  [null, null, null, null],
])('the holder %s %s, on the passport %s, is %s', async (first, last, own, shown) => {
  const person = await new Person(test.url).signIn()
  const text = (value: string | null) => (value === null ? 'null' : `'${value}'`)
  await runSql(
    test.databaseUrl,
    `update passports set first_name = ${text(first)}, last_name = ${text(last)},
       holder_name = ${text(own)} where id = '${person.id}'`,
  )
  expect((await statementOf(person))?.holder).toBe(shown)
})

it('money back names each way, and each currency has its own sums', async () => {
  const { db } = test.services
  const batch = await issueTestBatch(db, { kg: 1_000 })
  const buyer = await new Person(test.url).signIn()
  const credit = { passportId: buyer.id, currency: 'GBP', amountMinor: 100 }
  await creditTestWallet(db, { ...credit, programmeId: 'test-bank' })
  const { body } = await buyer.reserve(await splitOrder(buyer, batch, 100))
  expect((await buyer.complete(body.txId)).status).toBe(200)
  const other = await buyer.buyByCard(batch, 30)
  const record = async () => undefined
  await refundPurchase(test.services, { txId: body.txId, keepsKilograms: false, record })
  await runSql(
    test.databaseUrl,
    `alter table purchases disable trigger user;
     update purchases set currency = 'EUR' where tx_id = '${other}';
     alter table purchases enable trigger user`,
  )
  const found = await statementOf(buyer)
  const day = now.toISOString().slice(0, 10)
  const common = { day, project: 'Test wind farm', projectNumber: batch.serial }
  const own = { ...common, documentNumbers: [], txId: body.txId, currency: 'GBP' }
  const entries = found?.entries.toSorted((a, b) => a.kind.localeCompare(b.kind) || a.kg - b.kg)
  expect({ ...found, entries }).toEqual({
    ...{ year, passportId: buyer.id, holder: null, issuedOn: day, firstDay: `${year}-01-01` },
    ...{ lastDay: day, openingKg: 0, closingKg: 30, boughtKg: 130, rewardKg: 0, receivedKg: 0 },
    ...{ returnedKg: 100, givenKg: 0, retiredKg: 0, entryCount: 4 },
    money: [
      { currency: 'EUR', paidMinor: 60, backMinor: 0, owedMinor: 0 },
      { currency: 'GBP', paidMinor: 200, backMinor: 200, owedMinor: 0 },
    ],
    entries: [
      {
        ...{ ...own, kind: 'bought', txId: other, kg: 30, currency: 'EUR', amountMinor: 60 },
        ways: [],
      },
      { ...own, kind: 'bought', kg: 100, amountMinor: 200, ways: [] },
      {
        ...{ ...own, kind: 'paid_back', kg: 0, amountMinor: 200 },
        ways: [
          { way: 'card', programmeId: 'card', programme: 'card', amountMinor: 100 },
          { way: 'wallet', programmeId: 'test-bank', programme: 'Test bank', amountMinor: 100 },
        ],
      },
      { ...own, kind: 'returned', kg: 100, amountMinor: 0, ways: [] },
    ],
  })
  // The year has begun at its first moment, in UTC.
  const read = (at: string) => readStatement(db, buyer.id, year, new Date(at))
  expect(await read(`${year - 1}-12-31T23:59:59.999Z`)).toBeNull()
  expect(await read(`${year}-01-01T00:00:00.000Z`)).toMatchObject({ lastDay: `${year}-01-01` })
  expect(await read(`${year}-12-31T23:59:59.999Z`)).toMatchObject({ lastDay: `${year}-12-31` })
  expect(await read(`${year + 1}-02-01T00:00:00.000Z`)).toMatchObject({
    ...{ lastDay: `${year}-12-31`, issuedOn: `${year + 1}-02-01` },
  })
})

it('of a year without payments has what is still owed of an earlier one, and no other currency', async () => {
  const { db } = test.services
  const batch = await issueTestBatch(db, { kg: 1_000 })
  const buyer = await new Person(test.url).signIn()
  const [owed, paid] = [await buyer.buyByCard(batch, 30), await buyer.buyByCard(batch, 20)]
  await runSql(
    test.databaseUrl,
    `alter table purchases disable trigger user;
     update purchases set currency = 'EUR' where tx_id = '${paid}';
     alter table purchases enable trigger user;
     insert into money_postings (purchase_id, source, destination, amount_minor, currency)
     select id, 'sales', 'refunds_due', 25, 'GBP' from purchases where tx_id = '${owed}'`,
  )
  const read = (at: number) => readStatement(db, buyer.id, at, new Date(`${at}-12-31T23:00:00Z`))
  expect((await read(year + 1))?.money).toEqual([
    { currency: 'GBP', paidMinor: 0, backMinor: 0, owedMinor: 25 },
  ])
  expect((await read(year))?.money).toEqual([
    { currency: 'EUR', paidMinor: 40, backMinor: 0, owedMinor: 0 },
    { currency: 'GBP', paidMinor: 60, backMinor: 0, owedMinor: 25 },
  ])
})

it('lists the first 500 entries, and counts all of them', async () => {
  const { db } = test.services
  const batch = await issueTestBatch(db, { kg: 1_000 })
  const buyer = await new Person(test.url).signIn()
  const txId = await buyer.buyByCard(batch, 50)
  await runSql(
    test.databaseUrl,
    `insert into kg_postings (batch_id, purchase_id, source, destination, quantity_kg, created_at)
     select p.batch_id, p.id, case when n % 2 = 0 then 'held' else 'holder:${buyer.id}' end,
       case when n % 2 = 0 then 'holder:${buyer.id}' else 'held' end, 1,
       now() - make_interval(secs => n / 1000.0)
     from purchases p cross join generate_series(0, 499) n where p.tx_id = '${txId}'`,
  )
  const found = await statementOf(buyer)
  expect([found?.entryCount, found?.entries.length]).toEqual([501, 500])
})
