// Declares leaderboards on the wire (docs/product.md#leaderboards). A row never holds a phone number or an
// id.
import { z } from 'zod'
import { leagues } from '#values/lists/leagues.ts'
import type { ProblemKind } from '#values/problem.ts'

export const boardRow = z.object({
  rank: z.number().int().min(1),
  name: z.string(),
  score: z.number().int(),
  isMe: z.boolean(),
})
export type BoardRow = z.infer<typeof boardRow>
export const boardsReply = z.object({ eco: z.array(boardRow), offsets: z.array(boardRow) })
export type Boards = z.infer<typeof boardsReply>

export const boardParams = z.object({ kind: z.enum(['eco', 'offsets']) })
export const boardQuery = z.object({ league: z.enum(leagues) })

export const boardProblems = {
  league_locked: { status: 403, text: 'This league is above yours.' },
} as const satisfies Record<string, ProblemKind>
