// Shows the unclaimed rewards on the home page, as envelopes or as one stack. A reward with an unfinished
// claim stays visible, even if the server's list no longer contains it.
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Reward } from '#features/achievements/rewards/rewards-calls.ts'
import { ClaimedRewards } from '#features/achievements/web/rewards/claimed-rewards.tsx'
import { EnvelopeStack } from '#features/achievements/web/rewards/envelope-stack.tsx'
import { useRewards } from '#features/achievements/web/rewards/use-rewards.ts'
import type { Profile } from '#features/people/people-calls.ts'
import { useProfile } from '#features/people/web/passport/use-passport.ts'
import type { Gift } from '#features/purchases/web/gift/gift-fields.tsx'
import { lazyPart } from '#web/api/lazy-part.ts'
import { texts } from '#web/texts.ts'
import { EmptyLine } from '#web/ui/empty-or-error.tsx'
import { Section } from '#web/ui/section.tsx'
import { Loaded } from '#web/ui/states/loaded.tsx'
import { DialogBoundary } from '#web/ui/states/part-boundary.tsx'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { newClaim } from './claim-record.ts'
import { RewardTile } from './reward-tile.tsx'
import {
  type ClaimState,
  endClaim,
  startClaim,
  useClaims,
  useInterruptedClaims,
} from './use-claims.ts'

const ClaimRewardDialog = lazyPart(
  () => import('./claim-reward-dialog.tsx'),
  (part) => part.ClaimRewardDialog,
)

export function RewardsSection() {
  const profile = useProfile()
  const rewards = useRewards()
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
  const [opened, setOpened] = useState<Reward>()
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const shown = useShown(unclaimed, claims)
  const [isSpread, setSpread] = useState(false)
  const isStack = shown.length >= stackMin && !isSpread && claims.size === 0

  const claim = (reward: Reward, gift: Gift | null, from: 'dialog' | 'dismissal') =>
    void startClaim(newClaim(profile.id, reward, gift), from, { profile, client })

  function close() {
    setOpen(false)
    if (opened) endClaim(opened.reward_id)
  }

  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {shown.length === 0 ? <EmptyLine message={texts.rewards_none()} /> : null}
      {isStack ? (
        <EnvelopeStack
          count={shown.length}
          onOpen={() => {
            setSpread(true)
            place.current?.focus({ preventScroll: true })
          }}
        />
      ) : (
        <ul className="grid gap-3">
          {shown.map((reward) => (
            <RewardTile
              key={reward.reward_id}
              reward={reward}
              claim={claims.get(reward.reward_id)}
              isInDialog={isOpen && opened?.reward_id === reward.reward_id}
              onOpen={() => {
                setOpened(reward)
                setOpen(true)
              }}
              onDismiss={() => claim(reward, null, 'dismissal')}
              onGone={() => place.current?.focus({ preventScroll: true })}
            />
          ))}
        </ul>
      )}
      <ClaimedRewards />
      {opened ? (
        <DialogBoundary key={opened.reward_id} open={isOpen} onClose={close}>
          <ClaimRewardDialog
            reward={opened}
            claim={claims.get(opened.reward_id)}
            profile={profile}
            open={isOpen}
            onClose={close}
            onClaim={(gift) => claim(opened, gift, 'dialog')}
          />
        </DialogBoundary>
      ) : null}
    </div>
  )
}

/** Returns the unclaimed rewards and those with an unfinished claim, each at its previous position. */
function useShown(unclaimed: readonly Reward[], claims: ReadonlyMap<string, ClaimState>) {
  const places = useRef(new Map<string, number>())
  const unclaimedIds = new Set(unclaimed.map(({ reward_id }) => reward_id))
  const others = [...claims.values()].map(({ claim }) => claim.reward)
  const all = [...unclaimed, ...others.filter(({ reward_id }) => !unclaimedIds.has(reward_id))]
  for (const { reward_id } of all) {
    if (!places.current.has(reward_id)) places.current.set(reward_id, places.current.size)
  }
  const placeOf = ({ reward_id }: Reward) => places.current.get(reward_id) ?? 0
  return all.sort((one, other) => placeOf(one) - placeOf(other))
}
