// Tests which batch a reward and a one-step gift take (docs/product.md#reward-batch).
import { expect, test, vi } from 'vitest'
import { type Batch, exampleBatch } from '#features/catalogue/catalogue-calls.ts'
import { cheapestBatch, readOffer, rewardBatch } from './best-batch.ts'

const rates = new Map([
  ['GBP', 1],
  ['EUR', 0.87],
])

/** Fields of a batch that a choice reads. */
type Choosable = Pick<Batch, 'id' | 'project_id' | 'price_per_kg' | 'currency' | 'kg_available'>

function batch(id: string, price: number, kg: number, more: Partial<Choosable> = {}): Choosable {
  return {
    id,
    project_id: 'other',
    price_per_kg: price,
    currency: 'GBP',
    kg_available: kg,
    ...more,
  }
}
const ofFeatured = { project_id: 'featured' }
const preferred = (kg: number) => batch('preferred', 0.05, kg, ofFeatured)
const dear = batch('dear', 0.04, 10, ofFeatured)
const fair = batch('fair', 0.03, 10, ofFeatured)
const cheapest = batch('cheapest', 0.01, 10)

test.each([
  ['the preferred one of the featured project', preferred(2), [dear, fair, cheapest], 'preferred'],
  ['the project’s cheapest where the preferred has none', preferred(0), [dear, fair], 'fair'],
  ['the project’s cheapest where the preferred has too little', preferred(1), [dear], 'dear'],
  ['the project’s cheapest where none is preferred', null, [dear, cheapest, fair], 'fair'],
  ['the cheapest of all where the project has none', preferred(0), [cheapest], 'cheapest'],
  ['none where nothing is left', preferred(0), [batch('empty', 0.01, 0)], undefined],
])('a reward of 2 kg takes %s', (_case, preferred_batch, batches, id) => {
  const featured = { id: 'featured', preferred_batch }
  expect(rewardBatch({ featured, batches, rates }, 2)?.id).toBe(id)
})

test('a reward takes the cheapest of all where no project is featured', () => {
  const offer = { featured: undefined, batches: [dear, cheapest], rates }
  expect(rewardBatch(offer, 2)?.id).toBe('cheapest')
})

test.each([
  ['in the person’s own currency', [batch('pound', 0.03, 9), euro('euro', 0.032)], 'euro'],
  ['the first of two that cost the same', [batch('one', 0.03, 9), batch('two', 0.03, 9)], 'one'],
  [
    'one with a known rate before any without',
    [batch('lira', 0.001, 9, { currency: 'TRY' }), batch('pound', 0.03, 9)],
    'pound',
  ],
  ['one without a known rate before none', [batch('lira', 1, 9, { currency: 'TRY' })], 'lira'],
  ['one with exactly as much', [batch('last', 0.01, 5), batch('pound', 0.03, 9)], 'last'],
  ['none where none has enough', [batch('little', 0.01, 4)], undefined],
])('the cheapest of 5 kg is %s', (_case, batches, id) => {
  expect(cheapestBatch(batches, 5, rates)?.id).toBe(id)
})

test('an offer has all batches, and the rate of each other currency that is known', async () => {
  const listed = ['GBP', 'EUR', 'TRY', 'EUR', 'USD'].map((currency, place) => ({
    ...{ ...exampleBatch, id: `b${place}`, currency },
  }))
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    if (!path.includes('from=')) return Response.json(listed)
    const from = new URL(path, 'https://passport.example').searchParams.get('from')
    const rate = { EUR: 0.87, USD: 0.79 }[String(from)]
    const to = { from, to: 'GBP', rate, as_of: '2026-11-20', source: 'ecb' }
    return Response.json(rate ? to : { code: 'x' }, { status: rate ? 200 : 404 })
  })
  const offer = await readOffer('GBP')
  vi.unstubAllGlobals()
  expect(offer.batches.map(({ id }) => id)).toEqual(['b0', 'b1', 'b2', 'b3', 'b4'])
  expect([...offer.rates]).toEqual([
    ['GBP', 1],
    ['EUR', 0.87],
    ['USD', 0.79],
  ])
  expect(asked.slice(1).map((path) => path.split('?')[1])).toEqual(
    ['EUR', 'TRY', 'USD'].map((from) => `from=${from}&to=GBP`),
  )
})

function euro(id: string, price: number): Choosable {
  return batch(id, price, 9, { currency: 'EUR' })
}
