// Which leagues a person cannot look at yet (specification 4), and what opens them. The numbers are
// the server's own (values/leagues.ts).
import { leagueName } from '#features/passport/web/league-foil.tsx'
import { type BoardKind, isHigherLeague, type League, leagueStarts } from '#values/leagues.ts'
import { texts } from '#web/texts.ts'
import { formatCount, formatKg } from '#web/ui/number-format.ts'

export function isLocked(league: League, own: League): boolean {
  return isHigherLeague(league, own)
}

/** Short, read with the locked tab's name. */
export function lockedWords(kind: BoardKind, league: League): string {
  const start = leagueStarts[kind][league]
  return kind === 'offsets'
    ? texts.leaderboards_locked_offsets({ kg: formatKg(start) })
    : texts.leaderboards_locked_eco({ points: formatCount(start) })
}

/** `Silver opens at 100 kg. You have 12 kg.` */
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
