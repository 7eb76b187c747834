// Compares scores, achievements, rewards and boards with a second computation from the ledger's
// rows, after any sequence of purchases, gifts, sign-ins, rewards and weeks. SCORE_RUNS sets the
// number of sequences, SCORE_SEED repeats a run.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Reward } from '#features/achievements/rewards/rewards-calls.ts'
import { boardComparisons } from '#features/boards/check-boards.ts'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import { scoreComparisons } from '#features/purchases/inspect/check-scores.ts'
import { type MovedClock, moveClockOf } from '#tests/support/clock.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { type Answer, cardOrder, Person } from '#tests/support/people/person.ts'
import { claim, rewardOrder, rewardsOf, unclaim } from '#tests/support/people/rewards.ts'
import {
  type Expected,
  expectedBoard,
  expectedScores,
  leagueOf,
} from '#tests/support/people/score-oracle.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'

const runs = Number(process.env.SCORE_RUNS ?? 4)
const seed = Number(process.env.SCORE_SEED ?? Math.floor(Math.random() * 2 ** 31))
/** Few users act, so that they reach much; more receive gifts, and some of them never sign in. */
const actingCount = 3
const peopleCount = 8
const projectGoals = [[7, 13], [1, 7], [13, 15, 8], [], [5]]

let test: TestApp
let clock: MovedClock
const batches: IssuedBatch[] = []
beforeAll(async () => {
  test = await startTestApp({ OPEN_RESERVATIONS_MAX: '500' })
  clock = await moveClockOf(test)
  for (const goals of projectGoals) {
    const priceMicros = 500_000
    const batch = await issueTestBatch(test.services.db, { kg: 1_000_000, priceMicros })
    await test.services.db.run(setGoals, [batch.projectId, goals])
    batches.push(batch)
  }
})
afterAll(async () => {
  await clock.close()
  await test.close()
})

const setGoals = statement('model-set-goals', {}, 'update projects set sdgs = $2 where id = $1')
const readRewards = statement(
  'model-rewards',
  { achievement_code: 'text', kg: 'int4?', is_free: 'bool', redeemed_kg: 'int8' },
  `select r.achievement_code, r.kg,
     r.redeemed_at is null and (r.claim_ends_at is null or r.claim_ends_at <= now()) as is_free,
     (select coalesce(sum(p.quantity_kg), 0)::bigint from purchases p
       where p.reward_id = r.id and p.state = 'COMPLETED') as redeemed_kg
   from rewards r where r.passport_id = $1`,
)

