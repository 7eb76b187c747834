// Tests the SQL of leaderboards row by row: which passports are neighbours, in which order, and how moves are counted
// and folded.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertSql, passportSql, type Row } from '#tests/support/insert-rows.ts'
import { idOf, openRowsDatabase, type RowsDatabase } from '#tests/support/rows-database.ts'
import { findTop, readAround, readCounts, writeFold } from './board-queries.ts'
import { boardComparisons } from './check-boards.ts'
import { openBoards } from './read-board.ts'

let rows: RowsDatabase
beforeAll(async () => {
  rows = await openRowsDatabase()
})
afterAll(() => rows.close())
beforeEach(() =>
  rows.run(`delete from passports; delete from board_counts; delete from board_moves;
    update board_folds set below = '5', next_below = '5', due_at = now()`),
)

const kinds = [
  ['eco', 'eco_score', 'eco_league'],
  ['offsets', 'total_kg', 'offset_league'],
] as const
const servers = ['primary', 'replica'] as const
/** Passports 1 to 8 of the silver league, and one of another. Their values on the other board are the reverse. */
const crowd = (score: string, league: string) => {
  const other = score === 'eco_score' ? 'total_kg' : 'eco_score'
  const person = (number: number, points: number, row: Row = {}) =>
    passportSql(idOf(number), {
      ...{ [score]: points, [other]: 100 - points, [league]: 'silver', member_number: number },
      ...{ nickname: `N${number}`, first_name: `F${number}`, last_name: `L${number}`, ...row },
    })
  return [
    person(1, 50),
    person(2, 40),
    person(3, 40),
    person(4, 40),
    person(5, 30, { hide_from_leaderboards: true }),
    person(6, 20),
    person(7, 10),
    person(8, 45, { [league]: 'gold' }),
  ].join('')
}
const rowOf = (number: number, score: number) => ({
  ...{ id: idOf(number), score, nickname: `N${number}`, first_name: `F${number}` },
  ...{ last_name: `L${number}`, member_number: number },
})
const cursorRow = {
  ...{ ordinal: null, id: null, score: null, nickname: null, first_name: null, last_name: null },
  ...{ member_number: null, league: null, is_hidden: null, people: null },
  ...{ cursor: expect.stringMatching(/^\d+:\d+:/), is_behind: expect.any(Boolean) },
}
const byPlace = (one: { score: number | null; id: string | null }, other: typeof one) =>
  (other.score ?? 0) - (one.score ?? 0) || ((one.id ?? '') < (other.id ?? '') ? 1 : -1)

