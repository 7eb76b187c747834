// Rewards over HTTP. No SQL, no rules.
import { claimReward } from '#features/rewards/claim-reward.ts'
import {
  claimBody,
  claimReply,
  reward,
  unclaimBody,
  unclaimReply,
} from '#features/rewards/contract.ts'
import { listRewards } from '#features/rewards/list-rewards.ts'
import { unclaimReward } from '#features/rewards/unclaim-reward.ts'
import { answerOnce, sendOnce } from '#server/answer-once.ts'
import { nonceOf, scopedKeyOf, viewerOf } from '#server/request-guard.ts'
import type { Api } from '#server/request-types.ts'
import type { Services } from '#server/services.ts'

export function rewardRoutes(app: Api, { db }: Services): void {
  const config = { access: 'signed' } as const

  app.get('/api/rewards/me', { schema: { response: { 200: reward.array() } } }, (request) =>
    listRewards(db, viewerOf(request).passportId),
  )

  app.post(
    '/api/rewards/claim',
    { config, schema: { body: claimBody, response: { 200: claimReply } } },
    async (request, reply) => {
      const key = scopedKeyOf(request, 'claim')
      const answer = await answerOnce(db, nonceOf(request), key, (tx) =>
        claimReward(tx, viewerOf(request), request.body, request.sentBody),
      )
      return sendOnce(reply, answer)
    },
  )

  app.post(
    '/api/rewards/unclaim',
    { config, schema: { body: unclaimBody, response: { 200: unclaimReply } } },
    async (request, reply) => {
      const key = scopedKeyOf(request, 'unclaim')
      const answer = await answerOnce(db, nonceOf(request), key, (tx) =>
        unclaimReward(tx, viewerOf(request).passportId, request.body),
      )
      return sendOnce(reply, answer)
    },
  )
}
