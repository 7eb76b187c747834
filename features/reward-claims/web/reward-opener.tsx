// Opens a new reward where it is shown, in the claim dialog. The home page shows rewards in a list of its own.
import { useState } from 'react'
import type { Reward } from '#features/achievements/rewards/rewards-calls.ts'
import { rewardTitle } from '#features/achievements/web/achievement-words.ts'
import { EnvelopeButton } from '#features/achievements/web/rewards/sealed-envelope.tsx'
import { useProfile } from '#features/people/web/passport/use-passport.ts'
import { texts } from '#web/texts.ts'
import { RewardClaim } from './reward-claim.tsx'

export function RewardOpener({ reward }: { reward: Reward }) {
  const profile = useProfile()
  /** Undefined before the first press, because the dialog's code loads then. */
  const [isOpen, setOpen] = useState<boolean>()
  const [isClaimed, setClaimed] = useState(false)
  if (!profile) return null
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
        <RewardClaim
          {...{ reward, profile }}
          from="success"
          open={isOpen}
          onClose={(claimed) => {
            setOpen(false)
            setClaimed(claimed)
          }}
        />
      )}
    </>
  )
}
