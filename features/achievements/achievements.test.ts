// Tests achievements and scores over HTTP: counted at once, once, for the right passport.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Achievement } from '#features/achievements/achievements-calls.ts'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import { scoreComparisons } from '#features/purchases/inspect/check-scores.ts'
import { refundPurchase } from '#features/purchases/refund/refund-purchase.ts'
import { type MovedClock, moveClockOf } from '#tests/support/clock.ts'
import { type IssuedBatch, issueTestBatch } from '#tests/support/people/batch.ts'
import { cardOrder, newPhone, Person } from '#tests/support/people/person.ts'
import { giveByCard, rewardsOf } from '#tests/support/people/rewards.ts'
import { raceFor } from '#tests/support/servers/waiting-locks.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import { achievementCodes } from '#values/lists/achievements.ts'

const setGoals = statement(
  'test-set-goals',
  {},
  'update projects set sdgs = $2::smallint[] where id = $1',
)
const setStanding = statement(
  'test-set-standing',
  {},
  'update passports set total_kg = $2, eco_score = $3 where id = $1',
)

let test: TestApp
let clock: MovedClock
let batches: readonly [IssuedBatch, IssuedBatch, IssuedBatch]
beforeAll(async () => {
  test = await startTestApp({ OPEN_RESERVATIONS_MAX: '500' })
  clock = await moveClockOf(test)
  const issue = () => issueTestBatch(test.services.db, { kg: 100_000 })
  batches = [await issue(), await issue(), await issue()]
})
afterAll(async () => {
  const { faults } = await checkLedger(test.services.db, scoreComparisons)
  await clock.close()
  await test.close()
  expect(faults).toEqual([])
})

const person = () => new Person(test.url).signIn()
const profileOf = async (me: Person) => (await me.get('/passport/me')).body
async function achievement(me: Person, code: string): Promise<Achievement> {
  const { body } = await me.get('/api/achievements/me')
  return body.find((each: Achievement) => each.code === code)
}

