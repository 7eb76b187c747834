// Tests users who give to each other for the rewards: their payments exceed their rewards. `npm run
// ring` runs it with twenty numbers and prints the sums; without RING there are six.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { closeWithBooks } from '#tests/support/people/books.ts'
import { Person, sameAt } from '#tests/support/people/person.ts'
import {
  claim,
  giveByCard,
  rewardOf,
  rewardOrder,
  rewardsOf,
} from '#tests/support/people/rewards.ts'
import { splitOrder } from '#tests/support/people/split-order.ts'
import { raceFor } from '#tests/support/servers/waiting-locks.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const members = Number(process.env.RING ?? 6)
/** As many gifts as the richest reward for gifts needs. */
const giftsEach = 5

let test: TestApp
let batch: IssuedBatch
beforeAll(async () => {
  test = await startTestApp({ OPEN_RESERVATIONS_MAX: '500' })
  batch = await issueTestBatch(test.services.db, { kg: 1_000_000 })
})
afterAll(() => closeWithBooks(test))

const open = (person: Person) => person.get('/api/auth/me')

async function newRing(): Promise<Person[]> {
  const ring: Person[] = []
  for (let place = 0; place < members; place += 1) {
    ring.push(await new Person(test.url).signIn())
  }
  return ring
}

/** Returns the receivers of a giver: the next ones in the ring. */
function friendsOf(ring: readonly Person[], place: number): Person[] {
  return [...ring, ...ring].slice(place + 1, place + 1 + giftsEach)
}

async function giveFromWelcome(giver: Person, receiver: Person, kg: number): Promise<void> {
  const order = await splitOrder(giver, batch, kg, 'welcome')
  const gift = { ...order, is_gift: 1, telephone: receiver.phone }
  const reserved = await giver.reserve(gift)
  expect(reserved.status, JSON.stringify(reserved.body)).toBe(200)
  expect((await giver.complete(reserved.body.txId)).status).toBe(200)
}

/** Claims and redeems all rewards. Returns their kilograms. */
async function cashIn(person: Person): Promise<number> {
  let earnedKg = 0
  for (const reward of await rewardsOf(person)) {
    if (!('kg' in reward.reward_value)) continue
    if ((await claim(person, reward)).status !== 200) continue
    const reserved = await person.reserve(rewardOrder(batch, reward))
    expect((await person.complete(reserved.body.txId)).body.status).toBe('COMPLETED')
    earnedKg += reward.reward_value.kg
  }
  return earnedKg
}

async function cashInAll(ring: readonly Person[]): Promise<number> {
  let earnedKg = 0
  for (const person of ring) earnedKg += await cashIn(person)
  return earnedKg
}

function report(what: string, paidKg: number, earnedKg: number): void {
  const [paid, earned] = [paidKg, earnedKg].map((kg) => (kg * batch.price_per_kg).toFixed(2))
  console.log(
    `${members} numbers, ${what}: paid £${paid} for ${paidKg} kg, ` +
      `earned ${earnedKg} kg worth £${earned}`,
  )
}

describe('a ring of numbers', () => {
  it('that gives from wallets earns less than the wallets’ payments', async () => {
    const ring = await newRing()
    for (const [place, giver] of ring.entries()) {
      for (const friend of friendsOf(ring, place)) await giveFromWelcome(giver, friend, 1)
    }
    await Promise.all(ring.map(open))
    const earnedKg = await cashInAll(ring)
    const paidKg = members * giftsEach
    report('gifts of 1 kg from welcome credit', paidKg, earnedKg)
    expect(earnedKg).toBeGreaterThan(0)
    expect(earnedKg).toBeLessThan(paidKg / 2)
  })

  it('that gives back and forth by card earns less than its payments, in kilograms and in money', async () => {
    const ring = await newRing()
    const leastKg = Math.ceil(0.3 / batch.price_per_kg)
    for (const [place, giver] of ring.entries()) {
      for (const { phone } of friendsOf(ring, place)) await giveByCard(giver, batch, leastKg, phone)
    }
    await Promise.all(ring.map(open))
    const paidKg = members * giftsEach * leastKg
    const earnedKg = await cashInAll(ring)
    report(`gifts of ${leastKg} kg by card`, paidKg, earnedKg)
    expect(earnedKg).toBeGreaterThan(0)
    expect(earnedKg).toBeLessThan(paidKg / 5)
  })
})

describe('a gift', () => {
  it('opens its own reward at once, and a greater one after its gifts are received', async () => {
    const giver = await new Person(test.url).signIn()
    const friends: Person[] = []
    for (let place = 0; place < giftsEach; place += 1) {
      const friend = await new Person(test.url).signIn()
      await giveByCard(giver, batch, 20, friend.phone)
      friends.push(friend)
    }
    const greater = await rewardOf(giver, 'gift_5')
    expect(await claim(giver, greater)).toMatchObject({
      status: 409,
      body: { code: 'reward_not_paid_for' },
    })
    expect(await rewardOf(giver, 'gift_5')).toEqual(greater)
    const own = await rewardOf(giver, 'first_gift')
    expect(await cashIn(giver)).toBe(2)
    // A taken reward is refused as taken, whatever was paid.
    expect((await claim(giver, own)).body.code).toBe('already_claimed')
    await Promise.all(friends.map(open))
    expect((await claim(giver, greater)).status).toBe(200)
  })

  it('to a number that receives no SMS opens only the first reward', async () => {
    const giver = await new Person(test.url).signIn()
    for (let place = 0; place < giftsEach; place += 1) {
      await giveByCard(giver, batch, 15, `+04474001234${10 + place}`)
    }
    expect(await cashIn(giver)).toBe(2)
  })

  it('opens only its own reward where the giver has paid for no received kilogram', async () => {
    const [giver, rich] = [await new Person(test.url).signIn(), await new Person(test.url).signIn()]
    await giveByCard(rich, batch, 100, giver.phone)
    await giveByCard(giver, batch, 20, new Person(test.url).phone)
    expect((await claim(giver, await rewardOf(giver, 'first_gift'))).status).toBe(200)
    expect(await claim(giver, await rewardOf(giver, 'offset_100'))).toMatchObject({
      status: 409,
      body: { code: 'reward_not_paid_for' },
    })
  })

  it('changes nothing for a giver who bought for themselves before', async () => {
    const giver = await new Person(test.url).signIn()
    await giver.buyByCard(batch, 20)
    await giveByCard(giver, batch, 20, new Person(test.url).phone)
    expect(await cashIn(giver)).toBe(2)
  })
})

describe('concurrent claims', () => {
  it('at two processes give no more kilograms than were paid for', async () => {
    const giver = await new Person(test.url).signIn()
    const friends = await Promise.all(
      Array.from({ length: giftsEach }, () => new Person(test.url).signIn()),
    )
    const dear = await issueTestBatch(test.services.db, { kg: 100, priceMicros: 100_000 })
    await giver.buyByCard(dear, 5)
    for (const friend of friends) await giveFromWelcome(giver, friend, 1)
    const tokens = (await rewardsOf(giver)).filter(({ reward_value }) => 'kg' in reward_value)
    expect(tokens).toHaveLength(2)
    // Each process handles its claims one after the other.
    const database = { url: test.databaseUrl, drop: async () => undefined }
    const other = await startTestApp({}, undefined, { background: false, database })
    const claimants = [giver, sameAt(giver, other.url)]
    const answers = await raceFor(
      test,
      { lockSql: `select from rewards where passport_id = '${giver.id}' for update`, waiting: 2 },
      tokens.map((reward, at) => () => claim(claimants[at] ?? giver, reward)),
    )
    await other.close()
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})
