// Tests rewards over HTTP: earned, claimed, redeemed, gifted, returned (docs/product.md#rewards).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashOf } from '#tests/support/number-keys.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { cardOrder, newPhone, Person } from '#tests/support/people/person.ts'
import {
  claim,
  giveByCard,
  newAchiever,
  rewardOf,
  rewardOrder,
  rewardsAccountOf,
  rewardsOf,
  totalOf,
  unclaim,
} from '#tests/support/people/rewards.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import type { Reward } from './rewards-calls.ts'

const hadPerk = statement(
  'test-had-reward',
  {},
  `insert into number_perks (number_hash, perk, given_at)
   values ($1, 'offset_100', now() - interval '11 months')`,
)
const passMonths = statement(
  'test-pass-months',
  {},
  `update withheld_perks set until = until - interval '2 months' where passport_id = $1`,
)

let test: TestApp
let batch: IssuedBatch
beforeAll(async () => {
  test = await startTestApp({ OPEN_RESERVATIONS_MAX: '500' })
  batch = await issueTestBatch(test.services.db, { kg: 100_000 })
})
afterAll(() => closeWithBooks(test))

const person = () => new Person(test.url).signIn()
const achiever = () => newAchiever(test.url, batch)

describe('unclaimed rewards', () => {
  it('need a session, and calls that change one a signature', async () => {
    const stranger = new Person(test.url)
    expect((await stranger.get('/api/rewards/me')).status).toBe(401)
    const me = await person()
    for (const path of ['/api/rewards/claim', '/api/rewards/unclaim']) {
      expect((await stranger.post(path, {})).status).toBe(401)
      expect((await me.post(path, {})).body.code).toBe('bad_signature')
    }
  })

  it('are those of achievements reached, with kilograms or a badge', async () => {
    const me = await person()
    expect(await rewardsOf(me)).toEqual([])
    await me.buyByCard(batch, 100)
    expect(await rewardsOf(me)).toEqual([
      {
        reward_id: expect.any(String),
        achievement_code: 'first_offset',
        description: 'For reaching “First offset”',
        reward_type: 'badge',
        reward_value: { badge: 'Seedling' },
      },
      {
        reward_id: expect.any(String),
        achievement_code: 'offset_100',
        description: 'For reaching “100 kg”',
        reward_type: 'token',
        reward_value: { label: 'Carbon offset', kg: 1 },
      },
    ])
    await me.buyByCard(batch, 100)
    expect(await rewardsOf(me)).toHaveLength(2)
  })
})

describe('a number that had a reward under another passport', () => {
  it.each([
    [0, ['first_offset']],
    [2, ['first_offset', 'offset_100']],
  ])('11 months ago gets it after one year: %i months later', async (months, codes) => {
    const phone = newPhone()
    await test.services.db.run(hadPerk, [hashOf(phone)])
    const me = await new Person(test.url, phone).signIn()
    if (months > 0) await test.services.db.run(passMonths, [me.id])
    await me.buyByCard(batch, 100)
    const earned = (await rewardsOf(me)).map(({ achievement_code }) => achievement_code)
    expect(earned).toEqual(codes)
  })
})

