// The home page's unclaimed rewards, as sealed envelopes. Claiming is not its business.
import { texts } from '#web/texts.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { EmptyState } from '#web/ui/notices.tsx'
import { formatKg } from '#web/ui/number-format.ts'
import { Section } from '#web/ui/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Reward } from '../contract.ts'
import { SealedEnvelope } from './sealed-envelope.tsx'
import { useRewards } from './use-rewards.ts'

function rewardTitle({ reward_value }: Reward): string {
  if ('badge' in reward_value) return reward_value.badge
  return `${formatKg(reward_value.kg)} · ${reward_value.label}`
}

export function RewardsSection() {
  const rewards = useRewards()
  return (
    <Section title={texts.rewards_title()}>
      <Loaded
        query={rewards}
        skeleton={<Skeleton className="h-24 w-full rounded-card!" />}
        error={texts.rewards_failed()}
      >
        {(all) =>
          all.length === 0 ? (
            <EmptyState message={texts.rewards_none()} />
          ) : (
            <ul className="grid gap-3">
              {all.map((reward) => (
                <li key={reward.reward_id}>
                  <SealedEnvelope
                    title={rewardTitle(reward)}
                    description={reward.description}
                    action={null}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  )
}
