// Opens a new reward where it is shown, in the claim dialog. The home page shows rewards in a list of its own.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reward } from '#features/achievements/rewards/rewards-calls.ts'
import { rewardTitle } from '#features/achievements/web/achievement-words.ts'
import { EnvelopeButton } from '#features/achievements/web/rewards/sealed-envelope.tsx'
import { useProfile } from '#features/people/web/passport/use-passport.ts'
import { lazyPart } from '#web/api/lazy-part.ts'
import { texts } from '#web/texts.ts'
import { DialogBoundary } from '#web/ui/states/part-boundary.tsx'
import { newClaim } from './redeem-reward.ts'
import { endClaim, startClaim, useClaims } from './use-claims.ts'

const ClaimRewardDialog = lazyPart(() => import('./claim-reward-dialog.tsx'), 'ClaimRewardDialog')

export function RewardOpener({ reward }: { reward: Reward }) {
  const profile = useProfile()
  const client = useQueryClient()
  const claim = useClaims().get(reward.reward_id)
  /** Undefined before the first press, because the dialog's code loads then. */
  const [isOpen, setOpen] = useState<boolean>()
  const [isClaimed, setClaimed] = useState(false)
  if (!profile) return null
  const close = () => {
    setOpen(false)
    setClaimed(claim?.work === 'done')
    endClaim(reward.reward_id)
  }
  return (
    <>
      {isClaimed ? (
        <p className="font-semibold">{texts.rewards_claimed_title()}</p>
      ) : (
        <EnvelopeButton title={rewardTitle(reward)} onClick={() => setOpen(true)}>
          {texts.passport_gift_open()}
        </EnvelopeButton>
      )}
      {isOpen === undefined ? null : (
        <DialogBoundary open={isOpen} onClose={close}>
          <ClaimRewardDialog
            {...{ reward, claim, profile }}
            open={isOpen}
            onClose={close}
            onClaim={(gift) =>
              void startClaim(newClaim(profile.id, reward, gift), 'success', { profile, client })
            }
          />
        </DialogBoundary>
      )}
    </>
  )
}
