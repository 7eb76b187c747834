// Tests the limits of the files for an accountant, and every fault of the file of account numbers.
import { describe, expect, it } from 'vitest'
import { sourceOfText } from '#providers/registries/tables/file-source.ts'
import { isJournalFormat, numberOf, readAccountNumbers } from './account-numbers.ts'
import { datevText } from './datev-journal.ts'
import { journalLines } from './journal-lines.ts'
import type { DaySum } from './sum-journal.ts'
import { xeroText } from './xero-journal.ts'

const numbers = new Map([
  ['sales', { number: '2000', tax: '' }],
  ['bank', { number: '1200', tax: '' }],
  ['fees', { number: '4900', tax: '9' }],
  ['costs', { number: '4950', tax: '9' }],
])
const sumOf = (debit: string, credit: string, day: string, amountMinor = 100): DaySum => {
  return { day, debit, credit, currency: 'GBP', isEntry: false, amountMinor, postings: 1 }
}
const batch = {
  client: { consultant: 1_234_567, client: 12_345, yearStart: '2026-01-01' },
  ...{ currency: 'GBP', from: '2026-02-01', to: '2026-02-28' },
  createdAt: new Date('2026-03-04T05:06:07.089Z'),
}
const datevOf = (...sums: readonly DaySum[]) => {
  const file = datevText(sums, batch, numbers)
  return 'text' in file ? file.text.split('\r\n') : file.faults
}

describe('a file for DATEV', () => {
  it('says in its header whose it is, of which days, and when it was made', () => {
    expect(datevOf()[0]).toBe(
      '"EXTF";700;21;"Buchungsstapel";13;20260304050607089;;"CP";"Carbon Passport";"";' +
        '1234567;12345;20260101;4;20260201;20260228;"Carbon Passport 2026-02";"";1;0;0;"GBP";' +
        ';"";;;"";;;"";""',
    )
  })

  it('takes the largest amount of 10 digits, and one tax key that both accounts have', () => {
    const [, , large, alike] = datevOf(
      sumOf('bank', 'sales', '2026-02-03', 999_999_999_999),
      sumOf('fees', 'costs', '2026-02-04'),
    )
    expect(large).toMatch(
      /^9999999999,99;"S";"GBP";;;"";1200;2000;"";0302;"20260203GBP";"";;"bank > sales";/,
    )
    expect(alike).toMatch(/^1,00;"S";"GBP";;;"";4900;4950;"9";0402;"20260204GBP";/)
  })

  it('names each account without a number once, in order', () => {
    const day = '2026-02-03'
    expect(datevOf(sumOf('tax:GB', 'sales', day), sumOf('fx', 'tax:GB', day))).toEqual([
      'The file of accounts has no number for fx.',
      'The file of accounts has no number for tax:GB.',
    ])
  })
})

describe('a file for Xero', () => {
  it('is a journal a day, in order, with the decimals of its currency', () => {
    const sums = [
      sumOf('bank', 'sales', '2026-02-10', 1_234),
      sumOf('fees', 'bank', '2026-02-09', 34),
    ]
    expect(xeroText(sums, 'JPY', numbers)).toEqual({
      text: [
        'Narration,Date,Description,AccountCode,TaxRate,Amount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2',
        'Carbon Passport 2026-02-09 JPY,09/02/2026,bank,1200,,-34,,,,',
        'Carbon Passport 2026-02-09 JPY,09/02/2026,fees,4900,9,34,,,,',
        'Carbon Passport 2026-02-10 JPY,10/02/2026,bank,1200,,1234,,,,',
        'Carbon Passport 2026-02-10 JPY,10/02/2026,sales,2000,,-1234,,,,',
        '',
      ].join('\r\n'),
    })
  })

  it('says that a day of too many accounts fits into no file', () => {
    const taxes = Array.from({ length: 301 }, (_, at) => `tax:${at}`)
    const sums = taxes.map((account) => sumOf(account, 'bank', '2026-02-03'))
    const own = new Map([...numbers, ['tax', { number: '1', tax: '' }]] as const)
    expect(xeroText(sums, 'GBP', own)).toEqual({
      faults: ['The file would have 302 lines, and Xero takes 300: Xero cannot take that day.'],
    })
  })
})

