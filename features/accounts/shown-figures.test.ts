// Tests the figures and words that staff see of entries, costs, closed months and programmes: in currencies with other
// decimals, and with figures that differ from each other.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { moneyAccounts } from '#ledger/accounts.ts'
import { post } from '#ledger/post.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import { costAll } from '#tests/support/people/posted-costs.ts'
import { purchaseIdOf } from '#tests/support/people/purchase-books.ts'
import { numberAll } from '#tests/support/people/receipt-numbers.ts'
import { startTestBooks, type TestBooks } from '#tests/support/servers/test-books.ts'
import { holdLock } from '#tests/support/servers/waiting-locks.ts'
import { isProblem } from '#values/problem.ts'
import { readMonth } from '#values/text/calendar-month.ts'
import { addDays, utcDayOf } from '#values/text/utc-day.ts'
import { closeMonth } from './close-month.ts'
import { readMargins } from './costs/read-margin.ts'
import { recordCost } from './costs/record-cost.ts'
import { xeroText } from './xero-journal.ts'

let books: TestBooks
let later: TestBooks
beforeAll(async () => {
  books = await startTestBooks()
  later = await startTestBooks()
})
afterAll(async () => {
  for (const { test, staffConsole } of [books, later]) {
    await staffConsole.close()
    await test.close()
  }
})

type Figure = { readonly label: string; readonly before: string | null; readonly after: string }
const shownOf = (figures: readonly Figure[]) =>
  figures.map(({ label, before, after }) => `${label}: ${before ?? '-'} > ${after}`)

it('what keeps a month open is named: each open purchase, and each movement without a report', async () => {
  const { db } = later.test.services
  const month = readMonth(utcDayOf(new Date(later.test.services.clock())).slice(0, 7))
  if (month === null) throw new Error('no month')
  const closesOn = addDays(month.next, 2)
  const refusal = async (now = new Date(closesOn), of = month) => {
    const order = { month: of, by: 'Ada', now, record: async () => undefined }
    const closed = await closeMonth(db, order)
    return isProblem(closed) ? closed.text : closed.postings
  }
  expect(await refusal()).toBe('The ledger has no posting, so no month can be closed.')
  const batch = await issueTestBatch(db, { kg: 1_000 })
  const [ada, bob] = [
    await new Person(later.test.url).signIn(),
    await new Person(later.test.url).signIn(),
  ]
  const reserve = async (buyer: Person) =>
    String((await buyer.reserve(cardOrder(batch, 50, await buyer.cardToken()))).body.txId)
  // A welcome credit is the first posting of the books.
  const txIds = [await reserve(ada), await reserve(bob)]
  expect(await refusal(new Date(Date.parse(closesOn) - 1))).toBe(
    `${month.name} can be closed from ${closesOn} on, in UTC.`,
  )
  const following = readMonth(month.next.slice(0, 7)) ?? month
  expect(await refusal(new Date(closesOn), following)).toBe(
    `Months are closed in order: the next one is ${month.name}.`,
  )
  expect(await refusal()).toBe(
    `Purchases of ${month.name} or before are open: ${txIds.join(', ')}.`,
  )
  for (const [buyer, txId] of [
    [ada, txIds[0]],
    [bob, txIds[1]],
  ] as const) {
    expect((await buyer.complete(txId ?? '')).status).toBe(200)
  }
  // A report has the charge of both, and not the refund of one.
  const header =
    'balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,payment_intent_id'
  const { sales, cardClearing } = moneyAccounts
  const [one = '', other = ''] = txIds.toSorted()
  const refund = { causeId: await purchaseIdOf(db, other), currency: 'GBP', amountMinor: 100 }
  await db.transaction((tx) =>
    post(tx, { kg: [], money: [{ ...refund, source: sales, destination: cardClearing }] }),
  )
  const movements = (...named: readonly string[]) =>
    `No report of the card provider has the ${named.join(', ')}. Record it first: accounts payouts.`
  expect(await refusal()).toBe(
    movements(`charge of ${one}`, `charge of ${other}`, `refund of ${other}`),
  )
  const payments = await Promise.all(
    txIds.map(async (txId) => {
      const support = await later.staffConsole.signIn('support')
      return (await support.get(`/purchases/${txId}`)).body.payment_id
    }),
  )
  const lines = payments.map(
    (payment, at) => `txn_${at},${month.first} 12:00:00,gbp,1.00,0.00,1.00,charge,${payment}`,
  )
  const file = { name: 'charges.csv', text: [header, ...lines, ''].join('\n') }
  expect((await later.money.act('accounts payouts', { file })).status).toBe(200)
  expect(await refusal()).toBe(movements(`refund of ${other}`))
  const [payment] = payments.filter((_, at) => txIds[at] === other)
  const refunded = `txn_back,${month.first} 12:00:00,gbp,-1.00,0.00,-1.00,refund,${payment}`
  const back = { name: 'refunds.csv', text: [header, refunded, ''].join('\n') }
  expect((await later.money.act('accounts payouts', { file: back })).status).toBe(200)
  expect(await refusal()).toBe(`Receipts or credit notes have no number yet: ${one}, ${other}.`)
  await numberAll(later.test.services)
  // A refusal names ten at most.
  const serials: string[] = []
  for (let count = 1; count <= 11; count += 1) {
    const { serial } = await issueTestBatch(db, { kg: 1_000 })
    serials.push(serial)
    const cost = { serial, amountMinor: 1_000, currency: 'GBP', today: month.first }
    await recordCost(db, { ...cost, record: async () => undefined })
    const shown = serials.toSorted().slice(0, 10).join(', ')
    expect(await refusal()).toBe(
      `Costs of sales are not posted yet: ${shown}${count > 10 ? ' and more' : ''}.`,
    )
  }
  await costAll(db)
  const running = await holdLock(
    later.test,
    `insert into money_postings (currency, source, destination, amount_minor)
     values ('GBP', 'fx', 'rounding', 1)`,
  )
  try {
    expect(await refusal()).toBe(
      `A transaction that began before the end of ${month.name} still writes postings. Try again later.`,
    )
  } finally {
    await running.release()
  }
})

