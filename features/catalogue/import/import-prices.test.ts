// Tests the prices of several rows of an import: which are unusual, accepted, changed or refused, with the current and
// the earlier prices of their own batches.
import { expect, it } from 'vitest'
import type { RegistryBatch } from '#providers/registries/tables/batch-file.ts'
import { databaseOf } from '#tests/support/stored-rows.ts'
import type { OfferedBatch } from './batch-judgement.ts'
import { auditedPrice, checkPrices, describeChange } from './import-prices.ts'
import type { KnownBatch } from './known-catalogue.ts'
import { usualBand } from './price-judgement.ts'

const rates = {
  ...{ asOf: '2026-04-13', source: 'test' },
  unitsPerEur: new Map([
    ['EUR', '1'],
    ['USD', '1.25'],
    ['GBP', '0.5'],
  ]),
}
const rules = { band: usualBand, rates }
const rowOf = (line: number, serialNumber: string, priceMicros: number, currency = 'GBP') => ({
  ...{ file: 'b.csv', line },
  row: { serialNumber, priceMicros, currency } as RegistryBatch as OfferedBatch,
})
const price = (priceMicros: number, currency = 'GBP') => ({ priceMicros, currency })
const stored = (id: string, price_micros: number, currency = 'GBP') => ({
  ...{ id, batch_id: id, price_micros, currency },
})

const rows = [
  rowOf(2, 'S-1', 20_000),
  rowOf(3, 'S-2', 21_000),
  rowOf(4, 'S-3', 30_000),
  rowOf(5, 'S-4', 20_000, 'EUR'),
  rowOf(6, 'NEW-1', 20_000),
  rowOf(7, 'NEW-2', 2_500_000),
  rowOf(8, 'NEW-3', 20_000, 'TRY'),
]
const known = new Map(
  ['S-1', 'S-2', 'S-3', 'S-4'].map((serial) => [serial, { id: `id-${serial}` } as KnownBatch]),
)
const current = [
  stored('id-S-4', 10_000),
  stored('id-S-3', 20_000),
  stored('id-S-2', 20_000),
  stored('id-S-1', 20_000),
]
async function checked(acceptsPrices: boolean) {
  const { db, valuesOf } = databaseOf({
    'lock-batches-for-prices': [current],
    'find-prices-of-last-days': [[...current, stored('id-S-2', 10_000), stored('id-S-3', 29_000)]],
  })
  const found = await db.transaction((tx) => checkPrices(tx, rows, known, rules, { acceptsPrices }))
  const ids = [['id-S-1', 'id-S-2', 'id-S-3', 'id-S-4']]
  expect(valuesOf('lock-batches-for-prices')).toEqual([ids])
  expect(valuesOf('find-prices-of-last-days')).toEqual([ids])
  return found
}

const away = (earlier: string) =>
  `it is more than 20 % away from ${earlier} GBP, a price of the last 7 days`
const questions = [
  [3, `price_per_kg: S-2 from 0.02 GBP to 0.021 GBP (+5.0 %): ${away('0.01')}`],
  [4, `price_per_kg: S-3 from 0.02 GBP to 0.03 GBP (+50.0 %): ${away('0.02')}`],
  [
    7,
    'price_per_kg: NEW-2 is new at 2.5 GBP: it is outside of PRICE_BAND, 0.0005 to 1 USD a kilogram',
  ],
] as const
const faults = [
  {
    ...{ file: 'b.csv', line: 8 },
    fault:
      'price_per_kg: NEW-3 is new at 0.02 TRY: there is no exchange rate from TRY to USD: rates refresh',
  },
]
const changes = [
  { serialNumber: 'S-2', old: price(20_000), next: price(21_000) },
  { serialNumber: 'S-3', old: price(20_000), next: price(30_000) },
  { serialNumber: 'S-4', old: price(10_000), next: price(20_000, 'EUR') },
]

it('unusual prices are questions, until they are accepted', async () => {
  expect(await checked(false)).toEqual({
    ...{ faults, accepted: [], changes },
    questions: questions.map(([line, text]) => ({
      ...{ file: 'b.csv', line, fault: `${text} (--accept-price takes it)` },
    })),
  })
  const unusual = { serialNumber: 'NEW-2', old: null, next: price(2_500_000) }
  expect(await checked(true)).toEqual({
    ...{ faults, questions: [], changes, accepted: [...changes.slice(0, 2), unusual] },
  })
})

it('a change is described with its percent, and audited with both prices', () => {
  const change = { serialNumber: 'S-1', old: price(20_000, 'EUR'), next: price(30_000) }
  expect(describeChange(change, '+20.0 %')).toBe('S-1 from 0.02 EUR to 0.03 GBP (+20.0 %)')
  expect(describeChange(change, null)).toBe('S-1 from 0.02 EUR to 0.03 GBP')
  expect(auditedPrice(change)).toEqual(['S-1', 'old 0.02 EUR', 'new 0.03 GBP'])
  expect(auditedPrice({ ...change, old: null })).toEqual(['S-1', 'new 0.03 GBP'])
})
