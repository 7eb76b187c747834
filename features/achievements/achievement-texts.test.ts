// Tests that the texts for translators match the words of the tables.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { achievementTable } from '#features/achievements/achievement-table.ts'
import { rewardTable, tokenLabel } from '#features/achievements/rewards/reward-table.ts'

function textsOf(feature: string): Record<string, string> {
  return JSON.parse(readFileSync(`texts/en/${feature}.json`, 'utf8'))
}

test.each(achievementTable)('$code has the words of the table', ({ code, title, label }) => {
  const texts = textsOf('achievements')
  expect(texts[`achievements_${code}`]).toBe(title)
  expect(texts[`achievements_${code}_label`]).toBe(label)
})

test('every badge and the label of kilograms have the words of the table', () => {
  const texts = textsOf('rewards')
  for (const reward of Object.values(rewardTable)) {
    if ('badge' in reward) {
      expect(texts[`rewards_badge_${reward.badge.toLowerCase()}`]).toBe(reward.badge)
    }
  }
  expect(texts.rewards_token_label).toBe(tokenLabel)
})