it('entries have the decimals of their currency, may be of today, and are in the figures of a close', async () => {
  const { money, staffConsole, test } = books
  const report = [
    'balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,customer_facing_amount,customer_facing_currency',
    'txn_1,2015-03-02 00:00:00,jpy,-7,0,-7,fee,,',
    // One that was paid in dinars, and arrived in pounds.
    'txn_2,2015-03-02 00:00:00,gbp,2.00,0.00,2.00,charge,1.234,kwd',
    '',
  ]
  const payouts = { file: { name: 'report.csv', text: report.join('\n') } }
  expect((await money.act('accounts payouts', payouts)).status).toBe(200)
  const today = utcDayOf(new Date(test.services.clock()))
  const entries = [
    'debit,credit,amount,currency,value_date,reason',
    'costs,bank,1234,JPY,2015-03-10,Fee',
    'costs,bank,1.5,KWD,2015-03-10,Fee',
    'costs,bank,0.75,GBP,2015-03-10,Fee',
    `costs,bank,3,GBP,${today},Fee of today`,
    '',
  ]
  const input = { file: { name: 'entries.csv', text: entries.join('\n') } }
  const asked = await money.act('accounts entry', input)
  expect([asked.status, asked.body]).toEqual([202, { approval: expect.any(String) }])
  const approver = await staffConsole.signIn('money')
  const { db } = test.services
  await db.transaction((tx) =>
    post(tx, {
      kg: [],
      money: [
        ['JPY', 1_234],
        ['KWD', 1_500],
      ].map(([currency, amountMinor]) => ({
        ...{ causeId: null, currency: String(currency), amountMinor: Number(amountMinor) },
        ...{ source: moneyAccounts.fees, destination: moneyAccounts.bank, valueDate: '2015-03-20' },
      })),
    }),
  )
  const { body: request } = await approver.get(`/approvals/${asked.body.approval}`)
  expect(request.figures.map(({ after }: Figure) => after).slice(-4)).toEqual([
    'debit costs, credit bank, 1234 JPY on 2015-03-10: Fee',
    'debit costs, credit bank, 1.500 KWD on 2015-03-10: Fee',
    'debit costs, credit bank, 0.75 GBP on 2015-03-10: Fee',
    `debit costs, credit bank, 3.00 GBP on ${today}: Fee of today`,
  ])
  const closed = await money.act('accounts close', { month: '2015-03' }, { preview: true })
  const figures = shownOf(closed.body.figures)
  expect(figures).toEqual(
    expect.arrayContaining([
      'Month: - > 2015-03',
      'Movement of bank: - > 1234 JPY',
      'Movement of bank: - > 1.500 KWD',
      'Movement of fees: - > -1241 JPY',
      'Movement of fees: - > -1.500 KWD',
    ]),
  )
  expect(figures.join()).not.toContain('Movement of fx')
})

it('the cost of a batch is shown before and after, with each of its parts', async () => {
  const { money, test } = books
  const { db } = test.services
  const batch = await issueTestBatch(db, { kg: 1_000 })
  const buyer = await new Person(test.url).signIn()
  const [back] = [await buyer.buyByCard(batch, 100), await buyer.buyByCard(batch, 200)]
  expect((await money.act('purchases refund', { tx_id: back })).status).toBe(200)
  const cost = async (amount: string) => {
    const input = { serial: batch.serial, amount, currency: 'EUR' }
    const { status, body } = await money.act('batches cost', input)
    expect([status, body.error]).toEqual([200, undefined])
    return shownOf(body.figures)
  }
  expect((await cost('5'))[1]).toBe('Cost: none > 5.00 EUR')
  await costAll(db)
  expect(await cost('10')).toEqual([
    `Batch: - > ${batch.serial}`,
    'Cost: 5.00 EUR > 10.00 EUR',
    'Of it cost of sales: - > 2.00 EUR',
    'Of it written off: - > 1.00 EUR',
    'Of it stock: - > 7.00 EUR',
  ])
  const { body } = await money.get('/books/journal?account=suppliers')
  expect(
    body.map(({ about, amount }: { about: string; amount: number }) => [about, amount]),
  ).toEqual([
    [batch.serial, 5],
    [batch.serial, 5],
  ])
})

