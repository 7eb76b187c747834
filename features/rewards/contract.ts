// What unclaimed rewards say on the wire (contract 7).
import { z } from 'zod'
import type { ProblemKind } from '#values/problem.ts'

export const reward = z.object({
  reward_id: z.string(),
  achievement_code: z.string(),
  description: z.string(),
  reward_type: z.string(),
  reward_value: z.union([
    z.object({ label: z.string(), kg: z.number().int() }),
    z.object({ badge: z.string() }),
  ]),
})
export type Reward = z.infer<typeof reward>

export const claimBody = z.object({
  achievementCode: z.string().max(64),
  reward_id: z.string().max(64),
  gift: z.boolean().nullish(),
  telephone: z.string().max(64).nullish(),
  message: z.string().max(2_000).nullish(),
})
export const unclaimBody = z.object({
  reward_id: z.string().max(64),
  achievementCode: z.string().max(64),
})

export const rewardProblems = {
  reward_not_found: { status: 404, text: 'Could not claim reward.' },
} as const satisfies Record<string, ProblemKind>
