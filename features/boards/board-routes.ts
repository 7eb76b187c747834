// Serves leaderboards over HTTP.

import type { Viewer } from '#features/people/find-session.ts'
import { viewerOf } from '#features/people/session-check.ts'
import type { Db } from '#platform/database/database.ts'
import type { Replicas } from '#platform/database/replicas/replicas.ts'
import type { Api } from '#platform/http/request-types.ts'
import { serve } from '#platform/http/serve.ts'
import * as calls from './boards-calls.ts'
import { type BoardReader, openBoards } from './read-board.ts'

type BoardServices = { readonly db: Db; readonly replicas: Replicas }

export function leaderboardRoutes(app: Api, { db, replicas }: BoardServices): void {
  const read = openBoardReads(db, replicas)
  serve(app, calls.getLeaderboards, (request) =>
    read(viewerOf(request), (boards, { passportId }) => boards.readOwn(passportId)),
  )

  serve(app, calls.getLeaderboard, (request) =>
    read(viewerOf(request), (boards, { passportId }) =>
      boards.read(passportId, request.params.kind, request.query.league),
    ),
  )
}

type BoardRead = <Result>(
  viewer: Viewer,
  use: (boards: BoardReader, viewer: Viewer) => Promise<Result>,
) => Promise<Result>

/**
 * Opens the boards of the primary and of each replica. Each has its own counts, because cursors of two
 * servers cannot be compared. A user who has just changed data reads from the primary.
 */
function openBoardReads(db: Db, replicas: Replicas): BoardRead {
  const onPrimary = openBoards({ db, server: 'primary' })
  const onReplicas = new Map<Db, BoardReader>()
  const boardsOn = (replica: Db) => {
    const boards = onReplicas.get(replica) ?? openBoards({ db: replica, server: 'replica' })
    onReplicas.set(replica, boards)
    return boards
  }
  return (viewer, use) =>
    viewer.actedLately
      ? use(onPrimary, viewer)
      : replicas.read(
          'ended',
          (replica) => use(boardsOn(replica), viewer),
          () => use(onPrimary, viewer),
        )
}
