// Rewards over HTTP. Nobody has any to claim yet, so there is none to find either.
import { claimBody, reward, unclaimBody } from '#features/rewards/contract.ts'
import { sendProblem } from '#server/errors.ts'
import type { Api } from '#server/request-types.ts'
import { problem } from '#values/problem.ts'

export function rewardRoutes(app: Api): void {
  const config = { access: 'signed' } as const
  app.get('/api/rewards/me', { schema: { response: { 200: reward.array() } } }, async () => [])
  app.post('/api/rewards/claim', { config, schema: { body: claimBody } }, (_request, reply) =>
    sendProblem(reply, problem('reward_not_found')),
  )
  app.post('/api/rewards/unclaim', { config, schema: { body: unclaimBody } }, (_request, reply) =>
    sendProblem(reply, problem('reward_not_found')),
  )
}
