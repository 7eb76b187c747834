// Tests the estimate of a year against arithmetic that is written out here and shares no code with it.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countryCodes } from '#values/lists/country-codes.ts'
import { countryFigures, estimateSources } from '#values/lists/estimate-factors.ts'
import { type Answers, answerLimits, estimateYear, isAnswers, yearParts } from './estimate-year.ts'

const answers: Answers = {
  heating: 'gas',
  heatingAmount: 11_500,
  electricityKwh: 2_700,
  people: 2,
  car: 'petrol',
  carKm: 150,
  shortFlights: 2,
  mediumFlights: 0,
  longFlights: 1,
  diet: 'medium',
  country: 'GB',
}

/** The published figures: kilograms of CO₂ a person, grams of CO₂e per kWh. */
const published = {
  GB: [7631, 217],
  NL: [9381, 251],
  FR: [6444, 40],
  ES: [5732, 146],
  IT: [7317, 281],
  DE: [9957, 336],
  TR: [4977, 470],
  US: [16_535, 384],
  WW: [4655, 471],
} as const
const ofFuel = { gas: 0.21252, oil: 3.38206, lpg: 1.72528, electric: 0, other: 0 } as const
const ofDay = {
  ...{ high: 7.19, medium: 5.63, low: 4.67 },
  ...{ fish: 3.91, vegetarian: 3.81, vegan: 2.89 },
} as const

/** Kilograms of each part, not rounded. */
function partsByHand(asked: Answers, [consumed, grams]: readonly [number, number]) {
  const ofKm = {
    none: 0,
    petrol: 0.20751,
    diesel: 0.21411,
    hybrid: 0.16276,
    electric: ((0.02951 / 0.13096) * grams) / 1000,
  }
  return {
    home:
      (asked.heatingAmount * ofFuel[asked.heating] + (asked.electricityKwh * grams) / 1000) /
      asked.people,
    car: (asked.carKm * 365 * ofKm[asked.car]) / 7,
    flights: asked.shortFlights * 296.5 + asked.mediumFlights * 741.25 + asked.longFlights * 1983.1,
    food: ofDay[asked.diet] * 365,
    rest: 0.44 * consumed,
  }
}

const whole = ({ min, max }: { min: number; max: number }) => fc.integer({ min, max })
const anyAnswers = fc.record({
  heating: fc.constantFrom('gas', 'oil', 'lpg', 'electric', 'other'),
  heatingAmount: whole(answerLimits.heatingAmount),
  electricityKwh: whole(answerLimits.electricityKwh),
  people: whole(answerLimits.people),
  car: fc.constantFrom('none', 'petrol', 'diesel', 'hybrid', 'electric'),
  carKm: whole(answerLimits.carKm),
  shortFlights: whole(answerLimits.shortFlights),
  mediumFlights: whole(answerLimits.mediumFlights),
  longFlights: whole(answerLimits.longFlights),
  diet: fc.constantFrom('high', 'medium', 'low', 'fish', 'vegetarian', 'vegan'),
  country: fc.constantFrom('GB', 'NL', 'FR', 'ES', 'IT', 'DE', 'TR', 'US', 'WW'),
})

describe('the estimate', () => {
  it('of a couple in Britain with gas, a petrol car and three flights is known to the kilogram', () => {
    // 11,500 × 0.21252 and 2,700 × 0.217, halved; 150 × 365 / 7 × 0.20751; 593 + 1,983.1; 5.63 × 365; 44 % of 7,631.
    expect(estimateYear(answers)).toEqual({
      ...{ home: 1515, car: 1623, flights: 2576, food: 2055, rest: 3358 },
      total: 11_127,
    })
  })

  it('equals the arithmetic by hand for any answers, and its parts add up', () => {
    fc.assert(
      fc.property(anyAnswers, (asked) => {
        const estimate = estimateYear(asked)
        const byHand = partsByHand(asked, published[asked.country])
        for (const part of yearParts) {
          expect(Number.isInteger(estimate[part])).toBe(true)
          // Half a kilogram of rounding, and the last digits of binary fractions.
          expect(Math.abs(estimate[part] - byHand[part])).toBeLessThanOrEqual(0.5 + 1e-6)
        }
        const { home, car, flights, food, rest, total } = estimate
        expect(total).toBe(home + car + flights + food + rest)
      }),
    )
  })

  it('never falls when an amount grows, and never rises when more people share the home', () => {
    const amounts = fc.constantFrom('heatingAmount', 'electricityKwh', 'carKm', 'longFlights')
    fc.assert(
      fc.property(anyAnswers, amounts, (asked, name) => {
        const more = { ...asked, [name]: asked[name] + 1 }
        expect(estimateYear(more).total).toBeGreaterThanOrEqual(estimateYear(asked).total)
        const shared = { ...asked, people: asked.people + 1 }
        expect(estimateYear(shared).total).toBeLessThanOrEqual(estimateYear(asked).total)
      }),
    )
  })

  it('takes the average of the world for a country that a source lacks', () => {
    expect(estimateYear({ ...answers, country: 'UA' })).toEqual(
      estimateYear({ ...answers, country: 'WW' }),
    )
  })
})

describe('stored answers', () => {
  it('are taken if they are complete and within their limits', () => {
    fc.assert(
      fc.property(anyAnswers, (asked) => {
        expect(isAnswers(asked)).toBe(true)
      }),
    )
  })

  it.each([
    ['no object', null],
    ['a text', 'gas'],
    ['an empty object', {}],
    ['a heating of another build', { ...answers, heating: 'coal' }],
    ['a diet by the name of a method', { ...answers, diet: 'toString' }],
    ['a country by the name of a method', { ...answers, country: 'constructor' }],
    ['a country that a source lacks', { ...answers, country: 'UA' }],
    ['a text as a number', { ...answers, people: '2' }],
    ['no people', { ...answers, people: 0 }],
    ['half a flight', { ...answers, longFlights: 0.5 }],
    ['a negative distance', { ...answers, carKm: -1 }],
    ['too many litres', { ...answers, heatingAmount: 200_001 }],
    ['no number', { ...answers, electricityKwh: Number.NaN }],
    ['an endless number', { ...answers, carKm: Number.POSITIVE_INFINITY }],
  ])('are refused: %s', (_, value) => expect(isAnswers(value)).toBe(false))
})

describe('the factors', () => {
  it('are of real countries, with plausible figures', () => {
    for (const [country, [consumptionKg, gramsPerKwh]] of countryFigures) {
      expect(countryCodes.has(country)).toBe(true)
      expect(consumptionKg).toBeGreaterThan(100)
      expect(consumptionKg).toBeLessThan(40_000)
      expect(gramsPerKwh).toBeGreaterThan(0)
      expect(gramsPerKwh).toBeLessThan(1_000)
    }
    expect(countryFigures.size).toBe(119)
  })

  it('have sources with a year and an address', () => {
    for (const { title, year, url } of Object.values(estimateSources)) {
      expect(title.length).toBeGreaterThan(10)
      expect(year).toMatch(/^20\d\d$/)
      expect(url).toMatch(/^https:\/\/(www\.gov\.uk|ourworldindata\.org|doi\.org)\//)
    }
  })
})
