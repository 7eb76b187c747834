// Selects the 5 or 10 rows of a leaderboard to show, centred on the user, and adds free places
// (docs/product.md#leaderboards). Pure.
import type { BoardRow } from '../boards-calls.ts'

/** Number of rows on the home page and on the leaderboards page. */
export const homeRows = 5
export const pageRows = 10

export type Place = { key: string; row: BoardRow | undefined }

/** Returns at most `size` rows around the user's own, or the first ones if no row is the user's. */
export function boardWindow(rows: readonly BoardRow[], size: number): BoardRow[] {
  const ownIndex = rows.findIndex((row) => row.isMe)
  const centredStart = ownIndex < 0 ? 0 : ownIndex - Math.floor(size / 2)
  const start = Math.max(0, Math.min(centredStart, rows.length - size))
  return rows.slice(start, start + size)
}

/** Returns exactly `size` places: the rows of the window, then free ones with an undefined row. */
export function boardPlaces(rows: readonly BoardRow[], size: number): Place[] {
  const shown = boardWindow(rows, size)
  return Array.from({ length: size }, (_, index) => ({
    key: `place-${index}`,
    row: shown[index],
  }))
}
