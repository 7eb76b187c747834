// Tests the list of the demonstration's people: no person and no thing twice, and one of each kind of work for staff.
import { describe, expect, it } from 'vitest'
import { unreachablePhone } from '#providers/sms/sms-sandbox.ts'
import { demoStories, receiverPhone } from './demo-stories.ts'

const purchases = demoStories.flatMap(({ nickname, purchases: own }) =>
  own.map((purchase) => ({ nickname, ...purchase })),
)
const pays = '4242424242424242'

describe('the people of the demonstration', () => {
  it('have names, numbers and purchases of their own', () => {
    for (const values of [
      demoStories.map(({ nickname }) => nickname),
      demoStories.map(({ phone }) => phone),
      purchases.map(({ key }) => key),
    ]) {
      expect(new Set(values).size).toBe(values.length)
    }
    // The numbers that the United Kingdom keeps for films.
    for (const { phone } of demoStories) expect(phone).toMatch(/^\+44740099\d{4}$/)
  })

  it('pay by each test card that makes work for staff once, and by no other', () => {
    const cards = purchases.flatMap(({ nickname, card }) =>
      card === undefined || card === pays ? [] : [[card, nickname]],
    )
    expect(cards).toEqual([
      ['4000000000000259', 'Dana'],
      ['4000000000005423', 'Emil'],
      ['4000000000005126', 'Femi'],
      ['4000000000007726', 'Gita'],
    ])
  })

  it('get only those purchases back whose refund makes work', () => {
    const refunded = purchases.filter(({ isRefunded }) => isRefunded === true)
    expect(refunded.map(({ nickname }) => nickname)).toEqual(['Femi', 'Gita'])
    expect(demoStories.filter(({ isBlocked }) => isBlocked === true)).toHaveLength(1)
  })

  it('give to a person who is there, one who is not, and a phone without signal', () => {
    const gifts = purchases.flatMap(({ gift }) => gift ?? [])
    const known = demoStories.map(({ phone }) => phone)
    expect(gifts.map(({ phone }) => known.includes(phone))).toEqual([true, false, false])
    expect(gifts.map(({ phone }) => phone)).toEqual([
      receiverPhone,
      expect.stringMatching(/^\+44740099/),
      unreachablePhone,
    ])
    // The receiver has signed up before the gift is made.
    const names = demoStories.map(({ phone }) => phone)
    const giver = demoStories.findIndex(({ purchases: own }) => own.some(({ gift }) => gift))
    expect(names.indexOf(receiverPhone)).toBeLessThan(giver)
  })

  it('pay by card, by wallet and by both, and one buys whole tonnes', () => {
    const ada = demoStories.find(({ nickname }) => nickname === 'Ada')?.purchases
    expect(ada?.map(({ card, walletFirst = false }) => [card !== undefined, walletFirst])).toEqual([
      [true, false],
      [false, false],
      [true, true],
    ])
    expect(Math.max(...purchases.map(({ kilograms }) => kilograms))).toBeGreaterThanOrEqual(2_000)
  })
})
