// Loads leaderboards: both boards of the user's own leagues in one response, or one board of one league.
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { BoardKind, League } from '#values/lists/leagues.ts'
import { ask } from '#web/api/ask.ts'
import { type BoardRow, type Boards, getLeaderboard, getLeaderboards } from '../boards-calls.ts'

/** Loads the rows around the user on both boards of their own leagues. */
export function useOwnBoards(): UseQueryResult<Boards> {
  return useQuery({
    queryKey: [getLeaderboards.id],
    queryFn: ({ signal }) => ask(getLeaderboards, {}, signal),
  })
}

/** Loads the rows of one league, which must not be above the user's own. */
export function useBoard(kind: BoardKind, league: League): UseQueryResult<BoardRow[]> {
  return useQuery({
    queryKey: [getLeaderboard.id, kind, league],
    queryFn: ({ signal }) => ask(getLeaderboard, { params: { kind }, query: { league } }, signal),
  })
}
