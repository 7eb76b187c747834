// Tests the profile kept for times without a network, and the data that the card's drawing gets.

import { expect, it } from 'vitest'
import { ada } from '#web/test-person.ts'
import { cardDataOf, cardOf, isCard } from './session.ts'

it('the kept card has the figures of a closed passport and the time, and nothing more', () => {
  const card = cardOf(ada, Date.parse('2026-11-21T08:46:00Z'))
  expect(card).toEqual({
    id: ada.id,
    kg: 120,
    leagues: { eco: 'bronze', offset: 'silver' },
    country: ada.country,
    score: ada.eco_score,
    date: '2026-11-21T08:46:00.000Z',
  })
  const { id, total_offsets, eco_league, offset_league, country, eco_score } = ada
  const standing = { total_offsets, eco_league, offset_league, country, eco_score }
  expect(cardDataOf(card)).toEqual({ id, ...standing })
})

it.each([undefined, null, 'card', {}, { country: 'GB' }, { kg: 1, date: '2026-11-21' }])(
  '%j, which an older build may have kept, is no card',
  (kept) => expect(isCard(kept)).toBe(false),
)
