// Defines the part of a passport that the app shows before it has checked the session. It must not contain
// more than a closed passport shows: no phone number, no name.
import type { League } from '#values/lists/leagues.ts'

export type ShownCard = {
  readonly id: string
  readonly kg: number
  readonly leagues: { readonly eco: League; readonly offset: League }
  /** ISO 3166 alpha-2. */
  readonly country: string
  /** Eco score. */
  readonly score: number
  /** Time of the passport's last change, in ISO 8601. Absent from cards that older builds stored. */
  readonly updated?: string
}

export type CardFields = {
  readonly id: string
  readonly total_offsets: number
  readonly eco_league: League
  readonly offset_league: League
  readonly country: string
  readonly eco_score: number
  readonly updated: string
}

/** Returns the card of a profile. */
export function cardOf({ id, country, updated, ...figures }: CardFields): ShownCard {
  const { total_offsets: kg, eco_league: eco, offset_league: offset, eco_score: score } = figures
  return { id, kg, leagues: { eco, offset }, country, score, updated }
}
