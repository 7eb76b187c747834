// Tests the books: every account on any day and every posting with its purchase, for people,
// programs and accountants.
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { reasonOf } from '#features/accounts/posting-reasons.ts'
import { readJournal } from '#features/accounts/read-journal.ts'
import { chartNameOf, kgAccounts, kgChart, moneyAccounts, moneyChart } from '#ledger/accounts.ts'
import { writeAuditEntry, writeAuditOutcome } from '#platform/database/audit/audit-trail.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { newPartner } from '#tests/support/people/partner.ts'
import { cardOrder, Person } from '#tests/support/people/person.ts'
import { randomFrom } from '#tests/support/random.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const seed = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 2 ** 31))
const dates = Number(process.env.BOOKS_DATES ?? 12)

/** Spreads the postings over a year: only the owner of the database can change postings. */
const scatter = statement(
  'test-scatter-postings',
  {},
  `with day as (select id, timestamptz '2026-01-01 00:00Z' + id % 97 * interval '84 hours' as at
     from money_postings)
   update money_postings m set created_at = day.at from day where day.id = m.id`,
)
const disable = statement('test-thaw', {}, 'alter table money_postings disable trigger user')
const enable = statement('test-freeze', {}, 'alter table money_postings enable trigger user')
const thawKg = statement('test-thaw-kg', {}, 'alter table kg_postings disable trigger user')
const freezeKg = statement('test-freeze-kg', {}, 'alter table kg_postings enable trigger user')
const moveKg = statement(
  'test-move-kg',
  {},
  'update kg_postings set created_at = $2::timestamptz where batch_id = $1',
)
const allPostings = statement(
  'test-all-postings',
  {
    currency: 'bpchar',
    source: 'text',
    destination: 'text',
    amount_minor: 'int8',
    created_at: 'timestamptz',
  },
  'select currency, source, destination, amount_minor, created_at from money_postings order by id',
)
const allKgPostings = statement(
  'test-all-kg-postings',
  { id: 'int8', amount: 'int8', about: 'text', tx_id: 'text?' },
  `select m.id, m.quantity_kg as amount, b.serial_number as about, p.tx_id from kg_postings m
   join batches b on b.id = m.batch_id left join purchases p on p.id = m.purchase_id order by m.id`,
)

const csvRows = z.array(
  z.object({
    date: z.string(),
    time: z.string(),
    posting: z.string(),
    purchase: z.string(),
    account: z.string(),
    account_detail: z.string(),
    debit: z.string(),
    credit: z.string(),
    currency: z.string(),
    note: z.string(),
    reason: z.string(),
    about: z.string(),
  }),
)

type Entry = Readonly<Record<'tx_id' | 'reason' | 'unit' | 'about', string>>

let test: TestApp
let batch: IssuedBatch
/** A batch without a sale. */
let spare: IssuedBatch
/** Purchases that moved money: a cancelled one had only reserved card money. */
const txIds: string[] = []
beforeAll(async () => {
  test = await startTestApp()
  await live()
})
afterAll(() => closeWithBooks(test))

function run(...args: readonly string[]) {
  const { databaseUrl, secretKey } = test.services.settings
  return runOperator({ DATABASE_URL: databaseUrl, SECRET_KEY: secretKey.toString('hex') }, args)
}

/** Credits, purchases by wallet and card, gifts, ends and refunds, in an order of chance. */
async function live(): Promise<void> {
  const random = randomFrom(seed)
  const { db } = test.services
  const partner = await newPartner(test.services, test.url)
  batch = await issueTestBatch(db, { kg: 100_000, priceMicros: 23_400 })
  spare = await issueTestBatch(db, { kg: 1_000 })
  const people = [
    await new Person(test.url).signIn(),
    await new Person(test.url).signIn(),
    await new Person(test.url).signIn(),
  ]
  for (let step = 0; step < 12; step += 1) {
    const person = random.pick(people)
    await partner.credit(person.phone, random.pick([1, 2.5, 7]), random.pick(['GBP', 'EUR']))
    const order = cardOrder(batch, random.pick([20, 55, 130]), await person.cardToken())
    const { body } = await person.reserve(order)
    const txId = String(body.txId)
    const end = random.pick(['complete', 'complete', 'cancel', 'refund'])
    if (end === 'cancel') await person.cancel(txId)
    else await person.complete(txId)
    if (end === 'refund') await run('purchases', 'refund', txId, '--reason', '=HYPERLINK("x")')
    if (end !== 'cancel') txIds.push(txId)
  }
  const last = random.pick(people)
  const { body } = await last.reserve(cardOrder(batch, 40, await last.cardToken()))
  await last.complete(String(body.txId))
  const refund = { by: 'Grace', command: 'purchases refund', about: [String(body.txId)] }
  for (const outcome of ['refused', 'failed'] as const) {
    await writeAuditOutcome(db, { ...refund, reason: outcome }, { outcome, detail: null })
  }
  await run('purchases', 'refund', String(body.txId), '--reason', '=1+1, "twice"')
  txIds.push(String(body.txId))
  await db.transaction((tx) => writeAuditEntry(tx, { ...refund, reason: 'looked at again' }))
}

