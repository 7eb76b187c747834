// Tests the chart of a figure by day.
import { expect, it } from 'vitest'
import { markupOf, textOf } from '#web/test-markup.tsx'
import { barHeights, DayChart } from './day-chart.tsx'

it.each([
  [
    [0, 1, 2],
    [0, 32, 64],
  ],
  [
    [0, 0],
    [0, 0],
  ],
  [
    [1, 10_000],
    [2, 64],
  ],
  [[], []],
])('bars of %j are %j high', (values, heights) => {
  expect(barHeights(values)).toEqual(heights)
})

it('the chart has a name with its figures, and a table', () => {
  const days = [
    { day: '2026-11-26', value: 3 },
    { day: '2026-11-27', value: 5 },
  ]
  const html = markupOf(<DayChart name="Purchases" days={days} format={String} />)
  expect(html).toContain('aria-label="Purchases, 8 in all, at most 5 a day"')
  expect(textOf(html)).toContain('|Show as a table|Day|Purchases|')
})
