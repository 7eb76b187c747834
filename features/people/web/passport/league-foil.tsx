// Shows a league as a strip of foil in its metal. It contains the name too, for users who cannot distinguish
// the colours.
import type { League } from '#values/lists/leagues.ts'
import { texts } from '#web/texts.ts'

export function leagueName(league: League): string {
  return texts.leagues[league]()
}

/**
 * Classes with the metal of each league from the theme. They must be complete, because Tailwind finds class
 * names only as literal texts.
 */
export const leagueMetals = {
  bronze: '[--metal:var(--foil-bronze)] [--metal-ink:var(--foil-bronze-ink)]',
  silver: '[--metal:var(--foil-silver)] [--metal-ink:var(--foil-silver-ink)]',
  gold: '[--metal:var(--foil-gold)] [--metal-ink:var(--foil-gold-ink)]',
} as const satisfies Record<League, string>

/** Classes of the strip. Its text has a contrast of 4.5 to 1 on the darkest metal. */
const foilClass =
  'inline-flex items-center gap-1.75 rounded-full bg-(image:--metal) py-1 pr-3 pl-1.5 ' +
  'font-[640] text-(--metal-ink) leading-[1.35] ' +
  'shadow-[inset_0_1px_0_var(--shine),0_1px_3px_var(--shade-soft)]'

export function LeagueFoil({ league }: { league: League }) {
  return (
    <span className={`${foilClass} ${leagueMetals[league]}`}>
      <Medal className="size-4.5" />
      <span>{leagueName(league)}</span>
    </span>
  )
}

/** Shows a league that the user has just entered as a plate of foil. `name` is the kind of league. */
export function LeaguePlate({ name, league }: { name: string; league: League }) {
  return (
    <p
      className={`flex flex-wrap items-center justify-center gap-x-3 rounded-card bg-(image:--metal) px-2 py-2 text-(--metal-ink) shadow-[inset_0_1px_0_var(--shine),var(--shadow-card)] forced-colors:border ${leagueMetals[league]}`}
    >
      <Medal className="size-7 flex-none" />
      <span className="grid text-left">
        <span className="text-[0.8125rem]/[1.3] font-medium">{name}</span>
        <span className="font-title text-[1.375rem]/[1.1]">{leagueName(league)}</span>
      </span>
    </p>
  )
}

function Medal({ className }: { className: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      className={className}
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      <circle cx="8" cy="8" r="7" strokeWidth="1.2" />
      <circle cx="8" cy="8" r="3" fill="currentColor" stroke="none" />
    </svg>
  )
}
