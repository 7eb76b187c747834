// Tests the close of a month: what keeps it open, what comes late, races with running transactions and another close,
// and the stop of a close at each of its steps.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readJournal } from '#features/accounts/read-journal.ts'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import { moneyAccounts } from '#ledger/accounts.ts'
import { listClosedMonths } from '#ledger/closed-months.ts'
import { post } from '#ledger/post.ts'
import { pointsOf } from '#tests/faults/recorded-points.ts'
import { armFailPoint, disarmFailPoint, recordSteps } from '#tests/faults/stop-at.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import { costAll } from '#tests/support/people/posted-costs.ts'
import { numberAll } from '#tests/support/people/receipt-numbers.ts'
import { startTestBooks, type TestBooks } from '#tests/support/servers/test-books.ts'
import type { StaffClient } from '#tests/support/servers/test-console.ts'
import { holdLock } from '#tests/support/servers/waiting-locks.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { isProblem } from '#values/problem.ts'
import { readMonth } from '#values/text/calendar-month.ts'
import { addDays, utcDayOf } from '#values/text/utc-day.ts'
import { closeMonth } from './close-month.ts'
import { recordCost } from './costs/record-cost.ts'

let books: TestBooks
let test: TestApp
let money: StaffClient
let batch: IssuedBatch
beforeAll(async () => {
  books = await startTestBooks()
  ;({ test, money } = books)
  batch = await issueTestBatch(test.services.db, { kg: 100_000 })
})
afterAll(async () => {
  disarmFailPoint()
  await books.staffConsole.close()
  await test.close()
})

const { fees, cardClearing } = moneyAccounts

/** Posts a fee with a value date. */
const postFee = (valueDate: string, amountMinor: number) =>
  test.services.db.transaction((tx) =>
    post(tx, {
      kg: [],
      money: [
        {
          ...{ causeId: null, currency: 'GBP', source: fees, destination: cardClearing },
          ...{ amountMinor, valueDate },
        },
      ],
    }),
  )

/** Closes a month, and returns its number of postings or the code of the problem. */
async function close(name: string, now = new Date(test.services.clock())) {
  const month = readMonth(name)
  if (month === null) throw new Error(`no month: ${name}`)
  const closed = await closeMonth(test.services.db, {
    ...{ month, by: 'Ada', now },
    record: async () => undefined,
  })
  return isProblem(closed) ? closed.problem : closed.postings
}

const dated = statement(
  'test-dated-postings',
  { amount_minor: 'int8', value_date: 'date', late_from: 'date?' },
  `select amount_minor, value_date, late_from from money_postings
   where source = 'fees' and amount_minor = $1`,
)
const dayOfFee = async (amountMinor: number) => {
  const [row] = await test.services.db.run(dated, [amountMinor])
  return [row?.value_date, row?.late_from]
}
const monthsClosed = async () =>
  (await listClosedMonths(test.services.db)).map(({ month }) => month.slice(0, 7))

