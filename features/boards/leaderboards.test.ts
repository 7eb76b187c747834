// Tests leaderboards over HTTP: which rows a user gets, their order, and who is never shown.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { issueTestBatch } from '#tests/support/people/batch.ts'
import { Person, type TestBatch } from '#tests/support/people/person.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { statement } from '#tests/support/test-statement.ts'
import type { BoardRow } from './boards-calls.ts'

let test: TestApp
let batch: TestBatch
beforeAll(async () => {
  test = await startTestApp()
  batch = await issueTestBatch(test.services.db, { kg: 1_000_000 })
})
afterAll(() => test.close())

/** Inserts passports with given kilograms. They have no phone and never sign in. */
const insertCrowd = statement(
  'test-insert-crowd',
  {},
  `insert into passports (country, currency, nickname, total_kg, eco_score, offset_league, eco_league,
     hide_from_leaderboards)
   select 'GB', 'GBP', nickname, kg, eco, case when kg >= 1000 then 'gold' when kg >= 100 then
     'silver' else 'bronze' end, case when eco >= 300 then 'gold' when eco >= 100 then 'silver' else
     'bronze' end, hidden
   from unnest($1::text[], $2::bigint[], $3::int[], $4::bool[]) as given (nickname, kg, eco, hidden)`,
)
const removeCrowd = statement('test-remove-crowd', {}, 'delete from passports where phone is null')
const hideEverybody = statement(
  'test-hide-everybody',
  {},
  'update passports set hide_from_leaderboards = true',
)
const namesOfScore = statement(
  'test-names-of-score',
  { name: 'text' },
  'select nickname as name from passports where total_kg = $1 and phone is null order by id desc',
)
beforeEach(() => test.services.db.run(hideEverybody))
afterEach(() => test.services.db.run(removeCrowd))

type Member = { name: string; kg?: number; eco?: number; hidden?: boolean }

async function crowd(members: readonly Member[]): Promise<void> {
  await test.services.db.run(insertCrowd, [
    members.map((each) => each.name),
    members.map((each) => each.kg ?? 0),
    members.map((each) => each.eco ?? 0),
    members.map((each) => each.hidden ?? false),
  ])
}
const person = () => new Person(test.url).signIn()
const own = async (me: Person) => (await me.get('/api/achievements/leaderboard')).body
const board = (me: Person, kind: string, league: string) =>
  me.get(`/api/achievements/leaderboard/${kind}?league=${league}`)
const ranks = (rows: readonly BoardRow[]) => rows.map(({ rank }) => rank)
const names = (rows: readonly BoardRow[]) => rows.map(({ name }) => name)
const rename = (me: Person, nickname: string) => me.call('PATCH', '/api/profile', { nickname })

