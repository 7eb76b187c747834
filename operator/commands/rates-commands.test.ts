// Tests the import of rates from a file while the server runs: all days or none, and effective at
// once.
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadBundledRates } from '#providers/exchange-rates/store-rates.ts'
import { Person } from '#tests/support/people/person.ts'
import { dailyFile, ratesFile } from '#tests/support/servers/rates-server.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const bundledXml = resolve(import.meta.dirname, '../../providers/exchange-rates/ecb-2026-04-13.xml')
const removeRates = statement('test-remove-all-rates', {}, 'delete from exchange_rates')
const readDollars = statement(
  'test-dollars-by-day',
  { as_of: 'date', units_per_eur: 'numeric' },
  `select as_of, units_per_eur from exchange_rates where currency = 'USD' order by as_of`,
)
const good = { USD: '1.1700', GBP: '0.87100', TRY: '52.3000' }

let test: TestApp
let someone: Person
let folder: string
beforeAll(async () => {
  test = await startTestApp()
  someone = await new Person(test.url).signIn()
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-rates-'))
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  await test.services.db.run(removeRates)
  await loadBundledRates(test.services.db)
})

async function importRates(name: string, content: string | Buffer, ...flags: string[]) {
  const path = join(folder, name)
  await writeFile(path, content)
  return operate('rates', 'import', path, '--json', ...flags)
}

async function operate(...args: readonly string[]) {
  const DATABASE_URL = test.databaseUrl
  const { code, stdout, stderr } = await runOperator({ DATABASE_URL }, args)
  return { code, json: JSON.parse(stdout) as unknown, stderr }
}

const served = async () =>
  (await someone.get('/api/tokens/transaction/fx/latest?from=EUR&to=USD')).body
const dollars = () => test.services.db.run(readDollars)

