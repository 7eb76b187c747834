// Tests thresholds and rewards of achievements against the rules of the product, because a change
// changes a promise.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { textsOf } from '#texts/text-in.ts'
import { achievementCodes, achievementKinds } from '#values/lists/achievements.ts'
import { rewardTable } from './reward-table.ts'

/** Rows of the table in docs/product.md#achievements: code, first number of its threshold, reward. */
const promised = [
  ...readFileSync('docs/product.md', 'utf8').matchAll(
    /^\| `(\w+)` \|[^|]*?\b([\d,]+) [^|]*\| (badge \w+|\d+ kg) \|$/gm,
  ),
].map(([, code, threshold = '', reward]) => [code, Number(threshold.replace(',', '')), reward])

it('every achievement has the threshold and the reward that docs/product.md promises', () => {
  const rows = achievementCodes.map((code) => {
    const reward = rewardTable[code]
    const words = 'kg' in reward ? `${reward.kg} kg` : `badge ${reward.badge}`
    return [code, achievementKinds[code].threshold, words]
  })
  expect(rows).toEqual(promised)
})

it('every badge is its English word, for pages that do not know it', () => {
  for (const reward of Object.values(rewardTable)) {
    if ('kg' in reward) continue
    const word = textsOf('en').get(`rewards_badge_${reward.badge.toLowerCase()}`)
    expect(word?.message).toBe(reward.badge)
  }
})
