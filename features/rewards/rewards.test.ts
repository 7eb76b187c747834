// Rewards over HTTP: earned once, claimed once, redeemed once, and never lost on the way.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scoreComparisons } from '#features/achievements/check-scores.ts'
import type { Reward } from '#features/rewards/contract.ts'
import { checkLedger } from '#ledger/check.ts'
import { statement } from '#server/statement.ts'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/batch.ts'
import { newPhone, Person } from '#tests/support/person.ts'
import {
  claim,
  giveByCard,
  rewardOf,
  rewardOrder,
  rewardsOf,
  unclaim,
} from '#tests/support/rewards.ts'

let test: TestApp
let batch: IssuedBatch
beforeAll(async () => {
  test = await startTestApp({ OPEN_RESERVATIONS_MAX: '500' })
  batch = await issueTestBatch(test.services.db, { kg: 100_000 })
})
afterAll(async () => {
  const { faults } = await checkLedger(test.services.db, scoreComparisons)
  await test.close()
  expect(faults).toEqual([])
})

const person = () => new Person(test.url).signIn()

/** Somebody with 100 kg: the badge Seedling and a token reward of 1 kg are theirs to claim. */
async function achiever(): Promise<{ readonly me: Person; readonly token: Reward }> {
  const me = await person()
  await me.buyByCard(batch, 100)
  return { me, token: await rewardOf(me, 'offset_100') }
}
const totalOf = async (me: Person) => (await me.get('/passport/me')).body.total_offsets

const lapseClaim = statement(
  'test-lapse-claim',
  {},
  `update rewards set claim_ends_at = now() - interval '1 second' where id = $1`,
)
const lapsePurchase = statement(
  'test-lapse-purchase',
  {},
  `update purchases set expires_at = now() - interval '1 second' where tx_id = $1`,
)
const claimMinutesLeft = statement(
  'test-claim-minutes-left',
  { minutes: 'int4' },
  `select round(extract(epoch from claim_ends_at - now()) / 60)::int as minutes
   from rewards where id = $1`,
)
const shortenClaim = statement(
  'test-shorten-claim',
  {},
  `update rewards set claim_ends_at = now() + interval '3 minutes' where id = $1`,
)
const rewardsAccount = statement(
  'test-rewards-account',
  { amount: 'int8' },
  `select coalesce(sum(case when source = 'rewards' then -amount_minor else amount_minor end), 0)
     ::bigint as amount
   from money_postings m join purchases p on p.id = m.purchase_id
   where p.buyer_id = $1 and 'rewards' in (source, destination)`,
)

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

