// Compares ranks from stored counts with ranks counted from the passports, in two processes.
// Meanwhile passports come, rise, hide and leave, counts are folded, and transactions end out of
// order.
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { checkLedger } from '#features/purchases/inspect/check-ledger.ts'
import type { Database } from '#platform/database/database.ts'
import { createTestDatabase, openTestDatabase, type TestDatabase } from '#tests/support/postgres.ts'
import { statement } from '#tests/support/test-statement.ts'
import { boardComparisons } from './check-boards.ts'
import { foldMoves, foldMovesAtStart } from './fold-moves.ts'
import { openRanks } from './ranks.ts'

const runs = Number(process.env.RANK_RUNS ?? 25)
const eachSide = 9

let database: TestDatabase
let db: Database
let clients: readonly pg.Client[]
beforeAll(async () => {
  database = await createTestDatabase()
  db = openTestDatabase(database.url, 4)
  clients = Array.from({ length: 2 }, () => new pg.Client({ connectionString: database.url }))
  for (const client of clients) await client.connect()
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()))
  await db.close()
  await database.drop()
})
beforeEach(() => db.run(removeEverybody))

const removeEverybody = statement('test-ranks-remove', {}, 'delete from passports')
const makeDue = statement('test-ranks-due', {}, 'update board_folds set due_at = now()')
const everybody = statement(
  'test-ranks-everybody',
  { id: 'uuid', score: 'int8', league: 'text', hidden: 'bool' },
  `select id, total_kg as score, offset_league as league, hide_from_leaderboards as hidden
   from passports`,
)
const countMoves = statement(
  'test-ranks-moves',
  { moves: 'int8' },
  'select count(*) as moves from board_moves',
)
const countMovesOf = statement(
  'test-ranks-moves-of-score',
  { moves: 'int8' },
  `select count(*) as moves from board_moves where kind = 'offsets' and score = $1`,
)

const join = (kg: number, hidden: boolean) =>
  `insert into passports (country, currency, total_kg, offset_league, hide_from_leaderboards)
   values ('GB', 'GBP', ${kg}, case when ${kg} >= 100 then 'silver' else 'bronze' end, ${hidden})`
const rise = (kg: number, share: number) =>
  `update passports set total_kg = total_kg + ${kg}, offset_league = case when offset_league =
     'silver' or total_kg + ${kg} >= 100 then 'silver' else 'bronze' end
   where abs(hashtext(id::text)) % 10 < ${share}`

const kg = fc.constantFrom(0, 1, 1, 2, 5, 40, 99, 100, 5_000_000)
const share = fc.nat({ max: 10 })
const change = fc.oneof(
  fc.record({ sql: fc.tuple(kg, fc.boolean()).map(([more, hidden]) => join(more, hidden)) }),
  fc.record({ sql: fc.tuple(kg, share).map(([more, of]) => rise(more, of)) }),
  fc.record({
    sql: share.map(
      (of) => `update passports set hide_from_leaderboards = not hide_from_leaderboards
         where abs(hashtext(id::text || 'hide')) % 10 < ${of}`,
    ),
  }),
  fc.record({ sql: fc.constant(`delete from passports where abs(hashtext(id::text)) % 10 = 9`) }),
)
const step = fc.oneof(
  { weight: 8, arbitrary: change },
  { weight: 3, arbitrary: fc.record({ read: fc.nat({ max: 1 }) }) },
  { weight: 1, arbitrary: fc.record({ fold: fc.boolean() }) },
)

/** Returns the expected rank of each passport. */
async function expected() {
  const people = await db.run(everybody)
  return people.map((me) => {
    const seen = people.filter((each) => each.id === me.id || !each.hidden)
    const league = seen.filter((each) => each.league === me.league)
    const rank = 1 + league.filter((each) => each.score > me.score).length
    return { id: me.id, league: me.league, rank }
  })
}

