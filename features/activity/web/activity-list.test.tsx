// Tests the list by months at its first render: the sums and the rows of a month.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { ActivityEntry } from '#features/purchases/activity-calls.ts'
import { testEntry } from '#features/purchases/web/test-entry.ts'
import { textOf } from '#web/test-markup.tsx'
import { texts } from '#web/texts.ts'
import { ActivityList } from './activity-list.tsx'

const entry: ActivityEntry = {
  ...testEntry,
  ...{
    project_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    project_name: 'A project',
    project_shown_name: 'A project',
  },
}

function drawn(entries: readonly Partial<ActivityEntry>[]): string {
  const all = entries.map((each, index) => ({ ...entry, tx_id: `CP-${index}`, ...each }))
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <ActivityList entries={all} headingLevel="h3" />
    </QueryClientProvider>,
  )
}

const sums = (html: string) =>
  [...html.matchAll(/(\d+\u00a0kg (?:into your passport|given away))/g)].map(([, words]) => words)
const month = (kept_kg: number, given_kg: number) => ({ month: { kept_kg, given_kg } })

it('a month shows the server’s sums, whatever is loaded, and separates gifts', () => {
  const html = drawn([
    { kg: 40, ...month(143, 30) },
    { kg: 25, status: 'EXPIRED', ...month(143, 30) },
  ])
  expect(sums(html)).toEqual(['143\u00a0kg into your passport', '30\u00a0kg given away'])
})

it('a month without completed purchases has no sum, and each other its own', () => {
  const html = drawn([
    { kg: 8, ...month(8, 0) },
    { kg: 25, status: 'EXPIRED', created_at: '2026-10-15T12:00:00Z', ...month(0, 0) },
    { kg: 9, created_at: '2026-09-15T12:00:00Z', ...month(0, 9) },
  ])
  expect(sums(html)).toEqual(['8\u00a0kg into your passport', '9\u00a0kg given away'])
})

it('five rows of a month are shown, not counting expired and failed purchases', () => {
  const lapsed = Array.from({ length: 4 }, () => ({ status: 'EXPIRED' }) as const)
  const html = drawn([...lapsed, ...Array.from({ length: 6 }, () => ({ kg: 2 }))])
  expect(html.match(/<li /g)).toHaveLength(5)
  expect(html).not.toContain('Expired')
})

it('a gift with a day has the day, and no link before it', () => {
  const sent = { is_gift: true, to_user: '+44•••••456', gift_status: 'waiting' } as const
  const html = drawn([{ ...sent, deliver_on: '2026-12-24' }])
  expect(html).toContain('arrives on Dec 24, 2026')
  expect(html).not.toContain('not yet received')
  expect(html).not.toContain('Send the link again')
})

it('a row has its note, and a waiting gift a button to send its link again', () => {
  const sent = { is_gift: true, to_user: '+44•••••456', note: 'For you' } as const
  const [waiting, received] = [
    drawn([{ ...sent, gift_status: 'waiting' }]),
    drawn([{ ...sent, gift_status: 'received' }]),
  ]
  for (const html of [waiting, received]) expect(html).toContain('For you')
  expect([waiting, received].map((html) => html.includes('Send the link again'))).toEqual([
    true,
    false,
  ])
})

it('a month shows how many more rows it has, without expired and failed ones', () => {
  const bought = (count: number) => Array.from({ length: count }, () => ({ kg: 2 }))
  const lapsed = { status: 'EXPIRED' } as const
  const html = drawn([...bought(7), lapsed]).replaceAll('\u00a0', ' ')
  expect(html.match(/<li /g)).toHaveLength(5)
  expect(html).toContain(texts.activity_month_rest({ count: 2 }))
  expect(drawn(bought(5))).not.toContain('more')
})

/** Each row's text, by its lines, and its marks: greyed picture, soft name, struck kilograms. */
const rowsOf = (html: string) =>
  [...html.matchAll(/<li .*?<\/li>/g)].map(([row]) => [
    textOf(row).replaceAll('|', ' ').trim(),
    [row.includes('grayscale'), / text-soft">A project/.test(row), row.includes('line-through')],
  ])

it('each row has its day, line, note, kilograms and amount, and one without kilograms is grey', () => {
  const html = drawn([
    { kg: 1_200, total: 24, total_currency: 'EUR', note: 'Mine' },
    { kg: 3, is_gift: true, from_user: 'Ada', opened_at: '2026-11-22T10:00:00.000Z', total: 0 },
    { kg: 4, is_gift: true, from_user: 'Ada', opened_at: null, total: 0 },
    { kg: 5, status: 'REFUNDED', refund_status: 'paid' },
    { kg: 6, status: 'PENDING', payment_source: 'wallet' },
  ])
  const plain = [false, false, false]
  expect(rowsOf(html)).toEqual([
    [
      'A project Nov 21 For yourself paid by card “Mine” 1,200 kg €24.00 Kilograms of A project, Nov 21, 2026',
      plain,
    ],
    ['A project Nov 21 Gift from Ada 3 kg Gift Kilograms of A project, Nov 21, 2026', plain],
    ['A project Nov 21 Gift from Ada 4 kg Gift Sealed for you', plain],
    [
      'A project Nov 21 For yourself the money went back 5 kg Refunded Kilograms of A project, Nov 21, 2026',
      [true, true, true],
    ],
    [
      'A project Nov 21 For yourself to be paid from wallet 6 kg £0.20 Awaiting your confirmation Cancel Continue',
      plain,
    ],
  ])
})