describe('achievements', () => {
  it('need a session', async () => {
    expect((await new Person(test.url).get('/api/achievements/me')).status).toBe(401)
  })

  it('are listed in their order, with the progress of each', async () => {
    const me = await person()
    const { body } = await me.get('/api/achievements/me')
    expect(body.map(({ code }: Achievement) => code)).toEqual(achievementCodes)
    expect(body[0]).toEqual({
      code: 'first_offset',
      title: 'First offset',
      label: 'Hold your first kilogram',
      currentValue: 0,
      threshold: 1,
      progressPct: 0,
      colorClass: 'blue',
      feedback: '1 kg to go',
      reached_at: null,
    })
    await me.buyByCard(batches[0], 60)
    expect(await achievement(me, 'first_offset')).toMatchObject({
      currentValue: 60,
      progressPct: 100,
      feedback: 'Reached',
      reached_at: expect.any(String),
    })
    expect(await achievement(me, 'offset_100')).toMatchObject({
      progressPct: 60,
      feedback: '40 kg to go',
    })
  })

  it('count different projects, not purchases', async () => {
    const me = await person()
    for (const batch of [batches[0], batches[0], batches[1]]) await me.buyByCard(batch, 20)
    expect(await achievement(me, 'explorer_3')).toMatchObject({
      ...{ currentValue: 2, progressPct: 66, feedback: '1 project to go' },
    })
    expect(await achievement(me, 'sdg_5')).toMatchObject({ feedback: '5 goals to go' })
    await giveByCard(me, batches[2], 20, newPhone())
    expect(await achievement(me, 'explorer_3')).toMatchObject({ progressPct: 100 })
  })

  it('count each goal of the projects once, and no goal of a refunded purchase', async () => {
    const me = await person()
    const goals = async (batch: IssuedBatch, sdgs: string) => {
      await test.services.db.run(setGoals, [batch.projectId, sdgs])
      return me.buyByCard(batch, 20)
    }
    const own = await Promise.all([1, 2].map(() => issueTestBatch(test.services.db, { kg: 100 })))
    const [first, second] = own
    if (first === undefined || second === undefined) throw new Error('no batch')
    await goals(first, '{1,2,3}')
    expect(await achievement(me, 'sdg_5')).toMatchObject({ currentValue: 3, progressPct: 60 })
    const updated = async () => Date.parse((await profileOf(me)).updated)
    const before = await updated()
    const txId = await goals(second, '{3,4,5}')
    const bought = await updated()
    expect(bought).toBeGreaterThan(before)
    expect(await achievement(me, 'sdg_5')).toMatchObject({ currentValue: 5, feedback: 'Reached' })
    const rewards = async () => (await rewardsOf(me)).map((each) => each.reward_value)
    expect(await rewards()).toContainEqual({ badge: 'Goals' })
    const record = async () => undefined
    await refundPurchase(test.services, { txId, keepsKilograms: false, record })
    expect(await updated()).toBeGreaterThan(bought)
    expect(await achievement(me, 'sdg_5')).toMatchObject({ currentValue: 3 })
    expect(await rewards()).not.toContainEqual({ badge: 'Goals' })
  })

  it('a gift counts kilograms for its receiver and the activity for its giver', async () => {
    const [giver, receiver] = await Promise.all([person(), person()])
    await giveByCard(giver, batches[0], 20, receiver.phone)
    expect(await achievement(receiver, 'first_offset')).toMatchObject({ currentValue: 20 })
    expect(await profileOf(receiver)).toMatchObject({ total_offsets: 20, eco_score: 10 })
    expect(await achievement(giver, 'first_offset')).toMatchObject({ currentValue: 0 })
    expect(await achievement(giver, 'first_gift')).toMatchObject({ progressPct: 100 })
    // A week, a project, a gift, an achievement.
    expect(await profileOf(giver)).toMatchObject({ total_offsets: 0, eco_score: 10 + 15 + 5 + 10 })
  })

  it('a gift to a number without a passport counts with its first sign-in', async () => {
    const giver = await person()
    const stranger = new Person(test.url)
    await giveByCard(giver, batches[0], 120, stranger.phone)
    await stranger.signIn()
    const profile = await profileOf(stranger)
    expect(profile).toMatchObject({ total_offsets: 120, offset_league: 'silver', eco_score: 20 })
    const codes = (await rewardsOf(stranger)).map((each) => each.achievement_code)
    expect(codes).toEqual(['first_offset', 'offset_100'])
  })

  it('twenty purchases completed at once count one week and one project', async () => {
    const me = await person()
    const card = await Promise.all(Array.from({ length: 20 }, () => me.cardToken()))
    const reserved = await Promise.all(
      card.map((token) => me.reserve(cardOrder(batches[0], 50, token))),
    )
    const completed = await raceFor(
      test,
      { lockSql: `select from passports where id = '${me.id}' for update` },
      reserved.map(
        ({ body }) =>
          () =>
            me.complete(body.txId),
      ),
    )
    expect(completed.every(({ status }) => status === 200)).toBe(true)
    // A week, a project, and three achievements of kilograms.
    expect(await profileOf(me)).toMatchObject({ total_offsets: 1_000, eco_score: 10 + 15 + 30 })
    expect(await rewardsOf(me)).toHaveLength(3)
  })
})

describe('gifts', () => {
  it('count a number once a week, and different numbers once', async () => {
    const me = await person()
    const friend = newPhone()
    for (let count = 0; count < 3; count += 1) await giveByCard(me, batches[0], 20, friend)
    expect((await profileOf(me)).eco_score).toBe(10 + 15 + 5 + 10)
    await clock.move('7 days')
    await giveByCard(me, batches[0], 20, friend)
    expect((await profileOf(me)).eco_score).toBe(20 + 15 + 10 + 10)
    expect(await achievement(me, 'gift_5')).toMatchObject({ currentValue: 1, progressPct: 20 })
  })

  it('to oneself count as kilograms of one’s own, not as gifts', async () => {
    const me = await person()
    await giveByCard(me, batches[0], 20, me.phone)
    expect(await profileOf(me)).toMatchObject({ total_offsets: 20, eco_score: 10 + 15 + 10 })
    expect(await achievement(me, 'first_gift')).toMatchObject({ currentValue: 0 })
  })
})

