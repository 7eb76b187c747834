// Tests the journal for an accountant's program: a reader of its own finds balanced days that come to the trial balance.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { datevText, lastDayOfYear } from '#features/accounts/datev-journal.ts'
import { reasonOf } from '#features/accounts/posting-reasons.ts'
import type { DaySum } from '#features/accounts/sum-journal.ts'
import { xeroText } from '#features/accounts/xero-journal.ts'
import { moneyChart } from '#ledger/accounts.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { newPartner } from '#tests/support/people/partner.ts'
import { Person } from '#tests/support/people/person.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let folder: string
let test: TestApp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-'))
  test = await startTestApp()
  const partner = await newPartner(test.services, test.url)
  const batch = await issueTestBatch(test.services.db, { kg: 10_000 })
  const buyer = await new Person(test.url).signIn()
  await partner.credit(buyer.phone, 2.5, 'GBP')
  await partner.credit(buyer.phone, 3, 'EUR')
  const txId = await buyer.buyByCard(batch, 130)
  await buyer.buyByCard(batch, 51)
  await run('purchases', 'refund', txId, '--reason', 'a test')
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})

function run(...args: readonly string[]) {
  const { databaseUrl, secretKey } = test.services.settings
  return runOperator({ DATABASE_URL: databaseUrl, SECRET_KEY: secretKey.toString('hex') }, args)
}

async function fileOf(name: string, lines: readonly string[]): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, `${['account,number,tax', ...lines].join('\n')}\n`)
  return path
}

const year = new Date().toISOString().slice(0, 4)
const days = ['--from', `${year}-01-01`, '--to', `${year}-12-31`] as const
const forXero = (file: string) =>
  ['accounts', 'journal', ...days, '--format', 'xero', '--accounts', file] as const
const forDatev = (file: string) =>
  [
    ...['accounts', 'journal', ...days, '--format', 'datev', '--accounts', file],
    ...['--consultant', '1234567', '--client', '12345', '--year', `${year}-01-01`],
  ] as const

/** Returns what each number of an account has as debits less credits, from the trial balance. */
async function debitsOf(currency: string, numberOf: (kind: number) => string) {
  const { money } = JSON.parse((await run('accounts', 'balances', '--json')).stdout)
  const debits = new Map<string, number>()
  for (const { account, balance, currency: of } of money) {
    if (of !== currency || balance === 0) continue
    const number = numberOf(moneyChart.indexOf(account.replace(/:.*/, '')))
    debits.set(number, (debits.get(number) ?? 0) - Math.round(balance * 100))
  }
  return debits
}

const withoutZeros = (sums: ReadonlyMap<string, number>) =>
  new Map([...sums].filter(([, minor]) => minor !== 0))

