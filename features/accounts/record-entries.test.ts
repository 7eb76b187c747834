// Tests entries by hand: two people, strict rows with their numbers, closed months, and their place in journal and
// check.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chartNameOf, manualAccountNames, moneyAccounts } from '#ledger/accounts.ts'
import { runSql } from '#tests/support/postgres.ts'
import { startTestBooks, type TestBooks } from '#tests/support/servers/test-books.ts'
import type { StaffClient } from '#tests/support/servers/test-console.ts'
import type { TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { isProblem } from '#values/problem.ts'
import { readMonth } from '#values/text/calendar-month.ts'
import { addDays, utcDayOf } from '#values/text/utc-day.ts'
import { closeMonth } from './close-month.ts'

let books: TestBooks
let test: TestApp
let asker: StaffClient
let approver: StaffClient
beforeAll(async () => {
  books = await startTestBooks()
  ;({ test, money: asker } = books)
  approver = await books.staffConsole.signIn('money')
  // An approver's passkey is older than a day.
  await runSql(
    test.databaseUrl,
    `update staff_passkeys set created_at = now() - interval '25 hours'`,
  )
})
afterAll(() => books.close())

const header = 'debit,credit,amount,currency,value_date,reason'
const fileOf = (...lines: readonly string[]) => ({
  file: { name: 'entries.csv', text: [header, ...lines, ''].join('\n') },
})
const posted = statement(
  'test-posted-entries',
  { source: 'text', destination: 'text', amount_minor: 'int8', value_date: 'date?' },
  `select m.source, m.destination, m.amount_minor, m.value_date from money_postings m
   join manual_entries e on e.id = m.purchase_id order by e.line`,
)
const entries = () => test.services.db.run(posted)

/** Returns what is wrong with the rows of a file. */
async function faultsOf(...lines: readonly string[]) {
  const { body } = await asker.act('accounts entry', fileOf(...lines), { preview: true })
  const rows: readonly { line: number; outcome: string; text: string }[] = body.rows
  return rows.map(({ line, outcome, text }) => [line, outcome, text])
}

describe('a file of entries', () => {
  const file = fileOf(
    'fees,bank,12.50,GBP,2015-03-31,"Bank charge, March"',
    'costs,bank,300,EUR,2015-04-01,Registry fee',
  )

  it('is posted once a second person approves it, who sees every entry', async () => {
    const asked = await asker.act('accounts entry', file)
    expect(asked.status).toBe(202)
    expect(await entries()).toEqual([])
    const id: string = asked.body.approval
    const own = await asker.post(`/approvals/${id}`, { approve: true })
    expect(own.status).toBe(403)
    const { body } = await approver.get(`/approvals/${id}`)
    expect(body.figures).toContainEqual({
      ...{ label: 'Line 2', before: null },
      after: 'debit fees, credit bank, 12.50 GBP on 2015-03-31: Bank charge, March',
    })
    expect(await entries()).toEqual([])
    expect((await approver.post(`/approvals/${id}`, { approve: true })).status).toBe(200)
    expect(await entries()).toEqual([
      { source: 'fees', destination: 'bank', amount_minor: 1_250, value_date: '2015-03-31' },
      { source: 'costs', destination: 'bank', amount_minor: 30_000, value_date: '2015-04-01' },
    ])
    const again = await approver.post(`/approvals/${id}`, { approve: true })
    expect([again.status, (await entries()).length]).toEqual([409, 2])
  })

  it('is in the journal with its reason, its file and its line', async () => {
    const { body } = await asker.get('/books/journal?account=costs')
    expect(body).toMatchObject([
      {
        ...{ source: 'costs', destination: 'bank', amount: 300, unit: 'EUR' },
        ...{ reason: 'entry by hand', note: 'Registry fee', about: 'entries.csv line 3' },
      },
    ])
  })

  it('never changes, also in the database', async () => {
    for (const sql of ['update manual_entries set line = 1', 'delete from manual_entries']) {
      await expect(runSql(test.databaseUrl, sql)).rejects.toThrow('insert-only')
    }
  })

  it('is for money and admins', async () => {
    const support = await books.staffConsole.signIn('support', 'registry')
    expect((await support.act('accounts entry', file)).status).toBe(403)
  })
})

describe('a row', () => {
  it('of an account that the product keeps is refused with its line', async () => {
    const wallet = { passportId: 'x', programmeId: 'welcome' }
    const kept = [
      moneyAccounts.programme('green').name,
      moneyAccounts.wallet(wallet).name,
      moneyAccounts.held('x', wallet).name,
      moneyAccounts.tax('GB').name,
      moneyAccounts.rewards.name,
      ...['wallet', 'tax', 'programme', 'available', 'holder:x', 'SALES', 'profit'],
    ]
    for (const account of kept) {
      expect(manualAccountNames).not.toContain(chartNameOf(account))
      const [fault] = await faultsOf(`${account},bank,1.00,GBP,2015-03-31,Test`)
      expect(fault).toEqual([2, 'refused', expect.stringContaining('is not open to entries')])
      const [other] = await faultsOf(
        'fees,bank,1.00,GBP,2015-03-31,Test',
        `bank,${account},1.00,GBP,2015-03-31,Test`,
      )
      expect(other).toEqual([3, 'refused', expect.stringMatching(/^credit: .* is not open/)])
    }
  })

  it('without two accounts, an amount, a currency, a day or a reason is refused', async () => {
    const tomorrow = addDays(utcDayOf(new Date(test.services.clock())), 1)
    const wrong: readonly (readonly [row: string, fault: string])[] = [
      ['bank,bank,1.00,GBP,2015-03-31,Test', 'credit: is the account of the debit'],
      [',bank,1.00,GBP,2015-03-31,Test', 'debit: is missing'],
      ['fees,bank,0.00,GBP,2015-03-31,Test', 'amount: is 0'],
      ['fees,bank,-1.00,GBP,2015-03-31,Test', 'amount: is no amount such as 12.50'],
      ['fees,bank,1.001,GBP,2015-03-31,Test', 'amount: GBP has 2 decimals'],
      ['fees,bank,"1,000.00",GBP,2015-03-31,Test', 'amount: is no amount such as 12.50'],
      [
        'fees,bank,1.00,CHF,2015-03-31,Test',
        'currency: is no currency of the product or of a report',
      ],
      [
        'fees,bank,1.00,gbp,2015-03-31,Test',
        'currency: is no currency of the product or of a report',
      ],
      ['fees,bank,1.00,GBP,31/03/2015,Test', 'value_date: is no day such as 2026-10-31'],
      ['fees,bank,1.00,GBP,2015-02-30,Test', 'value_date: is no day such as 2026-10-31'],
      ['fees,bank,1.00,GBP,1999-12-31,Test', 'value_date: is before 2000-01-01'],
      [`fees,bank,1.00,GBP,${tomorrow},Test`, 'value_date: is in the future'],
      ['fees,bank,1.00,GBP,2015-03-31,', 'reason: is missing'],
      [`fees,bank,1.00,GBP,2015-03-31,${'x'.repeat(201)}`, 'reason: has more than 200 characters'],
    ]
    for (const [row, fault] of wrong) {
      expect([row, await faultsOf(row)]).toEqual([row, [[2, 'refused', fault]]])
      expect([row, (await asker.act('accounts entry', fileOf(row))).status]).toEqual([row, 409])
    }
    expect(await entries()).toHaveLength(2)
  })

  it('at a limit is taken: the oldest day, the longest reason, the largest amount, 100 rows', async () => {
    const today = utcDayOf(new Date(test.services.clock()))
    const rows = [
      [
        'fees,bank,1.00,GBP,2000-01-01,Test',
        'debit fees, credit bank, 1.00 GBP on 2000-01-01: Test',
      ],
      [`bank,fees,1.5,GBP,${today},Test`, `debit bank, credit fees, 1.50 GBP on ${today}: Test`],
      [
        'fees,bank,9999999999.99,EUR,2015-03-31,Test',
        'debit fees, credit bank, 9999999999.99 EUR on 2015-03-31: Test',
      ],
      [
        `fees,bank,0.01,GBP,2015-03-31,${'x'.repeat(200)}`,
        `debit fees, credit bank, 0.01 GBP on 2015-03-31: ${'x'.repeat(200)}`,
      ],
    ] as const
    expect(await faultsOf(...rows.map(([row]) => row))).toEqual(
      rows.map(([, text], at) => [at + 2, 'new', text]),
    )
    const many = Array.from({ length: 100 }, () => rows[0][0])
    expect(await faultsOf(...many)).toHaveLength(100)
    expect(await faultsOf('fees,bank,10000000000,GBP,2015-03-31,Test')).toEqual([
      [2, 'refused', 'amount: is no amount such as 12.50'],
    ])
  })

  it('is named with its line in the refusal, for the first 20 of them', async () => {
    const wrong = Array.from({ length: 21 }, () => 'fees,bank,0,GBP,2015-03-31,Test')
    const { body } = await asker.act('accounts entry', fileOf(...wrong), { preview: true })
    const sentences = String(body.refusal).split('\n')
    expect([sentences.length, sentences[0], sentences.at(-1)]).toEqual([
      ...[20, 'entries.csv, line 2: amount: is 0', 'entries.csv, line 21: amount: is 0'],
    ])
  })

  it('names all of its faults at once, and the file those of all rows', async () => {
    const tomorrow = addDays(utcDayOf(new Date(test.services.clock())), 1)
    expect(
      await faultsOf(
        `rewards,,0,GBP,${tomorrow},Call +447700900123`,
        'fees,bank,1.00,GBP,2015-03-31,Test',
        'fees,fees,1.005,CHF,2015-03-32,',
      ),
    ).toEqual([
      [
        ...[2, 'refused'],
        expect.stringMatching(
          /^debit: "rewards" is not .*; credit: is missing; amount: is 0; value_date: is in the future; reason: has a phone number$/,
        ),
      ],
      [
        ...[4, 'refused'],
        'credit: is the account of the debit; amount: CHF has 2 decimals; ' +
          'currency: is no currency of the product or of a report; ' +
          'value_date: is no day such as 2026-10-31; reason: is missing',
      ],
    ])
  })

  it('may have a currency that a report of the card provider brought', async () => {
    const row = 'costs,fees,1.00,CHF,2015-03-31,Fee in francs'
    const text =
      'balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category\n' +
      'txn_francs,2015-03-31 00:00:00,chf,-1.00,0.00,-1.00,fee\n'
    const { status } = await asker.act('accounts payouts', { file: { name: 'r.csv', text } })
    expect(status).toBe(200)
    expect(await faultsOf(row)).toEqual([[2, 'new', expect.stringContaining('1.00 CHF')]])
  })

  it('too many, or a column that is unknown, refuses the file', async () => {
    const row = 'fees,bank,1.00,GBP,2015-03-31,Test'
    const [fault] = await faultsOf(...Array.from({ length: 101 }, () => row))
    expect(fault).toEqual([102, 'refused', 'the file has more than 100 rows'])
    const text = `${header},note\n${row},hello\n`
    const { body } = await asker.act(
      'accounts entry',
      { file: { name: 'entries.csv', text } },
      { preview: true },
    )
    expect(body.refusal).toContain('note')
  })

  it('of a closed month is refused, also when it was closed after the request', async () => {
    const asked = await asker.act('accounts entry', fileOf('fees,bank,1,GBP,2015-03-30,Late'))
    expect(asked.status).toBe(202)
    const month = readMonth('2015-03')
    if (month === null) throw new Error('no month')
    const closed = await closeMonth(test.services.db, {
      ...{ month, by: 'Ada', now: new Date(test.services.clock()), record: async () => undefined },
    })
    expect(isProblem(closed)).toBe(false)
    const decided = await approver.post(`/approvals/${asked.body.approval}`, { approve: true })
    expect([decided.status, decided.body.error]).toEqual([
      409,
      expect.stringContaining('value_date: the books are closed through 2015-03-31'),
    ])
    expect(await faultsOf('fees,bank,1,GBP,2015-03-31,Late')).toEqual([
      [2, 'refused', 'value_date: the books are closed through 2015-03-31'],
    ])
    expect(await entries()).toHaveLength(2)
  })
})
