// Defines the card that opens without a network: no phone, no name (docs/product.md#offline). It
// must not show more than a closed passport would.
import type { Profile } from '#features/people/people-calls.ts'
import type { League } from '#values/lists/leagues.ts'

/** `date` is when it was last shown, ISO 8601. */
export type RememberedCard = {
  id: string
  kg: number
  leagues: { eco: League; offset: League }
  /** ISO code. */
  country: string
  /** Eco score. */
  score: number
  date: string
}

/** Name of the card in the browser's store (browser-store.ts). */
export const cardName = 'card'

/** Returns the card of a profile. `seenAt` is the server's clock in ms since 1970. */
export function cardOf(profile: Profile, seenAt: number): RememberedCard {
  const { id, total_offsets: kg, eco_league: eco, offset_league: offset } = profile
  const { country, eco_score: score } = profile
  return { id, kg, leagues: { eco, offset }, country, score, date: new Date(seenAt).toISOString() }
}

/** Returns the data for the card's drawing. */
export function cardDataOf({ id, kg, leagues, country, score }: RememberedCard) {
  const standing = { eco_league: leagues.eco, offset_league: leagues.offset, eco_score: score }
  return { id, total_offsets: kg, country, ...standing }
}

/** Whether a stored value, perhaps from an older build, is a card. */
export function isCard(value: unknown): value is RememberedCard {
  return typeof value === 'object' && value !== null && 'country' in value && 'date' in value
}
