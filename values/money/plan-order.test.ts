// Tests the choice of a plan's batch and kilograms.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { totalMinorOf } from './money.ts'
import { choosePlanOrder } from './plan-order.ts'

const cheap = { id: 'cheap', price_micros: 20_000, currency: 'GBP', available_kg: 10_000 }
const dear = { id: 'dear', price_micros: 50_000, currency: 'EUR', available_kg: 10_000 }
const rateOf = (currency: string) => ({ GBP: '1', EUR: '0.85' })[currency] ?? null
const offer = {
  amountMinor: 500,
  preferredId: null,
  batches: [cheap, dear],
  rateOf,
  isPayable: () => true,
}
const soldOut = (batch: typeof cheap) => ({ ...batch, available_kg: 0 })

describe('the order of a plan', () => {
  it('is of the cheapest batch, with the most kilograms that the amount pays for', () => {
    expect(choosePlanOrder(offer)).toEqual({ batch: cheap, quantityKg: 250, totalMinor: 500 })
    expect(choosePlanOrder({ ...offer, amountMinor: 501 })).toMatchObject({ quantityKg: 250 })
  })

  it('is of the preferred batch where there is one', () => {
    expect(choosePlanOrder({ ...offer, preferredId: 'dear' })).toMatchObject({
      batch: dear,
      quantityKg: 117,
      totalMinor: 497,
    })
    expect(choosePlanOrder({ ...offer, preferredId: 'elsewhere' })).toMatchObject({ batch: cheap })
  })

  it('passes over a batch that holds less than the amount buys', () => {
    const batches = [{ ...cheap, available_kg: 249 }, dear]
    expect(choosePlanOrder({ ...offer, batches })).toMatchObject({ batch: dear })
    const preferred = { ...offer, preferredId: 'dear', batches: [cheap, soldOut(dear)] }
    expect(choosePlanOrder(preferred)).toMatchObject({ batch: cheap })
    const exact = [{ ...cheap, available_kg: 250 }]
    expect(choosePlanOrder({ ...offer, batches: exact })).toMatchObject({ quantityKg: 250 })
  })

  it('passes over a batch whose total a card cannot pay', () => {
    const batches = [
      { ...cheap, price_micros: 300_000 },
      { ...dear, currency: 'GBP' },
    ]
    const isPayable = (totalMinor: number) => totalMinor >= 50
    const least = { ...offer, amountMinor: 50, isPayable }
    expect(choosePlanOrder({ ...least, batches })).toMatchObject({ batch: { id: 'dear' } })
    expect(choosePlanOrder({ ...least, batches: batches.slice(0, 1) })).toBe('amount_too_small')
  })

  it('is at most 10,000 kg', () => {
    expect(choosePlanOrder({ ...offer, amountMinor: 1_000_000 })).toMatchObject({
      quantityKg: 10_000,
      totalMinor: 20_000,
    })
  })

  it('says why there is none', () => {
    expect(choosePlanOrder({ ...offer, batches: [] })).toBe('insufficient_stock')
    expect(choosePlanOrder({ ...offer, batches: [soldOut(cheap)] })).toBe('insufficient_stock')
    const one = { ...cheap, price_micros: 6_000_000 }
    expect(choosePlanOrder({ ...offer, batches: [one] })).toBe('amount_too_small')
    expect(choosePlanOrder({ ...offer, batches: [{ ...cheap, currency: 'TRY' }] })).toBe(
      'rate_unknown',
    )
  })

  it('of several batches has the reason of the first, and the preferred one is the first', () => {
    const unknown = { ...dear, id: 'unknown', currency: 'TRY' }
    const batches = [soldOut(cheap), unknown, { ...dear, price_micros: 6_000_000 }]
    expect(choosePlanOrder({ ...offer, batches })).toBe('insufficient_stock')
    expect(choosePlanOrder({ ...offer, batches, preferredId: 'unknown' })).toBe('rate_unknown')
    expect(choosePlanOrder({ ...offer, batches, preferredId: 'dear' })).toBe('amount_too_small')
    // Behind the preferred batch, the others keep their order.
    const three = [cheap, { ...cheap, id: 'second' }, soldOut(dear)]
    const chosen = choosePlanOrder({ ...offer, batches: three, preferredId: 'dear' })
    expect(chosen).toEqual({ batch: cheap, quantityKg: 250, totalMinor: 500 })
  })

  it('costs at most the amount, and one kilogram more would cost more', () => {
    const prices = fc.integer({ min: 500, max: 1_000_000 })
    const rates = fc.constantFrom('1', '0.8539', '48.13972', '0.0207')
    fc.assert(
      fc.property(
        prices,
        fc.integer({ min: 30, max: 100_000 }),
        rates,
        (price_micros, amountMinor, rate) => {
          const batch = { ...cheap, price_micros }
          const order = choosePlanOrder({
            ...offer,
            amountMinor,
            batches: [batch],
            rateOf: () => rate,
          })
          const totalOf = (kg: number) => totalMinorOf(price_micros, kg, rate)
          if (typeof order === 'string') {
            expect([order, totalOf(1) > amountMinor]).toEqual(['amount_too_small', true])
            return
          }
          expect(order.totalMinor).toBe(totalOf(order.quantityKg))
          expect(order.totalMinor).toBeLessThanOrEqual(amountMinor)
          if (order.quantityKg < 10_000)
            expect(totalOf(order.quantityKg + 1)).toBeGreaterThan(amountMinor)
        },
      ),
    )
  })
})
