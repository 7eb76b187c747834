// Declares the shapes of the rewards' answers (contract.ts), which the browser checks.
import type { Answer } from '#web/api/api-routes.ts'
import {
  either,
  flag,
  listOf,
  moment,
  nullable,
  number,
  objectOf,
  oneOf,
  text,
} from '#web/api/shape.ts'

const rewardFields = {
  reward_id: text,
  achievement_code: text,
  description: text,
  reward_type: text,
  reward_value: either(
    objectOf<{ label: string; kg: number }>({ label: text, kg: number }),
    objectOf<{ badge: string }>({ badge: text }),
  ),
}

export const rewardsShape = listOf(objectOf<Answer<'GET', '/api/rewards/me'>[number]>(rewardFields))
export const redeemedShape = listOf(
  objectOf<Answer<'GET', '/api/rewards/redeemed'>[number]>({
    ...rewardFields,
    redeemed_at: moment,
    is_gift: flag,
  }),
)
export const claimShape = objectOf<Answer<'POST', '/api/rewards/claim'>>({
  status: oneOf('claimed'),
  reward_id: text,
  expires_at: nullable(moment),
})
export const unclaimShape = objectOf<Answer<'POST', '/api/rewards/unclaim'>>({
  status: oneOf('unclaimed'),
})
