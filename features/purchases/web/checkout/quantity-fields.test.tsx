// Tests the choices and hints around the quantity of a checkout, at the first render.

import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { exampleBatch } from '#features/catalogue/catalogue-calls.ts'
import { draw, openPage } from '#web/test-page.ts'
import { BatchField, limitWords, QuantityFields } from './quantity-fields.tsx'

const batch = (id: string, vintage_year: number, price_per_kg: number, kg_available = 10) => ({
  ...{ ...exampleBatch, id, vintage_year, price_per_kg, kg_available, serial_number: `GS1-${id}` },
})

it('batches are listed newest vintage first, then cheapest, then by serial; a sold-out one only where it is chosen', () => {
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

it('an amount over the limit of a purchase is reported while it is typed', () => {
  expect(['10000', '10,000', '', 'many'].map(limitWords)).toEqual(Array(4).fill(undefined))
  expect(limitWords('10001')).toBe('Invalid selection.')
})

const fieldsOf = (kgText: string, kg_available: number, error?: string) =>
  renderToStaticMarkup(
    <QuantityFields
      {...{ kgText, rate: 1, currency: 'GBP', error }}
      batch={batch('one', 2024, 0.02, kg_available)}
      presets={[10, 50, 100].map((kg) => ({ kg, price: kg * 0.02 }))}
      onChange={() => undefined}
    />,
  ).replaceAll('\u00a0', ' ')
const choicesOf = (html: string, state: string) =>
  [...html.matchAll(/<input type="radio"[^>]*>/g)]
    .filter(([field]) => field.includes(` ${state}=""`))
    .map(([field]) => /aria-label="(\d+)"/.exec(field)?.[1])

it('the presets reach to the kilograms left; a chosen one stays', () => {
  expect(choicesOf(fieldsOf('10', 50), 'disabled')).toEqual(['100'])
  const html = fieldsOf('100', 50)
  expect([choicesOf(html, 'disabled'), choicesOf(html, 'checked')]).toEqual([[], ['100']])
  expect(html).toContain('aria-description="£2.00"')
})

it('an amount over the kilograms left is reported while it is typed, with a button to take the rest', () => {
  expect(fieldsOf('51', 50)).toContain('Only 50 kg left in this batch.')
  expect(fieldsOf('51', 50)).toContain('Take 50 kg')
  for (const html of [fieldsOf('50', 50), fieldsOf('51', 60_000), fieldsOf('51', 51)]) {
    expect(html).not.toMatch(/left in this batch|Take/)
  }
  const over = fieldsOf('10001', 60_000)
  expect([over.includes('Invalid selection.'), over.includes('Take 10,000 kg')]).toEqual([
    true,
    true,
  ])
  expect(fieldsOf('10001', 10_000)).not.toContain('left in this batch')
  const soldOut = fieldsOf('1', 0)
  expect([soldOut.includes('This batch is sold out.'), soldOut.includes('Take')]).toEqual([
    true,
    false,
  ])
  expect(fieldsOf('10', 50, 'The reason.')).toContain('The reason.')
})

it('one batch alone shows no choice', () => {
  const only = batch('one', 2024, 0.02)
  const html = renderToStaticMarkup(
    <BatchField {...{ batches: [only], batch: only, onChange: () => undefined }} />,
  )
  expect(html).not.toContain('<select')
  expect(html.replaceAll('\u00a0', ' ')).toMatch(/Vintage 2024.*10 kg left/)
})

it('an amount in money shows and orders its kilograms; another choice replaces it', async () => {
  openPage()
  const orders: string[] = []
  const part = (kgText: string) => (
    <QuantityFields
      {...{ kgText, rate: 1, currency: 'GBP', error: undefined, presets: [] }}
      batch={batch('one', 2024, 0.039, 60_000)}
      onChange={(next) => orders.push(next)}
    />
  )
  const page = await draw(part('100'))
  await page.press('£')
  await page.type('Or another amount', '5')
  await page.again(part('128'))
  expect([orders.at(-1), page.text().includes('£5.00 = 128 kg')]).toEqual(['128', true])
  await page.type('Or another amount', '0.02')
  await page.again(part('0'))
  expect([orders.at(-1), page.text().includes('£0.02 buys less than one')]).toEqual(['0', true])
  await page.type('Or another amount', 'five')
  await page.again(part(''))
  expect([orders.at(-1), page.text().includes('Write an amount like £5.00.')]).toEqual(['', true])
  expect(page.valueOf('Or another amount')).toBe('five')
  await page.again(part('50'))
  expect([page.valueOf('Or another amount'), page.text().includes('five')]).toEqual(['', false])
})
