// Declares the shapes of the leaderboards' answers (contract.ts), which the browser checks.
import type { Answer } from '#web/api/api-routes.ts'
import { flag, listOf, number, objectOf, text } from '#web/api/shape.ts'

type Boards = Answer<'GET', '/api/achievements/leaderboard'>
type BoardRow = Answer<'GET', '/api/achievements/leaderboard/{kind}'>[number]

const rowShape = objectOf<BoardRow>({ rank: number, name: text, score: number, isMe: flag })

export const boardShape = listOf(rowShape)
export const boardsShape = objectOf<Boards>({ eco: boardShape, offsets: boardShape })
