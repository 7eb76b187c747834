// Reads a leaderboard: ten rows around the viewer in their own league, or the top ten of another league.

import { type BoardKind, isHigherLeague, type League, readLeague } from '#values/lists/leagues.ts'
import { problem } from '#values/problem.ts'
import { boardName } from './board-name.ts'
import { type BoardSource, findTop } from './board-queries.ts'
import type { BoardRow, Boards } from './boards-calls.ts'
import { type FindStanding, openRanks, type RankedPerson, type Standing } from './ranks.ts'

/** Number of rows in a response (docs/product.md#leaderboards). */
const boardRows = 10
/** Number of rows above the viewer, if enough passports are on both sides. */
const rowsAbove = boardRows / 2

export type BoardReader = ReturnType<typeof openBoards>

export function openBoards(source: BoardSource) {
  const findStanding: Readonly<Record<BoardKind, FindStanding>> = {
    eco: openRanks(source, 'eco'),
    offsets: openRanks(source, 'offsets'),
  }
  /** Reads the viewer with neighbours. If one side has too few, it reads again, with more on both sides. */
  async function standingOf(kind: BoardKind, passportId: string): Promise<Standing> {
    const around = { passportId, above: rowsAbove, below: boardRows - 1 - rowsAbove }
    const standing = await findStanding[kind](around)
    if (standing.people.length === boardRows) return standing
    return findStanding[kind]({ passportId, above: boardRows - 1, below: boardRows - 1 })
  }
  const readOwnRows = async (kind: BoardKind, passportId: string) =>
    rowsAround(await standingOf(kind, passportId), passportId)
  return {
    /** Returns the eco and the offset board, each for the viewer's league on that board. */
    async readOwn(passportId: string): Promise<Boards> {
      const [eco, offsets] = await Promise.all([
        readOwnRows('eco', passportId),
        readOwnRows('offsets', passportId),
      ])
      return { eco, offsets }
    },
    /** Returns a league's board. Problems: `league_locked` if the league is above the viewer's. */
    async read(passportId: string, kind: BoardKind, league: League) {
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

/**
 * Returns the top ten of a league. A rank here is the position of the first passport with the same score,
 * since the list starts at the top. The counts of ranks.ts are not needed.
 */
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
