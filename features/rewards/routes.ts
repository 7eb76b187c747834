// Rewards over HTTP. Nobody has any to claim yet, so there is none to find either.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { claimBody, reward, unclaimBody } from '#features/rewards/contract.ts'
import { sendProblem } from '#server/errors.ts'
import { refusalOf } from '#server/request-guard.ts'
import type { Api } from '#server/request-types.ts'
import type { Services } from '#server/services.ts'
import { problem } from '#values/problem.ts'

export function rewardRoutes(app: Api, { db }: Services): void {
  const config = { access: 'signed' } as const
  const refuse = async (request: FastifyRequest, reply: FastifyReply) =>
    sendProblem(reply, await refusalOf(request, db, problem('reward_not_found')))
  app.get('/api/rewards/me', { schema: { response: { 200: reward.array() } } }, async () => [])
  app.post('/api/rewards/claim', { config, schema: { body: claimBody } }, refuse)
  app.post('/api/rewards/unclaim', { config, schema: { body: unclaimBody } }, refuse)
}
