// What is kept of a profile for times without a network, and what the card's drawing gets of it.
import { expect, it } from 'vitest'
import type { Profile } from '#features/sign-in/contract.ts'
import { cardDataOf, cardOf, isCard } from './remembered-card.ts'

const profile: Profile = {
  ...{ id: '0199c4a0-5d1e-7c7e-9a52-3f1f2b9c8d10', phone: '+447700900123', language: 'en' },
  ...{ firstName: null, lastName: null, nickname: 'Sam', hide_from_leaderboards: false },
  ...{ country: 'GB', currency: 'GBP', symbol: '£', updated: '2026-11-20T09:30:00.000Z' },
  ...{ total_offsets: 100, retired_kg: 0, eco_score: 35 },
  ...{ eco_league: 'bronze', offset_league: 'silver' },
}

it('is id, kilograms, each league in its place and the moment, and nothing more', () => {
  const card = cardOf(profile, Date.parse('2026-11-21T08:46:00Z'))
  expect(card).toEqual({
    id: profile.id,
    kg: 100,
    leagues: { eco: 'bronze', offset: 'silver' },
    date: '2026-11-21T08:46:00.000Z',
  })
  const { id, total_offsets, eco_league, offset_league } = profile
  expect(cardDataOf(card)).toEqual({ id, total_offsets, eco_league, offset_league })
})

it.each([undefined, null, 'card', {}, { kg: 1 }, { date: '2026-11-21' }])(
  '%j, which an older build may have kept, is none',
  (kept) => expect(isCard(kept)).toBe(false),
)