describe('a file of account numbers', () => {
  const read = async (format: 'xero' | 'datev', ...rows: readonly string[]) => {
    const source = sourceOfText({
      name: 'numbers.csv',
      text: ['account,number,tax', ...rows, ''].join('\n'),
    })
    const result = await readAccountNumbers(source, format)
    if ('numbers' in result) return [...result.numbers]
    return result.faults.map(({ file, line, fault }) => `${file} ${line}: ${fault}`)
  }

  it('names accounts of the chart, or one of their own, with number and tax', async () => {
    expect(
      await read('xero', 'tax:GB,A-1.b,VAT on income', 'programme:green-1,1234567890,x'),
    ).toEqual([
      ['tax:GB', { number: 'A-1.b', tax: 'VAT on income' }],
      ['programme:green-1', { number: '1234567890', tax: 'x' }],
    ])
    expect(await read('datev', 'sales,1234,', 'bank,5678,0123')).toEqual([
      ['sales', { number: '1234', tax: '' }],
      ['bank', { number: '5678', tax: '0123' }],
    ])
    expect(await read('datev', 'sales,12345678,')).toEqual([
      ['sales', { number: '12345678', tax: '' }],
    ])
    expect(await read('xero', `sales,1,${'x'.repeat(50)}`)).toHaveLength(1)
  })

  it.each([
    ['xero', 'sales,12345678901,x', 'number: is no code of an account'],
    ['xero', 'sales,1_2,x', 'number: is no code of an account'],
    ['xero', `sales,1,${'x'.repeat(51)}`, 'tax: has more than 50 characters'],
    ['xero', 'sales,1,=x', 'tax: begins like a formula'],
    ['xero', 'sales,1,', 'tax: is missing'],
    ['datev', 'sales,123,', 'number: is no number of 4 to 8 digits'],
    ['datev', 'sales,123456789,', 'number: is no number of 4 to 8 digits'],
    ['datev', 'sales,1234,12345', 'tax: is no tax key of at most 4 digits'],
  ] as const)('for %s refuses %s: %s', async (format, row, fault) => {
    expect(await read(format, row)).toEqual([`numbers.csv 2: ${fault}`])
  })

  it.each(['tax:gb', 'tax:GBR', 'programme:Green', 'programme:-a', 'SALES', 'profit'])(
    'knows no account %s',
    async (account) => {
      expect(await read('xero', `${account},1,x`)).toEqual([
        expect.stringMatching(/^numbers\.csv 2: account: is none of: .*, sales, .*tax:GB/),
      ])
    },
  )

  it('has one row for an account, and in DATEV one length of all numbers', async () => {
    expect(await read('xero', 'sales,1,x', 'bank,22,x', 'sales,3,x')).toEqual([
      'numbers.csv 4: account: sales has a row already',
    ])
    expect(await read('datev', 'sales,1234,', 'bank,12345,', 'sales,1234,')).toEqual([
      'numbers.csv 3: number: has not 4 digits as the first row',
      'numbers.csv 4: account: sales has a row already',
    ])
  })

  it('gives an account its own number before that of its kind', () => {
    const known = new Map([
      ['tax', { number: '1', tax: '' }],
      ['tax:GB', { number: '2', tax: '' }],
    ])
    expect(['tax:GB', 'tax:DE', 'bank'].map((name) => numberOf(known, name)?.number)).toEqual([
      ...['2', '1'],
      undefined,
    ])
    expect(['xero', 'datev', 'sage', 'toString', undefined].map(isJournalFormat)).toEqual([
      ...[true, true, false, false, false],
    ])
  })
})

it('a posting has a line of its debit and one of its credit', () => {
  const entry = {
    ...{ posting: 7, at: '2026-02-03T04:05:06.789Z', valueDate: '2026-02-01' },
    ...{ debit: 'card_clearing', credit: 'sales', source: 'card_clearing', destination: 'sales:x' },
    ...{ txId: 'CP-1', reason: 'sold by card', about: 'txn_1', note: 'A note', amount: 1_234 },
  }
  const lineOf = (account: string, debit: string, credit: string, unit: string, detail: string) => [
    ...['2026-02-03', '04:05:06', 7, account, debit, credit, unit, 'CP-1', 'txn_1'],
    ...['sold by card', 'A note', detail, '2026-02-01'],
  ]
  for (const [unit, text] of [
    ['GBP', '12.34'],
    ['JPY', '1234'],
    ['kg', '1234'],
  ] as const) {
    expect(journalLines({ ...entry, unit })).toEqual([
      lineOf('card_clearing', text, '', unit, 'card_clearing'),
      lineOf('sales', '', text, unit, 'sales:x'),
    ])
  }
})
