// Serves rewards over HTTP.

import type { Services } from '#features/achievements/rewards/reward-services.ts'
import * as rewardsCalls from '#features/achievements/rewards/rewards-calls.ts'
import { viewerOf } from '#features/people/session-check.ts'
import { queueByKey } from '#platform/database/queue-by-key.ts'
import { nonceOf, scopedKeyOf } from '#platform/http/guard/request-guard.ts'
import type { Api } from '#platform/http/request-types.ts'
import { serve } from '#platform/http/serve.ts'
import { claimReward } from './claim-reward.ts'
import { listRedeemedRewards, listRewards } from './list-rewards.ts'
import * as claimCalls from './reward-claims-calls.ts'
import { unclaimReward } from './unclaim-reward.ts'

/**
 * Maximum number of claims that wait in a process. Claims run one at a time, so that they occupy only
 * one connection of the pool.
 */
const waitingMax = 2_000

export function rewardRoutes(app: Api, services: Services): void {
  const queue = queueByKey(waitingMax)
  const inTurn = <Answer>(work: () => Promise<Answer>) => queue(services, ['claims'], work)

  serve(app, rewardsCalls.listRewards, (request) =>
    listRewards(services.db, viewerOf(request).passportId),
  )

  serve(app, rewardsCalls.listRedeemedRewards, (request) =>
    listRedeemedRewards(services.db, viewerOf(request).passportId),
  )

  serve(app, claimCalls.claimReward, (request) => {
    const { body, sentBody } = request
    const viewer = viewerOf(request)
    const call = { nonce: nonceOf(request), key: scopedKeyOf(request, 'claim') }
    return inTurn(() => claimReward(services, viewer, body, sentBody, call))
  })

  serve(app, claimCalls.unclaimReward, (request) => {
    const { passportId } = viewerOf(request)
    const call = { nonce: nonceOf(request), key: scopedKeyOf(request, 'unclaim') }
    return inTurn(() => unclaimReward(services, passportId, request.body, call))
  })
}
