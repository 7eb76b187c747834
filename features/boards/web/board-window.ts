// Chooses the rows of a leaderboard to show: a window of 5 or 10, centred on the person, filled up with
// free places (docs/product.md#leaderboards). Pure.
import type { BoardRow } from '../contract.ts'

/** Rows on the home page. */
export const homeRows = 5
export const pageRows = 10

export type Place = { key: string; row: BoardRow | undefined }

/** At most `size` rows around the person's own, or the first ones where the person is in none. */
export function boardWindow(rows: readonly BoardRow[], size: number): BoardRow[] {
  const mine = rows.findIndex((row) => row.isMe)
  const wanted = mine < 0 ? 0 : mine - Math.floor(size / 2)
  const start = Math.max(0, Math.min(wanted, rows.length - size))
  return rows.slice(start, start + size)
}

/** Exactly `size` places: the window, then empty ones. */
export function boardPlaces(rows: readonly BoardRow[], size: number): Place[] {
  const shown = boardWindow(rows, size)
  return Array.from({ length: size }, (_, index) => ({
    key: `place-${index}`,
    row: shown[index],
  }))
}
