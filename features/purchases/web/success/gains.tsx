// Shows the gains of a purchase with an animation. The total counts up, and new stamps, league foils and
// reward envelopes appear one after another. Screen readers get a text.

import { useQuery } from '@tanstack/react-query'
import { useContext, useEffect, useRef, useState } from 'react'
import { type Achievement, listAchievements } from '#features/achievements/achievements-calls.ts'
import { listRewards, type Reward } from '#features/achievements/rewards/rewards-calls.ts'
import {
  achievementInWords,
  rewardDescription,
  rewardTitle,
} from '#features/achievements/web/achievement-words.ts'
import {
  EnvelopeButton,
  SealedEnvelope,
} from '#features/achievements/web/rewards/sealed-envelope.tsx'
import { Stamp } from '#features/achievements/web/stamp.tsx'
import { getPassport, type Profile } from '#features/people/people-calls.ts'
import { LeaguePlate, leagueName } from '#features/people/web/passport/league-foil.tsx'
import { useCountedKg } from '#features/people/web/passport/use-counted-kg.ts'
import type { League } from '#values/lists/leagues.ts'
import { ask } from '#web/api/ask.ts'
import { texts } from '#web/texts.ts'
import { formatCount, formatKg } from '#web/ui/number-format.ts'
import { RewardAction } from './reward-action.ts'

/** Delay of an item's animation in milliseconds. All items appear within a second. */
function delayMs(index: number, count: number): number {
  return 200 + index * Math.min(250, 800 / count)
}

type CountedKgProps = {
  /** The total before the purchase. Undefined if unknown, like `afterKg`. */
  beforeKg: number | undefined
  afterKg: number | undefined
  isStill: boolean
}

/** Shows the passport's kilograms, counting up to the new total. Screen readers get only the new total. */
export function CountedKg({ beforeKg, afterKg, isStill }: CountedKgProps) {
  const visibleKg = useCountedKg(beforeKg, afterKg, isStill)
  return (
    <p className="mt-1 grid">
      <span className="caption">{texts.passport_total()}</span>
      <span aria-hidden="true" className="font-title text-[min(2.5rem,14vw)]/[1.1] tabular-nums">
        {/* Shows no total until the new total is known. The old total could be mistaken for it. */}
        {visibleKg === undefined ? '\u00a0' : formatKg(visibleKg)}
      </span>
      <span className="sr-only">{afterKg === undefined ? '' : formatKg(afterKg)}</span>
    </p>
  )
}

/** Maximum number of new stamps that are shown, in one row. */
const stampsMax = 3

export function NewStamps({ stamps }: { stamps: readonly Achievement[] }) {
  if (stamps.length === 0) return null
  const moreCount = stamps.length - stampsMax
  return (
    <ul className="mt-2.5 flex w-full items-center justify-center gap-2.5">
      {stamps.slice(0, stampsMax).map((stamp, index) => {
        const { title } = achievementInWords(stamp)
        return (
          <li
            key={stamp.code}
            className="stamp-fresh min-w-0 max-w-[min(6rem,13dvh)] flex-1"
            style={{ animationDelay: `${delayMs(index, stamps.length)}ms` }}
          >
            <Stamp achievement={{ ...stamp, title }} />
          </li>
        )
      })}
      {moreCount > 0 ? (
        <li aria-hidden="true" className="font-title text-xl">{`+${moreCount}`}</li>
      ) : null}
    </ul>
  )
}

function leaguesOf({ offsetLeague, ecoLeague }: Gains) {
  const both = [
    { name: texts.passport_offset_league(), league: offsetLeague },
    { name: texts.passport_eco_league(), league: ecoLeague },
  ]
  return both.flatMap(({ name, league }) => (league === null ? [] : [{ name, league }]))
}

/** Shows each new league as a plate of its foil, which turns over once. */
export function NewLeagues({ gains }: { gains: Gains }) {
  const leagues = leaguesOf(gains)
  if (leagues.length === 0) return null
  return (
    <ul className="mt-3 grid w-full grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-2.5">
      {leagues.map(({ name, league }) => (
        <li key={name} className="celebration-foil">
          <LeaguePlate name={name} league={league} />
        </li>
      ))}
    </ul>
  )
}

/** Returns a text of all gains, for screen readers. */
export function gainsText(gains: Gains): string {
  return [
    ...gains.stamps.map((each) =>
      texts.achievements_new({ title: achievementInWords(each).title }),
    ),
    ...leaguesOf(gains).map(({ name, league }) => `${name}: ${leagueName(league)}.`),
    ...gains.rewards.map((reward) => `${rewardDescription(reward)}: ${rewardTitle(reward)}.`),
  ].join(' ')
}

/**
 * Shows the envelopes of new rewards, which open in place. Several are one stack first, so that the screen holds all
 * that is new.
 */
export function NewEnvelopes({ rewards }: { rewards: readonly Reward[] }) {
  const action = useContext(RewardAction)
  const [isSpread, setSpread] = useState(false)
  const spread = useRef<HTMLDivElement>(null)
  // The pressed button is gone.
  useEffect(() => {
    if (isSpread) spread.current?.querySelector('button')?.focus()
  }, [isSpread])
  if (rewards.length > 1 && !isSpread) {
    const title = texts.rewards_sealed({ count: formatCount(rewards.length) })
    return (
      <div className="celebration-envelope" style={{ animationDelay: '500ms' }}>
        <SealedEnvelope
          title={title}
          heading="h2"
          action={
            <EnvelopeButton title={title} onClick={() => setSpread(true)}>
              {texts.rewards_open_all()}
            </EnvelopeButton>
          }
        />
      </div>
    )
  }
  return (
    <div ref={spread} className="grid gap-3 empty:hidden">
      {rewards.map((reward, index) => (
        <div
          key={reward.reward_id}
          className="celebration-envelope"
          style={{ animationDelay: `${300 + delayMs(index, rewards.length)}ms` }}
        >
          <SealedEnvelope
            title={rewardTitle(reward)}
            heading="h2"
            description={rewardDescription(reward)}
            action={action(reward)}
          />
        </div>
      ))}
    </div>
  )
}

/** The buyer's passport, achievements and rewards at a point in time. */
type Progress = {
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

/** Returns the differences between the buyer's progress before and after a purchase. */
export function gainsOf(previous: Progress, current: Progress): Gains {
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

async function readProgress(signal: AbortSignal): Promise<Progress> {
  const [passport, achievements, rewards] = await Promise.all([
    ask(getPassport, {}, signal),
    ask(listAchievements, {}, signal),
    ask(listRewards, {}, signal),
  ])
  return { passport, achievements, rewards }
}

/** Reads the buyer's progress before or after a purchase, once. */
function useProgress(txId: string, moment: 'before' | 'after', isEnabled: boolean) {
  return useQuery({
    queryKey: ['standing', txId, moment],
    queryFn: ({ signal }) => readProgress(signal),
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  }).data
}

/** Reads and caches the buyer's progress before the purchase completes. */
export function usePreviousProgress(txId: string): void {
  useProgress(txId, 'before', true)
}

/**
 * Returns the gains of a purchase, from the progress before and after it. If either is unknown, `gains` is
 * undefined.
 */
export function useGains(txId: string) {
  const previous = useProgress(txId, 'before', false)
  const current = useProgress(txId, 'after', previous !== undefined)
  return {
    beforeKg: previous?.passport.total_offsets,
    gains: previous && current ? gainsOf(previous, current) : undefined,
  }
}
