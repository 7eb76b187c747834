// Earns, claims and redeems rewards for tests by API calls.
import { randomUUID } from 'node:crypto'
import type { Reward } from '#features/achievements/rewards/rewards-calls.ts'
import type { Db } from '#platform/database/database.ts'
import { statement } from '#tests/support/test-statement.ts'
import { type Answer, type CallOptions, cardOrder, Person, type TestBatch } from './person.ts'

const rewardsAccount = statement(
  'test-rewards-account',
  { amount: 'int8' },
  `select coalesce(sum(case when source = 'rewards' then -amount_minor else amount_minor end), 0)
     ::bigint as amount
   from money_postings m join purchases p on p.id = m.purchase_id
   where p.buyer_id = $1 and 'rewards' in (source, destination)`,
)

/** Creates a person with 100 kg, who can claim the badge Seedling and a token reward of 1 kg. */
export async function newAchiever(
  url: string,
  batch: TestBatch,
): Promise<{ readonly me: Person; readonly token: Reward }> {
  const me = await new Person(url).signIn()
  await me.buyByCard(batch, 100)
  return { me, token: await rewardOf(me, 'offset_100') }
}

export async function totalOf(person: Person): Promise<number> {
  return (await person.get('/passport/me')).body.total_offsets
}

/** Returns the sum that a person's rewards moved on the account `rewards`, in minor units. */
export async function rewardsAccountOf(db: Db, person: Person): Promise<number | undefined> {
  const [account] = await db.run(rewardsAccount, [person.id])
  return account?.amount
}

export async function rewardsOf(person: Person): Promise<Reward[]> {
  return (await person.get('/api/rewards/me')).body
}

/** Returns the person's reward of an achievement. Throws if there is none. */
export async function rewardOf(person: Person, code: string): Promise<Reward> {
  const reward = (await rewardsOf(person)).find((each) => each.achievement_code === code)
  if (reward === undefined) throw new Error(`no reward for ${code}`)
  return reward
}

export function claim(
  person: Person,
  { reward_id, achievement_code }: Reward,
  more: Record<string, unknown> = {},
  options: CallOptions = {},
): Promise<Answer> {
  const body = { reward_id, achievementCode: achievement_code, gift: false, ...more }
  return person.signed('/api/rewards/claim', body, options)
}

export function unclaim(
  person: Person,
  { reward_id, achievement_code }: Reward,
  options: CallOptions = {},
): Promise<Answer> {
  const body = { reward_id, achievementCode: achievement_code }
  return person.signed('/api/rewards/unclaim', body, options)
}

/** Returns the body of a getPin call that redeems a reward for oneself. */
export function rewardOrder(batch: TestBatch, { reward_id, reward_value }: Reward) {
  if (!('kg' in reward_value)) throw new Error('a badge is not redeemed from a batch')
  return {
    batchId: batch.id,
    count: reward_value.kg,
    amount: 0,
    currency: batch.currency,
    payment_method: 'card',
    is_gift: 0,
    is_reward: 1,
    reward_id,
    wallet_used: 0,
    card_used: 0,
  }
}

/** Buys a gift by card for the owner of a phone number; returns the transaction id. */
export async function giveByCard(
  giver: Person,
  batch: TestBatch,
  count: number,
  telephone: string,
  more: { readonly note?: string; readonly deliver_on?: string } = {},
): Promise<string> {
  const card = cardOrder(batch, count, await giver.cardToken())
  const order = { ...card, is_gift: 1, telephone, ...more }
  const reserved = await giver.reserve(order, { key: randomUUID() })
  if (reserved.status !== 200) throw new Error(`getPin answered ${JSON.stringify(reserved.body)}`)
  const completed = await giver.complete(reserved.body.txId)
  if (completed.status !== 200) throw new Error(`validatePin answered ${completed.status}`)
  return reserved.body.txId
}
