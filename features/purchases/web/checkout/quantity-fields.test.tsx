// Tests the choices and hints around the quantity of a checkout, at the first render.

import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { type Batch, exampleBatch } from '#features/catalogue/catalogue-calls.ts'
import { getExchangeRate } from '#features/wallet/wallet-calls.ts'
import { markupOf } from '#web/test-markup.tsx'
import { draw, openPage } from '#web/test-page.ts'
import { BatchField, limitErrorOf, QuantityFields } from './quantity-fields.tsx'

const batch = (id: string, vintage_year: number, price_per_kg: number, kg_available = 10) => ({
  ...{ ...exampleBatch, id, vintage_year, price_per_kg, kg_available, serial_number: `GS1-${id}` },
})

const rate = { from: 'USD', to: 'GBP', rate: 0.5, as_of: '2026-11-20', source: 'ecb' }
const known = [[[getExchangeRate.id, 'USD', 'GBP'], rate]] as const
function optionsOf(batches: readonly Batch[], chosen = batches.at(-1)) {
  const nothing = () => undefined
  const field = <BatchField {...{ batches, batch: chosen, currency: 'GBP', onChange: nothing }} />
  const html = markupOf(field, known).replaceAll('\u00a0', ' ')
  return [...html.matchAll(/<option[^>]* value="([^"]+)"[^>]*>([^<]*)/g)].map(
    ([, id, label]) => [id, label] as const,
  )
}
const idsOf = (...given: Parameters<typeof optionsOf>) => optionsOf(...given).map(([id]) => id)

it('batches are compared by the price of a tonne in the buyer’s currency, in the list’s order', () => {
  const dollars = { ...batch('usd', 2024, 0.03, 5_000), currency: 'USD' }
  expect(optionsOf([dollars, batch('gbp', 2024, 0.02, 9_000)])).toEqual([
    ['usd', 'Vintage 2024 · about £15.00 a tonne · 5,000 kg left'],
    ['gbp', 'Vintage 2024 · £20.00 a tonne · 9,000 kg left'],
  ])
  const unknown = { ...batch('eur', 2024, 0.03, 5_000), currency: 'EUR' }
  expect(optionsOf([unknown, batch('gbp', 2024, 0.02)])[0]).toEqual([
    ...['eur', 'Vintage 2024 · €30.00 a tonne · 5,000 kg left'],
  ])
})

it('a batch is left out where another one of its vintage is no dearer and has as many kilograms', () => {
  const list = [batch('a', 2024, 0.01, 20), batch('b', 2024, 0.02, 10), batch('c', 2024, 0.02, 30)]
  const chosen = batch('chosen', 2024, 0.09, 1)
  expect(idsOf([...list, batch('d', 2023, 0.05, 1), chosen])).toEqual(['a', 'c', 'd', 'chosen'])
  const alike = [batch('one', 2024, 0.01), batch('two', 2024, 0.01), batch('more', 2024, 0.01, 11)]
  expect(idsOf(alike, alike[0])).toEqual(['one', 'more'])
  expect(idsOf([batch('one', 2024, 0.01), batch('two', 2024, 0.01), chosen])).toEqual([
    'one',
    'chosen',
  ])
  // No purchase has more than 10,000 kg.
  const large = [batch('enough', 2024, 0.01, 10_000), batch('huge', 2024, 0.02, 60_000)]
  expect(idsOf([...large, chosen])).toEqual(['enough', 'chosen'])
})

it('a sold-out batch is listed only where it is chosen', () => {
  const list = [
    batch('left', 2024, 0.01),
    batch('gone', 2025, 0.01, 0),
    batch('chosen', 2026, 0.01, 0),
  ]
  expect(idsOf(list)).toEqual(['left', 'chosen'])
})

it('an amount over the limit of a purchase is reported while it is typed', () => {
  expect(['10000', '10,000', '', 'many'].map(limitErrorOf)).toEqual(Array(4).fill(undefined))
  expect(limitErrorOf('10001')).toBe('Invalid selection.')
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
  const given = { batches: [only], batch: only, currency: 'GBP', onChange: () => undefined }
  const html = markupOf(<BatchField {...given} />)
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
  await page.type('Or another amount', '1000')
  await page.again(part('10000'))
  expect([orders.at(-1), page.text()]).toEqual([
    '10000',
    expect.stringContaining('£1,000.00 buys more than 10,000 kg, the most of one purchase.'),
  ])
  await page.type('Or another amount', '€5')
  await page.again(part(''))
  expect([orders.at(-1), page.text().includes('Write an amount like £5.00.')]).toEqual(['', true])
  await page.type('Or another amount', 'five')
  await page.again(part(''))
  expect([orders.at(-1), page.text().includes('Write an amount like £5.00.')]).toEqual(['', true])
  expect(page.valueOf('Or another amount')).toBe('five')
  await page.again(part('50'))
  expect([page.valueOf('Or another amount'), page.text().includes('five')]).toEqual(['', false])
})
