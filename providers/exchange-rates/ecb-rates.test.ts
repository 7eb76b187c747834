// Tests the download of the bank's daily file: exact text, a bounded number of attempts, and a
// refusal of unreadable files.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundledRates } from '#providers/exchange-rates/bundled-rates.ts'
import {
  readDailyFile,
  readRatesFile,
  UnreadableRates,
} from '#providers/exchange-rates/ecb-file.ts'
import { openEcbRates } from '#providers/exchange-rates/ecb-rates.ts'
import {
  dailyFile,
  type RatesServer,
  ratesFile,
  startRatesServer,
} from '#tests/support/servers/rates-server.ts'

const good = dailyFile('2026-04-14', { USD: '1.1700', GBP: '0.87100', TRY: '52.3000' })

let bank: RatesServer
beforeAll(async () => {
  bank = await startRatesServer()
})
afterAll(() => bank.close())

describe('the daily file', () => {
  it('of the bank itself is read to its last digit', async () => {
    const xml = await readFile(join(import.meta.dirname, 'ecb-2026-04-13.xml'), 'utf8')
    const source = 'European Central Bank'
    expect({ ...bundledRates, source }).toEqual(readDailyFile(xml))
    expect(bundledRates.source).toBe(`${source}, example`)
  })

  it('may begin with blanks and line ends', async () => {
    const text = await readFile(join(import.meta.dirname, 'ecb-2026-04-13.xml'), 'utf8')
    expect(readDailyFile(`\r\n ${text}`)).toEqual(readDailyFile(text))
  })

  it('must name each currency once', () => {
    const { unitsPerEur } = readDailyFile(dailyFile('2026-04-14', { USD: '1.10' }))
    expect(unitsPerEur).toEqual({ EUR: '1', USD: '1.10' })
  })

  it.each(['1', '1.0000'])('may name the euro itself with the rate %s', (EUR) => {
    const { unitsPerEur } = readDailyFile(dailyFile('2026-04-14', { USD: '1.10', EUR }))
    expect(unitsPerEur).toEqual({ EUR: '1', USD: '1.10' })
  })

  it.each(['1.08', '0.9', '2', '', 'x'])('with the rate %s of the euro is unreadable', (EUR) => {
    const rates = { EUR, USD: '1.10' }
    expect(() => readDailyFile(dailyFile('2026-04-14', rates))).toThrow(/^The rates of 2026-04-14 /)
    const csv = `Date, USD, EUR\n2026-04-14, 1.10, ${EUR || '0'}\n`
    expect(() => readRatesFile(csv)).toThrow(/^The rates of 2026-04-14 /)
  })

  it('has no rate of a currency that it names twice', () => {
    const twice = good.replace("currency='USD'", "currency='GBP' rate='0.93'/><Cube currency='USD'")
    const { unitsPerEur } = readDailyFile(twice)
    expect([unitsPerEur.GBP, unitsPerEur.USD]).toEqual([
      undefined,
      readDailyFile(good).unitsPerEur.USD,
    ])
  })

  it.each([
    ['nothing', ''],
    ['a page', '<html><body>Service unavailable</body></html>'],
    ['JSON', '{"rates":{}}'],
    ['half a file', good.slice(0, -60)],
    ['no day', good.replace("time='2026-04-14'", '')],
    ['no such day', good.replace('2026-04-14', '2026-13-41')],
    [
      'two days',
      ratesFile([
        ['2026-04-14', { USD: '1.1700' }],
        ['2026-04-13', { USD: '1.1684' }],
      ]),
    ],
  ])('that is %s is unreadable', (_, xml) => {
    expect(() => readDailyFile(xml)).toThrow(UnreadableRates)
  })

  it.each([
    ['no code of a currency', good.replace("'USD'", "'__proto__'")],
    ['no rate', good.replace("rate='1.1700'", '')],
    ['one word for ever', good.replace('1.1700', '1'.repeat(500))],
  ])('is read without an entry that has %s', (_, xml) => {
    const { USD, ...others } = readDailyFile(good).unitsPerEur
    expect(USD).toBe('1.1700')
    expect(readDailyFile(xml).unitsPerEur).toEqual(others)
  })

  it('as CSV has no rate of a currency that it names twice, and ignores columns without a name', () => {
    const rows = '\n2026-04-14,1.17,1.18\n'
    expect(readRatesFile(`Date,USD,GBP${rows}`)).toHaveLength(1)
    expect(readRatesFile(`Date,USD,USD${rows}`)[0]?.unitsPerEur).toEqual({ EUR: '1' })
    const [twice] = readRatesFile('Date,USD,MYR,MYR,,\n2026-04-14,1.17,4.9,4.8,1,\n')
    expect(twice?.unitsPerEur).toEqual({ EUR: '1', USD: '1.17' })
    // A day of one digit, and a currency without a rate that day.
    const [day] = readRatesFile('Date, USD, GBP, TRY, \n9 April 2026, 1.17, , N/A, \n')
    expect(day).toMatchObject({ asOf: '2026-04-09', unitsPerEur: { EUR: '1', USD: '1.17' } })
    expect(Object.keys(day?.unitsPerEur ?? {})).toEqual(['EUR', 'USD'])
  })

  it.each([
    ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August'],
    ...['September', 'October', 'November', 'December'],
  ])('as CSV may be of a day of %s', (month) => {
    const number = new Date(`1 ${month} 2026 UTC`).getUTCMonth() + 1
    const [day] = readRatesFile(`Date, USD, \n28 ${month} 2026, 1.17, \n`)
    expect(day?.asOf).toBe(`2026-${String(number).padStart(2, '0')}-28`)
  })

  it.each([
    ['31 April 2026', '31 April 2026'],
    ['1 Sept 2026', '1 Sept 2026'],
    ['2026-02-29', '2026-02-29'],
  ])('as CSV of the day %s is unreadable by its line', (day, shown) => {
    const csv = `Date, USD, \n28 May 2026, 1.17, \n${day}, 1.17, \n`
    expect(() => readRatesFile(csv)).toThrow(`Line 3: "${shown}" is no day.`)
  })

  it('has its days in the order of the file, each with its own rates', () => {
    const days = [
      {
        source: 'European Central Bank',
        asOf: '2026-04-14',
        unitsPerEur: { EUR: '1', USD: '1.1' },
      },
      {
        source: 'European Central Bank',
        asOf: '2026-04-15',
        unitsPerEur: { EUR: '1', GBP: '0.9' },
      },
    ]
    const csv = 'Date,USD,GBP,\n2026-04-14,1.1,N/A,\n2026-04-15,,0.9,\n'
    expect(readRatesFile(csv)).toEqual(days)
    const xml = ratesFile([
      ['2026-04-14', { USD: '1.1' }],
      ['2026-04-15', { GBP: '0.9' }],
    ])
    expect(readRatesFile(xml)).toEqual(days)
  })

  it('expands no entity', () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "1.1700">]>${good.slice(38)}`
    expect(() => readDailyFile(bomb.replace("'1.1700'", "'&a;'"))).not.toThrow()
    const { unitsPerEur } = readDailyFile(bomb.replace("'1.1700'", "'&a;'"))
    expect(unitsPerEur.USD).toBe('&a;')
  })
})

describe('a request to the bank', () => {
  it('is repeated after two faults of its server', async () => {
    bank.say({ status: 500 }, { status: 503 }, { body: good })
    expect((await openEcbRates(bank.url).latest()).asOf).toBe('2026-04-14')
    expect(bank.calls()).toBe(3)
  })

  it('is given up after the third', async () => {
    bank.say({ status: 500 })
    await expect(openEcbRates(bank.url).latest()).rejects.toThrow('status 500')
    expect(bank.calls()).toBe(3)
  })

  it.each([
    ['a closed port', 'http://127.0.0.1:2/daily.xml', /^127\.0\.0\.1:2 gave .*ECONNREFUSED/],
    [
      'an unknown name',
      'http://rates.invalid/daily.xml',
      /^rates\.invalid gave .*no address in DNS/,
    ],
  ])('names the host and the cause of a failure: %s', async (_, url, sentence) => {
    await expect(openEcbRates(url).latest()).rejects.toThrow(sentence)
  })

  it('does not retry a missing file', async () => {
    bank.say({ status: 404 })
    await expect(openEcbRates(bank.url).latest()).rejects.toThrow('status 404')
    expect(bank.calls()).toBe(1)
  })

  it('is given up without an answer, and repeated twice', async () => {
    bank.say({ hangs: true })
    await expect(openEcbRates(bank.url).latest()).rejects.toThrow('did not answer in time')
    expect(bank.calls()).toBe(3)
  })

  it('ends an endless answer', async () => {
    bank.say({ body: `${good}${' '.repeat(300_000)}` })
    await expect(openEcbRates(bank.url).latest()).rejects.toThrow('too long')
  })
})
