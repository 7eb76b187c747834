// Passes the button that opens a reward to the success of a purchase. Rewards are claimed by a feature above
// purchases, which this one cannot import.
import { createContext } from 'react'
import type { Reward } from '#features/achievements/rewards/rewards-calls.ts'
import type { Elements } from '#web/ui/elements.tsx'

/** Renders the button of a reward's envelope. */
export const RewardAction = createContext<(reward: Reward) => Elements>(() => null)