describe('accounts balances', () => {
  it(`sum to zero on any day, and equal the postings until then (seed ${seed})`, async () => {
    const { db } = test.services
    await db.run(disable)
    await db.run(scatter)
    await db.run(enable)
    const postings = await db.run(allPostings)
    const random = randomFrom(seed)
    const dayMs = 86_400_000
    // A posting at midnight belongs to the new day.
    const atMidnight = postings.find(({ created_at }) => created_at.getTime() % dayMs === 0)
    const days = [
      new Date((atMidnight?.created_at.getTime() ?? Number.NaN) - dayMs),
      ...Array.from({ length: dates - 1 }, () => {
        return new Date(Date.UTC(2026, 0, 1 + random.between(0, 364)))
      }),
    ]
    for (const day of days) {
      const at = day.toISOString().slice(0, 10)
      const { code, stdout } = await run('accounts', 'balances', '--at', at, '--json')
      expect(code).toBe(0)
      const { money, sums, kg_sum } = JSON.parse(stdout)
      const expected = new Map<string, number>()
      for (const { currency, source, destination, amount_minor, created_at } of postings) {
        if (created_at.getTime() >= day.getTime() + dayMs) continue
        for (const [account, minor] of [
          [source, -amount_minor],
          [destination, amount_minor],
        ] as const) {
          const name = `${currency} ${chartNameOf(account)}`
          expected.set(name, (expected.get(name) ?? 0) + minor)
        }
      }
      const shown = money.filter(({ accounts }: { accounts: number }) => accounts > 0)
      expect(shown).toHaveLength(expected.size)
      for (const { currency, account, balance } of shown) {
        expect([currency, account, balance]).toEqual([
          currency,
          account,
          (expected.get(`${currency} ${account}`) ?? Number.NaN) / 100,
        ])
      }
      expect(sums.every(({ sum }: { sum: number }) => sum === 0)).toBe(true)
      expect(kg_sum).toBe(0)
    }
  })

  it('are those of each batch too, and empty before the first one', async () => {
    const { stdout } = await run('accounts', 'balances', '--json')
    const { batches, kilograms } = JSON.parse(stdout)
    const kg = kilograms.map((each: { account: string; kg: number }) => [each.account, each.kg])
    const inAll = Object.fromEntries(kg)
    expect(inAll.issued).toBe(-101_000)
    const unsold = { issued: -1_000, available: 1_000 }
    const sold = {
      ...inAll,
      issued: inAll.issued - unsold.issued,
      available: inAll.available - unsold.available,
    }
    expect(batches).toHaveLength(2)
    expect(batches).toContainEqual({ serial_number: batch.serial, accounts: sold })
    expect(batches).toContainEqual({
      serial_number: spare.serial,
      accounts: expect.objectContaining(unsold),
    })
    const before = await run('accounts', 'balances', '--at', '2000-01-01', '--json')
    const nothing = { ok: true, money: [], kilograms: [], batches: [] }
    expect(JSON.parse(before.stdout)).toMatchObject(nothing)
  })

  it('show every account of the chart in every currency, and refuse an invalid day', async () => {
    const { stdout } = await run('accounts', 'balances')
    for (const account of moneyChart.filter((name) => name !== 'programme')) {
      expect(stdout).toMatch(new RegExp(`^GBP  ${account} `, 'm'))
    }
    for (const account of kgChart) expect(stdout).toMatch(new RegExp(`^kg   ${account} `, 'm'))
    const at = '2999-05-31T12:00:00.000Z'
    const { until, batches, kilograms } = JSON.parse(
      (await run('accounts', 'balances', '--at', at, '--json')).stdout,
    )
    expect(until).toBe(at)
    expect(batches).toContainEqual({
      serial_number: spare.serial,
      accounts: expect.objectContaining({ issued: -1_000, available: 1_000, holder: 0 }),
    })
    expect(kilograms).toContainEqual({ account: 'issued', accounts: 2, kg: -101_000 })
    const wrong = await run('accounts', 'balances', '--at', '2026-02-31')
    expect(wrong).toMatchObject({
      code: 2,
      stdout: '--at takes a date such as 2026-05-31, or a time such as 2026-05-31T14:00Z.\n',
    })
  })

  it('leave out the kilograms of the next midnight', async () => {
    const { db } = test.services
    await db.run(thawKg)
    await db.run(moveKg, [spare.id, '2026-05-31 00:00Z'])
    await db.run(freezeKg)
    const hasSpare = async (at: string) => {
      const { stdout } = await run('accounts', 'balances', '--at', at, '--json')
      const { batches } = z
        .object({ batches: z.array(z.object({ serial_number: z.string() })) })
        .parse(JSON.parse(stdout))
      return batches.some(({ serial_number }) => serial_number === spare.serial)
    }
    expect([await hasSpare('2026-05-30'), await hasSpare('2026-05-31')]).toEqual([false, true])
  })

  it('have an account of the chart for every posting', () => {
    const namesOf = (accounts: object) =>
      Object.values(accounts).map((each) =>
        chartNameOf(typeof each === 'function' ? each('x', null).name : each.name).replace(
          /:.*/,
          '',
        ),
      )
    expect(namesOf(moneyAccounts).toSorted()).toEqual([...moneyChart].toSorted())
    expect(namesOf(kgAccounts).toSorted()).toEqual([...kgChart].toSorted())
  })
})

