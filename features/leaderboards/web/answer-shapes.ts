// The shapes of the leaderboards' answers (contract.ts), for the check at the edge of the browser's
// half.
import { flag, listOf, number, objectOf, text } from '#web/shape.ts'
import type { BoardRow, Boards } from '../contract.ts'

const rowShape = objectOf<BoardRow>({ rank: number, name: text, score: number, isMe: flag })

export const boardShape = listOf(rowShape)
export const boardsShape = objectOf<Boards>({ eco: boardShape, offsets: boardShape })
