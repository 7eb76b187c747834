// Tests the texts of a reward: its name, the result of a claim, and its problems.
import { expect, it } from 'vitest'
import type { Reward } from '#features/achievements/rewards/rewards-calls.ts'
import { rewardTitle } from '#features/achievements/web/achievement-words.ts'
import { texts } from '#web/texts.ts'
import { claimedWords, claimProblemText, claimProblemWords } from './claim-words.ts'

const kilograms: Reward = {
  reward_id: '1',
  achievement_code: 'first_gift',
  description: 'For reaching “First gift”',
  reward_type: 'token',
  reward_value: { label: 'Carbon offset', kg: 2 },
}
const badge: Reward = { ...kilograms, reward_type: 'badge', reward_value: { badge: 'Seedling' } }
const gift = {
  recipient: '+447400123456',
  recipientName: null,
  note: '',
  name: '',
  fromName: 'Ada',
}
const plain = (words: string) => words.replaceAll('\u00a0', ' ')

it('kilograms and badges have their names', () => {
  expect(plain(rewardTitle(kilograms))).toBe('2 kg · Carbon offset')
  expect(rewardTitle(badge)).toBe('Badge: Seedling')
})

it('a claim gives a badge, own kilograms, or kilograms on their way', () => {
  expect(claimedWords(badge, null)).toBe('The badge Seedling is yours now.')
  expect(plain(claimedWords(kilograms, null))).toMatch(/^2 kg .* now in your passport/)
  expect(plain(claimedWords(kilograms, gift))).toMatch(/^2 kg .* on (its|their) way to .*123456/)
})

it('an unknown outcome of the purchase has its next step, and a lost answer none', () => {
  const problem = { at: 'form', code: 'already_claimed' } as const
  const words = 'This reward has already been claimed.'
  expect(claimProblemText(problem)).toBe(words)
  expect(claimProblemText({ ...problem, hint: 'no_answer' })).toBe(words)
  expect(claimProblemText({ ...problem, hint: 'unverified' })).toBe(
    `${words} ${texts.rewards_unverified()}`,
  )
})

it.each([
  ['invalid_reward_recipient', 'Enter a valid recipient phone (+E.164).'],
  ['own_number', 'A reward cannot be given to your own number.'],
  ['already_claimed', 'This reward has already been claimed.'],
  ['rewards_exhausted', 'No more rewards are available at the moment.'],
  ['no_batches', 'No available batches for reward.'],
])('%s has a text of its own', (code, words) => {
  expect(claimProblemWords({ at: 'form', code })).toBe(words)
})
