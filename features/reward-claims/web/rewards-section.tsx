// Shows the unclaimed rewards on the home page, as envelopes or as one stack. A reward with an unfinished
// claim stays visible, even if the server's list no longer contains it.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { listRewards, type Reward } from '#features/achievements/rewards/rewards-calls.ts'
import { rewardDescription, rewardTitle } from '#features/achievements/web/achievement-words.ts'
import { ClaimedRewards } from '#features/achievements/web/rewards/claimed-rewards.tsx'
import {
  EnvelopeButton,
  SealedEnvelope,
} from '#features/achievements/web/rewards/sealed-envelope.tsx'
import type { Profile } from '#features/people/people-calls.ts'
import { useProfile } from '#features/people/web/passport/use-passport.ts'
import { useAnswer } from '#web/api/use-answer.ts'
import { texts } from '#web/texts.ts'
import { Spinner } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialog/toast.tsx'
import { EmptyLine } from '#web/ui/empty-or-error.tsx'
import { Section } from '#web/ui/section.tsx'
import { Loaded } from '#web/ui/states/loaded.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { claimedWords, claimProblemText } from './claim-words.ts'
import { newClaim } from './redeem-reward.ts'
import { RewardClaim } from './reward-claim.tsx'
import {
  type ClaimState,
  endClaim,
  startClaim,
  useClaims,
  useInterruptedClaims,
} from './use-claims.ts'

export function RewardsSection() {
  const profile = useProfile()
  const rewards = useAnswer(listRewards, {})
  useInterruptedClaims(profile)
  return (
    <Section title={texts.rewards_title()}>
      <Loaded
        query={rewards}
        skeleton={<Skeleton className="h-24 w-full rounded-card!" />}
        error={texts.rewards_failed()}
      >
        {(all) => (profile ? <Rewards unclaimed={all} profile={profile} /> : null)}
      </Loaded>
    </Section>
  )
}

/** Minimum number of envelopes that are shown as one stack. */
const stackMin = 4

function Rewards({ unclaimed, profile }: { unclaimed: readonly Reward[]; profile: Profile }) {
  const client = useQueryClient()
  const claims = useClaims()
  const [dialogReward, setDialogReward] = useState<Reward>()
  const [isOpen, setOpen] = useState(false)
  const container = useRef<HTMLDivElement>(null)
  const visibleRewards = useVisibleRewards(unclaimed, claims)
  const [isSpread, setSpread] = useState(false)
  const isStack = visibleRewards.length >= stackMin && !isSpread && claims.size === 0

  return (
    <div ref={container} tabIndex={-1} className="outline-none">
      {visibleRewards.length === 0 ? <EmptyLine message={texts.rewards_none()} /> : null}
      {isStack ? (
        <EnvelopeStack
          count={visibleRewards.length}
          onOpen={() => {
            setSpread(true)
            container.current?.focus({ preventScroll: true })
          }}
        />
      ) : (
        <ul className="grid gap-3">
          {visibleRewards.map((reward) => (
            <RewardTile
              key={reward.reward_id}
              reward={reward}
              claim={claims.get(reward.reward_id)}
              isInDialog={isOpen && dialogReward?.reward_id === reward.reward_id}
              onOpen={() => {
                setDialogReward(reward)
                setOpen(true)
              }}
              onDismiss={() =>
                void startClaim(newClaim(profile.id, reward, null), 'dismissal', {
                  profile,
                  client,
                })
              }
              onGone={() => container.current?.focus({ preventScroll: true })}
            />
          ))}
        </ul>
      )}
      <ClaimedRewards />
      {dialogReward ? (
        <RewardClaim
          key={dialogReward.reward_id}
          reward={dialogReward}
          profile={profile}
          from="dialog"
          open={isOpen}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  )
}

/** Returns the unclaimed rewards and those with an unfinished claim, each at its previous position. */
function useVisibleRewards(unclaimed: readonly Reward[], claims: ReadonlyMap<string, ClaimState>) {
  const positions = useRef(new Map<string, number>())
  const unclaimedIds = new Set(unclaimed.map(({ reward_id }) => reward_id))
  const others = [...claims.values()].map(({ claim }) => claim.reward)
  const all = [...unclaimed, ...others.filter(({ reward_id }) => !unclaimedIds.has(reward_id))]
  for (const { reward_id } of all) {
    if (!positions.current.has(reward_id)) positions.current.set(reward_id, positions.current.size)
  }
  const positionOf = ({ reward_id }: Reward) => positions.current.get(reward_id) ?? 0
  return all.sort((one, other) => positionOf(one) - positionOf(other))
}

type RewardTileProps = {
  reward: Reward
  claim: ClaimState | undefined
  /** True if the dialog shows the claim, so that the tile shows no problem. */
  isInDialog: boolean
  onOpen: () => void
  onDismiss: () => void
  onGone: () => void
}

/**
 * Shows one unclaimed reward in the list. A button opens the claim dialog; the X claims the reward
 * without a dialog. After a failed claim the tile shows the problem.
 */
export function RewardTile(props: RewardTileProps) {
  const { reward, claim, isInDialog, onOpen, onDismiss } = props
  const isDismissed = claim?.from === 'dismissal' && claim.work !== 'failed'
  /**
   * Key of the claim whose envelope has faded out after its dismissal. After a failed claim the envelope
   * is visible again, and the next claim has another key.
   */
  const [goneKey, setGoneKey] = useState<string>()
  const isGone = isDismissed && claim.claim.key === goneKey
  useEffect(() => {
    if (claim?.work !== 'done' || isInDialog || (isDismissed && !isGone)) return
    // The success of a purchase lies above the page, and shows the result itself.
    if (claim.from === 'success') return
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
            <EnvelopeButton title={title} disabled={isDismissed} onClick={onOpen}>
              {texts.rewards_claim()}
            </EnvelopeButton>
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

const edgeClass =
  'absolute rounded-card border border-(--envelope-edge) bg-(image:--envelope-paper) forced-colors:hidden'

/** Shows one envelope with the edges of two more beneath it. */
export function EnvelopeStack({ count, onOpen }: { count: number; onOpen: () => void }) {
  const title = texts.rewards_sealed({ count: String(count) })
  return (
    <div className="relative mb-3.5 [&+*]:pt-3.5">
      <span className={`${edgeClass} inset-x-5 top-4 -bottom-3.5`} />
      <span className={`${edgeClass} inset-x-2.5 top-2 -bottom-1.75`} />
      <SealedEnvelope
        title={title}
        action={
          <EnvelopeButton title={title} onClick={onOpen}>
            {texts.rewards_open_all()}
          </EnvelopeButton>
        }
      />
    </div>
  )
}