/** These passports hold kilograms without postings, so only the boards are checked. */
async function boardFaults() {
  const { faults } = await checkLedger(db, boardComparisons)
  return faults.filter(({ check }) => check in boardComparisons)
}

async function found(ranks: ReturnType<typeof openRanks>, ids: readonly string[]) {
  return Promise.all(
    ids.map(async (id) => {
      const { league, people } = await ranks({ passportId: id, above: eachSide, below: eachSide })
      for (const [index, person] of people.entries()) {
        const before = people[index - 1]
        if (before?.score === person.score) expect(person.rank).toBe(before.rank)
        else if (before !== undefined) expect(person.rank).toBeGreaterThan(before.rank)
      }
      return { id, league, rank: people.find((each) => each.id === id)?.rank }
    }),
  )
}

it(
  `ranks of two processes are those of a recount, in ${runs} random histories`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        await db.run(removeEverybody)
        const processes = [
          openRanks({ db, server: 'primary' }, 'offsets'),
          openRanks({ db, server: 'primary' }, 'offsets'),
        ]
        const compare = async (ranks: (typeof processes)[number] | undefined) => {
          if (ranks === undefined) throw new Error('no such process')
          const wanted = await expected()
          expect(
            await found(
              ranks,
              wanted.map(({ id }) => id),
            ),
          ).toEqual(wanted)
        }
        for (const each of steps) {
          if ('sql' in each) await clients[0]?.query(each.sql)
          else if ('read' in each) await compare(processes[each.read])
          else if (each.fold) await foldMovesAtStart(db)
          else {
            await db.run(makeDue)
            await foldMoves(db)
          }
        }
        await Promise.all(processes.map(compare))
        expect(await boardFaults()).toEqual([])
      }),
      { numRuns: runs, endOnFailure: true },
    )
  },
  60_000 + runs * 5_000,
)

it('a transaction that ends after later ones counts once, also after rounds of folding', async () => {
  const [early, late] = clients
  const ranks = openRanks({ db, server: 'primary' }, 'offsets')
  await early?.query(join(10, false))
  const [me] = await db.run(everybody)
  const rankNow = async () => (await found(ranks, [me?.id ?? '']))[0]?.rank
  expect(await rankNow()).toBe(1)
  await early?.query('begin')
  await early?.query(join(20, false))
  await late?.query(join(30, false))
  expect(await rankNow()).toBe(2)
  for (let round = 0; round < 3; round += 1) {
    await db.run(makeDue)
    await foldMoves(db)
    expect(await rankNow()).toBe(2)
  }
  await early?.query('commit')
  expect(await rankNow()).toBe(3)
  // Moves are folded once no transaction on the server is older than them, in any database.
  await expect
    .poll(async () => {
      await db.run(makeDue)
      await foldMoves(db)
      expect(await rankNow()).toBe(3)
      return db.run(countMoves)
    })
    .toEqual([{ moves: 0 }])
  expect(
    (await found(openRanks({ db, server: 'primary' }, 'offsets'), [me?.id ?? '']))[0]?.rank,
  ).toBe(3)
})

it('moves are folded one round after they came, and one round a minute suffices', async () => {
  await clients[0]?.query(join(77, false))
  await db.run(makeDue)
  await foldMoves(db)
  await foldMoves(db)
  expect(await db.run(countMovesOf, [77])).toEqual([{ moves: 1 }])
})

it('moves that a restored database brings from another server count once', async () => {
  const [client] = clients
  await client?.query(join(10, false))
  await client?.query(join(20, false))
  await client?.query(`update board_moves set txid = '9000000000000'`)
  await client?.query(
    `update board_folds set below = '9000000000000', next_below = '9000000000000'`,
  )
  await foldMovesAtStart(db)
  const wanted = await expected()
  const ranks = openRanks({ db, server: 'primary' }, 'offsets')
  const ids = wanted.map(({ id }) => id)
  expect(await found(ranks, ids)).toEqual(wanted)
  expect(await found(ranks, ids)).toEqual(wanted)
  expect(await boardFaults()).toEqual([])
})
