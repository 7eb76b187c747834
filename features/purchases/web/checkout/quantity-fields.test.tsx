// What is offered and said around the amount of a checkout, as it is first drawn.
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { BatchField, limitWords } from './quantity-fields.tsx'

const batch = (id: string, vintage_year: number, price_per_kg: number, kg_available = 10) => ({
  ...{ id, vintage_year, price_per_kg, kg_available, currency: 'GBP', is_offered: true },
  ...{ project_id: 'project', name: 'Wind', amount_kg: 100, serial_number: `GS1-${id}` },
})

it('batches stand newest vintage first, then the cheapest, then by serial; what is gone only where it is chosen', () => {
  const batches = [
    ...[batch('10', 2023, 0.02), batch('9', 2023, 0.02), batch('dear', 2024, 0.03)],
    ...[batch('cheap', 2024, 0.01), batch('gone', 2025, 0.01, 0), batch('chosen', 2026, 0.01, 0)],
  ]
  const html = renderToStaticMarkup(
    <BatchField {...{ batches, batch: batches.at(-1), onChange: () => undefined }} />,
  )
  const values = [...html.matchAll(/<option[^>]* value="([^"]+)"/g)].map(([, value]) => value)
  expect(values).toEqual(['cheap', 'dear', '9', '10', 'chosen'])
})

it('more than one purchase may take is said as it is typed', () => {
  expect(['10000', '10,000', '', 'many'].map(limitWords)).toEqual(Array(4).fill(undefined))
  expect(limitWords('10001')).toBe('Invalid selection.')
})
