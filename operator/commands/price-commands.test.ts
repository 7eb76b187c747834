// Tests prices from the command line: which need a confirmation, the history, and the audit trail.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '#platform/database/database.ts'
import { loadBundledRates } from '#providers/exchange-rates/store-rates.ts'
import {
  askRows,
  createTestDatabase,
  openTestDatabase,
  runSql,
  type TestDatabase,
} from '#tests/support/postgres.ts'
import { runOperator } from '#tests/support/servers/run-operator.ts'

const columns =
  'registry,external_project_id,project_name,country,country_code,project_type,vintage_year,' +
  'issuance_date,serial_number,quantity_tco2e,price_per_kg,currency'
const serialOf = (block: number) => `CAR-1-US-1335-31-983-KS-2025-${block}-1 to 5`
const row = (block: number, price: string, currency = 'GBP') =>
  `CAR,CAR1335,Soil,United States,US,Soil,2025,,${serialOf(block)},5,${price},${currency}`

let database: TestDatabase
let db: Database
let folder: string
/** Each test has a batch of its own, at 0.02 GBP. */
let block = 100
let serial: string
beforeAll(async () => {
  database = await createTestDatabase()
  db = openTestDatabase(database.url, 2)
  await loadBundledRates(db)
  folder = await mkdtemp(join(tmpdir(), 'carbon-passport-prices-'))
})
beforeEach(async () => {
  block += 1
  serial = serialOf(block)
  const { answer } = await importRows([row(block, '0.02')], '--create-projects')
  expect(answer).toMatchObject({ ok: true, added: 1 })
})
afterAll(async () => {
  await db.close()
  await database.drop()
  await rm(folder, { recursive: true })
})

async function run(...args: readonly string[]) {
  const ran = await runOperator({ DATABASE_URL: database.url }, [...args, '--json'])
  return { code: ran.code, answer: JSON.parse(ran.stdout), said: ran.stderr }
}
async function importRows(rows: readonly string[], ...flags: readonly string[]) {
  const file = join(folder, 'prices.csv')
  await writeFile(file, `${[columns, ...rows].join('\n')}\n`)
  return run('batches', 'import', file, '--by', 'ada', ...flags)
}
const price = (to: string, ...flags: readonly string[]) =>
  run('batches', 'price', serial, to, '--by', 'ada', '--reason', 'A new list.', ...flags)
const historyOf = async (of = serial): Promise<string[]> =>
  (await run('batches', 'prices', of)).answer.prices.map((each: { price: string }) => each.price)
const audited = async (command: string) =>
  (await run('audit', 'list', '--about', serial)).answer.entries.filter(
    (entry: { command: string }) => entry.command === command,
  )
/** As if a price had been set some days ago: the history itself cannot be changed. */
const addPrice = (micros: number, daysAgo: number) =>
  runSql(
    database.url,
    `insert into batch_prices (batch_id, price_micros, currency, at, by_name, source)
     select id, ${micros}, 'GBP', now() - interval '${daysAgo} days', 'ada', 'test'
     from batches where serial_number = '${serial}'`,
  )

it('changes a price by a step of at most 20 %, and keeps each with its time, author and source', async () => {
  expect(await price('0.024')).toMatchObject({
    code: 0,
    answer: { ok: true, changed: true, old: '0.02 GBP', new: '0.024 GBP', change: '+20.0 %' },
  })
  expect(await price('0.024')).toMatchObject({ code: 0, answer: { changed: false } })
  const { answer } = await run('batches', 'prices', serial)
  expect(answer).toEqual({
    ok: true,
    serial_number: serial,
    prices: [
      {
        ...{ at: expect.stringMatching(/^20.*Z$/), by: 'root (for ada)', price: '0.024 GBP' },
        ...{ price_per_kg: 0.024, currency: 'GBP', source: 'batches price' },
      },
      expect.objectContaining({
        by: 'root (for ada)',
        price: '0.02 GBP',
        source: 'import of prices.csv',
      }),
    ],
  })
  expect(await audited('batches price')).toMatchObject([
    {
      by: 'root (for ada)',
      reason: 'A new list.',
      about: [serial, 'old 0.02 GBP', 'new 0.024 GBP'],
    },
  ])
}, 60_000)

it.each([
  ['24.30', /outside of PRICE_BAND, 0.0005 to 1 USD/],
  ['0.00002', /outside of PRICE_BAND/],
  ['0.0241', /more than 20 % away from 0.02 GBP/],
  ['0.0159', /more than 20 % away from 0.02 GBP/],
])(
  'refuses %s until it is accepted',
  async (to, says) => {
    const refused = await price(to)
    expect(refused).toMatchObject({ code: 1, answer: { ok: false, code: 'price_unusual' } })
    expect(refused.answer.error).toMatch(says)
    expect(refused.answer.error).toContain('--accept-price')
    expect(await historyOf()).toEqual(['0.02 GBP'])
    expect(await price(to, '--accept-price')).toMatchObject({ code: 0, answer: { changed: true } })
    expect(await historyOf()).toHaveLength(2)
  },
  60_000,
)