describe('redeemed rewards', () => {
  it('are listed with their day, newest first, to their owner alone', async () => {
    const { me, token } = await achiever()
    const redeemed = async (who: Person) => (await who.get('/api/rewards/redeemed')).body
    expect((await new Person(test.url).get('/api/rewards/redeemed')).status).toBe(401)
    expect(await redeemed(me)).toEqual([])
    const badge = await rewardOf(me, 'first_offset')
    await claim(me, badge)
    const longest = { gift: true, telephone: newPhone(), message: 'n'.repeat(255) }
    expect((await claim(me, token, longest)).status).toBe(200)
    expect(await redeemed(me)).toEqual([
      { ...badge, redeemed_at: expect.stringMatching(/^\d{4}-/), is_gift: false },
    ])
    const other = await achiever()
    await claim(other.me, other.token)
    await unclaim(me, token)
    // Another user's claim is not released.
    expect(await rewardsOf(other.me)).toHaveLength(1)
    await claim(me, token)
    const reserved = await me.reserve(rewardOrder(batch, token))
    await me.complete(reserved.body.txId)
    expect(await redeemed(me)).toMatchObject([
      { reward_id: token.reward_id, reward_value: { kg: 1 }, is_gift: false },
      { reward_id: badge.reward_id, reward_value: { badge: 'Seedling' } },
    ])
    expect(await redeemed(await person())).toEqual([])
  })

  it('do not count towards one buyer’s limits of holds', async () => {
    const { me, token } = await achiever()
    const scarce = await issueTestBatch(test.services.db, { kg: 301 })
    await claim(me, token)
    expect((await me.reserve(rewardOrder(scarce, token))).status).toBe(200)
    const rest = cardOrder(scarce, 300, await me.cardToken())
    expect((await me.reserve(rest)).status).toBe(200)
  })
})

describe('a badge', () => {
  it('is redeemed by its claim, once, and can be neither given away nor returned', async () => {
    const { me } = await achiever()
    const badge = await rewardOf(me, 'first_offset')
    const gifted = await claim(me, badge, { gift: true, telephone: newPhone() })
    expect(gifted).toMatchObject({ status: 400, body: { code: 'badge_not_giftable' } })
    expect(await claim(me, badge)).toMatchObject({
      status: 200,
      body: { status: 'claimed', reward_id: badge.reward_id, expires_at: null },
    })
    expect((await claim(me, badge)).body.code).toBe('already_claimed')
    expect((await unclaim(me, badge)).status).toBe(409)
    expect((await rewardsOf(me)).map((each) => each.achievement_code)).toEqual(['offset_100'])
  })
})