/** The tests run in order, each with the next month from 2015 on. */
describe('a month', () => {
  it('is closed in order, from the third day after it, once', async () => {
    await postFee('2015-01-15', 101)
    await postFee('2015-02-15', 102)
    expect(await close('2015-02')).toBe('month_order')
    expect(await close('2014-12')).toBe('month_order')
    expect(await close('2015-01', new Date('2015-02-02T23:59:59Z'))).toBe('month_not_over')
    expect(await close('2015-01', new Date('2015-02-03T00:00:00Z'))).toBe(1)
    expect(await close('2015-01')).toBe('month_closed')
    expect(await close('2015-03')).toBe('month_order')
    expect(await monthsClosed()).toEqual(['2015-01'])
  })

  it('takes no later posting from any writer, and stays closed', async () => {
    const { db } = test.services
    for (const columns of [
      `value_date) values ('2015-01-31'`,
      `created_at) values ('2015-01-31'`,
    ]) {
      const [name = '', value = ''] = columns.split(') values (')
      const insert = statement(
        `test-late-${name}`,
        {},
        `insert into money_postings (currency, source, destination, amount_minor, ${name})
         values ('GBP', 'fees', 'card_clearing', 1, ${value})`,
      )
      await expect(db.run(insert)).rejects.toThrow('the books are closed through 2015-01-31')
    }
    const kilograms = statement(
      'test-late-kilograms',
      {},
      `insert into kg_postings (batch_id, source, destination, quantity_kg, created_at)
       values ($1, 'issued', 'available', 1, '2015-01-31 23:59Z')`,
    )
    await expect(db.run(kilograms, [batch.id])).rejects.toThrow('the books are closed')
    for (const sql of [
      `update ledger_close set closed_through = '2014-12-31'`,
      'update ledger_close set closed_through = null',
      'delete from ledger_close',
      'update closed_months set postings = 0',
      'delete from closed_sums',
    ]) {
      await expect(db.run(statement(`test-${sql.slice(0, 20)}`, {}, sql))).rejects.toThrow(
        /refused/,
      )
    }
  })

  it('leaves what comes late to the first open day, which says so in the journal', async () => {
    await postFee('2015-01-31', 103)
    await postFee('2015-02-01', 104)
    expect(await dayOfFee(103)).toEqual(['2015-02-01', '2015-01-31'])
    expect(await dayOfFee(104)).toEqual(['2015-02-01', null])
    const header =
      'balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,payment_intent_id,automatic_payout_id'
    const line = 'txn_late,2015-01-31 12:00:00,gbp,0.00,1.05,-1.05,fee,,'
    const file = { name: 'late.csv', text: `${header}\n${line}\n` }
    expect((await money.act('accounts payouts', { file })).status).toBe(200)
    expect(await dayOfFee(105)).toEqual(['2015-02-01', '2015-01-31'])
    const reasons: string[] = []
    const period = { from: new Date('2015-02-01'), until: new Date('2015-02-02') }
    await readJournal(test.services.db, 'money', period, (entry) => reasons.push(entry.reason))
    const late = 'fee of the card provider, of 2015-01-31, after the close of that month'
    expect(reasons.toSorted()).toEqual(['fee of the card provider', late, late])
    const { body } = await money.get('/books/journal?account=fees')
    expect(body.filter(({ reason }: { reason: string }) => reason === late)).toHaveLength(2)
  })

  it('is closed in the console by a preview, and listed with who closed it', async () => {
    const input = { month: '2015-02' }
    const preview = await money.act('accounts close', input, { preview: true })
    expect(preview.body.figures).toContainEqual({ label: 'Postings', before: null, after: '4' })
    expect(preview.body.figures).toContainEqual({
      ...{ label: 'Movement of fees', before: null, after: '-4.14 GBP' },
    })
    expect(await monthsClosed()).toEqual(['2015-01'])
    const support = await books.staffConsole.signIn('support')
    expect((await support.act('accounts close', input)).status).toBe(403)
    expect((await money.act('accounts close', { month: '2015-13' })).status).toBe(400)
    const { digest } = preview.body
    expect((await money.act('accounts close', input, { digest })).status).toBe(200)
    const again = await money.act('accounts close', input)
    expect([again.status, again.body.reason_code]).toEqual([409, 'month_closed'])
    const { body } = await money.get('/books/months')
    expect(body).toMatchObject([
      { month: '2015-02', closed_by: money.name, postings: 4 },
      { month: '2015-01', closed_by: 'Ada', postings: 1 },
    ])
    const page = await money.get('/books/months?limit=1')
    expect([page.body.length, page.headers.get('link')]).toEqual([
      1,
      expect.stringContaining('after=2015-02>'),
    ])
    const next = await money.get('/books/months?after=2015-02&limit=1')
    expect(next.body).toMatchObject([{ month: '2015-01' }])
    expect(next.headers.get('link')).toBeNull()
  })

  it('waits for a transaction that posts into it, and counts its posting', async () => {
    const running = await holdLock(
      test,
      `insert into money_postings (currency, source, destination, amount_minor, value_date)
       values ('GBP', 'fees', 'card_clearing', 106, '2015-03-10')`,
    )
    try {
      const ended: (number | string)[] = []
      const closing = close('2015-03').then((result) => ended.push(result))
      await running.untilWaiting('row')
      expect(ended).toEqual([])
      await running.run('commit')
      await closing
      expect(ended).toEqual([1])
    } finally {
      await running.release()
    }
  })

  it('moves a posting that comes while it is being closed', async () => {
    const closing = await holdLock(test, 'select from ledger_close for update')
    try {
      const late = postFee('2015-04-10', 107)
      const refused = test.services.db
        .run(
          statement(
            'test-posting-during-close',
            {},
            `insert into money_postings (currency, source, destination, amount_minor, value_date)
             values ('GBP', 'fees', 'card_clearing', 108, '2015-04-10')`,
          ),
        )
        .catch((error: Error) => error.message)
      await closing.untilWaiting('row', 2)
      await closing.run(
        `insert into closed_months (month, closed_by, postings) values ('2015-04-01', 'Ada', 0)`,
      )
      await closing.run(
        `insert into closed_sums select '2015-04-01', currency, account, 0, 0, balance_minor
         from closed_sums where month = '2015-03-01'`,
      )
      await closing.run(`update ledger_close set closed_through = '2015-04-30'`)
      await closing.run('commit')
      await late
      expect(await dayOfFee(107)).toEqual(['2015-05-01', '2015-04-10'])
      expect(await refused).toContain('the books are closed through 2015-04-30')
    } finally {
      await closing.release()
    }
  })

  it('is closed by one of two closes at once', async () => {
    const results = await Promise.all([close('2015-05'), close('2015-05')])
    expect(results.map(String).toSorted()).toEqual(['1', 'month_closed'])
  })

  it('is closed wholly or not at all, wherever the close stops', async () => {
    const { db } = test.services
    const steps = await recordSteps(() => close('2015-06'))
    const points = [...new Set(pointsOf(steps))]
    expect(points.length).toBeGreaterThan(12)
    let month = '2015-07'
    for (const point of points) {
      armFailPoint(`${point}:throw`)
      await close(month).catch(() => undefined)
      disarmFailPoint()
      const { faults } = await checkLedger(db)
      expect([point, faults]).toEqual([point, []])
      const result = await close(month)
      expect([point, result === 0 || result === 'month_closed']).toEqual([point, true])
      const next = readMonth(month)?.next ?? ''
      month = next.slice(0, 7)
    }
  })
})

