// Loads the boards: both of the user's own leagues in one answer, and one league of one kind.
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { BoardKind, League } from '#values/lists/leagues.ts'
import { getJson } from '#web/api/api.ts'
import { getJsonWith } from '#web/api/api-inputs.ts'
import { queryKeys } from '#web/api/query-keys.ts'
import type { BoardRow, Boards } from '../contract.ts'
import { boardShape, boardsShape } from './answer-shapes.ts'

const boardPath = '/api/achievements/leaderboard/{kind}'

/** Rows of the user's own leagues, centred on the user. */
export function useOwnBoards(): UseQueryResult<Boards> {
  return useQuery({
    queryKey: queryKeys.boards,
    queryFn: ({ signal }) => getJson('/api/achievements/leaderboard', boardsShape, signal),
  })
}

/** Rows of one league, which must not be above the user's own. */
export function useBoard(kind: BoardKind, league: League): UseQueryResult<BoardRow[]> {
  return useQuery({
    queryKey: queryKeys.board(kind, league),
    queryFn: ({ signal }) =>
      getJsonWith(boardPath, { path: { kind }, query: { league } }, boardShape, signal),
  })
}