describe('accounts journal', () => {
  const whole = ['--from', '2000-01-01', '--to', '2999-12-31'] as const

  it('lists every posting once, with its purchase, and a reason for each', async () => {
    const postings = await test.services.db.run(allPostings)
    const { code, stdout } = await run('accounts', 'journal', ...whole, '--json')
    expect(code).toBe(0)
    const entries: Entry[] = JSON.parse(stdout).postings
    expect(entries).toHaveLength(postings.length)
    const shown = new Set(entries.map(({ tx_id }) => tx_id))
    for (const txId of txIds) expect(shown).toContain(txId)
    for (const { reason } of entries) expect(reason).not.toContain(' > ')
    expect(reasonOf({ source: 'sales', destination: 'issued' })).toBe('sales > issued')
    const kilograms = await run('accounts', 'journal', ...whole, '--kilograms', '--json')
    const shownKg: Entry[] = JSON.parse(kilograms.stdout).postings
    for (const { unit, reason, about } of shownKg) {
      expect([unit, reason]).toEqual(['kg', expect.not.stringContaining(' > ')])
      expect([batch.serial, spare.serial]).toContain(about)
    }
    // Kilograms are whole: no currency's decimals are put into them.
    const kgPostings = await test.services.db.run(allKgPostings)
    expect(shownKg).toEqual(
      kgPostings.map(({ id, ...posting }) => expect.objectContaining({ posting: id, ...posting })),
    )
    const csv = await run('accounts', 'journal', ...whole, '--kilograms', '--csv')
    const rows = csvRows.parse(parse(csv.stdout, { columns: true }))
    const sides = rows.map(({ posting, debit, credit, purchase, about }) => [
      Number(posting),
      debit + credit,
      purchase,
      about,
    ])
    expect(sides).toEqual(
      kgPostings.flatMap(({ id, amount, about, tx_id }) => {
        const side = [id, String(amount), tx_id ?? '', about]
        return [side, side]
      }),
    )
    const lines = await run('accounts', 'journal', ...whole, '--kilograms')
    expect(lines.stdout).toMatch(/ 100000 kg {2}issued -> available /)
  })

  it('is complete and in order, over any number of pages', async () => {
    const postings = await test.services.db.run(allPostings)
    const period = { from: new Date(0), until: new Date('2999-12-31') }
    const read: number[] = []
    const count = await readJournal(
      test.services.db,
      'money',
      period,
      ({ posting }) => read.push(posting),
      7,
    )
    expect(count).toBe(postings.length)
    expect(new Set(read).size).toBe(postings.length)
    expect(read.toSorted((a, b) => a - b)).toEqual(read)
    // From the time of a posting until that of another, which is left out.
    const moments = postings.map(({ created_at }) => created_at.getTime()).toSorted((a, b) => a - b)
    const [from = 0, until = 0] = [moments[3], moments[9]]
    const some = await readJournal(
      test.services.db,
      'money',
      { from: new Date(from), until: new Date(until) },
      () => undefined,
    )
    expect(some).toBe(moments.filter((at) => at >= from && at < until).length)
  })

  it('is a CSV file that balances, with days and decimals, and runs no formula', async () => {
    const { stdout } = await run('accounts', 'journal', ...whole, '--csv')
    expect(stdout).toMatch(/^date,time,posting,account,debit,credit,currency,purchase,/)
    expect(stdout.split('\n').slice(0, -1)).toSatisfy((lines: string[]) =>
      lines.every((line) => line.endsWith('\r')),
    )
    const rows = csvRows.parse(parse(stdout, { columns: true }))
    const sums = new Map<string, number>()
    for (const { date, time, debit, credit, currency } of rows) {
      expect(`${date} ${time}`).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
      expect(debit + credit).toMatch(/^\d+\.\d\d$/)
      const minor = Math.round((Number(debit) - Number(credit)) * 100)
      sums.set(currency, (sums.get(currency) ?? 0) + minor)
    }
    for (const sum of sums.values()) expect(sum).toBe(0)
    // A posting out of a programme is its debit, one into the wallet the credit.
    const credited = rows.filter(({ reason }) => reason === 'credit of a programme')
    const sides = credited.map(({ account, debit }) => [account.replace(/:.*/, ''), debit !== ''])
    expect(sides).toContainEqual(['programme', true])
    expect(sides).toContainEqual(['wallet', false])
    expect(sides).not.toContainEqual(['wallet', true])
    for (const { account, account_detail } of credited) {
      expect([account, account_detail]).toEqual([chartNameOf(account_detail), account_detail])
    }
    // A sale differs from its refund, and has none of the refund's reason.
    const sold = rows.filter(
      ({ purchase, account }) => txIds.at(-1) === purchase && account === 'sales',
    )
    expect(sold.map(({ reason, note, debit }) => [reason, note, debit !== ''])).toEqual([
      ['sold by card', '', false],
      ['refund owed to the card', `'=1+1, "twice"`, true],
    ])
    for (const { time } of rows) expect(time).toMatch(/^\d\d:\d\d:\d\d$/)
    const notes = rows.map(({ note }) => note)
    expect(notes).toContain(`'=1+1, "twice"`)
    for (const note of ['refused', 'failed', 'looked at again']) expect(notes).not.toContain(note)
    const soldRows = rows.filter(({ account, credit }) => account === 'sales' && credit !== '')
    expect(new Set(soldRows.map(({ note }) => note))).toEqual(new Set(['']))
    for (const field of rows.flatMap((row) => Object.values(row)))
      expect(field).not.toMatch(/^[=+@-]/)
  })

  it('takes both days whole and no other, and needs both', async () => {
    const postings = await test.services.db.run(allPostings)
    const [middle] = postings.slice(Math.floor(postings.length / 2))
    const day = middle?.created_at.toISOString().slice(0, 10) ?? ''
    const ofDay = postings.filter(({ created_at }) => created_at.toISOString().startsWith(day))
    const { stdout } = await run('accounts', 'journal', '--from', day, '--to', day, '--json')
    expect(JSON.parse(stdout).postings).toHaveLength(ofDay.length)
    const before = ['--from', '2000-01-01', '--to', '2000-01-02', '--kilograms'] as const
    expect(JSON.parse((await run('accounts', 'journal', ...before, '--json')).stdout)).toEqual({
      ok: true,
      ledger: 'kilograms',
      postings: [],
    })
    // A posting at the first instant is included, one at the last is not.
    const at = middle?.created_at ?? new Date()
    const [first, next] = [
      { from: at, until: new Date(at.getTime() + 1) },
      { from: new Date(0), until: at },
    ]
    const read = async (period: typeof first) => {
      const moments: string[] = []
      await readJournal(test.services.db, 'money', period, (each) => moments.push(each.at))
      return moments.includes(at.toISOString())
    }
    expect([await read(first), await read(next)]).toEqual([true, false])
    expect((await run('accounts', 'journal', '--from', day)).stderr).toContain(
      '--to DATE is required',
    )
    const never = await run('accounts', 'journal', '--from', day, '--to', 'never')
    expect(never).toMatchObject({ code: 2, stdout: expect.stringContaining('--to takes a date') })
    for (const from of ['2026-02-02', '2026-01-02']) {
      const turned = await run('accounts', 'journal', '--from', from, '--to', '2026-01-01')
      expect(turned).toMatchObject({ code: 2, stdout: '--from is after --to.\n' })
    }
    const both = await run('accounts', 'journal', ...whole, '--csv', '--json')
    expect(JSON.parse(both.stdout)).toMatchObject({ ok: false })
  })
})
