// Shows one unclaimed reward in the list. A button opens the claim dialog; the X claims the reward
// without a dialog. After a failed claim the tile shows the problem.
import { useEffect, useState } from 'react'
import type { Reward } from '#features/achievements/rewards/rewards-calls.ts'
import { rewardDescription, rewardTitle } from '#features/achievements/web/rewards/reward-words.ts'
import { SealedEnvelope } from '#features/achievements/web/rewards/sealed-envelope.tsx'
import { texts } from '#web/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialog/toast.tsx'
import { Spinner } from '#web/ui/states/spinner.tsx'
import { claimedWords, claimProblemText } from './claim-words.ts'
import { type ClaimState, endClaim } from './use-claims.ts'

type RewardTileProps = {
  reward: Reward
  claim: ClaimState | undefined
  /** True if the dialog shows the claim, so that the tile shows no problem. */
  isInDialog: boolean
  onOpen: () => void
  onDismiss: () => void
  onGone: () => void
}

export function RewardTile(props: RewardTileProps) {
  const { reward, claim, isInDialog, onOpen, onDismiss } = props
  const isDismissed = claim?.from === 'dismissal' && claim.work !== 'failed'
  /**
   * Key of the claim after whose dismissal the envelope has faded. After a failed claim the envelope is
   * visible again, and the next claim has another key.
   */
  const [goneKey, setGoneKey] = useState<string>()
  const isGone = isDismissed && claim.claim.key === goneKey
  useEffect(() => {
    if (claim?.work !== 'done' || isInDialog || (isDismissed && !isGone)) return
    showToast(claimedWords(reward, claim.claim.gift))
    endClaim(reward.reward_id)
  }, [claim, isInDialog, isDismissed, isGone, reward])
  if (isGone) return null
  const title = rewardTitle(reward)
  const isWorking = claim?.work === 'working' && !isDismissed
  return (
    <li>
      <SealedEnvelope
        title={title}
        description={rewardDescription(reward)}
        action={
          isWorking ? (
            <span role="status" className="inline-flex items-center gap-2 font-semibold">
              <Spinner />
              <span>{texts.rewards_working()}</span>
            </span>
          ) : (
            <Button
              variant="dark"
              size="small"
              disabled={isDismissed}
              onClick={onOpen}
              aria-label={`${texts.rewards_claim()}: ${title}`}
            >
              {texts.rewards_claim()}
            </Button>
          )
        }
        onDismiss={isWorking ? undefined : onDismiss}
        dismissed={isDismissed}
        onGone={() => {
          setGoneKey(claim?.claim.key)
          props.onGone()
        }}
      />
      <p role="alert" className="mt-2 font-medium text-danger empty:hidden">
        {claim?.problem && !isInDialog ? failureText(claim) : null}
      </p>
    </li>
  )
}

/** Returns the text of a failed claim. A dismissal has the same text for every problem. */
function failureText({ from, problem }: ClaimState): string | null {
  if (from === 'dismissal') return texts.rewards_claim_failed()
  return problem ? claimProblemText(problem) : null
}