describe('a leaderboard', () => {
  it('needs a session, a known kind and a known league', async () => {
    const stranger = new Person(test.url)
    expect((await stranger.get('/api/achievements/leaderboard')).status).toBe(401)
    expect((await board(stranger, 'eco', 'bronze')).status).toBe(401)
    const me = await person()
    expect((await board(me, 'kg', 'bronze')).status).toBe(400)
    expect((await board(me, 'eco', 'none')).status).toBe(400)
  })

  it('shows the user alone where there is no other', async () => {
    const me = await person()
    await rename(me, 'Ada')
    const row = { rank: 1, name: 'Ada', score: 0, isMe: true }
    expect(await own(me)).toEqual({ eco: [row], offsets: [row] })
  })

  it('shows ten rows centred on the user, five of them above', async () => {
    const me = await person()
    await me.buyByCard(batch, 50)
    await crowd(Array.from({ length: 40 }, (_, index) => ({ name: `P${index}`, kg: 30 + index })))
    const { offsets } = await own(me)
    expect(offsets).toHaveLength(10)
    expect(offsets.findIndex((row: BoardRow) => row.isMe)).toBe(5)
    const scores = offsets.map(({ score }: BoardRow) => score)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    expect(offsets.find((row: BoardRow) => row.isMe)).toMatchObject({ rank: 20, score: 50 })
    // Requested by its name, the user's own league is the same.
    expect((await board(me, 'offsets', 'bronze')).body).toEqual(offsets)
  })

  it.each([
    ['the best', 60, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [0]],
    ['second', 58, [1, 2, 2, 4, 5, 6, 7, 8, 9, 10], [1, 2]],
    ['nearly the last', 41, [12, 13, 14, 15, 16, 17, 18, 19, 19, 21], [7, 8]],
    ['the last', 20, [12, 13, 14, 15, 16, 17, 18, 19, 20, 21], [9]],
  ])('is full also for %s', async (_case, kg, expected, places) => {
    const me = await person()
    await me.buyByCard(batch, kg)
    await crowd(Array.from({ length: 20 }, (_, index) => ({ name: `P${index}`, kg: 40 + index })))
    const { offsets } = await own(me)
    expect(ranks(offsets)).toEqual(expected)
    const found = offsets.findIndex((row: BoardRow) => row.isMe)
    expect(places).toContain(found)
  })

  it('gives equal scores one rank, and the next score the rank after all of them', async () => {
    const me = await person()
    await me.buyByCard(batch, 20)
    await crowd([
      { name: 'Al', kg: 30 },
      { name: 'Bo', kg: 30 },
      { name: 'Cy', kg: 30 },
      { name: 'Di', kg: 20 },
      { name: 'Ed', kg: 10 },
    ])
    const { offsets } = await own(me)
    expect(ranks(offsets)).toEqual([1, 1, 1, 4, 4, 6])
    // The order is the same for every user, that of the board's index.
    const tied = await test.services.db.run(namesOfScore, [30])
    expect(names(offsets).slice(0, 3)).toEqual(tied.map(({ name }) => name))
  })

  it('holds only passports of the user’s league, ranked within it', async () => {
    const me = await person()
    await me.buyByCard(batch, 150)
    await crowd([
      { name: 'Gold', kg: 5_000 },
      { name: 'Silver', kg: 300 },
      { name: 'Bronze', kg: 99 },
    ])
    const { offsets } = await own(me)
    expect(ranks(offsets)).toEqual([1, 2])
    expect(offsets[0].name).toBe('Silver')
  })

  it('of a lower league is its top ten; of a higher one 403', async () => {
    const me = await person()
    await me.buyByCard(batch, 150)
    await crowd(Array.from({ length: 15 }, (_, index) => ({ name: `P${index}`, kg: index })))
    const lower = await board(me, 'offsets', 'bronze')
    expect(ranks(lower.body)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(lower.body.some((row: BoardRow) => row.isMe)).toBe(false)
    expect((await board(me, 'offsets', 'silver')).body).toHaveLength(1)
    const locked = await board(me, 'offsets', 'gold')
    expect(locked).toMatchObject({ status: 403, body: { code: 'league_locked' } })
    expect((await board(me, 'eco', 'silver')).status).toBe(403)
  })

  it('of a lower league gives equal scores one rank among its top ten', async () => {
    const me = await person()
    await me.buyByCard(batch, 150)
    const scores = [90, 80, 80, 80, 70, 60, 60, 50, 40, 30, 30, 20]
    await crowd(scores.map((kg, index) => ({ name: `P${index}`, kg })))
    const { body } = await board(me, 'offsets', 'bronze')
    expect(ranks(body)).toEqual([1, 2, 2, 2, 5, 6, 6, 8, 9, 10])
    expect(body.map(({ score }: BoardRow) => score)).toEqual(scores.slice(0, 10))
  })

  it('of a lower league leaves out hidden passports', async () => {
    const me = await person()
    await me.buyByCard(batch, 150)
    await crowd([
      { name: 'Ghost', kg: 90, hidden: true },
      { name: 'Seen', kg: 80 },
    ])
    const { body } = await board(me, 'offsets', 'bronze')
    expect(body).toEqual([{ rank: 1, name: 'Seen', score: 80, isMe: false }])
  })

  it('is right at once after a purchase, in the new league too', async () => {
    const me = await person()
    await crowd([{ name: 'Rival', kg: 60, eco: 30 }])
    await me.buyByCard(batch, 50)
    const first = await own(me)
    expect(names(first.offsets)[0]).toBe('Rival')
    expect(first.eco[0]).toMatchObject({ isMe: true, score: 35 })
    await me.buyByCard(batch, 20)
    expect((await own(me)).offsets[0]).toMatchObject({ isMe: true, rank: 1, score: 70 })
    await me.buyByCard(batch, 50)
    expect((await own(me)).offsets).toEqual([
      { rank: 1, name: expect.any(String), score: 120, isMe: true },
    ])
  })
})

describe('privacy', () => {
  it('hidden passports are on no board but their own, where their rank is the true one', async () => {
    const [me, hidden] = await Promise.all([person(), person()])
    await rename(hidden, 'Secret')
    await hidden.call('PATCH', '/api/profile', { hide_from_leaderboards: true })
    await hidden.buyByCard(batch, 40)
    await me.buyByCard(batch, 30)
    await crowd([
      { name: 'Above', kg: 50 },
      { name: 'Ghost', kg: 45, hidden: true },
      { name: 'Below', kg: 20 },
    ])
    const mine = (await own(me)).offsets
    expect(names(mine)).not.toContain('Secret')
    expect(ranks(mine)).toEqual([1, 2, 3])
    const theirs = (await own(hidden)).offsets
    expect(names(theirs)).not.toContain('Ghost')
    expect(theirs).toHaveLength(4)
    expect(theirs[1]).toEqual({ rank: 2, name: 'Secret', score: 40, isMe: true })
    expect(ranks(theirs)).toEqual([1, 2, 3, 4])
    await hidden.call('PATCH', '/api/profile', { hide_from_leaderboards: false })
    expect(names((await own(me)).offsets)).toContain('Secret')
  })

  it('a row has a rank, a name, a score and whether it is the user’s own; no phone, no id', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, person))
    const [me] = people
    if (me === undefined) throw new Error('nobody')
    await Promise.all(people.map((each) => each.buyByCard(batch, 20)))
    await rename(me, me.phone.slice(1))
    const { offsets } = await own(me)
    expect(offsets).toHaveLength(6)
    for (const row of offsets) {
      expect(Object.keys(row).sort()).toEqual(['isMe', 'name', 'rank', 'score'])
      expect(row.name).toMatch(/^Member \d{4}$/)
    }
    const text = JSON.stringify(await own(me))
    for (const { phone, id } of people) {
      expect(text).not.toContain(phone.slice(-6))
      expect(text).not.toContain(id)
    }
  })
})