describe('kilograms', () => {
  it('are claimed, reserved and validated without money, and count as kilograms only', async () => {
    const { me, token } = await achiever()
    const before = (await me.get('/passport/me')).body
    const claimed = await claim(me, token)
    expect(claimed).toMatchObject({ status: 200, body: { status: 'claimed' } })
    const minutes = (Date.parse(claimed.body.expires_at) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(14.5)
    expect(minutes).toBeLessThanOrEqual(15.1)
    expect(await rewardsOf(me)).toHaveLength(1)

    const reward_id = token.reward_id.toUpperCase()
    const reserved = await me.reserve({ ...rewardOrder(batch, token), reward_id })
    // The claim would last longer.
    expect(Date.parse(reserved.body.expires_at) - Date.now()).toBeLessThanOrEqual(600_000)
    expect(reserved).toMatchObject({
      status: 200,
      body: { total: 0, currency: 'GBP', wallet_used: 0, card_used: 0 },
    })
    expect(reserved.body.card_action).toBeUndefined()
    const completed = await me.complete(reserved.body.txId)
    expect(completed.body).toMatchObject({ status: 'COMPLETED', tokens_total: 1 })

    const after = (await me.get('/passport/me')).body
    expect(after.total_offsets).toBe(before.total_offsets + 1)
    expect(after.eco_score).toBe(before.eco_score)
    const [entry] = (await me.get('/api/tokens/transaction/me')).body
    expect(entry).toMatchObject({ is_reward: true, payment_source: 'reward', total: 0, kg: 1 })
    const achievements = (await me.get('/api/achievements/me')).body
    expect(
      achievements.find((each: Reward & { code: string }) => each.code === 'offset_100'),
    ).toMatchObject({ currentValue: 100 })
    expect(await rewardsAccountOf(test.services.db, me)).toBe(-2)
  })

  it('cost no money when their reservation is cancelled, and can be reserved again', async () => {
    const { me, token } = await achiever()
    await claim(me, token)
    const first = await me.reserve(rewardOrder(batch, token))
    expect((await me.reserve(rewardOrder(batch, token))).body.code).toBe('reward_being_redeemed')
    expect((await me.cancel(first.body.txId)).status).toBe(200)
    expect((await me.complete(first.body.txId)).status).toBe(410)
    const second = await me.reserve(rewardOrder(batch, token))
    expect((await me.complete(second.body.txId)).body.status).toBe('COMPLETED')
    expect(await totalOf(me)).toBe(101)
  })

  it('can be given away, to the number of the claim only, with the claim’s note', async () => {
    const { me, token } = await achiever()
    const friend = await person()
    const message = 'Take\u202e this\u0007 one'
    await claim(me, token, { gift: true, telephone: friend.phone, message })
    const order = rewardOrder(batch, token)
    expect((await me.reserve(order)).status).toBe(403)
    const other = { ...order, is_gift: 1, telephone: newPhone() }
    expect((await me.reserve(other)).status).toBe(403)
    const reserved = await me.reserve({ ...order, is_gift: 1, telephone: friend.phone })
    expect((await me.complete(reserved.body.txId)).body.status).toBe('COMPLETED')
    expect(await totalOf(me)).toBe(100)
    const passport = (await friend.get('/passport/me')).body
    expect(passport).toMatchObject({ total_offsets: 1, eco_score: 0 })
    const [entry] = (await friend.get('/api/tokens/transaction/me')).body
    expect(entry).toMatchObject({ is_gift: true, is_reward: true, note: 'Take this one' })
    expect(await rewardsOf(friend)).toEqual([])
    expect((await rewardsOf(me)).map((each) => each.achievement_code)).toEqual(['first_offset'])
    const redeemed = (await me.get('/api/rewards/redeemed')).body
    expect(redeemed).toMatchObject([{ reward_id: token.reward_id, is_gift: true }])
    const { body: own } = await me.get('/api/profile/export')
    expect(own.rewards).toContainEqual(
      expect.objectContaining({
        ...{ achievement: 'offset_100', kilograms: 1 },
        ...{ 'given to': friend.phone, note: 'Take this one' },
      }),
    )
  })

  it.each([
    ['one’s own number', (me: Person) => ({ telephone: me.phone }), 'A reward cannot be given'],
    ['no number', () => ({}), 'Enter a valid recipient phone (+E.164).'],
    ['a bad number', () => ({ telephone: '07400' }), 'Enter a valid recipient phone (+E.164).'],
    ['a number in digits', () => ({ telephone: 7400 }), 'Enter a valid recipient phone (+E.164).'],
    [
      'a note of 5,000 characters',
      () => ({ telephone: newPhone(), message: 'n'.repeat(5_000) }),
      'Gift note cannot exceed 255 characters.',
    ],
    [
      'a note of 256 characters',
      () => ({ telephone: newPhone(), message: 'n'.repeat(256) }),
      'Gift note cannot exceed 255 characters.',
    ],
    [
      'a note of 256 characters to oneself',
      () => ({ gift: false, message: 'n'.repeat(256) }),
      'Gift note cannot exceed 255 characters.',
    ],
    [
      'a card number',
      () => ({ telephone: newPhone(), message: '4242 4242 4242 4242' }),
      'Card numbers must not be sent here.',
    ],
  ])('are not claimed with %s', async (_case, change, error) => {
    const { me, token } = await achiever()
    const answer = await claim(me, token, { gift: true, ...change(me) })
    expect(answer.status).toBe(400)
    expect(answer.body.error).toContain(error)
    expect(await rewardsOf(me)).toHaveLength(2)
  })
})

describe('first gift', () => {
  it('earns 2 kg, and a gift to oneself does not', async () => {
    const me = await person()
    await giveByCard(me, batch, 20, me.phone)
    expect((await rewardsOf(me)).map((each) => each.achievement_code)).toEqual(['first_offset'])
    await giveByCard(me, batch, 20, newPhone())
    expect(await rewardOf(me, 'first_gift')).toMatchObject({ reward_value: { kg: 2 } })
  })
})
