// Claims a reward in its dialog, whose code loads when it is first opened.
import { useQueryClient } from '@tanstack/react-query'
import type { Reward } from '#features/achievements/rewards/rewards-calls.ts'
import type { Profile } from '#features/people/people-calls.ts'
import { lazyPart } from '#web/api/lazy-part.ts'
import { DialogBoundary } from '#web/ui/states/part-boundary.tsx'
import { newClaim } from './redeem-reward.ts'
import { type ClaimOrigin, endClaim, startClaim, useClaims } from './use-claims.ts'

const ClaimRewardDialog = lazyPart(() => import('./claim-reward-dialog.tsx'), 'ClaimRewardDialog')

type RewardClaimProps = {
  reward: Reward
  profile: Profile
  from: ClaimOrigin
  open: boolean
  /** `isClaimed` is true after a successful claim. */
  onClose: (isClaimed: boolean) => void
}

export function RewardClaim({ reward, profile, from, open, onClose }: RewardClaimProps) {
  const client = useQueryClient()
  const claim = useClaims().get(reward.reward_id)
  const close = () => {
    onClose(claim?.work === 'done')
    endClaim(reward.reward_id)
  }
  return (
    <DialogBoundary open={open} onClose={close}>
      <ClaimRewardDialog
        {...{ reward, claim, profile, open }}
        onClose={close}
        onClaim={(gift) =>
          void startClaim(newClaim(profile.id, reward, gift), from, { profile, client })
        }
      />
    </DialogBoundary>
  )
}