describe.each(servers)('on the %s', (server) => {
  const source = () => ({ db: rows.db, server })

  it.each(kinds)(
    'the top of %s is of one league, without hidden ones',
    async (kind, score, league) => {
      await rows.run(crowd(score, league))
      const top = [
        rowOf(1, 50),
        rowOf(4, 40),
        rowOf(3, 40),
        rowOf(2, 40),
        rowOf(6, 20),
        rowOf(7, 10),
      ]
      expect(await findTop(source(), kind, 'silver', 9)).toEqual(top)
      expect(await findTop(source(), kind, 'silver', 2)).toEqual(top.slice(0, 2))
      expect(await findTop(source(), kind, 'gold', 9)).toEqual([rowOf(8, 45)])
      expect(await findTop(source(), kind, 'bronze', 9)).toEqual([])
    },
  )

  it.each(kinds)(
    'neighbours on %s are the nearest above and below',
    async (kind, score, league) => {
      await rows.run(crowd(score, league))
      const around = async (number: number, above: number, below: number) => {
        const found = await readAround(
          source(),
          kind,
          [
            { passportId: idOf(8), above: 9, below: 9 },
            { passportId: idOf(number), above, below },
          ],
          '1:1:',
        )
        expect(found.filter(({ ordinal }) => ordinal === null)).toEqual([cursorRow])
        expect(found.filter(({ ordinal }) => ordinal === 1)).toEqual([
          {
            ...{ ordinal: 1, ...rowOf(8, 45), league: 'gold', is_hidden: false },
            ...{ people: null, cursor: null, is_behind: null },
          },
        ])
        return found.filter(({ ordinal }) => ordinal === 2).toSorted(byPlace)
      }
      const shown = (is_hidden: boolean, ...people: ReturnType<typeof rowOf>[]) =>
        people.map((each) => ({
          ...{ ordinal: 2, ...each, league: 'silver', is_hidden },
          ...{ people: null, cursor: null, is_behind: null },
        }))
      expect(await around(3, 1, 2)).toEqual(
        shown(false, rowOf(4, 40), rowOf(3, 40), rowOf(2, 40), rowOf(6, 20)),
      )
      expect(await around(3, 9, 0)).toEqual(shown(false, rowOf(1, 50), rowOf(4, 40), rowOf(3, 40)))
      expect(await around(5, 2, 1)).toEqual(
        shown(true, rowOf(3, 40), rowOf(2, 40), rowOf(5, 30), rowOf(6, 20)),
      )
    },
  )

  it.each(kinds)('counts of %s are stored ones with moves, and none of zero', async (kind) => {
    const other = kind === 'eco' ? 'offsets' : 'eco'
    const counted = (row: Row) => insertSql('board_counts', { kind, ...row })
    const moved = (row: Row) => insertSql('board_moves', { txid: '7', kind, ...row })
    await rows.run(
      counted({ league: 'silver', score: 10, people: 3 }) +
        counted({ league: 'silver', score: 20, people: 1 }) +
        counted({ league: 'gold', score: 10, people: 2 }) +
        counted({ league: 'bronze', score: 1, people: 2 }) +
        counted({ kind: other, league: 'silver', score: 10, people: 90 }) +
        moved({ league: 'silver', score: 10, people: 2 }) +
        moved({ league: 'silver', score: 30, people: 4 }) +
        moved({ league: 'silver', score: 20, people: -1 }) +
        moved({ league: 'bronze', score: 1, people: -2 }) +
        moved({ kind: other, league: 'gold', score: 10, people: 80 }),
    )
    const found = await readCounts(source(), kind)
    const leagues = found.map(({ league, scores, people, cursor }) => {
      expect(cursor).toMatch(/^\d+:\d+:/)
      const counts = people?.split(',') ?? []
      const entries = scores?.split(',').map((score, index) => [score, counts[index]]) ?? []
      return [league, Object.fromEntries(entries)]
    })
    expect(Object.fromEntries(leagues)).toEqual({
      ...{ silver: { 10: '5', 30: '4' }, gold: { 10: '2' } },
    })
    const moves = await readAround(source(), kind, [], '1:1:')
    expect(moves.filter(({ cursor }) => cursor === null).toSorted(byPlace)).toHaveLength(4)
    expect(moves.find(({ score }) => score === 30)).toEqual({
      ...{ ...cursorRow, score: 30, league: 'silver', people: 4, cursor: null, is_behind: null },
    })
  })
})

it('a read is behind where moves after its cursor may be folded already', async () => {
  const isBehind = async (cursor: string) => {
    const found = await readAround({ db: rows.db, server: 'primary' }, 'eco', [], cursor)
    return found.find((row) => row.cursor !== null)?.is_behind
  }
  expect([await isBehind('4:4:'), await isBehind('5:5:'), await isBehind('6:6:')]).toEqual([
    ...[true, false, false],
  ])
})

