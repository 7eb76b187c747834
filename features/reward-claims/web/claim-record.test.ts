// Tests which claims a reload continues: all of the user's own, and no other user's.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Reward } from '#features/achievements/rewards/rewards-calls.ts'
import { type Claim, forgetClaim, keepClaim, keptClaims, newClaim } from './redeem-reward.ts'

const reward = (reward_id: string): Reward => ({
  reward_id,
  achievement_code: 'offset_100',
  description: 'For reaching “100 kg”',
  reward_type: 'token',
  reward_value: { label: 'Carbon offset', kg: 1 },
})

/** The browser's storage has its methods on its prototype. */
class Storage {
  [name: string]: unknown
  getItem(name: string) {
    return this[name]
  }
  setItem(name: string, text: string) {
    this[name] = text
  }
  removeItem(name: string) {
    delete this[name]
  }
}
beforeAll(() => vi.stubGlobal('window', { sessionStorage: new Storage() }))
afterAll(() => vi.unstubAllGlobals())

const ids = (claims: readonly Claim[]) => claims.map((claim) => claim.reward.reward_id)

it('they are kept whole, separated by user and by reward, and erased one by one', () => {
  const gift = {
    recipient: '+447400123456',
    recipientName: null,
    note: 'for you',
    name: 'Ada',
    fromName: 'Ada',
  }
  const [one, two] = [newClaim('ada', reward('1'), gift), newClaim('ada', reward('2'), null)]
  const others = newClaim('ben', reward('3'), null)
  expect(one.key).not.toBe(two.key)
  for (const claim of [one, two, others]) keepClaim(claim)
  window.sessionStorage.setItem('carbon-passport:other', 'something else')
  window.sessionStorage.setItem('carbon-passport:claim:4', '"of an older build"')
  expect(keptClaims('ada')).toEqual([one, two])
  forgetClaim(one)
  expect(ids(keptClaims('ada'))).toEqual(['2'])
  expect(ids(keptClaims('ben'))).toEqual(['3'])
})

it('an unreadable record counts as none', () => {
  window.sessionStorage.setItem('carbon-passport:claim:5', '{')
  expect(keptClaims('ada')).toEqual([])
})
