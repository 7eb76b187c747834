// Finds the gains of a purchase besides its kilograms, from the buyer's standing before and after
// it. Where either is missing, it shows no gain.
import { useQuery } from '@tanstack/react-query'
import { type Achievement, listAchievements } from '#features/achievements/achievements-calls.ts'
import { listRewards, type Reward } from '#features/achievements/rewards/rewards-calls.ts'
import { getPassport, type Profile } from '#features/people/people-calls.ts'
import type { League } from '#values/lists/leagues.ts'
import { ask } from '#web/api/ask.ts'

type Standing = {
  readonly passport: Pick<Profile, 'total_offsets' | 'offset_league' | 'eco_league'>
  readonly achievements: readonly Achievement[]
  readonly rewards: readonly Reward[]
}

export type Gains = {
  /** Kilograms that the passport holds now. */
  readonly totalKg: number
  /** Stamps reached by this purchase. */
  readonly stamps: readonly Achievement[]
  /** Leagues entered; null where the league is unchanged. */
  readonly offsetLeague: League | null
  readonly ecoLeague: League | null
  readonly rewards: readonly Reward[]
}

/** Returns the gains between two standings. Pure. */
export function gainsOf(before: Standing, after: Standing): Gains {
  const wasReached = new Set(before.achievements.filter(isReached).map(({ code }) => code))
  const wasThere = new Set(before.rewards.map(({ reward_id }) => reward_id))
  const entered = (kind: 'offset_league' | 'eco_league') =>
    after.passport[kind] === before.passport[kind] ? null : after.passport[kind]
  return {
    totalKg: after.passport.total_offsets,
    stamps: after.achievements.filter((each) => isReached(each) && !wasReached.has(each.code)),
    offsetLeague: entered('offset_league'),
    ecoLeague: entered('eco_league'),
    rewards: after.rewards.filter(({ reward_id }) => !wasThere.has(reward_id)),
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

/** Returns the buyer's standing before or after a purchase, read once and never reloaded. */
function useStanding(txId: string, moment: 'before' | 'after', isEnabled: boolean) {
  return useQuery({
    queryKey: ['standing', txId, moment],
    queryFn: ({ signal }) => readStanding(signal),
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  }).data
}

/** Keeps the standing while a purchase waits for its completion. */
export function useStandingBefore(txId: string): void {
  useStanding(txId, 'before', true)
}

export function useGains(txId: string) {
  const before = useStanding(txId, 'before', false)
  const after = useStanding(txId, 'after', before !== undefined)
  return {
    beforeKg: before?.passport.total_offsets,
    gains: before && after ? gainsOf(before, after) : undefined,
  }
}
