// Describes the health calls, in words and examples, for the description of the API.
import type { DescribedCalls } from './described-calls.ts'

const tag = 'Health'

export const healthCalls = {
  'GET /health/live': {
    id: 'isLive',
    tag,
    summary: 'Whether the process lives. It asks no database.',
    answers: { 200: { is: 'It lives.', example: { status: 'live' } } },
  },
  'GET /health/ready': {
    id: 'isReady',
    tag,
    summary: 'Whether the process can serve.',
    answers: { 200: { is: 'It can.', example: { status: 'ready' } } },
  },
} as const satisfies DescribedCalls
