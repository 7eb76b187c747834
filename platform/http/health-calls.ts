// Declares the calls that report the health of a process.
import { z } from 'zod'
import { call, json } from '#values/call.ts'

const ofEveryCall = { method: 'GET', access: 'public', tag: 'Health' } as const

export const isLive = call({
  ...ofEveryCall,
  id: 'isLive',
  path: '/health/live',
  summary: 'Reports whether the process runs. It does not query the database.',
  description:
    'Use it to decide on a restart of the process. For a load balancer use `/health/ready`.',
  answers: {
    200: json(z.object({ status: z.literal('live') }), 'The process runs.', { status: 'live' }),
  },
})

export const isReady = call({
  ...ofEveryCall,
  id: 'isReady',
  path: '/health/ready',
  summary: 'Reports whether the process can serve requests.',
  description:
    '503 until migrations are applied, while the database does not answer, and while the process ends. Load balancers should send no requests then.',
  answers: {
    200: json(z.object({ status: z.literal('ready') }), 'The process can serve requests.', {
      status: 'ready',
    }),
  },
})
