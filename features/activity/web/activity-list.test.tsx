// The list by months as it is first drawn: what a month adds up, and what it leaves out.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { ActivityEntry } from '../contract.ts'
import { ActivityList } from './activity-list.tsx'

const entry: ActivityEntry = {
  tx_id: 'CP-1',
  created_at: '2026-11-21T10:00:00.000Z',
  amount: 0.02,
  currency: 'GBP',
  status: 'COMPLETED',
  kg: 10,
  total: 0.2,
  total_currency: 'GBP',
  project_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  project_name: 'A project',
  project_country: 'TR',
  project_type: ['Wind'],
  is_gift: false,
  is_reward: false,
  from_user: null,
  note: null,
  batch_serial_number: 'GS1',
  payment_source: 'card',
}

function drawn(entries: readonly Partial<ActivityEntry>[], rowsPerMonth?: number): string {
  const all = entries.map((each, index) => ({ ...entry, tx_id: `CP-${index}`, ...each }))
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <ActivityList
        entries={all}
        headingLevel="h3"
        {...(rowsPerMonth === undefined ? {} : { rowsPerMonth })}
      />
    </QueryClientProvider>,
  )
}

const totals = (html: string) => [...html.matchAll(/(\d+)\u00a0kg in all/g)].map(([, kg]) => kg)

it('a month adds up what was completed, and nothing that lapsed, failed or is still open', () => {
  const html = drawn([
    { kg: 40 },
    { kg: 25, status: 'EXPIRED' },
    { kg: 7, status: 'FAILED' },
    { kg: 5, status: 'PENDING' },
    { kg: 3 },
  ])
  expect(totals(html)).toEqual(['43'])
})

it('a month of which nothing was completed has no sum, and each other its own', () => {
  const html = drawn([
    { kg: 8 },
    { kg: 25, status: 'EXPIRED', created_at: '2026-10-15T12:00:00Z' },
    { kg: 9, created_at: '2026-09-15T12:00:00Z' },
  ])
  expect(totals(html)).toEqual(['8', '9'])
})

it('a month adds up rows that are not shown, too', () => {
  const html = drawn(
    Array.from({ length: 7 }, () => ({ kg: 2 })),
    5,
  )
  expect(totals(html)).toEqual(['14'])
  expect(html.match(/<li /g)).toHaveLength(5)
})
