// Tests the texts of a league above the user's own: where it opens, and what is missing.
import { expect, it } from 'vitest'
import { goalWords, isLocked, lockedWords, opensWords } from './leaderboards-page.tsx'

const plain = (words: string) => words.replaceAll('\u00a0', ' ')

it('only leagues above the user’s own are locked', () => {
  expect(isLocked('gold', 'silver')).toBe(true)
  expect(isLocked('silver', 'silver')).toBe(false)
  expect(isLocked('bronze', 'silver')).toBe(false)
})

it.each([
  ['offsets', 'Locked: opens at 1,000 kg.', 'Gold opens at 1,000 kg. You have 12 kg.'],
  [
    'eco',
    'Locked: opens at an eco score of 300.',
    'Gold opens at an eco score of 300. Yours is 12.',
  ],
] as const)('%s: when gold opens', (kind, locked, opens) => {
  expect(plain(lockedWords(kind, 'gold'))).toBe(locked)
  expect(plain(opensWords(kind, 'gold', 12))).toBe(opens)
})

it.each([
  ['offsets', 'silver', 12, '88 kg to Silver'],
  ['offsets', 'gold', 1_200, '0 kg to Gold'],
  ['eco', 'gold', 210, '90 points to Gold'],
] as const)('%s: the way to %s from %d', (kind, league, score, words) => {
  expect(plain(goalWords(kind, league, score)).slice(0, words.length)).toBe(words)
})
