// A league as a strip of foil: bronze, silver, gold. The word stands on it, never the colour alone.

import type { League } from '#values/leagues.ts'
import { texts } from '#web/texts.ts'
import './league-foil.css'

export function leagueName(league: League): string {
  const names = {
    bronze: texts.passport_bronze(),
    silver: texts.passport_silver(),
    gold: texts.passport_gold(),
  }
  return names[league]
}

export function LeagueFoil({ league }: { league: League }) {
  return (
    <span className={`foil foil-${league}`}>
      <svg viewBox="0 0 16 16" fill="none" stroke="currentColor" aria-hidden="true">
        <circle cx="8" cy="8" r="7" strokeWidth="1.2" />
        <circle cx="8" cy="8" r="3" fill="currentColor" stroke="none" />
      </svg>
      {leagueName(league)}
    </span>
  )
}
