// A leaderboard as its viewer sees it: ten rows of a league around themselves, or its top ten where
// they are in another one. It is right at once: nothing is kept between two calls.
import { boardName } from '#features/leaderboards/board-name.ts'
import type { BoardRow, Boards } from '#features/leaderboards/contract.ts'
import {
  type BoardKind,
  type BoardPerson,
  type BoardViewer,
  findBoardViewer,
  findNeighbours,
  findTop,
} from '#features/leaderboards/queries.ts'
import { ranksOf } from '#features/leaderboards/ranks.ts'
import { type League, leagues } from '#features/sign-in/contract.ts'
import type { Db } from '#server/database.ts'
import { type Problem, problem } from '#values/problem.ts'

/** Specification 9. */
const boardRows = 10
/** Of these, above the viewer, where there are enough on both sides. */
const rowsAbove = boardRows / 2

/** Both boards of the viewer's own leagues. */
export async function readOwnBoards(db: Db, passportId: string): Promise<Boards> {
  const viewer = await findBoardViewer(db, passportId)
  const [eco, offsets] = await Promise.all([
    ownBoard(db, 'eco', viewer),
    ownBoard(db, 'offsets', viewer),
  ])
  return { eco, offsets }
}

/** Problems: `league_locked` where the league is above the viewer's. */
export async function readBoard(
  db: Db,
  passportId: string,
  kind: BoardKind,
  league: League,
): Promise<BoardRow[] | Problem<'league_locked'>> {
  const viewer = await findBoardViewer(db, passportId)
  const own = leagueOf(kind, viewer)
  if (own === league) return ownBoard(db, kind, viewer)
  if (leagues.indexOf(league) > leagues.indexOf(own)) return problem('league_locked')
  const top = await findTop(db, kind, league, boardRows)
  return rankedRows(db, kind, league, top, viewer.id, null)
}

function leagueOf(kind: BoardKind, viewer: BoardViewer): League {
  const text = kind === 'eco' ? viewer.eco_league : viewer.offset_league
  return leagues.find((league) => league === text) ?? 'bronze'
}

async function ownBoard(db: Db, kind: BoardKind, viewer: BoardViewer): Promise<BoardRow[]> {
  const me = kind === 'eco' ? { ...viewer, score: viewer.eco_score } : viewer
  const league = leagueOf(kind, viewer)
  const { above, below } = await findNeighbours(db, kind, league, me, boardRows - 1)
  const countAbove = Math.min(above.length, Math.max(rowsAbove, boardRows - 1 - below.length))
  const people = [
    ...above.slice(0, countAbove).reverse(),
    me,
    ...below.slice(0, boardRows - 1 - countAbove),
  ]
  return rankedRows(db, kind, league, people, viewer.id, viewer.is_hidden ? me.score : null)
}

/** `people` stand next to each other, from the highest score down. */
async function rankedRows(
  db: Db,
  kind: BoardKind,
  league: string,
  people: readonly BoardPerson[],
  viewerId: string,
  hidden: number | null,
): Promise<BoardRow[]> {
  const scores = people.map(({ score }) => score)
  const ranks = await ranksOf(db, kind, league, scores, hidden)
  return people.map((person) => ({
    rank: ranks.get(person.score) ?? 1,
    name: boardName(person),
    score: person.score,
    isMe: person.id === viewerId,
  }))
}
