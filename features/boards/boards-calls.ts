// Declares the API calls of leaderboards (docs/product.md#leaderboards). A row must not hold a phone number
// or an id.
import { z } from 'zod'
import { call, json } from '#values/call.ts'
import { leagues } from '#values/lists/leagues.ts'
import type { ProblemKind } from '#values/problem.ts'

const tag = 'Leaderboards'
const exampleRow = { rank: 1, name: 'Sam', score: 100, isMe: true }

const boardRow = z.object({
  rank: z.number().int().min(1),
  name: z.string(),
  score: z.number().int(),
  isMe: z.boolean(),
})
export type BoardRow = z.infer<typeof boardRow>
const boardsReply = z.object({ eco: z.array(boardRow), offsets: z.array(boardRow) })
export type Boards = z.infer<typeof boardsReply>

export const getLeaderboards = call({
  id: 'getLeaderboards',
  method: 'GET',
  path: '/api/achievements/leaderboard',
  tag,
  summary: 'Returns ten rows of each board around the user, within their league.',
  description:
    '`eco` ranks eco scores, `offsets` kilograms. Equal scores share a rank. A name is the nickname, else the first name with an initial, else `Member` and 4 digits. Users who hide are in no row but their own.',
  answers: { 200: json(boardsReply, 'Both boards.', { eco: [exampleRow], offsets: [exampleRow] }) },
})

export const getLeaderboard = call({
  id: 'getLeaderboard',
  method: 'GET',
  path: '/api/achievements/leaderboard/:kind',
  tag,
  summary: 'Returns ten rows of a league at or below the user’s own.',
  description:
    'In the user’s own league the rows are around the user, in a lower league the first ten. A higher league is refused with 403 `league_locked`.',
  params: z.object({ kind: z.enum(['eco', 'offsets']) }),
  query: z.object({ league: z.enum(leagues) }),
  problems: ['league_locked'],
  answers: { 200: json(z.array(boardRow), 'The rows.', [exampleRow]) },
})

export const boardProblems = {
  league_locked: { status: 403, text: 'This league is above yours.' },
} as const satisfies Record<string, ProblemKind>
