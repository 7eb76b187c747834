// Shows the redeemed badges and kilograms, each with its day. Renders nothing if there are none.

import {
  listRedeemedRewards,
  type RedeemedReward,
} from '#features/achievements/rewards/rewards-calls.ts'
import { useAnswer } from '#web/api/use-answer.ts'
import { texts } from '#web/texts.ts'
import { Facts } from '#web/ui/facts.tsx'
import { formatDate } from '#web/ui/number-format.ts'
import { Loaded } from '#web/ui/states/loaded.tsx'
import { rewardDescription, rewardTitle } from '../achievement-words.ts'

export function ClaimedRewards() {
  const redeemed = useAnswer(listRedeemedRewards, {})
  return (
    <Loaded query={redeemed} skeleton={null} error={texts.rewards_failed()} empty={null}>
      {(all) => <ClaimedList rewards={all} />}
    </Loaded>
  )
}

function ClaimedList({ rewards }: { rewards: readonly RedeemedReward[] }) {
  return (
    <div className="mt-5">
      <h3 className="caption">{texts.rewards_claimed()}</h3>
      <ul className="mt-1.5 divide-y divide-line border-line border-y">
        {rewards.map((reward) => (
          <li key={reward.reward_id} className="flex items-center gap-3.5 py-2.5">
            <Medal isBadge={'badge' in reward.reward_value} />
            <div className="min-w-0">
              <p className="font-medium leading-snug">{rewardTitle(reward)}</p>
              <Facts facts={[rewardDescription(reward), redemptionText(reward)]} />
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

function redemptionText({ redeemed_at, is_gift }: RedeemedReward): string {
  const date = formatDate(redeemed_at)
  return is_gift ? texts.rewards_given_on({ date }) : texts.rewards_claimed_on({ date })
}

/** Draws a golden medal for a badge, a green one for kilograms. */
function Medal({ isBadge }: { isBadge: boolean }) {
  return (
    <span
      className={`w-10 flex-none rounded-full p-1.25 ${
        isBadge
          ? 'bg-(image:--medal-foil) text-(--medal-foil-ink)'
          : 'bg-(image:--medal-enamel) text-(--medal-ink)'
      }`}
    >
      <svg
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <circle cx="12" cy="12" r="10.4" strokeWidth="1" strokeDasharray="1.5 1.77" />
        <path
          d="M12 18v-7.4m0 2.9c-3.6 0-4.7-2.4-4.7-4.7 3.2 0 4.7 1.7 4.7 4.7Zm0-1.7c0-2.6 1.5-4.2 4.1-4.2 0 2.6-1.5 4.2-4.1 4.2Z"
          strokeWidth="1.5"
        />
      </svg>
    </span>
  )
}
