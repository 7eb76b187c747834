// Tests the part of a passport that is shown before its session is checked: each figure at its place, and no more.
import { expect, it } from 'vitest'
import { cardDataOf } from './card-data.ts'
import { cardOf } from './shown-card.ts'

const fields = {
  ...({ id: 'pass-1', total_offsets: 1_234, eco_league: 'silver', offset_league: 'gold' } as const),
  ...{ country: 'DE', eco_score: 77, updated: '2026-11-20T09:30:00.000Z' },
}

it('has each figure of the profile, and no name or number', () => {
  const profile = { ...fields, phone: '+447400123456', first_name: 'Ada' }
  const card = cardOf(profile)
  expect(card).toEqual({
    ...{ id: 'pass-1', kg: 1_234, leagues: { eco: 'silver', offset: 'gold' } },
    ...{ country: 'DE', score: 77, updated: fields.updated },
  })
  expect(cardDataOf(card)).toEqual(fields)
})

it('has no time of the last change where an older build stored none', () => {
  const { updated: _, ...older } = cardOf(fields)
  expect(cardDataOf(older)).not.toHaveProperty('updated')
})
