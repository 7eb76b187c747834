// The ways through a purchase that a kill may cut: each drives the product over HTTP as a client
// would, repeating with the same keys, and says in which states the purchase may end.
import { expect } from 'vitest'
import type { Services } from '#server/services.ts'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { type Answer, cardOrder, newPhone, type Person } from '#tests/support/people/person.ts'
import { claim, rewardOf, rewardOrder, unclaim } from '#tests/support/people/rewards.ts'
import { failCards } from '#tests/support/stand-ins/sandbox-faults.ts'
import { statement } from '#tests/support/test-statement.ts'

export type Stage = {
  readonly person: Person
  readonly services: Services
  /** The idempotency key of the reservation. */
  readonly key: string
  readonly insist: (call: () => Promise<Answer>) => Promise<Answer>
}
/** `ends` are the states that the purchase may end in; null where nothing was bought. */
export type Scenario = (stage: Stage) => Promise<{ readonly ends: readonly string[] | null }>

const lapse = statement(
  'scenario-lapse',
  {},
  `update purchases set expires_at = now() - interval '2 minutes' where buyer_id = $1`,
)
const makeOverdue = statement(
  'scenario-overdue',
  {},
  `update purchases set card_checked_at = now() - interval '1 minute' where buyer_id = $1`,
)
const refuseCompletion = statement(
  'scenario-refuse-completion',
  {},
  `alter table purchases add constraint test_never_completes
     check (state <> 'COMPLETED') not valid`,
)
const allowCompletion = statement(
  'scenario-allow-completion',
  {},
  'alter table purchases drop constraint test_never_completes',
)

const earnReward = statement(
  'scenario-earn-reward',
  {},
  `insert into rewards (passport_id, achievement_code, kg) values ($1, 'offset_100', 1)`,
)

async function orderOf({ person, services, insist }: Stage, card = '4242424242424242') {
  const batch = await issueTestBatch(services.db, { kg: 1_000 })
  const token = await insist(() =>
    person.post('/dev/cards', { number: card, exp_month: 12, exp_year: 2040, cvc: '123' }),
  )
  return { batch, order: cardOrder(batch, 60, token.body.id) }
}

async function reserveAndComplete(
  { person, key, insist }: Stage,
  order: Record<string, unknown>,
): Promise<{ readonly ends: readonly string[] }> {
  const reserved = await insist(() => person.reserve(order, { key }))
  expect(reserved.status).toBe(200)
  const again = await insist(() => person.reserve(order, { key }))
  expect(again.body.txId).toBe(reserved.body.txId)
  const { card_action } = reserved.body
  if (card_action !== undefined) {
    const { client_secret } = card_action
    await insist(() => person.post('/dev/cards/actions', { client_secret, approved: true }))
  }
  const completed = await insist(() => person.complete(reserved.body.txId))
  expect(completed).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
  return { ends: ['COMPLETED'] }
}

async function buy(stage: Stage, card?: string) {
  const { order } = await orderOf(stage, card)
  return reserveAndComplete(stage, order)
}

async function buyByWallet(stage: Stage) {
  const { order } = await orderOf(stage)
  return reserveAndComplete(stage, {
    ...order,
    count: 20,
    payment_method: 'wallet',
    wallet_used: 0.4,
  })
}

async function buySplit(stage: Stage) {
  const { person, insist } = stage
  const { batch, order } = await orderOf(stage)
  const { body } = await insist(() =>
    person.post('/api/wallet/prepay-preview', {
      phone: person.phone,
      total_price: batch.price_per_kg * 100,
      currency: 'GBP',
      user_currency: 'GBP',
    }),
  )
  return reserveAndComplete(stage, {
    ...order,
    count: 100,
    payment_method: 'wallet+card',
    wallet_used: body.wallet_used,
    card_used: body.card_needed,
    wallet_tx_id: body.wallet_tx_id,
  })
}

async function give(stage: Stage) {
  const { order } = await orderOf(stage)
  const telephone = newPhone()
  const gift = {
    ...order,
    count: 20,
    payment_method: 'wallet',
    wallet_used: 0.4,
    is_gift: 1,
    telephone,
  }
  return reserveAndComplete(stage, gift)
}

async function reserve(stage: Stage, card?: string): Promise<Answer> {
  const { order } = await orderOf(stage, card)
  return stage.insist(() => stage.person.reserve(order, { key: stage.key }))
}

