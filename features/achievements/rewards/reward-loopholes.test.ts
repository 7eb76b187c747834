// Tests misuse of rewards and interruptions: concurrent calls, calls out of order, and a stop
// between any two of them. A reward is given once, and never lost.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { newPhone, Person, sameAt } from '#tests/support/people/person.ts'
import {
  claim,
  newAchiever,
  rewardOf,
  rewardOrder,
  rewardsAccountOf,
  rewardsOf,
  totalOf,
  unclaim,
} from '#tests/support/people/rewards.ts'
import { holdLock, raceFor, times } from '#tests/support/servers/waiting-locks.ts'
import { startTestApp, startTestAppBeside, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

let test: TestApp
let batch: IssuedBatch
beforeAll(async () => {
  test = await startTestApp({ OPEN_RESERVATIONS_MAX: '500' })
  batch = await issueTestBatch(test.services.db, { kg: 100_000 })
})
afterAll(() => closeWithBooks(test))

const person = () => new Person(test.url).signIn()
const achiever = () => newAchiever(test.url, batch)

/** Locks the row that claiming, returning and redeeming a reward change. */
const rowOf = ({ reward_id }: { readonly reward_id: string }) =>
  `select from rewards where id = '${reward_id}' for update`

const lapseClaim = statement(
  'test-lapse-claim',
  {},
  `update rewards set claim_ends_at = now() - interval '1 second' where id = $1`,
)
const abandoned = statement(
  'test-abandoned-hold',
  { tx_id: 'text' },
  'select tx_id from purchases where tx_id = $1 and abandoned_at is not null',
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
const endsOf = statement(
  'test-ends-of-purchase-and-claim',
  { purchase_ends: 'timestamptz', claim_ends: 'timestamptz' },
  `select p.expires_at as purchase_ends, r.claim_ends_at as claim_ends
   from purchases p join rewards r on r.id = p.reward_id where p.tx_id = $1`,
)
describe('concurrent calls', () => {
  it.each([20, 100])('%i claims of one reward give one', async (count) => {
    const { me, token } = await achiever()
    const answers = await raceFor(
      test,
      { lockSql: rowOf(token) },
      times(count, () => claim(me, token)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const others = answers.filter(({ status }) => status !== 200)
    expect(new Set(others.map(({ body }) => body.code))).toEqual(new Set(['already_claimed']))
  })

  it('50 reservations and 50 completions of one claim give one kilogram', async () => {
    const { me, token } = await achiever()
    await claim(me, token)
    const reserved = await raceFor(
      test,
      { lockSql: rowOf(token) },
      times(50, () => me.reserve(rewardOrder(batch, token))),
    )
    const good = reserved.filter(({ status }) => status === 200)
    expect(good).toHaveLength(1)
    expect(new Set(reserved.map(({ status }) => status))).toEqual(new Set([200, 403]))
    const completed = await raceFor(
      test,
      { lockSql: rowOf(token) },
      times(50, () => me.complete(good[0]?.body.txId)),
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

  it('a claim whose purchase begins meanwhile is not released under it', async () => {
    const { me, token } = await achiever()
    await claim(me, token)
    const lock = await holdLock(test, rowOf(token))
    const reserved = me.reserve(rewardOrder(batch, token))
    await lock.untilWaiting('row')
    const returned = unclaim(me, token)
    await lock.untilWaiting('row', 2)
    await lock.release()
    expect((await reserved).status).toBe(200)
    expect((await returned).body.code).toBe('in_progress')
    expect((await unclaim(me, token)).body).toEqual({ status: 'unclaimed' })
  })

  it('one key is one claim, whichever user sends it', async () => {
    const { me, token } = await achiever()
    const key = randomUUID()
    const answers = await raceFor(
      test,
      { lockSql: rowOf(token) },
      times(20, () => claim(me, token, {}, { key })),
    )
    const bodies = new Set(answers.map(({ body }) => JSON.stringify(body)))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(bodies.size).toBe(1)
    const other = await claim(me, token, { gift: true, telephone: newPhone() }, { key })
    expect(other).toMatchObject({ status: 422, body: { code: 'key_reused' } })
    // Releasing it is another call, whatever its key.
    expect((await unclaim(me, token, { key })).body).toEqual({ status: 'unclaimed' })
  })
})

describe('misuse', () => {
  it('by claim, redeem, unclaim and claim again gives nothing more', async () => {
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
    ['a recipient that is none', { is_gift: 1, telephone: '07400' }],
    ['no reward', { reward_id: undefined }],
    ['a reward that is none', { reward_id: 'reward' }],
    ['an unknown reward', { reward_id: randomUUID() }],
  ])('by is_reward with %s is 403', async (_case, change) => {
    const { me, token } = await achiever()
    await claim(me, token)
    const answer = await me.reserve({ ...rewardOrder(batch, token), ...change })
    expect(answer.status).toBe(403)
    expect(await totalOf(me)).toBe(100)
  })

  it('by is_reward before a claim, after unclaim and after its expiry is 403', async () => {
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

  it('of another user’s reward finds none, in any call', async () => {
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

  it('of a reward that costs more than the rest of the budget fails', async () => {
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

  it('after the operator lowers the budget below the cost of others finds the rewards exhausted', async () => {
    const [former, next] = [await achiever(), await achiever()]
    await claim(former.me, former.token)
    const { body } = await former.me.reserve(rewardOrder(batch, former.token))
    expect((await former.me.complete(body.txId)).status).toBe(200)
    await claim(next.me, next.token)
    const poor = await startTestAppBeside(test, { REWARDS_BUDGET: '0' })
    try {
      const answer = await sameAt(next.me, poor.url).reserve(rewardOrder(batch, next.token))
      expect(answer).toMatchObject({ status: 409, body: { code: 'rewards_exhausted' } })
    } finally {
      await poor.close()
    }
  })
})

describe('an interruption', () => {
  it('after the claim: it expires and can be claimed again', async () => {
    const { me, token } = await achiever()
    await claim(me, token)
    const [left] = await test.services.db.run(claimMinutesLeft, [token.reward_id])
    expect(left?.minutes).toBe(15)
    await test.services.db.run(lapseClaim, [token.reward_id])
    expect(await rewardOf(me, 'offset_100')).toEqual(token)
    expect((await claim(me, token)).status).toBe(200)
  })

  it('after the reservation: it expires with the claim at the latest, and everything is released', async () => {
    const { me, token } = await achiever()
    const own = await issueTestBatch(test.services.db, { kg: 10 })
    await claim(me, token)
    await test.services.db.run(shortenClaim, [token.reward_id])
    const reserved = await me.reserve(rewardOrder(own, token))
    const minutes = (Date.parse(reserved.body.expires_at) - Date.now()) / 60_000
    expect(minutes).toBeLessThanOrEqual(3.1)
    const [stored] = await test.services.db.run(endsOf, [reserved.body.txId])
    expect(stored?.purchase_ends).toEqual(stored?.claim_ends)
    await test.services.db.run(lapsePurchase, [reserved.body.txId])
    await test.services.db.run(lapseClaim, [token.reward_id])
    expect((await me.complete(reserved.body.txId)).status).toBe(410)
    expect((await claim(me, token)).status).toBe(200)
    await expect
      .poll(async () => (await me.get(`/api/batches/${own.id}`)).body.kg_available, {
        timeout: 60_000,
      })
      .toBe(10)
    expect(await test.services.db.run(abandoned, [reserved.body.txId])).toEqual([])
    const again = await me.reserve(rewardOrder(own, token))
    expect((await me.complete(again.body.txId)).body.status).toBe('COMPLETED')
    expect((await me.complete(reserved.body.txId)).status).toBe(410)
    expect(await totalOf(me)).toBe(101)
  })

  it('after an expired reservation: the claim can be reserved again before the sweep', async () => {
    const still = await startTestApp({}, undefined, { background: false })
    const own = await issueTestBatch(still.services.db, { kg: 1_000 })
    const { me, token } = await newAchiever(still.url, own)
    await claim(me, token)
    const first = await me.reserve(rewardOrder(own, token))
    expect((await me.reserve(rewardOrder(own, token))).body.code).toBe('reward_being_redeemed')
    await still.services.db.run(lapsePurchase, [first.body.txId])
    const second = await me.reserve(rewardOrder(own, token))
    expect((await me.complete(second.body.txId)).body.status).toBe('COMPLETED')
    expect((await me.complete(first.body.txId)).status).toBe(410)
    // The claim outlasts the time of the purchase that redeemed it, and pays for no other.
    await still.services.db.run(lapsePurchase, [second.body.txId])
    expect((await me.reserve(rewardOrder(own, token))).status).toBe(403)
    expect(await totalOf(me)).toBe(101)
    await closeWithBooks(still)
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
    expect(await rewardsAccountOf(test.services.db, me)).toBe(0)
    const [entry] = (await me.get('/api/tokens/transaction/me')).body
    expect(entry).toMatchObject({ status: 'EXPIRED', is_cancelled: false })
  })

  it('after the reservation: a refund that takes the reward away ends the purchase, too', async () => {
    const { me, token } = await achiever()
    const [{ tx_id: txId }] = (await me.get('/api/tokens/transaction/me')).body
    const own = await issueTestBatch(test.services.db, { kg: 10 })
    await claim(me, token)
    const reserved = await me.reserve(rewardOrder(own, token))
    expect((await me.get(`/api/batches/${own.id}`)).body.kg_available).toBe(9)
    const record = async () => undefined
    await refundPurchase(test.services, { txId, keepsKilograms: false, record })
    await expect
      .poll(async () => (await me.get(`/api/batches/${own.id}`)).body.kg_available)
      .toBe(10)
    const entries = (await me.get('/api/tokens/transaction/me')).body
    const entry = entries.find((each: { tx_id: string }) => each.tx_id === reserved.body.txId)
    expect(entry).toMatchObject({ status: 'EXPIRED', is_cancelled: false })
    expect((await me.complete(reserved.body.txId)).status).toBe(410)
    expect((await claim(me, token)).status).not.toBe(200)
  })

  it('during the completion: both complete, or neither', async () => {
    const { me, token } = await achiever()
    await claim(me, token)
    const reserved = await me.reserve(rewardOrder(batch, token))
    const { txId } = reserved.body
    const held = `select from purchases where tx_id = '${txId}' for update`
    const answers = await raceFor(test, { lockSql: held, waiting: 2 }, [
      () => me.complete(txId),
      () => unclaim(me, token),
      () => me.complete(txId),
      () => unclaim(me, token),
    ])
    const isCompleted = answers.some(({ body }) => body.status === 'COMPLETED')
    const isUnclaimed = answers.some(({ body }) => body.status === 'unclaimed')
    expect(isCompleted).not.toBe(isUnclaimed)
    expect(await totalOf(me)).toBe(isCompleted ? 101 : 100)
  })
})
