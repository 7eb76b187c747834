// Tests the display of the time left of a reservation or a code.
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { clockText, useCountdown } from './countdown.tsx'

it.each([
  [0, '0:00'],
  [5, '0:05'],
  [60, '1:00'],
  [581, '9:41'],
  [600, '10:00'],
])('%d seconds are shown as %s', (seconds, text) => {
  expect(clockText(seconds)).toBe(text)
})

function Left({ endsAt }: { endsAt: number | undefined }) {
  return useCountdown(endsAt)
}

it.each([
  ['a begun second counts', 90_500, '91'],
  ['what is over is nothing', -90_500, '0'],
])('%s', (_what, aheadMs, shown) => {
  expect(renderToStaticMarkup(<Left endsAt={Date.now() + aheadMs} />)).toBe(shown)
})

it('without an end there is no time left', () => {
  expect(renderToStaticMarkup(<Left endsAt={undefined} />)).toBe('0')
})
