// Tests the choices and hints around the quantity of a checkout, at the first render.

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { type Batch, exampleBatch } from '#features/catalogue/catalogue-calls.ts'
import { getExchangeRate } from '#features/wallet/wallet-calls.ts'
import { markupOf } from '#web/test-markup.tsx'
import { draw, openPage } from '#web/test-page.ts'
import { texts } from '#web/texts.ts'
import { amountHint, BatchField, limitErrorOf, QuantityFields } from './quantity-fields.tsx'

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

it('the closed field has the chosen batch’s price, kilograms left and serial number', async () => {
  openPage()
  const list = [
    batch('one', 2024, 0.01, 5_000),
    batch('two', 2023, 0.02),
    batch('gone', 2022, 1, 0),
  ]
  const chosen: string[] = []
  const part = (of: Batch | undefined) => (
    <QueryClientProvider client={new QueryClient()}>
      <BatchField
        {...{ batches: list, batch: of, currency: 'GBP' }}
        onChange={(id) => chosen.push(id)}
      />
    </QueryClientProvider>
  )
  const page = await draw(part(list[1]))
  const closed = () => {
    const select = document.querySelector('select')
    const hint = document.getElementById(select?.getAttribute('aria-describedby') ?? '')
    const shown = select?.parentElement?.querySelector('span')
    return [shown, hint].map((each) => each?.textContent?.replaceAll('\u00a0', ' '))
  }
  expect(closed()).toEqual(['Vintage 2023 · £20.00 a tonne', '10 kg left · GS1-two'])
  await page.type('Batch', 'one')
  expect(chosen).toEqual(['one'])
  await page.again(part(list[0]))
  expect(closed()).toEqual(['Vintage 2024 · £10.00 a tonne', '5,000 kg left · GS1-one'])
  await page.again(part(list[2]))
  expect(closed()).toEqual(['Vintage 2022 · sold out', 'GS1-gone'])
  expect(optionsOf(list).at(-1)).toEqual(['gone', 'Vintage 2022 · sold out'])
})

it('a preset, the rest of a batch, and a typed amount are each the next choice', async () => {
  openPage()
  const orders: string[] = []
  const page = await draw(
    <QuantityFields
      {...{ kgText: '51', rate: 1, currency: 'EUR', error: undefined }}
      batch={batch('one', 2024, 0.02, 50)}
      presets={[
        { kg: 10, price: 0.2 },
        { kg: 1_000, price: undefined },
      ]}
      onChange={(next) => orders.push(next)}
    />,
  )
  const radios = [...document.querySelectorAll('input[type=radio]')]
  expect(
    radios.map((each) => [each.getAttribute('aria-description'), each.hasAttribute('disabled')]),
  ).toEqual([
    ['€0.20', false],
    [null, true],
  ])
  await page.tick('10')
  await page.press('Take 50 kg')
  await page.type('Or another amount', '7')
  expect(orders).toEqual(['10', '50', '7'])
})

it('the amount is in kilograms or money, and back in kilograms shows those bought', async () => {
  openPage()
  const orders: string[] = []
  const part = (kgText: string, of: Batch | undefined = batch('one', 2024, 0.02, 60_000)) => (
    <QuantityFields
      {...{ kgText, rate: 0.5, currency: 'EUR', error: undefined, presets: [], batch: of }}
      onChange={(next) => orders.push(next)}
    />
  )
  const page = await draw(part('100'))
  const state = () => [
    page.valueOf('Or another amount'),
    document.querySelector('input[name=quantity]')?.getAttribute('inputmode'),
    ...[...document.querySelectorAll('button[aria-pressed]')].map((each) => [
      each.textContent,
      each.getAttribute('aria-pressed'),
    ]),
  ]
  const kilograms = [
    ['kg', 'true'],
    ['€', 'false'],
  ]
  const money = [
    ['kg', 'false'],
    ['€', 'true'],
  ]
  expect(state()).toEqual(['100', 'numeric', ...kilograms])
  await page.press('€')
  expect(state()).toEqual(['', 'decimal', ...money])
  await page.type('Or another amount', '5')
  await page.again(part('500'))
  expect([orders, page.text().includes('€5.00 = 500 kg')]).toEqual([['500'], true])
  expect(state()).toEqual(['5', 'decimal', ...money])
  await page.press('kg')
  expect(state()).toEqual(['500', 'numeric', ...kilograms])
  await page.press('€')
  await page.again(
    <QuantityFields
      {...{ kgText: '500', batch: undefined, presets: [] }}
      rate={1}
      currency="EUR"
      error={undefined}
      onChange={() => undefined}
    />,
  )
  expect(state()).toEqual(['500', 'numeric', ...kilograms])
})

it.each([
  ['1.500', texts.purchases_amount_unclear({ typed: '1.500' })],
  ['0', 'Whole kilograms, 1 to 10,000.'],
  ['10001', 'Whole kilograms, 1 to 10,000.'],
  ['1', undefined],
  ['10000', undefined],
])('an amount that cannot be bought has a hint: %s', (typed, words) => {
  expect(amountHint(typed)).toBe(words)
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
