// Tests each field of the API's projects and batches, made of rows whose values all differ.
import { expect, it } from 'vitest'
import { textIn } from '#texts/text-in.ts'
import { batchOnWire, projectOnWire, summaryOnWire } from './catalogue-on-wire.ts'

const summary = {
  ...{ id: 'project-1', position: 4, name: 'WIND FARM 7', shown_name: 'Wind farm', scene: 'wind' },
  ...{ image_url: 'https://pictures.example/1.jpg', country: 'TR', status: 'Certified Design' },
  ...{ registry: 'GS', registry_name: 'Gold Standard', external_id: 'GS7' },
  ...{ project_type: ['Wind', 'PV'], sdgs: [7, 13], is_demo: true, is_offered: true },
  ...{ external_url: 'https://registry.example/7', batch_count: 2, total_kg: 9_000 },
  ...{ available_kg: 4_000, price_micros: 24_300, price_currency: 'EUR' },
}
const shown = {
  ...{ id: 'project-1', name: 'WIND FARM 7', shown_name: 'Wind farm', scene: 'wind' },
  ...{ image_url: 'https://pictures.example/1.jpg', country: 'TR', status: 'Certified Design' },
  ...{ registry_name: 'Gold Standard', external_id: 'GS7', project_type: ['Wind', 'PV'] },
  ...{ batch_count: 2, total_kg: 9_000, available_kg: 4_000 },
  external_url: 'https://registry.example/7',
  price_from: { price_per_kg: 0.0243, currency: 'EUR' },
}
const batch = {
  ...{ id: 'batch-1', project_id: 'project-1', price_micros: 20_000, currency: 'GBP' },
  ...{ vintage_year: 2024, name: 'Vintage 2024', available_kg: 3_000, issued_kg: 5_000 },
  ...{ serial_number: 'GS-1', is_offered: true, uncompared: false },
}
const { price_micros: _, available_kg: __, issued_kg: ___, ...sameColumns } = batch
const batchShown = { ...sameColumns, price_per_kg: 0.02, kg_available: 3_000, amount_kg: 5_000 }

it('a project of a list has its names, address, stock and cheapest price', () => {
  expect(summaryOnWire(summary)).toEqual({ ...shown, raw_data: { sdgs: [7, 13], is_demo: true } })
})

it.each([
  [{ price_micros: null, price_currency: null }],
  [{ price_micros: 1, price_currency: null }],
  [{ price_micros: null, price_currency: 'EUR' }],
])('a project without a price has none: %j', (price) => {
  expect(summaryOnWire({ ...summary, ...price }).price_from).toBeNull()
})

it('a project without an address has the one that its registry’s id gives', () => {
  expect(summaryOnWire({ ...summary, external_url: null }).external_url).toBe(
    'https://registry.goldstandard.org/projects?q=GS7',
  )
})

it('a batch has its price in units, and both of its amounts', () => {
  expect(batchOnWire(batch)).toEqual(batchShown)
})

it('a project has its facts, its batches and its weeks, in their order', () => {
  const row = {
    ...{ ...summary, is_offered: false, description: 'Nine turbines.' },
    ...{ country_name: 'Türkiye', developer: 'Gale', raw_data: { methodology: 'A', is_demo: 0 } },
  }
  const weeks = [
    { week_start: '2025-12-29', sold_kg: 5 },
    { week_start: '2026-01-05', sold_kg: 0 },
  ]
  const own = {
    ...{ ...shown, description: 'Nine turbines.', is_described: true, is_offered: false },
    raw_data: {
      ...{ methodology: 'A', sdgs: [7, 13], is_demo: true },
      ...{ country_name: 'Türkiye', developer: 'Gale' },
    },
    batches: [batchShown, { ...batchShown, id: 'batch-2' }],
    weeklyPurchases: [
      { week: '2026-1', purchased_kg: 5 },
      { week: '2026-2', purchased_kg: 0 },
    ],
  }
  expect(projectOnWire(row, [batch, { ...batch, id: 'batch-2' }], weeks)).toEqual(own)
  const works = textIn('en', 'project_works_wind')
  expect(projectOnWire({ ...row, description: '' }, [], [])).toEqual({
    ...{ ...own, is_described: false, batches: [], weeklyPurchases: [] },
    description: `${works}\n${textIn('en', 'project_effects_wind')}`,
  })
})
