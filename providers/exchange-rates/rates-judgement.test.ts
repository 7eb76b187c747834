// Tests which published rates are accepted.
import { describe, expect, it } from 'vitest'
import { validateRates } from '#providers/exchange-rates/rates-judgement.ts'

const last = new Map([
  ['EUR', '1'],
  ['USD', '1.1684'],
  ['GBP', '0.87058'],
  ['TRY', '52.2478'],
  ['ISK', '143.2'],
])
const good = { EUR: '1', USD: '1.1700', GBP: '0.87100', TRY: '52.3000' }
function judge(unitsPerEur: Readonly<Record<string, string>>, asOf = '2026-04-14') {
  const rates = { source: 'a bank', asOf, unitsPerEur }
  const { accepted, ...judgement } = validateRates(
    rates,
    (currency) => [last.get(currency)],
    '2026-04-14',
    false,
  )
  return { ...judgement, accepted: accepted.unitsPerEur }
}

describe('published rates', () => {
  it('are accepted when they moved a little', () => {
    for (const rates of [good, { ...good, CHF: '0.93' }]) {
      expect(judge(rates)).toEqual({ faults: [], jumps: [], skipped: [], accepted: rates })
    }
  })

  it.each(['0', '0.000', 'NaN', '-1.17', '', '1e3', 'Infinity', '1,17', ' 1.17', '1.17.1'])(
    'of "%s" are impossible',
    (rate) => {
      const { faults } = judge({ ...good, USD: rate })
      expect(faults).toEqual([`USD is ${rate || 'empty'}.`])
    },
  )

  it.each([
    ['ISK', '190.5', 'ISK went from 143.2 to 190.5 for a euro.'],
    ['ISK', '0', 'ISK is 0.'],
    ['XAU', 'N.A.', 'XAU is N.A..'],
    ['CHF', '', 'CHF is empty.'],
  ])('are accepted without a currency that no user has: %s of "%s"', (currency, rate, sentence) => {
    expect(judge({ ...good, [currency]: rate })).toEqual({
      faults: [],
      jumps: [],
      skipped: [sentence],
      accepted: good,
    })
  })

  it.each(['USD', 'GBP', 'TRY'])('without %s are impossible', (currency) => {
    const rest = Object.fromEntries(Object.entries(good).filter(([code]) => code !== currency))
    expect(judge(rest).faults).toEqual([`${currency} is missing, or has several rates.`])
  })

  it('of a future day are impossible', () => {
    expect(judge(good, '2026-04-14').faults).toEqual([])
    expect(judge(good, '2026-04-15').faults).toEqual([
      '2026-04-15 is yet to come: today is 2026-04-14 in UTC.',
    ])
  })

  it.each(['', '2025-13-01'])('of a day that cannot be read, "%s", are impossible', (day) => {
    expect(judge(good, day).faults).toHaveLength(1)
  })

  it('that jump are each named, unless another rate is impossible; a confirmation accepts jumps alone', () => {
    const jumping = { ...good, USD: '2.5', TRY: '70', ISK: '190.5', CHF: '-1' }
    const skipped = ['ISK went from 143.2 to 190.5 for a euro.', 'CHF is -1.']
    expect(judge(jumping)).toEqual({
      ...{ faults: [], skipped, accepted: { EUR: '1', GBP: '0.87100' } },
      jumps: ['USD went from 1.1684 to 2.5 for a euro.', 'TRY went from 52.2478 to 70 for a euro.'],
    })
    const { EUR, GBP: _, ...rest } = jumping
    expect(judge({ ...rest, EUR: '0' }, '2026-04-15')).toEqual({
      faults: [
        ...['EUR is 0.', 'GBP is missing, or has several rates.'],
        '2026-04-15 is yet to come: today is 2026-04-14 in UTC.',
      ],
      ...{ jumps: [], skipped, accepted: {} },
    })
    const published = { source: 'a bank', asOf: '2026-04-14', unitsPerEur: jumping }
    const earlier = (currency: string) => [last.get(currency)]
    expect(validateRates(published, earlier, '2026-04-14', true)).toEqual({
      ...{ faults: [], jumps: [], skipped: ['CHF is -1.'] },
      accepted: { ...published, unitsPerEur: { ...good, USD: '2.5', TRY: '70', ISK: '190.5' } },
    })
  })

  it.each([
    ['1.2852', false],
    ['1.2853', true],
    ['1.0516', false],
    ['1.0515', true],
    ['116.84', true],
    ['0.011684', true],
  ])('that moved the dollar from 1.1684 to %s need a confirmation: %s', (rate, needed) => {
    const { faults, jumps } = judge({ ...good, USD: rate })
    expect(faults).toEqual([])
    expect(jumps).toEqual(needed ? [`USD went from 1.1684 to ${rate} for a euro.`] : [])
  })
})
