// Computes the gains of a purchase (stamps, leagues, rewards) from the buyer's achievements before and after
// it. If either is unknown, there are no gains.
import { useQuery } from '@tanstack/react-query'
import { type Achievement, listAchievements } from '#features/achievements/achievements-calls.ts'
import { listRewards, type Reward } from '#features/achievements/rewards/rewards-calls.ts'
import { getPassport, type Profile } from '#features/people/people-calls.ts'
import type { League } from '#values/lists/leagues.ts'
import { ask } from '#web/api/ask.ts'

/** The buyer's passport, achievements and rewards at one time. */
type Standing = {
  readonly passport: Pick<Profile, 'total_offsets' | 'offset_league' | 'eco_league'>
  readonly achievements: readonly Achievement[]
  readonly rewards: readonly Reward[]
}

export type Gains = {
  /** Kilograms of the passport after the purchase. */
  readonly totalKg: number
  /** Achievements that this purchase reached. */
  readonly stamps: readonly Achievement[]
  /** The new league. Null if the league is unchanged. */
  readonly offsetLeague: League | null
  readonly ecoLeague: League | null
  readonly rewards: readonly Reward[]
}

/** Returns the gains between two standings. */
export function gainsOf(previous: Standing, current: Standing): Gains {
  const reachedCodes = new Set(previous.achievements.filter(isReached).map(({ code }) => code))
  const previousRewards = new Set(previous.rewards.map(({ reward_id }) => reward_id))
  const newLeague = (kind: 'offset_league' | 'eco_league') =>
    current.passport[kind] === previous.passport[kind] ? null : current.passport[kind]
  return {
    totalKg: current.passport.total_offsets,
    stamps: current.achievements.filter((each) => isReached(each) && !reachedCodes.has(each.code)),
    offsetLeague: newLeague('offset_league'),
    ecoLeague: newLeague('eco_league'),
    rewards: current.rewards.filter(({ reward_id }) => !previousRewards.has(reward_id)),
  }
}

function isReached({ progressPct }: Achievement): boolean {
  return progressPct >= 100
}

async function readStanding(signal: AbortSignal): Promise<Standing> {
  const [passport, achievements, rewards] = await Promise.all([
    ask(getPassport, {}, signal),
    ask(listAchievements, {}, signal),
    ask(listRewards, {}, signal),
  ])
  return { passport, achievements, rewards }
}

/** Reads the buyer's standing before or after a purchase, once. */
function useStanding(txId: string, moment: 'before' | 'after', isEnabled: boolean) {
  return useQuery({
    queryKey: ['standing', txId, moment],
    queryFn: ({ signal }) => readStanding(signal),
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  }).data
}

/** Reads the standing before the purchase completes. */
export function useStandingBefore(txId: string): void {
  useStanding(txId, 'before', true)
}

export function useGains(txId: string) {
  const previous = useStanding(txId, 'before', false)
  const current = useStanding(txId, 'after', previous !== undefined)
  return {
    beforeKg: previous?.passport.total_offsets,
    gains: previous && current ? gainsOf(previous, current) : undefined,
  }
}
