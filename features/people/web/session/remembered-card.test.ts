// Tests the part of a profile that is shown before the session is checked.

import { expect, it } from 'vitest'
import { cardDataOf } from '#values/card-data.ts'
import { cardOf } from '#values/shown-card.ts'
import { ada } from '#web/test-person.ts'
import { isCard } from './session.ts'

it('the card has the figures of a closed passport, and nothing more', () => {
  const card = cardOf(ada)
  expect(card).toEqual({
    id: ada.id,
    kg: 120,
    leagues: { eco: 'bronze', offset: 'silver' },
    country: ada.country,
    score: ada.eco_score,
    updated: ada.updated,
  })
  const { id, total_offsets, eco_league, offset_league, country, eco_score, updated } = ada
  const standing = { total_offsets, eco_league, offset_league, country, eco_score, updated }
  expect(cardDataOf(card)).toEqual({ id, ...standing })
})

it.each([undefined, null, 'card', {}, { country: 'GB' }, { kg: 1, date: '2026-11-21' }])(
  '%j, which an older build may have kept, is no card',
  (kept) => expect(isCard(kept)).toBe(false),
)