const who = fc.nat({ max: actingCount - 1 })
const anybody = fc.nat({ max: peopleCount - 1 })
const where = fc.nat({ max: projectGoals.length - 1 })
const kg = fc.constantFrom(1, 1, 5, 60, 99, 100, 900)
const nth = fc.nat(3)
const interval = fc.constantFrom('7 days', '7 days', '7 days', '7 days', '16 minutes', '15 days')
const does = fc.constant
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ does: does('buy'), who, where, kg }) },
  { weight: 6, arbitrary: fc.record({ does: does('give'), who, where, kg, to: anybody }) },
  { weight: 1, arbitrary: fc.record({ does: does('reserve'), who, where, kg }) },
  { weight: 6, arbitrary: fc.record({ does: does('claim'), who, nth, to: anybody }) },
  { weight: 6, arbitrary: fc.record({ does: does('redeem'), who, where }) },
  { weight: 1, arbitrary: fc.record({ does: does('stop'), who, where }) },
  { weight: 1, arbitrary: fc.record({ does: does('unclaim'), who }) },
  { weight: 1, arbitrary: fc.record({ does: does('hide'), who }) },
  { weight: 1, arbitrary: fc.record({ does: does('sign in'), who: anybody }) },
  { weight: 4, arbitrary: fc.record({ does: does('wait'), interval }) },
  { weight: 3, arbitrary: fc.record({ does: does('week'), who, where, to: anybody }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
const stepFields = { who: 0, where: 0, kg: 1, to: 0, nth: 0, interval: '' }

/** Users, none of them signed in yet, and their claims. */
class Crowd {
  readonly people = Array.from({ length: peopleCount }, () => new Person(test.url))
  readonly claimed = new Map<Person, { readonly reward: Reward; readonly to: string | null }>()
  readonly answers: Answer[] = []

  person(index: number): Person {
    const found = this.people[index]
    if (found === undefined) throw new Error('nobody')
    return found
  }

  async signedIn(index: number): Promise<Person> {
    const person = this.person(index)
    return person.cookie === '' ? person.signIn() : person
  }

  async do(each: Step): Promise<void> {
    const { does, who: index, where: at, ...more } = { ...stepFields, ...each }
    if (does === 'wait') return clock.move(more.interval)
    if (does === 'week') return this.week(index, at, more.to)
    const me = await this.signedIn(index)
    const batch = batches[at]
    if (batch === undefined) throw new Error('no batch')
    switch (does) {
      case 'buy':
        return this.pay(me, cardOrder(batch, more.kg, await me.cardToken()), true)
      case 'reserve':
        return this.pay(me, cardOrder(batch, more.kg, await me.cardToken()), false)
      case 'give': {
        const order = cardOrder(batch, more.kg, await me.cardToken())
        const telephone = this.person(more.to).phone
        return this.pay(me, { ...order, is_gift: 1, telephone }, true)
      }
      case 'claim':
        await this.claim(me, more.nth, this.person(more.to).phone)
        if (more.nth % 2 === 0) await this.redeem(me, batch, true)
        return
      case 'redeem':
        return this.redeem(me, batch, true)
      case 'stop':
        return this.redeem(me, batch, false)
      case 'unclaim': {
        const claimed = this.claimed.get(me)
        if (claimed !== undefined) this.answers.push(await unclaim(me, claimed.reward))
        return
      }
      case 'hide':
        await me.call('PATCH', '/api/profile', { hide_from_leaderboards: true })
    }
  }

  /** Each acting user buys a kilogram, one of them gives one too, and a week passes. */
  async week(giver: number, at: number, to: number): Promise<void> {
    const buys = Array.from({ length: actingCount }, (_, index) => index)
    await Promise.all(buys.map((index) => this.do({ does: 'buy', who: index, where: at, kg: 1 })))
    await this.do({ does: 'give', who: giver, where: at, kg: 1, to })
    await clock.move('7 days')
  }

  /** Completes twice concurrently: it counts once. */
  async pay(me: Person, order: object, completes: boolean): Promise<void> {
    const reserved = await me.reserve({ ...order }, { key: randomUUID() })
    this.answers.push(reserved)
    if (!completes || reserved.status !== 200) return
    const { txId } = reserved.body
    this.answers.push(...(await Promise.all([me.complete(txId), me.complete(txId)])))
  }

  async claim(me: Person, nth: number, phone: string): Promise<void> {
    const rewards = await rewardsOf(me)
    const reward = rewards[nth % Math.max(1, rewards.length)]
    if (reward === undefined) return
    const to = phone === me.phone || !('kg' in reward.reward_value) ? null : phone
    const gift = to === null ? {} : { gift: true, telephone: to }
    const answers = await Promise.all([claim(me, reward, gift), claim(me, reward, gift)])
    this.answers.push(...answers)
    // A reward beyond the paid kilograms stays closed; ring.test.ts tests the rule.
    if (answers.every(({ body }) => body.code === 'reward_not_paid_for')) return
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    if ('kg' in reward.reward_value) this.claimed.set(me, { reward, to })
  }

  async redeem(me: Person, batch: IssuedBatch, completes: boolean): Promise<void> {
    const claimed = this.claimed.get(me)
    if (claimed === undefined) return
    const order = rewardOrder(batch, claimed.reward)
    const gift = claimed.to === null ? {} : { is_gift: 1, telephone: claimed.to }
    await this.pay(me, { ...order, ...gift }, completes)
  }
}

async function compare(me: Person, everybody: ReadonlyMap<string, Expected>): Promise<void> {
  const expected = everybody.get(me.id)
  if (expected === undefined) throw new Error('the oracle misses somebody')
  const profile = (await me.get('/passport/me')).body
  expect(profile).toMatchObject({
    total_offsets: expected.total,
    eco_score: expected.eco,
    eco_league: leagueOf('eco', expected.eco),
    offset_league: leagueOf('offsets', expected.total),
  })
  for (const each of (await me.get('/api/achievements/me')).body) {
    const { code, currentValue, progressPct, threshold, reached_at } = each
    const value = expected.values[code] ?? -1
    expect({ code, currentValue, isReached: reached_at !== null }).toEqual({
      code,
      currentValue: value,
      isReached: expected.reached.includes(code),
    })
    expect(progressPct).toBe(Math.min(100, Math.floor((100 * value) / threshold)))
  }
  const boards = (await me.get('/api/achievements/leaderboard')).body
  for (const kind of ['eco', 'offsets'] as const) {
    expect(boards[kind]).toEqual(expectedBoard(everybody.values(), kind, expected))
  }
  const rewards = await test.services.db.run(readRewards, [me.id])
  expect(rewards.map((each) => each.achievement_code).sort()).toEqual([...expected.reached].sort())
  for (const reward of rewards) expect([0, reward.kg]).toContain(reward.redeemed_kg)
  const free = rewards.filter(({ is_free }) => is_free).map((each) => each.achievement_code)
  expect((await rewardsOf(me)).map((each) => each.achievement_code).sort()).toEqual(free.sort())
}

it(
  `${runs} random lives add up (seed ${seed})`,
  async () => {
    const lives = fc.asyncProperty(
      fc.array(step, { minLength: 40, maxLength: 60, size: 'max' }),
      async (life) => {
        const crowd = new Crowd()
        for (const each of life) await crowd.do(each)
        expect(crowd.answers.filter(({ status }) => status >= 500)).toEqual([])
        const everybody = await expectedScores(test.services.db)
        for (const me of crowd.people.filter(({ cookie }) => cookie !== '')) {
          await compare(me, everybody)
        }
        const comparisons = { ...scoreComparisons, ...boardComparisons }
        expect((await checkLedger(test.services.db, comparisons)).faults).toEqual([])
      },
    )
    await fc.assert(lives, { numRuns: runs, seed, endOnFailure: true })
  },
  60_000 + runs * 15_000,
)
