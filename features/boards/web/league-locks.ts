// Decides which leagues are locked for a user, and returns the texts about the scores that open them
// (docs/product.md#leagues).
import { leagueName } from '#features/people/web/passport/league-foil.tsx'
import { type BoardKind, isHigherLeague, type League, leagueStarts } from '#values/lists/leagues.ts'
import { ecoPoints } from '#values/lists/score-rules.ts'
import { texts } from '#web/texts.ts'
import { formatCount, formatKg } from '#web/ui/number-format.ts'

export function isLocked(league: League, own: League): boolean {
  return isHigherLeague(league, own)
}

/** Returns a short text that screen readers add to the locked tab's name. */
export function lockedWords(kind: BoardKind, league: League): string {
  const start = leagueStarts[kind][league]
  return kind === 'offsets'
    ? texts.leaderboards_locked_offsets({ kg: formatKg(start) })
    : texts.leaderboards_locked_eco({ points: formatCount(start) })
}

/** Returns a text such as `Silver opens at 100 kg. You have 12 kg.` */
export function opensWords(kind: BoardKind, league: League, score: number): string {
  const start = leagueStarts[kind][league]
  const name = leagueName(league)
  return kind === 'offsets'
    ? texts.leaderboards_opens_offsets({ league: name, kg: formatKg(start), own: formatKg(score) })
    : texts.leaderboards_opens_eco({
        league: name,
        points: formatCount(start),
        own: formatCount(score),
      })
}

/** Returns a text such as `90 points to Gold: try a new project (+15)`, or `88 kg to Silver`. */
export function goalWords(kind: BoardKind, league: League, score: number): string {
  const missing = Math.max(0, leagueStarts[kind][league] - score)
  const name = leagueName(league)
  return kind === 'offsets'
    ? texts.leaderboards_goal_offsets({ league: name, kg: formatKg(missing) })
    : texts.leaderboards_goal_eco({
        league: name,
        points: missing,
        project: formatCount(ecoPoints.project),
      })
}