describe('accounts journal --format xero', () => {
  const numberOf = (kind: number) => String(200 + kind)
  const numbered = moneyChart.map((kind, at) => `${kind},${numberOf(at)},"No VAT, ${kind}"`)
  const rowsOf = z.array(
    z.object({
      Narration: z.string(),
      Date: z.string().regex(/^\d\d\/\d\d\/\d{4}$/),
      Description: z.string(),
      AccountCode: z.string(),
      TaxRate: z.string(),
      Amount: z.string().regex(/^-?\d+\.\d\d$/),
    }),
  )
  const minorOf = (text: string) => Math.round(Number(text) * 100)

  it.each(['GBP', 'EUR'])(
    'balances in %s on every day, and comes to the trial balance',
    async (currency) => {
      const file = await fileOf(`xero-${currency}.csv`, numbered)
      const { code, stdout } = await run(...forXero(file), '--currency', currency)
      expect(code).toBe(0)
      expect(stdout.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
      const rows = rowsOf.parse(parse(stdout, { columns: true }))
      expect(rows.length).toBeGreaterThan(1)
      for (const journal of Map.groupBy(rows, (row) => row.Narration + row.Date).values()) {
        expect(journal.reduce((sum, { Amount }) => sum + minorOf(Amount), 0)).toBe(0)
      }
      const found = new Map<string, number>()
      for (const { AccountCode, Amount, TaxRate } of rows) {
        found.set(AccountCode, (found.get(AccountCode) ?? 0) + minorOf(Amount))
        expect(TaxRate).toBe(`No VAT, ${moneyChart[Number(AccountCode) - 200]}`)
      }
      expect(withoutZeros(found)).toEqual(await debitsOf(currency, numberOf))
    },
  )

  it('names each account without a number, and prefers the number of one account', async () => {
    const without = numbered.filter((line) => !/^(wallet|programme),/.test(line))
    const missing = await run(
      ...forXero(await fileOf('missing.csv', without)),
      ...['--currency', 'EUR'],
    )
    expect(missing.code).toBe(1)
    expect(missing.stdout).toBe('')
    expect(missing.stderr).toMatch(/no number for programme:[a-z0-9-]+\.\n.*for wallet\.\n$/)
    const [, id = ''] = /for programme:([a-z0-9-]+)\./.exec(missing.stderr) ?? []
    const file = await fileOf('own.csv', [...numbered, `programme:${id},900,Own`])
    const { stdout } = await run(...forXero(file), '--currency', 'EUR')
    const codes = rowsOf
      .parse(parse(stdout, { columns: true }))
      .map(({ Description, AccountCode }) => [Description, AccountCode])
    expect(codes).toContainEqual([`programme:${id}`, '900'])
  })

  it('refuses a file with a wrong row, by its line', async () => {
    const wrong = ['sales,200,No VAT', 'profit,202,No VAT', 'fees,,No VAT', 'bank,=1,No VAT']
    const file = await fileOf('wrong.csv', [...wrong, 'costs,203,', 'income,204,=1'])
    const { code, stderr } = await run(...forXero(file), '--currency', 'GBP')
    expect(code).toBe(1)
    expect([...stderr.matchAll(/line (\d+)/g)].map(([, line]) => line)).toEqual([
      '3',
      '4',
      '5',
      '6',
      '7',
    ])
    const twice = await fileOf('twice.csv', ['sales,200,No VAT', 'sales,201,No VAT'])
    expect((await run(...forXero(twice), '--currency', 'GBP')).stderr).toContain(
      'account: sales has a row already',
    )
  })
})

describe('accounts journal --format datev', () => {
  const numberOf = (kind: number) => String(8000 + kind)
  const numbered = moneyChart.map((kind, at) => `${kind},${numberOf(at)},`)

  it.each(['GBP', 'EUR'])(
    'has the form of a batch in %s, and comes to the trial balance',
    async (currency) => {
      const file = await fileOf(`datev-${currency}.csv`, numbered)
      const { code, stdout } = await run(...forDatev(file), '--currency', currency)
      expect(code).toBe(0)
      // The test's output has each byte as one character: UTF-8 would have two for the umlaut.
      expect(stdout).toContain('"Gegenkonto (ohne BU-Schl\u00fcssel)"')
      expect(stdout.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
      const [header = [], names = [], ...bookings]: string[][] = parse(stdout, {
        delimiter: ';',
        relax_column_count: true,
      })
      expect(header).toHaveLength(31)
      expect(header.slice(0, 5)).toEqual(['EXTF', '700', '21', 'Buchungsstapel', '13'])
      expect(header[5]).toMatch(/^\d{17}$/)
      expect(header.slice(10, 16)).toEqual([
        '1234567',
        '12345',
        `${year}0101`,
        '4',
        `${year}0101`,
        `${year}1231`,
      ])
      expect(header.slice(18, 22)).toEqual(['1', '0', '0', currency])
      expect(names).toHaveLength(125)
      expect([7, 8, 9, 10, 11, 14, 20, 37, 41, 114, 115].map((at) => names[at - 1])).toEqual([
        ...['Konto', 'Gegenkonto (ohne BU-Schlüssel)', 'BU-Schlüssel', 'Belegdatum', 'Belegfeld 1'],
        ...['Buchungstext', 'Beleglink', 'KOST1 - Kostenstelle', 'EU-Steuersatz (Bestimmung)'],
        ...['Festschreibung', 'Leistungsdatum'],
      ])
      expect(bookings.length).toBeGreaterThan(0)
      const found = new Map<string, number>()
      for (const booking of bookings) {
        expect(booking).toHaveLength(125)
        const [amount = '', side, unit, , , , own = '', contra = '', key, day, paper = ''] = booking
        expect(amount).toMatch(/^\d{1,10},\d\d$/)
        expect([unit, key, booking[113]]).toEqual([currency, '', '0'])
        expect(day).toMatch(/^([0-2]\d|3[01])(0\d|1[0-2])$/)
        expect(paper).toMatch(/^[A-Z0-9]{1,12}$/)
        expect(booking[13]?.length).toBeLessThanOrEqual(60)
        expect(own).not.toBe(contra)
        const minor = Number(amount.replace(',', '')) * (side === 'S' ? 1 : -1)
        found.set(own, (found.get(own) ?? 0) + minor)
        found.set(contra, (found.get(contra) ?? 0) - minor)
      }
      expect(withoutZeros(found)).toEqual(await debitsOf(currency, numberOf))
    },
  )

  it('refuses numbers of several lengths, and a tax key that is none', async () => {
    const file = await fileOf('lengths.csv', ['sales,8000,', 'fees,80010,', 'bank,8002,VAT'])
    const { code, stderr } = await run(...forDatev(file), '--currency', 'GBP')
    expect([code, stderr]).toEqual([1, expect.stringContaining('line 4: tax: is no tax key')])
    const long = await fileOf('long.csv', ['sales,8000,', 'fees,80010,'])
    expect((await run(...forDatev(long), '--currency', 'GBP')).stderr).toContain(
      'line 3: number: has not 4 digits',
    )
  })

  it('takes a fiscal year that begins in any month, over the turn of the year', async () => {
    const begin = `${new Date().toISOString().slice(0, 7)}-01`
    const end = lastDayOfYear(begin)
    const file = await fileOf('april.csv', numbered)
    const args = forDatev(file).map((arg) =>
      arg.replace(`${year}-01-01`, begin).replace(`${year}-12-31`, end),
    )
    const { code, stdout } = await run(...args, '--currency', 'GBP')
    expect(code).toBe(0)
    const [header = [], , ...bookings]: string[][] = parse(stdout, {
      delimiter: ';',
      relax_column_count: true,
    })
    const digits = (day: string) => day.replaceAll('-', '')
    expect([12, 14, 15].map((at) => header[at])).toEqual([begin, begin, end].map(digits))
    expect(bookings.length).toBeGreaterThan(0)
    expect([lastDayOfYear('2026-04-01'), lastDayOfYear('2027-03-01')]).toEqual([
      '2027-03-31',
      '2028-02-29',
    ])
  })

  it('takes days of one fiscal year', async () => {
    const file = await fileOf('year.csv', numbered)
    const args = forDatev(file).map((arg) => (arg === `${year}-12-31` ? '2999-12-31' : arg))
    const { code, stderr } = await run(...args, '--currency', 'GBP')
    expect([code, stderr]).toEqual([2, expect.stringContaining('The fiscal year is from')])
  })
})

it('an export needs its options, and is one form of the answer', async () => {
  const file = await fileOf('numbers.csv', [])
  const xero = ['--format', 'xero'] as const
  const whole = [...xero, '--accounts', file, '--currency', 'GBP'] as const
  const misuses = [
    [[...xero, '--currency', 'GBP'], '--format needs --accounts FILE.'],
    [[...xero, '--accounts', file], '--format needs --currency'],
    [['--format', 'sage', ...whole.slice(2)], '--format takes xero or datev.'],
    [[...whole, '--csv'], 'goes without --csv'],
    [['--currency', 'GBP'], '--currency goes with --format.'],
    [['--format', 'datev', ...whole.slice(2)], 'datev needs --consultant'],
    [[...whole, '--consultant', '1234567'], '--consultant goes with datev only.'],
    [[...whole, '--year', `${year}-01-01`], '--year goes with datev only.'],
  ] as const
  for (const [args, sentence] of misuses) {
    const { code, stdout, stderr } = await run('accounts', 'journal', ...days, ...args)
    expect([args, code, stdout + stderr]).toEqual([args, 2, expect.stringContaining(sentence)])
  }
  const [from, to] = [`${year}-01-01`, `${year}-12-31`]
  for (const period of [
    ['--from', `${from}T12:00`, '--to', to],
    ['--from', from, '--to', `${to}T12:00`],
  ]) {
    const { code, stdout, stderr } = await run('accounts', 'journal', ...period, ...whole)
    expect([period, code, stdout]).toEqual([period, 2, ''])
    expect(stderr).toContain('--format takes days, without a time.')
  }
})

describe('an export', () => {
  const numbered = moneyChart.map((kind, at) => `${kind},${200 + at},No VAT`)

  it('names the currencies that need files of their own', async () => {
    const file = await fileOf('others.csv', numbered)
    const { code, stderr } = await run(...forXero(file), '--currency', 'EUR')
    expect([code, stderr]).toEqual([0, 'Postings of GBP need files of their own.\n'])
  })

  it('without postings is refused, with the currencies of those days', async () => {
    const file = await fileOf('nothing.csv', numbered)
    const { code, stdout, stderr } = await run(...forXero(file), '--currency', 'USD')
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toBe(
      `No posting of USD is of ${year}-01-01 to ${year}-12-31. These days have postings of EUR and GBP.\n`,
    )
    const early = forXero(file).map((arg) => arg.replace(year, '2001'))
    expect((await run(...early, '--currency', 'GBP')).stderr).toMatch(/postings of no currency\.$/m)
  })
})

describe('the lines of a journal', () => {
  const numbers = new Map([
    ['sales', { number: '2000', tax: '3' }],
    ['card_clearing', { number: '2100', tax: '' }],
    ['fees', { number: '2200', tax: '9' }],
    ['held', { number: '2100', tax: '' }],
  ])
  const sumOf = (debit: string, credit: string, at = 0, amountMinor = 100): DaySum => {
    const day = new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10)
    return { day, debit, credit, currency: 'GBP', isEntry: false, amountMinor, postings: 1 }
  }
  const sale = sumOf('card_clearing', 'sales')
  const xeroOf = (sums: readonly DaySum[]) => xeroText(sums, 'GBP', numbers)
  const linesOf = (file: ReturnType<typeof xeroText>) =>
    'text' in file ? file.text.split('\r\n').slice(1, -1) : []

  it('fit into one file of Xero, or name the last day that fits', () => {
    const sales = Array.from({ length: 151 }, (_, at) => sumOf('card_clearing', 'sales', at))
    expect(linesOf(xeroOf(sales.slice(0, 150)))).toHaveLength(300)
    expect(xeroOf(sales)).toEqual({
      faults: ['The file would have 302 lines, and Xero takes 300: --to 2026-05-30 fits.'],
    })
  })

  it('add up what one account lost and gained on a day', () => {
    const refund = sumOf('sales', 'card_clearing', 0, 40)
    expect(linesOf(xeroOf([sale, refund]))).toEqual([
      'Carbon Passport 2026-01-01 GBP,01/01/2026,card_clearing,2100,,0.60,,,,',
      'Carbon Passport 2026-01-01 GBP,01/01/2026,sales,2000,3,-0.60,,,,',
    ])
    expect(linesOf(xeroOf([sale, sumOf('sales', 'card_clearing')]))).toEqual([])
  })

  const batch = {
    client: { consultant: 1001, client: 1, yearStart: '2026-01-01' },
    ...{ currency: 'GBP', from: '2026-01-01', to: '2026-01-31', createdAt: new Date(0) },
  }
  const bookingsOf = (...sums: readonly DaySum[]) => {
    const file = datevText(sums, batch, numbers)
    return 'text' in file ? file.text.split('\r\n').slice(2, -1) : file.faults
  }

  it('have the tax key of DATEV at the contra account', () => {
    expect(bookingsOf(sale)[0]).toMatch(/^1,00;"S";"GBP";;;"";2100;2000;"3";0101;"20260101GBP";/)
    expect(bookingsOf(sumOf('sales', 'card_clearing'))[0]).toMatch(
      /^1,00;"H";"GBP";;;"";2100;2000;"3";0101;/,
    )
    expect(bookingsOf(sumOf('sales', 'fees'))).toEqual([
      'sales and fees have different tax keys, and DATEV takes one.',
    ])
  })

  it('say in DATEV why and between which accounts, and never a part of a name', () => {
    const all = new Map(moneyChart.map((kind, at) => [kind, { number: `${2000 + at}`, tax: '' }]))
    const textOf = (debit: string, credit: string, isEntry = false) => {
      const file = datevText([{ ...sumOf(debit, credit), isEntry }], batch, all)
      return 'text' in file ? file.text.split(';"').at(-1)?.split('"')[0] : file.faults.join()
    }
    expect(textOf('fees', 'card_clearing')).toBe('fee of the card provider, fees > card_clearing')
    expect(textOf('chargebacks', 'refunds_due')).toBe('dispute reinstated, owed to the buyer')
    expect(textOf('suppliers', 'bank')).toBe('suppliers > bank')
    expect(textOf('tax:DE', 'bank')).toBe('tax:DE > bank')
    expect(textOf('fees', 'card_clearing', true)).toBe('entry by hand, fees > card_clearing')
    const pairs = moneyChart.flatMap((debit) =>
      moneyChart.map((credit) => [debit, credit] as const),
    )
    for (const [source, destination] of pairs.filter(([one, other]) => one !== other)) {
      const [text, reason] = [textOf(source, destination), reasonOf({ source, destination })]
      const accounts = `${source} > ${destination}`
      expect([accounts, `${reason}, ${accounts}`, reason]).toContain(text)
      expect(text?.length).toBeLessThanOrEqual(60)
    }
  })

  it('have the two decimals of DATEV, or are refused', () => {
    const fileIn = (currency: string) =>
      datevText([{ ...sale, currency, amountMinor: 1_234 }], { ...batch, currency }, numbers)
    expect(fileIn('JPY')).toEqual({ text: expect.stringContaining('\n1234,00;"S";"JPY";') })
    expect(fileIn('CHF')).toEqual({ text: expect.stringContaining('\n12,34;"S";"CHF";') })
    expect(fileIn('KWD')).toEqual({
      faults: ['Amounts of KWD have more than the 2 decimals of DATEV.'],
    })
  })

  it('leave out a move between accounts with one number', () => {
    expect(bookingsOf(sumOf('card_clearing', 'held'))).toEqual([])
  })

  it('name an account without a number, and a sum that DATEV cannot take', () => {
    expect(bookingsOf(sumOf('bank', 'sales'))).toEqual([
      'The file of accounts has no number for bank.',
    ])
    expect(bookingsOf(sumOf('card_clearing', 'sales', 0, 1_000_000_000_000))).toEqual([
      'The sum of 2026-01-01 has more than 10 digits.',
    ])
  })
})
