// Tests which gifts are still sealed.
import { expect, it } from 'vitest'
import type { ActivityEntry } from '#features/purchases/activity-calls.ts'
import { testEntry } from '#features/purchases/web/test-entry.ts'
import { unopenedGifts } from './unopened-gifts.ts'

const now = Date.parse('2026-11-22T12:00:00.000Z')
function entry(tx_id: string, own: Partial<ActivityEntry> = {}): ActivityEntry {
  return {
    ...testEntry,
    ...{ tx_id, created_at: '2026-11-21T12:00:00.000Z', kg: 20, total: 0.4, allocated_kg: 20 },
    ...{ project_country: 'India', is_gift: true, from_user: 'Ada', opened_at: null },
    ...{ batch_serial_number: 's', vintage_year: 2024 },
    ...own,
  }
}
const idsOf = (entries: ActivityEntry[]) => unopenedGifts(entries, now).map(({ tx_id }) => tx_id)

it('are the received and unopened ones, the oldest first', () => {
  const opened = entry('opened', { opened_at: '2026-11-21T13:00:00.000Z' })
  expect(idsOf([entry('new'), entry('old'), opened])).toEqual(['old', 'new'])
})

it.each([
  ['one’s own purchase', { is_gift: false, from_user: null }],
  ['a gift that was given', { from_user: null, to_user: '+44•••••601' }],
  ['one that was opened on another device', { opened_at: '2026-11-21T13:00:00.000Z' }],
  ['one that was refunded', { status: 'REFUNDED' as const }],
  ['one that arrived long ago', { received_at: '2026-11-08T12:00:00.000Z' }],
])('are not %s', (_, own) => expect(idsOf([entry('it', own)])).toEqual([]))

it.each([
  ['waited long for the first sign-in of its number', '2026-11-21T12:00:00.000Z'],
  ['arrived just less than 14 days ago', '2026-11-08T12:00:00.001Z'],
  ['has arrived and waits for its receiver', null],
])('are also one that %s', (_, received_at) => {
  expect(idsOf([entry('it', { created_at: '2026-01-08T12:00:00.000Z', received_at })])).toEqual([
    'it',
  ])
})
