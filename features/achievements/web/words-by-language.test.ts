// Tests which texts a page shows: in English those of the server, in another language the page's own.
import { expect, it } from 'vitest'
import type { Badge } from '#features/achievements/rewards/rewards-calls.ts'
import { problemWords } from '#web/api/problem-words.ts'
import type { Achievement } from '../achievements-calls.ts'
import {
  achievementInWords,
  badgeName,
  rewardDescription,
  rewardTitle,
} from './achievement-words.ts'
import { titleLines } from './stamp-design.ts'

const plain = (words: string) => words.replaceAll('\u00a0', ' ')
const sent: Achievement = {
  ...{ code: 'offset_100', title: 'Server title', label: 'Server label', currentValue: 40 },
  ...{ threshold: 100, progressPct: 40, colorClass: 'blue', feedback: 'Server feedback' },
  reached_at: null,
}
const wordsIn = (language: 'en' | 'de', own: Partial<Achievement> = {}) => {
  const { title, label, feedback } = achievementInWords({ ...sent, ...own }, language)
  return [title, label, plain(feedback)]
}

it('an achievement has the server’s words in English, and of a code that the page does not know', () => {
  const words = ['Server title', 'Server label', 'Server feedback']
  expect(wordsIn('en')).toEqual(words)
  expect(wordsIn('de', { code: 'of_a_newer_server' })).toEqual(words)
})

it('an achievement has the page’s own words in another language, with what is missing', () => {
  const [title, label, feedback] = wordsIn('de')
  expect([title, feedback]).toEqual(['100 kg', '60 kg to go'])
  expect(label).not.toBe('Server label')
  expect(wordsIn('de', { currentValue: 99 })[2]).toBe('1 kg to go')
  const gifts = { code: 'gift_5', currentValue: 2, threshold: 5 }
  expect(wordsIn('de', gifts)).toEqual(['Five friends', expect.any(String), '3 to go'])
  expect(wordsIn('de', gifts)[1]).not.toBe(label)
  expect(wordsIn('de', { progressPct: 99.9, currentValue: 99 })[2]).toBe('1 kg to go')
  expect(wordsIn('de', { progressPct: 100, currentValue: 100 })[2]).toBe('Reached')
})

it('a reward has the server’s words in English, and the page’s own in another language', () => {
  const reward = {
    ...{ reward_id: 'r1', achievement_code: 'first_gift', description: 'Server description' },
    ...{ reward_type: 'token', reward_value: { label: 'Server label', kg: 2 } },
  } as const
  const words = (language: 'en' | 'de', code = 'first_gift') => [
    plain(rewardTitle(reward, language)),
    rewardDescription({ ...reward, achievement_code: code }, language),
  ]
  expect(words('en')).toEqual(['2 kg · Server label', 'Server description'])
  expect(words('de')).toEqual(['2 kg · Carbon offset', 'For reaching “First gift”'])
  expect(words('de', 'of_a_newer_server')).toEqual(['2 kg · Carbon offset', 'Server description'])
})

it('a badge that the page does not know keeps its name', () => {
  expect(badgeName('Founder', 'de')).toBe('Founder')
  const reward = {
    ...{ reward_id: 'r1', achievement_code: 'first_gift', description: '', reward_type: 'badge' },
  } as const
  const badges: readonly Badge[] = ['Seedling', 'Explorer', 'Tonne', 'Goals']
  expect(badges.map((badge) => rewardTitle({ ...reward, reward_value: { badge } }, 'de'))).toEqual([
    'Badge: Seedling',
    'Badge: Explorer',
    'Badge: Tonne',
    'Badge: Goals',
  ])
})

it('a problem has the server’s text in English alone, and elsewhere only where the page has none', () => {
  const own = problemWords('card_minimum', undefined)
  expect(own).toBeTruthy()
  expect(problemWords('card_minimum', 'Server text.', 'en')).toBe('Server text.')
  expect(problemWords('card_minimum', 'Server text.', 'de')).toBe(own)
  expect(problemWords('card_minimum', '', 'en')).toBe(own)
  expect(problemWords('of_a_newer_server', 'Server text.', 'de')).toBe('Server text.')
  const refused = problemWords('bad_request', undefined)
  expect(problemWords('bad_request', 'Server text.', 'en')).toBe('Server text.')
  expect(problemWords('bad_request', 'Server text.', 'de')).toBe(refused)
  expect(refused).not.toBe(own)
})

it.each([
  ['Four weeks', ['FOUR', 'WEEKS']],
  ['100 kg', ['100 KG']],
  ['A b c d', ['A B C D']],
  ['One for each of us', ['ONE FOR', 'EACH OF', 'US']],
  ['First two three four five six', ['FIRST TWO', 'THREE FOUR', 'FIVE SIX']],
  ['Extraordinary a b c d e', ['EXTRAORDINARY', 'A B C D E']],
  ['Alphabet beta gamma delta epsilon', ['ALPHABET', 'BETA GAMMA', 'DELTA']],
  ['  spaced   out  ', ['SPACED', 'OUT']],
])('the title %j has the lines %j', (title, lines) => expect(titleLines(title)).toEqual(lines))