describe('the current month', () => {
  const today = () => utcDayOf(new Date(test.services.clock()))
  const current = () => today().slice(0, 7)
  const next = () => readMonth(current())?.next ?? ''

  /** Closes every month before the current one, and then tries the current one as on a later day. */
  async function closeCurrent() {
    for (;;) {
      const [last = ''] = await monthsClosed()
      const following = (readMonth(last)?.next ?? '').slice(0, 7)
      if (following === current()) break
      await close(following, new Date(addDays(next(), 5)))
    }
    return close(current(), new Date(addDays(next(), 5)))
  }

  it('stays open while a purchase, a report, a number or an old transaction is missing', async () => {
    const buyer = await new Person(test.url).signIn()
    const { body } = await buyer.reserve(cardOrder(batch, 50, await buyer.cardToken()))
    const txId = String(body.txId)
    expect(await closeCurrent()).toBe('purchases_open')
    const refused = await money.act('accounts close', { month: current() }, { preview: true })
    expect([refused.status, refused.body.reason_code]).toEqual([409, 'month_not_over'])
    await buyer.complete(txId)
    expect(await closeCurrent()).toBe('report_missing')
    const payment = statement(
      'test-payment-to-report',
      { card_payment_id: 'text' },
      'select card_payment_id from purchases where tx_id = $1',
    )
    const [row] = await test.services.db.run(payment, [txId])
    const header =
      'balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,payment_intent_id,automatic_payout_id'
    const line = `txn_now,${today()} 00:00:00,gbp,1.00,0.22,0.78,charge,${row?.card_payment_id},`
    const file = { name: 'now.csv', text: `${header}\n${line}\n` }
    expect((await money.act('accounts payouts', { file })).status).toBe(200)
    expect(await closeCurrent()).toBe('receipts_open')
    await numberAll(test.services)
    const order = { serial: batch.serial, amountMinor: 1_000, currency: 'GBP', today: today() }
    await recordCost(test.services.db, { ...order, record: async () => undefined })
    expect(await closeCurrent()).toBe('costs_open')
    await costAll(test.services.db)
    const running = await holdLock(
      test,
      `insert into money_postings (currency, source, destination, amount_minor)
       values ('GBP', 'fx', 'rounding', 1)`,
    )
    try {
      expect(await closeCurrent()).toBe('postings_running')
    } finally {
      await running.release()
    }
    const month = readMonth(current())
    if (month === null) throw new Error('no month')
    const undone = new Error('nothing keeps it open')
    const closing = closeMonth(test.services.db, {
      ...{ month, by: 'Ada', now: new Date(addDays(next(), 5)) },
      record: async () => {
        throw undone
      },
    })
    await expect(closing).rejects.toBe(undone)
  })
})

describe('the ledger check', () => {
  it('finds a posting that was put into a closed month, and a changed sum', async () => {
    const { db } = test.services
    const faultsOf = async () => (await checkLedger(db)).faults.map((each) => each.subject)
    const client = new pg.Client({ connectionString: test.databaseUrl })
    await client.connect()
    try {
      await client.query('alter table money_postings disable trigger user')
      await client.query('alter table closed_sums disable trigger user')
      const moveFee = (day: string) =>
        client.query('update money_postings set value_date = $1 where amount_minor = 104', [day])
      await moveFee('2015-01-16')
      expect(await faultsOf()).toEqual(
        expect.arrayContaining(['debit 2015-01-01 fees GBP', 'postings 2015-01-01']),
      )
      await moveFee('2015-02-01')
      const addToSum = (minor: number) =>
        client.query(
          `update closed_sums set balance_minor = balance_minor + $1
           where month = '2015-02-01' and account = 'fees'`,
          [minor],
        )
      await addToSum(1)
      expect(await faultsOf()).toEqual(['balance 2015-02-01 fees GBP'])
      await addToSum(-1)
    } finally {
      await client.query('alter table money_postings enable trigger user')
      await client.query('alter table closed_sums enable trigger user')
      await client.end()
    }
    expect(await faultsOf()).toEqual([])
  })
})