it('adds up many small steps within 7 days', async () => {
  expect((await price('0.023')).code).toBe(0)
  expect((await price('0.024')).code).toBe(0)
  const third = await price('0.026')
  expect(third.answer).toMatchObject({ code: 'price_unusual' })
  expect(third.answer.error).toContain('away from 0.02 GBP')
}, 60_000)

it('compares with the price of 7 days ago, and with no older one', async () => {
  // 0.01 GBP until 6 days ago, though it was set 30 days ago.
  await addPrice(10_000, 30)
  await addPrice(20_000, 6)
  expect((await price('0.021')).answer.error).toContain('away from 0.01 GBP')
  await addPrice(20_000, 8)
  expect((await price('0.021')).code).toBe(0)
}, 60_000)

it('names every unusual price of a file by its line, and each accepted one', async () => {
  await importRows([row(block + 50_000, '0.02')])
  const rows = [
    row(block, '24.30'),
    row(block + 50_000, '0.021'),
    ...Array.from({ length: 12 }, (_, nth) => row(block * 1_000 + nth, '0.00001')),
  ]
  const refused = await importRows(rows)
  expect(refused.code).toBe(1)
  const lines = [2, ...Array.from({ length: 12 }, (_, nth) => nth + 4)]
  expect(refused.answer.faults.map(({ line }: { line: number }) => line)).toEqual(lines)
  expect(refused.answer.faults[0].fault).toMatch(
    /^price_per_kg: CAR-.* from 0.02 GBP to 24.3 GBP \(\+121400.0 %\): .*\(--accept-price takes it\)$/,
  )
  expect(await historyOf()).toEqual(['0.02 GBP'])
  const { answer } = await importRows(rows, '--accept-price', '--reason', 'A new list.')
  expect(answer).toMatchObject({ ok: true, added: 12, changed: 2 })
  expect(answer.accepted_prices).toHaveLength(13)
  expect(answer.accepted_prices).toContainEqual({
    ...{ serial_number: serial, old: '0.02 GBP', new: '24.3 GBP', change: '+121400.0 %' },
  })
  expect(await historyOf()).toEqual(['24.3 GBP', '0.02 GBP'])
  expect(await audited('batches import')).toMatchObject([
    {
      by: 'root (for ada)',
      reason: 'A new list.',
      outcome: 'done',
      about: [serial, 'old 0.02 GBP', 'new 24.3 GBP'],
    },
  ])
}, 60_000)

it('judges another currency by its value, and refuses one without a rate', async () => {
  const dearer = await importRows([row(block, '0.02', 'TRY')])
  expect(dearer.answer.faults[0].fault).toMatch(/from 0.02 GBP to 0.02 TRY \(-98.* %\)/)
  expect((await importRows([row(block, '0.023', 'EUR')])).answer).toMatchObject({ changed: 1 })
  expect(await historyOf()).toEqual(['0.023 EUR', '0.02 GBP'])
  await runSql(database.url, `delete from exchange_rates where currency = 'TRY'`)
  const unrated = await importRows([row(block * 1_000, '1', 'TRY')], '--accept-price')
  expect(unrated.answer.faults[0].fault).toContain('there is no exchange rate from TRY to USD')
  await loadBundledRates(db)
}, 60_000)

it('leaves a price as it is where a file has none for a known batch', async () => {
  const renamed = row(block, '', '')
  expect((await importRows([renamed])).answer).toMatchObject({ ok: true, unchanged: 1 })
  expect(await historyOf()).toEqual(['0.02 GBP'])
  expect((await importRows([row(block, '', 'EUR')])).answer).toMatchObject({ ok: false })
}, 60_000)

it('judges the second of two concurrent changes by the first', async () => {
  const both = await Promise.all([price('0.024'), price('0.0161')])
  expect(both.map(({ code }) => code).sort()).toEqual([0, 1])
  expect(await historyOf()).toHaveLength(2)
}, 60_000)

it('keeps the history from every change', async () => {
  for (const change of [
    'update batch_prices set price_micros = 1',
    'delete from batch_prices',
    'truncate batch_prices',
  ]) {
    await expect(runSql(database.url, change)).rejects.toThrow('insert-only')
  }
  const without = `select serial_number from batches b
    where not exists (select from batch_prices p where p.batch_id = b.id)`
  expect(await askRows(database.url, without)).toEqual([])
})

it('refuses an invalid price and an unknown batch', async () => {
  expect((await price('0,02')).answer.error).toContain('decimal comma')
  expect((await price('0')).code).toBe(2)
  const gone = await run('batches', 'price', 'CAR-9', '0.02', '--reason', 'A new list.')
  expect(gone.answer).toMatchObject({ ok: false, code: 'batch_not_found' })
  expect((await run('batches', 'prices', 'CAR-9')).answer).toMatchObject({ ok: false })
  expect((await run('batches', 'price', serial, '0.021')).answer.error).toContain('--reason')
})