describe('rates out of a file', () => {
  it('replace those of the same day, and a running server has them at once', async () => {
    await expect.poll(served).toMatchObject({ as_of: '2026-04-13', rate: 1.1684 })
    const corrected = dailyFile('2026-04-13', { ...good, USD: '1.1699' })
    expect(await importRates('corrected.xml', corrected)).toMatchObject({
      code: 0,
      json: { ok: true, days: 1, from: '2026-04-13', changed: 4, in_force: '2026-04-13' },
    })
    await expect.poll(served).toMatchObject({ rate: 1.1699 })
    expect(await importRates('again.xml', corrected)).toMatchObject({ json: { changed: 0 } })
  })

  it('are all days of the bank’s 90-day file, of which the newest serves', async () => {
    const days = Array.from({ length: 62 }, (_, index) => {
      const day = new Date(Date.UTC(2026, 3, 14) - index * 86_400_000).toISOString().slice(0, 10)
      // More than a tenth over the whole time, never between two days.
      return [day, { ...good, TRY: (52.3 - index * 0.12).toFixed(4) }] as const
    })
    expect(await importRates('eurofxref-hist-90d.xml', ratesFile(days))).toMatchObject({
      code: 0,
      json: { days: 62, from: '2026-02-12', to: '2026-04-14', in_force: '2026-04-14' },
    })
    expect(await dollars()).toHaveLength(62)
    await expect.poll(served).toMatchObject({ as_of: '2026-04-14', rate: 1.17 })
  })

  it('may be the bank’s CSV files: a day in words, commas at the end, N/A for a missing rate', async () => {
    const daily = 'Date, USD, GBP, TRY, ISK, \n14 April 2026, 1.17, 0.87, 52.3, N/A, \n\n'
    expect(await importRates('eurofxref.csv', daily)).toMatchObject({
      json: { ok: true, days: 1, from: '2026-04-14', changed: 4 },
    })
    const history =
      '\uFEFFDate,USD,GBP,TRY,CYP,\r\n2026-04-10,1.1711,0.87105,52.3147,N/A,\r\n' +
      '2026-04-09,1.1700,0.87100,52.3000,N/A,\r\n'
    expect(await importRates('eurofxref-hist.csv', history)).toMatchObject({
      json: { ok: true, days: 2, from: '2026-04-09', in_force: '2026-04-14' },
    })
    expect(await dollars()).toEqual([
      { as_of: '2026-04-09', units_per_eur: '1.1700' },
      { as_of: '2026-04-10', units_per_eur: '1.1711' },
      { as_of: '2026-04-13', units_per_eur: '1.1684' },
      { as_of: '2026-04-14', units_per_eur: '1.17' },
    ])
  })

  it('of an earlier day leave the newest in force, and the command names its day', async () => {
    const path = join(folder, 'earlier.xml')
    await writeFile(path, dailyFile('2026-04-09', good))
    const DATABASE_URL = test.databaseUrl
    const { stdout } = await runOperator({ DATABASE_URL }, ['rates', 'import', path])
    expect(stdout).toContain('Rates of 2026-04-09:')
    expect(stdout).toContain('The rates of 2026-04-13 are in force.')
  })

  it('are named in whole sentences: the days, what was new, left out or refused, and what helps', async () => {
    const linesOf = async (content: string, ...flags: readonly string[]) => {
      const path = join(folder, 'shown.csv')
      await writeFile(path, content)
      const settings = { DATABASE_URL: test.databaseUrl }
      const ran = await runOperator(settings, ['rates', 'import', path, ...flags])
      return { code: ran.code, lines: ran.stdout.trimEnd().split('\n') }
    }
    const header = 'Date,USD,GBP,TRY\n'
    const two = `${header}2026-04-15,1.17,0.871,52.3\n2026-04-14,1.17,0.871,52.3\n`
    const inForce = 'The rates of 2026-04-15 are in force.'
    const period = '2 days from 2026-04-14 to 2026-04-15'
    expect(await linesOf(two)).toEqual({
      code: 0,
      lines: [`Rates of ${period}: 8 were new or differed.`, inForce],
    })
    expect(await linesOf(two)).toEqual({
      code: 0,
      lines: [`Rates of ${period}: they are already in force, nothing was changed.`, inForce],
    })
    const jump = `${header}2026-04-16,1.17,0.871,70\n`
    const went = '2026-04-16: TRY went from 52.3 to 70 for a euro.'
    expect(await linesOf(jump)).toEqual({
      code: 1,
      lines: [went, 'The rates of 2026-04-16 were not taken. If that is right, say --accept-jump.'],
    })
    const wrong = await linesOf(`${header}2026-04-16,0,0.871,52.3\n`)
    expect([wrong.code, wrong.lines.at(-1)]).toEqual([1, 'The rates of 2026-04-16 were not taken.'])
    const days = Array.from({ length: 12 }, (_, day) => [day + 16, day === 0 ? 150 : 190])
    const krona = days.map(([day, isk]) => `2026-04-${day},1.17,0.871,52.3,${isk}\n`).join('')
    const skipping = await linesOf(`Date,USD,GBP,TRY,ISK\n${krona}`)
    expect([skipping.code, skipping.lines.length, skipping.lines.slice(10)]).toEqual([
      0,
      14,
      [
        '… and 1 more.',
        'These rates were left out.',
        expect.stringMatching(/^Rates of 12 days from 2026-04-16 to 2026-04-27: \d+ were new/),
        'The rates of 2026-04-27 are in force.',
      ],
    ])
  })

  it('are compared with the last day before them, not with an older one', async () => {
    const old = ratesFile([['2026-03-02', { ...good, USD: '1.0400' }]])
    expect(await importRates('old.xml', old)).toMatchObject({ json: { ok: true } })
    expect(await importRates('next.xml', dailyFile('2026-04-14', good))).toMatchObject({
      code: 0,
      json: { ok: true, in_force: '2026-04-14' },
    })
  })

  it('leave out a currency that no user has, for each day that jumps', async () => {
    const csv =
      'Date,USD,GBP,TRY,ISK,Note\n2026-04-15,1.17,0.871,52.3,190.5,late\n' +
      '2026-04-14,1.17,0.871,52.3,190.5,\n2026-04-12,1.17,0.871,52.3,143.2,\n'
    expect(await importRates('krona.csv', csv)).toMatchObject({
      code: 0,
      json: {
        days: 3,
        in_force: '2026-04-15',
        skipped: ['2026-04-14', '2026-04-15'].map(
          (day) => `${day}: ISK went from 143.20 to 190.5 for a euro.`,
        ),
      },
    })
    expect(await importRates('krona.csv', csv, '--accept-jump')).toMatchObject({
      json: { changed: 2, skipped: [] },
    })
  })

  it('may be the bundled day itself, whose source is then the bank', async () => {
    const path = join(folder, 'bundled.xml')
    await copyFile(bundledXml, path)
    expect(await operate('rates', 'import', path, '--json')).toMatchObject({
      json: { ok: true, changed: 30 },
    })
    expect(await operate('rates', 'import', path, '--json')).toMatchObject({ json: { changed: 0 } })
    expect((await someone.get('/api/wallet')).body).not.toHaveProperty('has_example_rates')
  })

  it.each([
    ['the same day', '2026-04-13'],
    ['the next day', '2026-04-14'],
  ])('that jump on %s need a confirmation', async (_, day) => {
    const file = dailyFile(day, { ...good, TRY: '60.0000' })
    const refused = await importRates('jump.xml', file)
    expect(refused).toMatchObject({
      code: 1,
      json: {
        ok: false,
        changed: 0,
        refused: [`${day}: TRY went from 52.2478 to 60.0000 for a euro.`],
      },
    })
    expect(refused.stderr).toContain('--accept-jump')
    const taken = await importRates('jump.xml', file, '--accept-jump')
    expect(taken).toMatchObject({ code: 0, json: { in_force: day, changed: expect.any(Number) } })
    const again = await importRates('jump.xml', file)
    expect(again).toMatchObject({ code: 0, json: { ok: true, in_force: day, changed: 0 } })
  })

  it('whose jump is in force are not reported, and another jump behind them is', async () => {
    const jump = ['2026-04-14', { ...good, TRY: '60.0000' }] as const
    const before = ['2026-04-13', good] as const
    const accepted = ratesFile([jump, before])
    expect(await importRates('two-days.xml', accepted)).toMatchObject({ code: 1 })
    expect(await importRates('two-days.xml', accepted, '--accept-jump')).toMatchObject({ code: 0 })
    expect(await importRates('two-days.xml', accepted)).toMatchObject({
      code: 0,
      json: { ok: true, changed: 0 },
    })
    const later = (TRY: string) => ratesFile([['2026-04-15', { ...good, TRY }], jump, before])
    expect(await importRates('later.xml', later('70.0000'))).toMatchObject({
      code: 1,
      json: { refused: ['2026-04-15: TRY went from 60.0000 to 70.0000 for a euro.'] },
    })
    expect(await importRates('later.xml', later('61.0000'))).toMatchObject({ code: 0 })
  })

  it.each<[string, string | Buffer, RegExp]>([
    [
      'one bad day among good ones',
      ratesFile([
        ['2026-04-15', good],
        ['2026-04-14', { ...good, USD: '0' }],
      ]),
      /2026-04-14: USD is 0/,
    ],
    [
      'a jump between two of its days',
      ratesFile([
        ['2026-04-15', { ...good, GBP: '0.99' }],
        ['2026-04-14', good],
      ]),
      /2026-04-15: GBP went from 0.87100 to 0.99/,
    ],
    ['a day yet to come', dailyFile('2199-01-01', good), /yet to come/],
    ['a missing currency', 'Date,USD,GBP,TRY,\n2026-04-14,1.17,0.87,N/A,\n', /TRY is missing/],
    [
      'a day twice',
      ratesFile([
        ['2026-04-14', good],
        ['2026-04-14', good],
      ]),
      /2026-04-14 stands twice/,
    ],
    ['a day in another form', 'Date,USD,GBP,TRY\n14.04.2026,1.17,0.87,52.3\n', /Line 2: "14.04/],
    ['a short line', 'Date,USD,GBP,TRY\n2026-04-14,1.17,0.87\n', /Line 2 has 2 rates for 3/],
    ['no line', 'Date,USD,GBP,TRY,\n', /no rates below the header/],
    ['another header', 'Day,USD\n2026-04-14,1.17\n', /unknown form/],
    ['semicolons', 'Date;USD;GBP;TRY\n2026-04-14;1,17;0,87;52,3\n', /separated by semicolons/],
    ['nothing', '', /unknown form/],
    ['Latin-1', Buffer.from('Date,USD\n13 avril 2026 é,1\n', 'latin1'), /line 2: .*not UTF-8/],
    [
      'an entity for a rate',
      dailyFile('2026-04-14', { ...good, USD: '&a;' }).replace(
        '?>',
        '?><!DOCTYPE x [<!ENTITY a "1.17">]>',
      ),
      /USD is &a;/,
    ],
    [
      'an entity that names a file',
      dailyFile('2026-04-14', { ...good, USD: '&a;' }).replace(
        '?>',
        '?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]>',
      ),
      /unknown form|USD is &a;/,
    ],
    ['far too much', ' '.repeat(17 * 2 ** 20), /is longer than/],
  ])('are refused whole for %s, with or without a confirmation', async (_, content, reason) => {
    const before = await dollars()
    const flags = String(reason).includes('went') ? [] : ['--accept-jump']
    const { code, json } = await importRates('bad-rates', content, ...flags)
    expect(code).toBe(1)
    expect(JSON.stringify(json)).toMatch(new RegExp(reason.source.replaceAll('"', '\\\\"')))
    expect(await dollars()).toEqual(before)
  })

  it('that are missing, or a folder, end with a sentence', async () => {
    const missing = await operate('rates', 'import', join(folder, 'none.xml'), '--json')
    expect(missing.json).toMatchObject({ ok: false, error: expect.stringMatching(/^There is no/) })
    const { json } = await operate('rates', 'import', folder, '--json')
    expect(json).toMatchObject({ error: expect.stringMatching(/ is a folder, not a file\.$/) })
  })
})

describe('rates of the provider', () => {
  const settings = () => ({ DATABASE_URL: test.databaseUrl })
  it('are named with their source, their day and the number of changes', async () => {
    const refresh = async (...flags: readonly string[]) => {
      const { code, stdout } = await runOperator(settings(), ['rates', 'refresh', ...flags])
      return [code, stdout.trim()]
    }
    const named = 'Rates of European Central Bank, example, 2026-04-13'
    expect(await refresh()).toEqual([0, `${named}: 0 currencies were new or differed.`])
    await test.services.db.run(removeRates)
    const [code, text] = await refresh('--json')
    expect([code, JSON.parse(String(text))]).toEqual([
      0,
      {
        source: 'European Central Bank, example',
        ...{ as_of: '2026-04-13', changed: 30, skipped: [] },
      },
    ])
  })
})
