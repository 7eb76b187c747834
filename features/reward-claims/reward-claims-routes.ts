// Serves rewards over HTTP. No SQL, no rules.

import {
  claimBody,
  claimProblems,
  claimReply,
  redeemedReward,
  reward,
  unclaimBody,
  unclaimProblems,
  unclaimReply,
} from '#features/achievements/rewards/contract.ts'
import type { Services } from '#features/achievements/rewards/reward-services.ts'
import { viewerOf } from '#features/people/session-check.ts'
import { inTurn } from '#platform/database/group-calls.ts'
import { sendOnce } from '#platform/http/guard/answer-once.ts'
import { nonceOf, scopedKeyOf } from '#platform/http/guard/request-guard.ts'
import type { Api } from '#platform/http/request-types.ts'
import { claimReward } from './claim-reward.ts'
import { listRedeemedRewards, listRewards } from './list-rewards.ts'
import { unclaimReward } from './unclaim-reward.ts'

/** Most claims that may wait for their turn in a process. */
const waitingMax = 2_000

type Claimed = Awaited<ReturnType<typeof claimReward | typeof unclaimReward>>

export function rewardRoutes(app: Api, services: Services): void {
  const access = 'signed'
  const claimInTurn = inTurn((call: () => Promise<Claimed>) => call(), waitingMax)

  app.get('/api/rewards/me', { schema: { response: { 200: reward.array() } } }, (request) =>
    listRewards(services.db, viewerOf(request).passportId),
  )

  app.get(
    '/api/rewards/redeemed',
    { schema: { response: { 200: redeemedReward.array() } } },
    (request) => listRedeemedRewards(services.db, viewerOf(request).passportId),
  )

  app.post(
    '/api/rewards/claim',
    {
      config: {
        access,
        problems: claimProblems,
        invalidFields: { telephone: 'invalid_reward_recipient', message: 'note_too_long' },
      },
      schema: { body: claimBody, response: { 200: claimReply } },
    },
    async (request, reply) => {
      const { body, sentBody } = request
      const viewer = viewerOf(request)
      const call = { nonce: nonceOf(request), key: scopedKeyOf(request, 'claim') }
      const claim = () => claimReward(services, viewer, body, sentBody, call)
      return sendOnce(reply, await claimInTurn(claim))
    },
  )

  app.post(
    '/api/rewards/unclaim',
    {
      config: { access, problems: unclaimProblems },
      schema: { body: unclaimBody, response: { 200: unclaimReply } },
    },
    async (request, reply) => {
      const { passportId } = viewerOf(request)
      const call = { nonce: nonceOf(request), key: scopedKeyOf(request, 'unclaim') }
      const unclaim = () => unclaimReward(services, passportId, request.body, call)
      return sendOnce(reply, await claimInTurn(unclaim))
    },
  )
}