it('margins add up the batches of a project, and keep months and currencies apart', async () => {
  const { db } = books.test.services
  const one = await issueTestBatch(db, { kg: 1_000 })
  const other = await issueTestBatch(db, { kg: 1_000, projectId: one.projectId })
  const { costOfSales, goodwill, stock, writeOffs } = moneyAccounts
  const cost = (
    causeId: string,
    currency: string,
    amountMinor: number,
    valueDate: string,
    source = costOfSales,
  ) => ({ causeId, currency, amountMinor, valueDate, source, destination: stock })
  await db.transaction((tx) =>
    post(tx, {
      kg: [],
      money: [
        cost(one.id, 'EUR', 100, '2016-01-31'),
        cost(other.id, 'EUR', 20, '2016-01-31'),
        cost(other.id, 'EUR', 3, '2016-01-31', writeOffs),
        cost(one.id, 'GBP', 400, '2016-01-31'),
        cost(one.id, 'EUR', 500, '2016-02-01'),
        cost(one.id, 'EUR', 600, '2016-03-01'),
        cost(one.id, 'EUR', 7, '2016-02-29', goodwill),
        cost(other.id, 'EUR', 2, '2016-02-29', goodwill),
      ],
    }),
  )
  const marginsBy = async (by: 'batch' | 'project') =>
    (await readMargins(db, '2016-01-01', '2016-03-01', by)).map((margin) =>
      [
        ...[margin.month, margin.serialNumber, margin.currency, margin.costMinor],
        ...[margin.writeOffsMinor, margin.givenMinor, margin.marginMinor],
      ].join(' '),
    )
  expect(await marginsBy('project')).toEqual([
    '2016-01  EUR 120 3 0 -123',
    '2016-01  GBP 400 0 0 -400',
    '2016-02  EUR 500 0 9 -509',
  ])
  const [first, second] = [one.serial, other.serial].toSorted()
  const ofBatches = [
    ...[`2016-01 ${one.serial} EUR 100 0 0 -100`, `2016-01 ${one.serial} GBP 400 0 0 -400`],
    ...[`2016-01 ${other.serial} EUR 20 3 0 -23`, `2016-02 ${one.serial} EUR 500 0 7 -507`],
    `2016-02 ${other.serial} EUR 0 0 2 -2`,
  ]
  const ofBatch = (month: string, serial = '') =>
    ofBatches.filter((line) => line.startsWith(`${month} ${serial} `))
  expect(await marginsBy('batch')).toEqual([
    ...[...ofBatch('2016-01', first), ...ofBatch('2016-01', second)],
    ...[...ofBatch('2016-02', first), ...ofBatch('2016-02', second)],
  ])
})

it('payments of a programme have the reason of each in the journal', async () => {
  const { money } = books
  const id = 'noted'
  await money.act('programmes create', { id, name: 'Noted', currency: 'GBP' })
  for (const [name, amount, reason] of [
    ['programmes fund', '10', 'Paid by transfer'],
    ['programmes fund', '7', 'Paid again'],
    ['programmes return', '4', 'It ends'],
  ] as const) {
    const input = { id, amount, currency: 'GBP' }
    expect((await money.act(name, input, { reason })).status).toBe(200)
  }
  const { body } = await money.get(`/books/journal?account=programme:${id}`)
  expect(
    body.map(({ amount, note, reason }: Record<string, unknown>) => [amount, note, reason]),
  ).toEqual([
    [4, 'It ends', 'funds of a programme returned'],
    [7, 'Paid again', 'paid in for a programme'],
    [10, 'Paid by transfer', 'paid in for a programme'],
  ])
})

it('the days of a file for Xero begin with the day of the month', () => {
  const sum = { currency: 'GBP', debit: 'fees', credit: 'bank', isEntry: false, postings: 1 }
  const numbers = new Map(['fees', 'bank'].map((name) => [name, { number: '400', tax: 'None' }]))
  const written = xeroText([{ ...sum, day: '2026-03-09', amountMinor: 1_250 }], 'GBP', numbers)
  expect(written).toEqual({
    text: expect.stringContaining(
      'Carbon Passport 2026-03-09 GBP,09/03/2026,bank,400,None,-12.50,',
    ),
  })
})
