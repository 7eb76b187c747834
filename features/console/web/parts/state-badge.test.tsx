// Tests the colours of states, which repeat their words, and the console's numbers and times.
import { expect, it } from 'vitest'
import { markupOf } from '#web/test-markup.tsx'
import { formatDecimals, formatPrice, formatUtc, formatWhole, wordsOf } from './console-format.ts'
import { StateBadge } from './state-badge.tsx'

const states = {
  'text-link': ['COMPLETED', 'done', 'won', 'active', 'offered', 'sent'],
  'text-gold': [
    ...['PENDING', 'waiting', 'invited', 'needs_response', 'warning_needs_response', 'open'],
    ...['GOODWILL', 'FRAUD_WARNING', 'REINSTATED', 'refunding', 'queued', 'unfinished'],
  ],
  'text-danger': ['FAILED', 'DISPUTED', 'REFUND_FAILED', 'lost', 'dead', 'void', 'refused'],
  'text-ink': ['EXPIRED', 'REFUNDED', 'ended', 'withdrawn', 'read', 'previewed'],
} as const

it.each(Object.entries(states).flatMap(([tone, names]) => names.map((name) => [name, tone])))(
  'the state %s has the colour %s',
  (state, tone) => {
    const html = markupOf(<StateBadge state={state} />)
    expect(Object.keys(states).filter((each) => html.includes(each))).toEqual([tone])
    expect(html).toContain(`>${wordsOf(state)}<`)
  },
)

it('numbers have their decimals, a price all of its own', () => {
  expect([1234.5, -0.1, 3].map(formatDecimals)).toEqual(['1,234.50', '-0.10', '3.00'])
  expect([0.123456, 2, 1234.5].map((each) => formatPrice(each, 'EUR'))).toEqual([
    ...['0.123456 EUR', '2.00 EUR', '1,234.50 EUR'],
  ])
  expect(formatWhole(36_038_000)).toBe('36,038,000')
  expect(formatUtc('2026-11-27T09:30:12.345Z')).toBe('2026-11-27 09:30:12 UTC')
})
