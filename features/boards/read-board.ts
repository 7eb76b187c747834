// A leaderboard as its viewer sees it: ten rows of a league around themselves, or its top ten where
// they are in another one. On the primary it is right at once, in every process.

import { type BoardKind, isHigherLeague, type League, readLeague } from '#values/lists/leagues.ts'
import { type Problem, problem } from '#values/problem.ts'
import { boardName } from './board-name.ts'
import { type BoardSource, findTop } from './board-queries.ts'
import type { BoardRow, Boards } from './contract.ts'
import { type FindStanding, openRanks, type RankedPerson, type Standing } from './ranks.ts'

/** Rows of a board's answer (docs/product.md#leaderboards). */
const boardRows = 10
/** Of these, above the viewer, where there are enough on both sides. */
const rowsAbove = boardRows / 2

export type BoardReader = {
  /** Both boards of the viewer's own leagues. */
  readOwn(passportId: string): Promise<Boards>
  /** Problems: `league_locked` where the league is above the viewer's. */
  read(
    passportId: string,
    kind: BoardKind,
    league: League,
  ): Promise<BoardRow[] | Problem<'league_locked'>>
}

export function openBoards(source: BoardSource): BoardReader {
  const find: Readonly<Record<BoardKind, FindStanding>> = {
    eco: openRanks(source, 'eco'),
    offsets: openRanks(source, 'offsets'),
  }
  /** Near the ends of a league one side is short, and the other is asked for more. */
  async function standingOf(kind: BoardKind, passportId: string): Promise<Standing> {
    const around = { passportId, above: rowsAbove, below: boardRows - 1 - rowsAbove }
    const standing = await find[kind](around)
    if (standing.people.length === boardRows) return standing
    return find[kind]({ passportId, above: boardRows - 1, below: boardRows - 1 })
  }
  const own = async (kind: BoardKind, passportId: string) =>
    rowsAround(await standingOf(kind, passportId), passportId)
  return {
    async readOwn(passportId) {
      const [eco, offsets] = await Promise.all([own('eco', passportId), own('offsets', passportId)])
      return { eco, offsets }
    },
    async read(passportId, kind, league) {
      const standing = await standingOf(kind, passportId)
      const ownLeague = readLeague(standing.league)
      if (ownLeague === league) return rowsAround(standing, passportId)
      if (isHigherLeague(league, ownLeague)) return problem('league_locked')
      return topRows(source, kind, league, passportId)
    },
  }
}

function rowsAround({ people }: Standing, viewerId: string): BoardRow[] {
  const ownIndex = people.findIndex(({ id }) => id === viewerId)
  const first = Math.max(0, Math.min(ownIndex - rowsAbove, people.length - boardRows))
  return people.slice(first, first + boardRows).map((person) => rowOf(person, viewerId))
}

/** Whoever is above one of the top ten is one of them: the list itself tells the ranks. */
async function topRows(
  source: BoardSource,
  kind: BoardKind,
  league: League,
  viewerId: string,
): Promise<BoardRow[]> {
  const people = await findTop(source, kind, league, boardRows)
  return people.map((person) => {
    const rank = people.findIndex(({ score }) => score === person.score) + 1
    return rowOf({ ...person, rank }, viewerId)
  })
}

function rowOf(person: RankedPerson, viewerId: string): BoardRow {
  const { id, rank, score } = person
  return { rank, name: boardName(person), score, isMe: id === viewerId }
}