it('a fold adds moves to the counts of their kind, league and score', async () => {
  const counted = (kind: string, league: string, score: number, people: number) =>
    insertSql('board_counts', { kind, league, score, people })
  const moved = (kind: string, league: string, score: number, people: number) =>
    insertSql('board_moves', { txid: '3', kind, league, score, people })
  await rows.run(
    counted('eco', 'silver', 10, 3) +
      counted('offsets', 'silver', 10, 30) +
      counted('eco', 'gold', 10, 300) +
      counted('eco', 'silver', 20, 1) +
      moved('eco', 'silver', 10, 2) +
      moved('eco', 'silver', 10, -1) +
      moved('eco', 'silver', 20, -1) +
      moved('offsets', 'bronze', 7, 5) +
      moved('offsets', 'bronze', 8, 1) +
      moved('offsets', 'bronze', 8, -1) +
      insertSql('board_moves', { kind: 'eco', league: 'gold', score: 9, people: 6 }),
  )
  const counts = () =>
    rows.ask(`select kind, league, score::int4, people::int4 from board_counts order by 1, 2, 3`)
  await writeFold(rows.db, false)
  const folded = [
    ['eco', 'gold', 10, 300],
    ['eco', 'silver', 10, 4],
    ['offsets', 'bronze', 7, 5],
    ['offsets', 'silver', 10, 30],
  ]
  expect(await counts()).toEqual(folded)
  expect(await rows.ask('select score::int4 from board_moves')).toEqual([[9]])
  expect(
    await rows.ask(`select due_at > now() + interval '30 seconds'
      and due_at <= now() + interval '1 minute' from board_folds`),
  ).toEqual([[true]])
  await writeFold(rows.db, false)
  expect(await counts()).toEqual(folded)
  await writeFold(rows.db, true)
  expect(await counts()).toEqual([['eco', 'gold', 9, 6], ...folded])
  expect(await rows.ask('select 1 from board_moves')).toEqual([])
})

it('the boards have names, ranks and scores of their own kind', async () => {
  await rows.run(
    passportSql(idOf(1), { eco_score: 50, total_kg: 7, nickname: 'Ada' }) +
      passportSql(idOf(2), { eco_score: 40, total_kg: 9, first_name: 'Ben', last_name: 'King' }) +
      passportSql(idOf(3), { eco_score: 40, total_kg: 3, member_number: 7 }) +
      [50, 40, 40]
        .map((score) =>
          insertSql('board_moves', { kind: 'eco', league: 'bronze', score, people: 1 }),
        )
        .join('') +
      [7, 9, 3]
        .map((score) =>
          insertSql('board_moves', { kind: 'offsets', league: 'bronze', score, people: 1 }),
        )
        .join(''),
  )
  const boards = openBoards({ db: rows.db, server: 'primary' })
  const [ada, ben, cy] = [{ name: 'Ada' }, { name: 'Ben K.' }, { name: 'Member 0007' }]
  const mine = { isMe: true }
  const others = { isMe: false }
  expect(await boards.readOwn(idOf(2))).toEqual({
    eco: [
      { ...ada, rank: 1, score: 50, ...others },
      { ...cy, rank: 2, score: 40, ...others },
      { ...ben, rank: 2, score: 40, ...mine },
    ],
    offsets: [
      { ...ben, rank: 1, score: 9, ...mine },
      { ...ada, rank: 2, score: 7, ...others },
      { ...cy, rank: 3, score: 3, ...others },
    ],
  })
})

it('the audit compares each kind, league and score with the passports that are on a board', async () => {
  await rows.run(
    passportSql(idOf(1), { eco_score: 50, total_kg: 7 }) +
      passportSql(idOf(2), { eco_score: 50, total_kg: 8, offset_league: 'silver' }) +
      passportSql(idOf(3), { eco_score: 1, total_kg: 1, hide_from_leaderboards: true }) +
      insertSql('board_counts', { kind: 'eco', league: 'bronze', score: 50, people: 1 }) +
      insertSql('board_moves', { kind: 'eco', league: 'bronze', score: 50, people: 1 }) +
      insertSql('board_counts', { kind: 'offsets', league: 'bronze', score: 7, people: 1 }) +
      insertSql('board_counts', { kind: 'offsets', league: 'gold', score: 9, people: 2 }),
  )
  const [look] = Object.values(boardComparisons)
  const report = await rows.db.transaction(async (tx) => look && tx.run(look))
  const [summary, ...faults] = report ?? []
  expect(summary).toEqual({ subject: null, expected: 4, found: 4 })
  expect(faults.toSorted((one, other) => one.found - other.found)).toEqual([
    { subject: 'offsets silver 8', expected: 1, found: 0 },
    { subject: 'offsets gold 9', expected: 0, found: 2 },
  ])
})