describe('weeks', () => {
  it('four in a row are an achievement; a pause restarts the count, and a reached achievement stays', async () => {
    const me = await person()
    const contribute = async () => {
      await me.buyByCard(batches[0], 20)
      return (await achievement(me, 'streak_4')).currentValue
    }
    const weeks = async () => (await achievement(me, 'streak_4')).weeks
    expect(await weeks()).toEqual([])
    expect(await contribute()).toBe(1)
    expect(await contribute()).toBe(1)
    const [first = ''] = (await weeks()) ?? []
    expect(new Date(first).getUTCDay()).toBe(1)
    await clock.move('7 days')
    expect(await contribute()).toBe(2)
    const second = new Date(Date.parse(first) + 7 * 86_400_000).toISOString().slice(0, 10)
    expect(await weeks()).toEqual([second, first])
    expect(await achievement(me, 'offset_100')).not.toHaveProperty('weeks')
    await clock.move('14 days')
    expect(await contribute()).toBe(2)
    for (const count of [2, 3, 4]) {
      await clock.move('7 days')
      expect(await contribute()).toBe(count)
    }
    // The newest of six weeks, newest first.
    const mondays = [6, 5, 4, 3].map((after) => Date.parse(first) + after * 7 * 86_400_000)
    expect((await weeks())?.map((monday) => Date.parse(monday))).toEqual(mondays)
    expect((await rewardsOf(me)).at(-1)).toMatchObject({
      achievement_code: 'streak_4',
      reward_value: { kg: 3 },
    })
    await clock.move('28 days')
    expect(await achievement(me, 'streak_4')).toMatchObject({ progressPct: 100 })
    // Six weeks, a project, and three achievements: leagues follow the score.
    expect(await profileOf(me)).toMatchObject({ eco_score: 60 + 15 + 30, eco_league: 'silver' })
  })
})

/** An unearned fact or reward, or too high a figure, with its removal. */
const fact = (kind: string, key: string) => [
  `insert into passport_facts (passport_id, kind, key) values ($1, '${kind}', '${key}')`,
  `delete from passport_facts where passport_id = $1 and (kind, key) = ('${kind}', '${key}')`,
]
const more = (column: string) => [
  `update passports set ${column} = ${column} + 1 where id = $1`,
  `update passports set ${column} = ${column} - 1 where id = $1`,
]

describe('the ledger check', () => {
  it.each([
    ['weeks are those of purchases', fact('week', '2001-01-01')],
    ['projects are those of purchases', fact('project', '00000000-0000-4000-8000-000000000000')],
    ['numbers given to are those of gifts', fact('number', 'nobody')],
    ['gifts that count are one a number a week', fact('gift', '2001-01-01 nobody')],
    [
      'every achievement gave one reward, unless its number had it lately',
      fact('achievement', 'x'),
    ],
    [
      'achievements of kg are reached when they are held, and stay',
      fact('achievement', 'offset_1000'),
    ],
    ['eco scores are the sums of their facts', more('eco_score')],
    ['kg from rewards are those of reward purchases', more('reward_kg')],
    [
      'redeemed kg are one completed purchase each',
      [
        `insert into rewards (passport_id, achievement_code, kg, redeemed_at, purchase_id)
         select $1, 'gift_5', 5, now(), id from purchases where buyer_id = $1`,
        `delete from rewards where passport_id = $1 and achievement_code = 'gift_5'`,
      ],
    ],
  ])('finds a difference: %s', async (check, [plant = '', undo = '']) => {
    const { db } = test.services
    const me = await person()
    await me.buyByCard(batches[0], 20)
    await db.run(statement('test-plant', {}, plant), [me.id])
    const { faults } = await checkLedger(db, scoreComparisons)
    await db.run(statement('test-undo', {}, undo), [me.id])
    expect(faults.map((each) => each.check)).toContain(check)
  })

  it('finds a league that did not rise with its score, from the first point on', async () => {
    const { db } = test.services
    const me = await person()
    const faults = async (kg: number, points: number) => {
      await db.run(setStanding, [me.id, kg, points])
      const found = await checkLedger(db, scoreComparisons)
      const checks = found.faults.map(({ check }) => check)
      return checks.filter((check) => check.startsWith('no league'))
    }
    expect(await faults(99, 99)).toEqual([])
    expect(await faults(100, 0)).toEqual(['no league is below its kg'])
    expect(await faults(0, 100)).toEqual(['no league is below its eco score'])
    expect(await faults(0, 0)).toEqual([])
  })
})