describe('a badge', () => {
  it('is redeemed by its claim, once, and cannot be given away or back', async () => {
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
  it('are claimed, reserved and validated for nothing, and count as kilograms only', async () => {
    const { me, token } = await achiever()
    const before = (await me.get('/passport/me')).body
    const claimed = await claim(me, token)
    expect(claimed).toMatchObject({ status: 200, body: { status: 'claimed' } })
    const minutes = (Date.parse(claimed.body.expires_at) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(14.5)
    expect(minutes).toBeLessThanOrEqual(15.1)
    expect(await rewardsOf(me)).toHaveLength(1)

    const reserved = await me.reserve(rewardOrder(batch, token))
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
    const [account] = await test.services.db.run(rewardsAccount, [me.id])
    expect(account?.amount).toBe(-2)
  })

  it('cost nobody anything when their reservation is cancelled, and can be reserved again', async () => {
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
  })

  it.each([
    ['one’s own number', (me: Person) => ({ telephone: me.phone }), 'A reward cannot be given'],
    ['no number', () => ({}), 'Enter a valid recipient phone (+E.164).'],
    ['a bad number', () => ({ telephone: '07400' }), 'Enter a valid recipient phone (+E.164).'],
    [
      'a note of 256 characters',
      () => ({ telephone: newPhone(), message: 'n'.repeat(256) }),
      'Gift note cannot exceed 255 characters.',
    ],
    [
      'a card number',
      () => ({ telephone: newPhone(), message: '4242 4242 4242 4242' }),
      'Card numbers must not be sent here.',
    ],
  ])('are not claimed as a gift with %s', async (_case, change, error) => {
    const { me, token } = await achiever()
    const answer = await claim(me, token, { gift: true, ...change(me) })
    expect(answer.status).toBe(400)
    expect(answer.body.error).toContain(error)
    expect(await rewardsOf(me)).toHaveLength(2)
  })
})

describe('many at once', () => {
  it.each([20, 100])('%i claims of one reward give one', async (count) => {
    const { me, token } = await achiever()
    const answers = await Promise.all(Array.from({ length: count }, () => claim(me, token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const others = answers.filter(({ status }) => status !== 200)
    expect(new Set(others.map(({ body }) => body.code))).toEqual(new Set(['already_claimed']))
  })

  it('50 reservations and 50 completions of one claim give one kilogram', async () => {
    const { me, token } = await achiever()
    await claim(me, token)
    const reserved = await Promise.all(
      Array.from({ length: 50 }, () => me.reserve(rewardOrder(batch, token))),
    )
    const good = reserved.filter(({ status }) => status === 200)
    expect(good).toHaveLength(1)
    expect(new Set(reserved.map(({ status }) => status))).toEqual(new Set([200, 403]))
    const completed = await Promise.all(
      Array.from({ length: 50 }, () => me.complete(good[0]?.body.txId)),
    )
    expect(completed.every(({ body }) => body.status === 'COMPLETED')).toBe(true)
    expect(await totalOf(me)).toBe(101)
  })

  it('claims, returns, reservations and completions in any order give it once at most', async () => {
    const { me, token } = await achiever()
    const txIds: string[] = []
    const steps = [
      () => claim(me, token),
      () => unclaim(me, token),
      async () => {
        const answer = await me.reserve(rewardOrder(batch, token))
        if (answer.status === 200) txIds.push(answer.body.txId)
        return answer
      },
      () => me.complete(txIds.at(-1) ?? 'CP-2222-2222-2222'),
      () => me.cancel(txIds[0] ?? 'CP-2222-2222-2222'),
    ]
    const answers = await Promise.all(
      Array.from({ length: 150 }, (_, index) => steps[(index * 7) % steps.length]?.()),
    )
    expect(answers.filter((answer) => (answer?.status ?? 500) >= 500)).toEqual([])
    const isUnclaimed = (await rewardsOf(me)).some((each) => each.achievement_code === 'offset_100')
    const total = await totalOf(me)
    if (total === 101) expect(isUnclaimed).toBe(false)
    else {
      await unclaim(me, token)
      expect((await claim(me, token)).status).toBe(200)
      const again = await me.reserve(rewardOrder(batch, token))
      expect((await me.complete(again.body.txId)).status).toBe(200)
    }
    expect(await totalOf(me)).toBe(101)
  })

  it('one key is one claim, whoever asks again', async () => {
    const { me, token } = await achiever()
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => claim(me, token, {}, { key })),
    )
    const bodies = new Set(answers.map(({ body }) => JSON.stringify(body)))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(bodies.size).toBe(1)
    const other = await claim(me, token, { gift: true, telephone: newPhone() }, { key })
    expect(other).toMatchObject({ status: 422, body: { code: 'key_reused' } })
  })
})

describe('no loophole', () => {
  it('claim, redeem, unclaim and claim again gives nothing more', async () => {
    const { me, token } = await achiever()
    await claim(me, token)
    const { body } = await me.reserve(rewardOrder(batch, token))
    await me.complete(body.txId)
    expect(await unclaim(me, token)).toMatchObject({
      status: 409,
      body: { code: 'already_redeemed' },
    })
    expect((await claim(me, token)).body.code).toBe('already_claimed')
    expect((await me.reserve(rewardOrder(batch, token))).status).toBe(403)
    expect(await totalOf(me)).toBe(101)
  })

  it.each([
    ['one kilogram more', { count: 2 }],
    ['none', { count: 0 }],
    ['half a kilogram', { count: 0.5 }],
    ['an amount', { amount: 0.02 }],
    ['wallet money', { wallet_used: 0.01 }],
    ['card money', { card_used: 0.01 }],
    ['a recipient that was not claimed for', { is_gift: 1, telephone: '+447400999888' }],
    ['no reward', { reward_id: undefined }],
    ['a reward that is none', { reward_id: 'reward' }],
    ['an unknown reward', { reward_id: randomUUID() }],
  ])('is_reward with %s is 403', async (_case, change) => {
    const { me, token } = await achiever()
    await claim(me, token)
    const answer = await me.reserve({ ...rewardOrder(batch, token), ...change })
    expect(answer.status).toBe(403)
    expect(await totalOf(me)).toBe(100)
  })

  it('is_reward before a claim, after unclaim and after its lapse is 403', async () => {
    const { me, token } = await achiever()
    const order = rewardOrder(batch, token)
    expect((await me.reserve(order)).status).toBe(403)
    await claim(me, token)
    expect((await unclaim(me, token)).body).toEqual({ status: 'unclaimed' })
    expect((await unclaim(me, token)).status).toBe(200)
    expect((await me.reserve(order)).status).toBe(403)
    await claim(me, token)
    await test.services.db.run(lapseClaim, [token.reward_id])
    expect((await me.reserve(order)).status).toBe(403)
  })

  it('another’s reward is not there, whatever one tries', async () => {
    const { me, token } = await achiever()
    const thief = await person()
    expect((await claim(thief, token)).status).toBe(404)
    await claim(me, token)
    expect((await unclaim(thief, token)).status).toBe(404)
    expect((await thief.reserve(rewardOrder(batch, token))).status).toBe(403)
    const nothing = { ...token, reward_id: randomUUID() }
    const [hidden, random] = [await claim(thief, token), await claim(thief, nothing)]
    expect({ ...hidden.body, request_id: '' }).toEqual({ ...random.body, request_id: '' })
    expect((await claim(me, { ...token, achievement_code: 'first_gift' })).status).toBe(404)
  })

  it('a reward that costs more than is left of the budget cannot be redeemed', async () => {
    const poor = await startTestApp({ REWARDS_BUDGET: '0' })
    try {
      const stock = await issueTestBatch(poor.services.db, { kg: 1_000 })
      const me = await new Person(poor.url).signIn()
      await me.buyByCard(stock, 100)
      const token = await rewardOf(me, 'offset_100')
      await claim(me, token)
      const answer = await me.reserve(rewardOrder(stock, token))
      expect(answer).toMatchObject({ status: 409, body: { code: 'rewards_exhausted' } })
      expect((await unclaim(me, token)).status).toBe(200)
    } finally {
      await poor.close()
    }
  })
})

describe('a cut between two steps', () => {
  it('after the claim: it returns by itself and can be claimed again', async () => {
    const { me, token } = await achiever()
    await claim(me, token)
    const [left] = await test.services.db.run(claimMinutesLeft, [token.reward_id])
    expect(left?.minutes).toBe(15)
    await test.services.db.run(lapseClaim, [token.reward_id])
    expect(await rewardOf(me, 'offset_100')).toEqual(token)
    expect((await claim(me, token)).status).toBe(200)
  })

  it('after the reservation: it lapses with the claim at the latest, and all of it returns', async () => {
    const { me, token } = await achiever()
    const own = await issueTestBatch(test.services.db, { kg: 10 })
    await claim(me, token)
    await test.services.db.run(shortenClaim, [token.reward_id])
    const reserved = await me.reserve(rewardOrder(own, token))
    const minutes = (Date.parse(reserved.body.expires_at) - Date.now()) / 60_000
    expect(minutes).toBeLessThanOrEqual(3.1)
    await test.services.db.run(lapsePurchase, [reserved.body.txId])
    await test.services.db.run(lapseClaim, [token.reward_id])
    expect((await me.complete(reserved.body.txId)).status).toBe(410)
    expect((await claim(me, token)).status).toBe(200)
    await expect
      .poll(async () => (await me.get(`/api/batches/${own.id}`)).body.kg_available, {
        timeout: 10_000,
      })
      .toBe(10)
    const again = await me.reserve(rewardOrder(own, token))
    expect((await me.complete(again.body.txId)).body.status).toBe('COMPLETED')
    expect((await me.complete(reserved.body.txId)).status).toBe(410)
    expect(await totalOf(me)).toBe(101)
  })

  it('after the reservation: unclaim releases it, and its purchase can no longer complete', async () => {
    const { me, token } = await achiever()
    const own = await issueTestBatch(test.services.db, { kg: 10 })
    await claim(me, token)
    const reserved = await me.reserve(rewardOrder(own, token))
    expect((await me.get(`/api/batches/${own.id}`)).body.kg_available).toBe(9)
    expect((await unclaim(me, token)).body).toEqual({ status: 'unclaimed' })
    expect((await me.get(`/api/batches/${own.id}`)).body.kg_available).toBe(10)
    expect((await me.complete(reserved.body.txId)).status).toBe(410)
    expect(await rewardOf(me, 'offset_100')).toEqual(token)
    const [account] = await test.services.db.run(rewardsAccount, [me.id])
    expect(account?.amount).toBe(0)
  })

  it('during the completion: it is completed and redeemed together, or neither', async () => {
    const { me, token } = await achiever()
    await claim(me, token)
    const reserved = await me.reserve(rewardOrder(batch, token))
    const answers = await Promise.all([
      me.complete(reserved.body.txId),
      unclaim(me, token),
      me.complete(reserved.body.txId),
      unclaim(me, token),
    ])
    const isCompleted = answers.some(({ body }) => body.status === 'COMPLETED')
    const isUnclaimed = answers.some(({ body }) => body.status === 'unclaimed')
    expect(isCompleted).not.toBe(isUnclaimed)
    expect(await totalOf(me)).toBe(isCompleted ? 101 : 100)
  })
})

describe('first gift', () => {
  it('earns 2 kg, and giving to oneself does not', async () => {
    const me = await person()
    await giveByCard(me, batch, 20, me.phone)
    expect((await rewardsOf(me)).map((each) => each.achievement_code)).toEqual(['first_offset'])
    await giveByCard(me, batch, 20, newPhone())
    expect(await rewardOf(me, 'first_gift')).toMatchObject({ reward_value: { kg: 2 } })
  })
})
