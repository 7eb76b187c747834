// Describes the calls of leaderboards, with examples, for the API description.
import type { DescribedCalls } from '#platform/http/description/described-calls.ts'

const tag = 'Leaderboards'
const row = { rank: 1, name: 'Sam', score: 100, isMe: true }

export const leaderboardCalls = {
  'GET /api/achievements/leaderboard': {
    id: 'getLeaderboards',
    tag,
    summary: 'Ten rows of each kind around oneself, within one’s own league.',
    answers: { 200: { is: 'Both boards.', example: { eco: [row], offsets: [row] } } },
  },
  'GET /api/achievements/leaderboard/{kind}': {
    id: 'getLeaderboard',
    tag,
    summary: 'Ten rows of a league at or below one’s own.',
    answers: { 200: { is: 'The rows.', example: [row] } },
  },
} as const satisfies DescribedCalls