/** A claimed reward with a reservation for it, each under a key of its own. */
async function reserveReward({ person, services, key, insist }: Stage) {
  await services.db.run(earnReward, [person.id])
  const reward = await rewardOf(person, 'offset_100')
  const claimed = await insist(() => claim(person, reward, {}, { key: `${key}-claim` }))
  expect(claimed).toMatchObject({ status: 200, body: { status: 'claimed' } })
  const batch = await issueTestBatch(services.db, { kg: 10 })
  const reserved = await insist(() => person.reserve(rewardOrder(batch, reward), { key }))
  expect(reserved.status).toBe(200)
  return { reward, batch, txId: reserved.body.txId }
}

export const scenarios = {
  wallet: buyByWallet,
  card: (stage) => buy(stage),
  split: buySplit,
  action: (stage) => buy(stage, '4000002500003155'),
  gift: give,
  async declined(stage) {
    expect((await reserve(stage, '4000000000000002')).status).toBe(402)
    return { ends: ['FAILED'] }
  },
  async cancelled(stage) {
    const { body } = await reserve(stage)
    const cancelled = await stage.insist(() => stage.person.cancel(body.txId))
    expect(cancelled.body.status).toBe('EXPIRED')
    return { ends: ['EXPIRED'] }
  },
  async lapsed(stage) {
    await reserve(stage)
    await stage.services.db.run(lapse, [stage.person.id])
    return { ends: ['EXPIRED'] }
  },
  /** The provider's answer is lost and the client goes away: the reconciler alone finds out. */
  async unanswered(stage) {
    const { order } = await orderOf(stage)
    await failCards(stage.services.db, 'authorise', 'unknown')
    const reserve = () => stage.person.reserve(order, { key: stage.key })
    await reserve().catch(() => stage.insist(reserve))
    await stage.services.db.run(makeOverdue, [stage.person.id])
    return { ends: ['EXPIRED'] }
  },
  async refunded(stage) {
    const { person, services, insist } = stage
    const { body } = await reserve(stage)
    const complete = () => person.complete(body.txId)
    await services.db.run(refuseCompletion)
    try {
      for (let count = 0; count < 4; count += 1) {
        // Another call starts a killed product again.
        await complete().catch(() => insist(() => person.get('/passport/me')).then(complete))
      }
      await services.db.run(lapse, [person.id])
      const answer = await insist(complete)
      expect(answer).toMatchObject({ status: 409, body: { code: 'purchase_refunded' } })
    } finally {
      await services.db.run(allowCompletion)
    }
    return { ends: ['FAILED'] }
  },
  async rewarded(stage) {
    const { person, insist } = stage
    const { reward, txId } = await reserveReward(stage)
    const completed = await insist(() => person.complete(txId))
    expect(completed).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
    expect((await insist(() => claim(person, reward))).status).toBe(409)
    expect((await insist(() => unclaim(person, reward))).status).toBe(409)
    return { ends: ['COMPLETED'] }
  },
  async returned(stage) {
    const { person, key, insist } = stage
    const { reward, batch } = await reserveReward(stage)
    expect((await insist(() => unclaim(person, reward))).status).toBe(200)
    const { body } = await insist(() => person.get(`/api/batches/${batch.id}`))
    expect(body.kg_available).toBe(10)
    const again = await insist(() => claim(person, reward, {}, { key: `${key}-again` }))
    expect(again).toMatchObject({ status: 200, body: { status: 'claimed' } })
    return { ends: ['EXPIRED'] }
  },
  async 'sign-in'({ person, insist }) {
    const verify = async () => {
      await insist(() => person.post('/api/auth/request-otp', { phone: person.phone }))
      const code = await person.readCode()
      return insist(() => person.post('/api/auth/verify-otp', { phone: person.phone, code }))
    }
    let answer = await verify()
    // The session was made but its answer lost: the code is used up, and another one is sent.
    if (answer.status === 400) answer = await verify()
    expect(answer.status).toBe(200)
    person.cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const wallet = await insist(() => person.get('/api/wallet/me'))
    expect(wallet.body.totalInUserCurrency).toBe(1)
    return { ends: null }
  },
} as const satisfies Readonly<Record<string, Scenario>>
