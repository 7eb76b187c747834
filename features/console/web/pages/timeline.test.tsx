// Tests the story of a purchase.
import { expect, it } from 'vitest'
import type { PurchaseEvent } from '#features/console/purchases/console-purchases-calls.ts'
import { markupOf, wordsIn } from '#web/test-markup.tsx'
import { formatClock, formatLocalDay } from '../parts/console-format.ts'
import { eventsByDay, Timeline } from './timeline.tsx'

const event = (at: string, title: string): PurchaseEvent => ({
  ...{ at, title, kind: 'state', detail: null },
})
const events = [
  event('2026-11-26T12:00:00.000Z', 'Reserved'),
  event('2026-11-26T12:01:00.000Z', 'Completed'),
  event('2026-11-28T12:00:00.000Z', 'Refunded'),
]

it('events are grouped by their days, in order of time', () => {
  expect(eventsByDay(events).map(({ events }) => events.map(({ title }) => title))).toEqual([
    ['Reserved', 'Completed'],
    ['Refunded'],
  ])
})

it('each event has its words, its time and what it is about', () => {
  const at = '2026-11-26T12:00:00.000Z'
  const declined: PurchaseEvent = { at, kind: 'card', title: 'Card declined', detail: 'Try 1' }
  const html = markupOf(<Timeline events={[declined]} />)
  expect(wordsIn(html)).toEqual([
    formatLocalDay(at),
    'Card declined',
    'Try 1',
    formatClock(at),
    'Card',
  ])
  expect(html).toContain('title="2026-11-26 12:00:00 UTC"')
})
