// Tests the words of achievements and rewards in a bundle of another language than English, which the server sends.
import { expect, it } from 'vitest'
import type { Reward } from '#features/achievements/rewards/rewards-calls.ts'
import * as german from '#texts/.compiled/de/index.ts'
import { achievementCodes, achievementKinds } from '#values/lists/achievements.ts'
import {
  achievementInWords,
  badgeName,
  rewardDescription,
  rewardTitle,
} from './achievement-words.ts'

const words = { locale: 'de', texts: german } as const

const sent = {
  ...{ title: 'Sent title', label: 'Sent label', feedback: 'Sent feedback', reached_at: null },
  colorClass: 'blue',
}

it.each(achievementCodes)('%s has its own title, label and way to go', (code) => {
  const { measure, threshold } = achievementKinds[code]
  const wordsAt = (currentValue: number, progressPct: number) =>
    achievementInWords({ ...sent, code, threshold, currentValue, progressPct }, words)
  const own = {
    title: german.achievements[code](),
    label: german.achievement_labels[code](),
  }
  const missing = threshold
  expect(wordsAt(0, 0)).toEqual({
    ...own,
    feedback:
      measure === 'kg'
        ? german.achievements_missing_kg({ kg: missing })
        : german.achievements_feedback_missing({ missing }),
  })
  expect(wordsAt(threshold, 100)).toEqual({
    ...own,
    feedback: german.achievements_feedback_reached(),
  })
  expect(wordsAt(threshold - 1, 99).feedback).not.toBe(german.achievements_feedback_reached())
})

it('an achievement, a badge and a reward that this page does not know keep the server’s words', () => {
  const { title, label, feedback } = sent
  const unknown = { ...sent, code: 'walk_5', threshold: 5, currentValue: 1, progressPct: 20 }
  expect(achievementInWords(unknown, words)).toEqual({ title, label, feedback })
  expect(badgeName('Walker', words)).toBe('Walker')
})

const reward: Reward = {
  ...{ reward_id: 'r1', achievement_code: 'offset_100', description: 'Sent description' },
  ...{ reward_type: 'token', reward_value: { label: 'Sent label', kg: 2 } },
}

it.each([
  ['Seedling', german.rewards_badge_seedling()],
  ['Explorer', german.rewards_badge_explorer()],
  ['Tonne', german.rewards_badge_tonne()],
  ['Goals', german.rewards_badge_goals()],
])('the badge %s is %s', (badge, name) => {
  expect(badgeName(badge, words)).toBe(name)
  const ofBadge: Reward = { ...reward, reward_type: 'badge', reward_value: { badge } }
  expect(rewardTitle(ofBadge, words)).toBe(german.rewards_badge({ name }))
})

it('a reward has its kilograms and its achievement', () => {
  expect(rewardTitle(reward, words)).toBe(`2\u00a0kg · ${german.rewards_token_label()}`)
  const title = german.achievements.offset_100()
  expect(rewardDescription(reward, words)).toBe(german.rewards_for({ title }))
  expect(rewardDescription({ ...reward, achievement_code: 'walk_5' }, words)).toBe(
    'Sent description',
  )
})
