// Converts the stored card to the fields of a profile that its drawing needs. Separate from shown-card.ts, so that
// the landing page does not load it.
import type { CardFields, ShownCard } from './shown-card.ts'

export function cardDataOf(card: ShownCard): Omit<CardFields, 'updated'> & { updated?: string } {
  const { id, kg, leagues, country, score, updated } = card
  const standing = { eco_league: leagues.eco, offset_league: leagues.offset, eco_score: score }
  return { id, total_offsets: kg, country, ...standing, ...(updated ? { updated } : undefined) }
}
