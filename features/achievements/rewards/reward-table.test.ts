// Tests the reward of each achievement, because a change changes a promise
// (docs/product.md#achievements).
import { expect, it } from 'vitest'
import { rewardTable } from './reward-table.ts'

it('four achievements give a badge of their own, four give kilograms', () => {
  expect(rewardTable).toEqual({
    first_offset: { badge: 'Seedling' },
    offset_100: { kg: 1 },
    first_gift: { kg: 2 },
    explorer_3: { badge: 'Explorer' },
    streak_4: { kg: 3 },
    offset_1000: { badge: 'Tonne' },
    gift_5: { kg: 5 },
    sdg_5: { badge: 'Goals' },
  })
})
